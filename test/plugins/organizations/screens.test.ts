/**
 * Every page: axe, and nothing wider than its window; the one with most on it in every light.
 *
 * AUTHWRIGHT_SCREENS=<folder> npx vitest run test/plugins/organizations/screens.test.ts writes pictures to look at.
 */
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inspectPage, lookAt } from "../../e2e/inspect-page.js";
import { openExhibit } from "../../pages/gallery.js";
import { launchBrowser } from "../../support/chromium.js";
import { type Person, Town } from "./town.js";

let browser: Browser;
let town: Town;
let ada: Person;
let eve: Person;
let link: string;

beforeAll(async () => {
  browser = await launchBrowser();
  const theme = { name: "Lantern", brandColor: "#0f766e" };
  town = new Town({ options: { invitation: { anyAccount: true } }, more: { theme } });
  ada = await town.person("ada");
  eve = await town.person("eve");
  const { id } = await town.acme(ada);
  await town.join(id, "admin", await town.person("bob"));
  await town.join(id, "member", await town.person("a-mailbox-without-a-break".repeat(2)));
  await town.auth.invitations.send(ada.req, "acme", { addresses: ["dan@example.com"], role: "member" });
  await town.auth.invitations.send(ada.req, "acme", { role: "member", uses: 3 });
  link = `invitation?token=${town.token("dan@example.com")}`;
});
afterAll(() => browser?.close());

const cookiesOf = (who: Person | undefined) =>
  Object.fromEntries(
    (who?.cookie.split("; ") ?? []).map((pair) => [
      pair.split("=")[0] ?? "",
      pair.slice(pair.indexOf("=") + 1),
    ]),
  );

async function glanceAt(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 320 });
  expect(await lookAt(page)).toEqual({ findings: [], unnamed: [] });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
}

const folder = process.env["AUTHWRIGHT_SCREENS"];

async function draw(page: Page, name: string): Promise<void> {
  if (folder === undefined) return;
  for (const width of [390, 1280])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({
        path: path.join(folder, `${name}.${colorScheme}-${width}.png`),
        fullPage: true,
      });
    }
}

test.each([
  ["list", () => "organizations", () => ada],
  ["none", () => "organizations", () => eve],
  ["new", () => "organizations/new", () => ada],
  ["organization", () => "organizations/acme", () => ada],
  ["delete", () => "organizations/acme/delete", () => ada],
  ["invitation-switch", () => link, () => eve],
  ["invitation-over", () => "invitation", () => undefined],
] satisfies [string, () => string, () => Person | undefined][])("%s", async (name, at, who) => {
  const exhibit = { path: at(), config: town.config, cookies: cookiesOf(who()) };
  const { page, context, problems } = await openExhibit(browser, exhibit);
  try {
    expect(await page.locator("h1").count()).toBe(1);
    if (name === "organization") await inspectPage(page, "plugin-organization");
    else await glanceAt(page);
    await draw(page, name);
    expect(problems.filter((each) => !each.includes("404"))).toEqual([]);
  } finally {
    await context.close();
  }
});

test("the address of a new one comes back with what is wrong, and the field is focused", async () => {
  const exhibit = { path: "organizations/new", config: town.config, cookies: cookiesOf(ada) };
  const { page, context } = await openExhibit(browser, exhibit);
  await page.getByLabel("Name").fill("Second");
  await page.getByLabel("Address").fill("acme");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByText("This address is taken.").waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("slug");
  await glanceAt(page);
  await draw(page, "new-taken");
  await context.close();
});
