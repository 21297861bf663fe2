/** A passkey as second factor: whose, when, and what is none. */
import { expect, it, describe } from "vitest";
import { type Browser, locationOf, origin } from "../../support/browser.js";
import { type Ceremony, type Conditions, SoftwareAuthenticator } from "../../webauthn/authenticator.js";
import { launchBrowser } from "../../support/chromium.js";
import { csrf, type Stage, ways } from "../stage.js";
import {
  after,
  byMail,
  challenge,
  codeOf,
  confirmPath,
  guarded,
  rowOf,
  send,
  stageWith,
  vault,
  withFactor,
} from "./visit.js";

const byNewPasskey = new Map(ways).get("a new passkey")!;

/** Ada has a passkey and a factor; a browser in which she has followed the link of a mail. */
async function waitingWithPasskey(strategy: "jwt" | "database" = "jwt", { isProven = true } = {}) {
  const stage = stageWith({}, { session: { strategy } });
  expect(await byNewPasskey(stage, stage.browser())).toBe(after);
  const { users } = stage.store.rows;
  const [userId] = [...users.keys()];
  // The first proof of the address ends passkeys.
  if (isProven) users.set(userId!, { ...users.get(userId!)!, emailVerified: new Date() });
  const secret = await withFactor(stage, userId);
  const browser = stage.browser();
  expect(await byMail(stage, browser)).toBe(challenge);
  return { stage, browser, secret, userId: userId! };
}

const asked = async (browser: Browser, path = "/two-factor"): Promise<Ceremony> =>
  (await (await browser.send(`/auth${path}/passkey`)).json()) as Ceremony;

const answer = async (
  { device }: Pick<Stage, "device">,
  browser: Browser,
  conditions: Conditions = {},
  path = "/two-factor",
) => send(browser, path, device.answer(await asked(browser, path), conditions));

