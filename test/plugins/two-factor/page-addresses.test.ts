/** The second factor at an address of the app. */
import { expect, it } from "vitest";
import { Browser, coreApp, locationOf, origin } from "../../support/browser.js";
import { csrf } from "../stage.js";
import { after, byPassword, codeOf, stageWith, withFactor } from "./visit.js";

it("is asked for at its address, and shown there", async () => {
  const stage = stageWith({}, { pageAddresses: true });
  const secret = await withFactor(stage);
  const browser = new Browser(coreApp(stage.config));
  expect(await byPassword(stage, browser)).toBe(`${origin}/two-factor`);
  const page = await (await browser.send("/two-factor")).text();
  expect(page).toContain(`<form action="${origin}/two-factor" method="POST">`);
  expect(page).toContain(`href="${origin}/sign-in"`);
  const give = async (code: string) =>
    browser.post("/two-factor", { ...(await csrf(browser)), callbackUrl: "/after", code });
  expect((await give("1")).status).toBe(401);
  const shown = await give(await codeOf(secret));
  expect(locationOf(shown)).toBe(after);
  const manage = await (await browser.send("/two-factor-manage")).text();
  expect(manage).toContain(`href="${origin}/two-factor-set-up?callbackUrl=`);
  expect(manage).toMatch(/class="danger">\s*Switch off/);
  expect((await browser.send("/two-factor-set-up")).status).toBeLessThan(400);
});

it("the key of the set-up page can be copied, as one word, by a button that only a script shows", async () => {
  const stage = stageWith({}, { pageAddresses: true });
  const browser = new Browser(coreApp(stage.config));
  await byPassword(stage, browser);
  const answer = await browser.send("/two-factor-set-up", { headers: { "sec-fetch-dest": "document" } });
  const page = await answer.text();
  const [, key = ""] = /<button type="button" hidden data-copy="([A-Z2-7]{32})"/.exec(page) ?? [];
  expect(page).toContain(key.replaceAll(/.{4}(?=.)/g, "$& "));
  expect(page).toContain("navigator.clipboard.writeText");
});