describe("a passkey", () => {
  it.each(["jwt", "database"] as const)("is shown in place of a code: %s", async (strategy) => {
    const { stage, browser } = await waitingWithPasskey(strategy);
    const page = await (
      await browser.send("/auth/two-factor", { headers: { "sec-fetch-dest": "document" } })
    ).text();
    expect(page).toContain(`data-passkey="${origin}/auth/two-factor/passkey"`);
    const last = await answer(stage, browser);
    expect(locationOf(last)).toBe(after);
    expect(last.headers.getSetCookie().join()).toMatch(/challenge=;/);
    expect(await browser.session()).not.toBeNull();
    expect(stage.errors).toEqual([]);
  });

  it("takes along whether to trust this browser, which the page asks once", async () => {
    const { browser } = await waitingWithPasskey();
    const visit = await browser.send("/auth/two-factor", { headers: { "sec-fetch-dest": "document" } });
    const body = await visit.text();
    const chromium = await launchBrowser();
    const page = await chromium.newPage();
    await page.route("**/*", (route) => route.fulfill({ body, contentType: "text/html; charset=utf-8" }));
    await page.goto(`${origin}/auth/two-factor`);
    const sent = () =>
      page
        .locator("[data-passkey]")
        .evaluate((form) => new FormData(form as HTMLFormElement).getAll("trust"));
    expect(await page.locator("[name=trust]").count()).toBe(1);
    expect(await sent()).toEqual([]);
    await page.locator("[name=trust]").check();
    expect(await sent()).toEqual(["yes"]);
    await chromium.close();
  });

  it("steps a session up", async () => {
    const { stage, secret } = await waitingWithPasskey();
    const browser = guarded(stage, 300);
    await byMail(stage, browser);
    await send(browser, "/two-factor", { code: await codeOf(secret) });
    const other = guarded(stage, 0);
    for (const [name, value] of browser.cookies) other.cookies.set(name, value);
    const path = "/two-factor/confirm";
    expect(locationOf(await answer(stage, browser, {}, path))).toBe(after);
    expect(await vault(browser)).toBe("open");
    expect(confirmPath).toContain(path);
  });

  it("without a PIN or a finger is not enough", async () => {
    const { stage, browser } = await waitingWithPasskey();
    expect((await answer(stage, browser, { unverified: true })).status).toBe(401);
    expect(await browser.session()).toBeNull();
  });

  it("of another user, of another site, replayed, or nonsense is wrong, and locks nobody out", async () => {
    const { stage, browser, userId } = await waitingWithPasskey();
    const { csrfToken } = await csrf(browser);
    expect((await answer(stage, browser, { origin: "https://evil.example" })).status).toBe(401);
    const foreign = new SoftwareAuthenticator(origin);
    const made = (await (
      await stage.browser().send("/auth/webauthn-options/webauthn?email=eve@example.com")
    ).json()) as Ceremony;
    foreign.answer(made);
    const ceremony = await asked(browser);
    const theirs = foreign.answer({
      ...ceremony,
      options: { ...ceremony.options, allowCredentials: [{ id: foreign.keys[0]!.id.toString("base64url") }] },
    } as never);
    const refused = await send(browser, "/two-factor", theirs);
    expect([refused.status, await refused.text()]).toEqual([
      401,
      expect.stringContaining("The passkey was not accepted"),
    ]);
    for (const data of ["", "null", "{}", "[", '{"id":1}', '{"id":"x","response":null}']) {
      await asked(browser);
      expect((await send(browser, "/two-factor", { data })).status, data).toBe(401);
    }
    const right = stage.device.answer(await asked(browser));
    const cookies = new Map(browser.cookies);
    expect(locationOf(await send(browser, "/two-factor", right))).toBe(after);
    const replayed = stage.browser();
    expect(await byMail(stage, replayed)).toBe(challenge);
    for (const [name, value] of cookies) if (name.includes("challenge")) replayed.cookies.set(name, value);
    expect((await send(replayed, "/two-factor", right)).status).toBe(401);
    expect(await rowOf(stage, userId)).toMatchObject({ failures: 0 });
    expect(csrfToken).not.toBe("");
  });

  it("that has just signed in is no second factor", async () => {
    const { stage } = await waitingWithPasskey();
    const browser = stage.browser();
    const options = await browser.send("/auth/webauthn-options/webauthn?action=authenticate");
    const proof = stage.device.answer((await options.json()) as Ceremony);
    const signedIn = await browser.post("/auth/callback/webauthn", { ...proof, callbackUrl: "/after" });
    expect(locationOf(signedIn)).toBe(challenge);
    expect(locationOf(await browser.send("/auth/two-factor/passkey"))).toContain("AccessDenied");
    const page = await browser.send("/auth/two-factor", { headers: { "sec-fetch-dest": "document" } });
    expect(await page.text()).not.toContain("data-passkey");
    const again = await browser.send("/auth/webauthn-options/webauthn?action=authenticate");
    const second = stage.device.answer((await again.json()) as Ceremony);
    expect((await send(browser, "/two-factor", second)).status).toBe(401);
    expect(await browser.session()).toBeNull();
  });

  it("without its account is none: the user has removed it", async () => {
    const { stage } = await waitingWithPasskey("jwt", { isProven: true });
    const { accounts, authenticators } = stage.store.rows;
    const browser = guarded(stage, 0);
    await byMail(stage, browser);
    const early = stage.device.answer(await asked(browser));
    accounts.clear();
    expect([accounts.size, authenticators.size]).toEqual([0, 1]);
    expect((await send(browser, "/two-factor", early)).status).toBe(401);
    const page = await browser.send("/auth/two-factor", { headers: { "sec-fetch-dest": "document" } });
    expect(await page.text()).not.toContain("data-passkey");
    expect(locationOf(await browser.send("/auth/two-factor/passkey"))).toContain("AccessDenied");
  });

  it("is not offered to a user who has none", async () => {
    const stage = stageWith();
    await byMail(stage, stage.browser());
    await withFactor(stage, [...stage.store.rows.users.keys()][0]);
    const browser = stage.browser();
    await byMail(stage, browser);
    const page = await browser.send("/auth/two-factor", { headers: { "sec-fetch-dest": "document" } });
    expect(await page.text()).not.toContain("data-passkey");
    expect(locationOf(await browser.send("/auth/two-factor/passkey"))).toContain("AccessDenied");
  });
});
