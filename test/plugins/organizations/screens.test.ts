/**
 * Every page in every light: axe, nothing wider than the window, nothing that its policy forbids.
 *
 * AUTHWRIGHT_SCREENS=<folder> AUTHWRIGHT_TEST_FULL=1 npx vitest run test/plugins/organizations/screens.test.ts writes
 * pictures to look at.
 */
import path from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { memberTable } from "../../../src/runtime/plugins/organizations/tables.js";
import ar from "../../../src/runtime/messages/ar.js";
import { inspectPage, lookAt } from "../../e2e/inspect-page.js";
import { bringLetters } from "../../full/languages/letters.js";
import { openExhibit } from "../../pages/gallery.js";
import { launchBrowser } from "../../support/chromium.js";
import { inEveryRun, inTurn } from "../../support/every-run.js";
import { type Person, Town } from "./town.js";

const day = 24 * 3_600_000;
const theme = { name: "Lantern", brandColor: "#0f766e" };
const long = "a-mailbox-without-a-break".repeat(2);

let browser: Browser;
let town: Town;
let people: Readonly<Record<"ada" | "bob" | "eve" | "dan" | "unproven", Person>>;

beforeAll(async () => {
  browser = await launchBrowser();
  const session = { strategy: "jwt", maxAge: (90 * day) / 1000 } as const;
  town = new Town({
    options: { invitation: { anyAccount: true } },
    more: { theme, messages: [ar], session },
  });
  const [ada, bob, eve] = [await town.person("ada"), await town.person("bob"), await town.person("eve")];
  const [dan, unproven] = [await town.person("dan"), await town.person("fay", null)];
  people = { ada, bob, eve, dan, unproven };
  const { id } = await town.acme(ada);
  await town.join(id, "admin", bob);
  await town.join(id, "member", await town.person(long));
  const addresses = ["dan@example.com", "fay@example.com", "gil@example.com"];
  await town.auth.invitations.send(ada.req, "acme", { addresses, role: "member" });
  await town.auth.invitations.send(ada.req, "acme", { role: "member", uses: 3 });

  const many = await town.auth.organizations.create(ada.req, { name: "Many people at once", slug: "many" });
  for (let at = 0; at < 60; at += 1)
    await town.join(many.id, at % 9 === 0 ? "admin" : "member", await town.person(`member-${at}`));
  const lost = await town.auth.organizations.create(ada.req, { name: "Lost and found", slug: "lost" });
  await town.join(lost.id, "admin", bob);
  await town.records(memberTable).consume({ organizationId: lost.id, userId: ada.id });
}, 60_000);
afterAll(() => browser?.close());
afterEach(() => void vi.useRealTimers());

const cookiesOf = (who: Person | undefined) =>
  Object.fromEntries(
    (who?.cookie.split("; ") ?? []).map((pair) => [
      pair.split("=")[0] ?? "",
      pair.slice(pair.indexOf("=") + 1),
    ]),
  );

interface State {
  readonly at: string | (() => string);
  /** Nobody by default. */
  readonly who?: keyof typeof people;
  /** What is done there before anybody looks. */
  readonly act?: (page: Page) => Promise<unknown>;
  /** Days from now on. */
  readonly later?: number;
}

const invitation = (of = "dan@example.com") => `invitation?token=${town.token(of)}`;

const states: Readonly<Record<string, State>> = {
  list: { at: "organizations", who: "ada" },
  none: { at: "organizations", who: "eve" },
  new: { at: "organizations/new", who: "ada" },
  "new-unproven": { at: "organizations/new", who: "unproven" },
  "new-taken": {
    at: "organizations/new",
    who: "ada",
    act: async (page) => {
      await page.locator("input[name=name]").fill("Second");
      await page.locator("input[name=slug]").fill("acme");
      await page.locator("input[name=slug]").press("Enter");
      await page.locator("input[name=slug][aria-invalid=true]").waitFor();
      expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("slug");
    },
  },
  organization: { at: "organizations/acme", who: "ada" },
  "organization-unfolded": {
    at: "organizations/acme",
    who: "ada",
    act: (page) =>
      page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true))),
  },
  "organization-admin": { at: "organizations/acme", who: "bob" },
  "members-many": { at: "organizations/many", who: "ada" },
  "members-searched": { at: "organizations/many?search=member-1", who: "ada" },
  "members-not-found": { at: "organizations/many?search=nobody", who: "ada" },
  vacant: { at: "organizations/lost", who: "bob" },
  "vacant-due": { at: "organizations/lost", who: "bob", later: 31 },
  delete: { at: "organizations/acme/delete", who: "ada" },
  "not-found": { at: "organizations/nobodys", who: "eve" },
  "invitation-join": { at: invitation, who: "dan" },
  "invitation-switch": { at: invitation, who: "eve" },
  "invitation-sign-in": { at: invitation },
  "invitation-unproven": { at: () => invitation("fay@example.com"), who: "unproven" },
  "invitation-newcomer": { at: () => invitation("gil@example.com") },
  "invitation-after-a-day": { at: () => invitation("gil@example.com"), later: 2 },
  "invitation-over": { at: "invitation" },
};

const phone = { viewport: { width: 390, height: 844 } };
const desk = { viewport: { width: 1280, height: 900 } };
const lights: Readonly<Record<string, BrowserContextOptions>> = {
  "light-390": phone,
  "light-1280": desk,
  "dark-390": { ...phone, colorScheme: "dark" },
  "dark-1280": { ...desk, colorScheme: "dark" },
  "arabic-390": { ...phone, locale: "ar" },
  "arabic-1280": { ...desk, locale: "ar" },
  "light-320": { viewport: { width: 320, height: 480 } },
};

const width = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const all = Object.entries(states);
/** In every run each third page in one light, in turn; all of them in all lights in the group `screens`. */
const rows = inEveryRun(all, 3).flatMap(([name, state], at) =>
  inTurn(Object.entries(lights), at).map(([light, options]) => ({ name, state, light, options })),
);

describe.each(rows)("$name, $light", ({ name, state: { at, who, act, later = 0 }, light, options }) => {
  test("is as it should be", async () => {
    if (later > 0) vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + later * day });
    const exhibit = {
      path: typeof at === "string" ? at : at(),
      config: town.config,
      cookies: cookiesOf(who && people[who]),
    };
    const { page, context, problems } = await openExhibit(browser, exhibit, {
      reducedMotion: "reduce",
      ...options,
    });
    try {
      await act?.(page);
      await bringLetters(page, options.locale ?? "en");
      const folder = process.env["AUTHWRIGHT_SCREENS"];
      if (folder !== undefined)
        await page.screenshot({ path: path.join(folder, `${name}.${light}.png`), fullPage: true });
      expect(await page.locator("h1").count()).toBe(1);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(options.locale ?? "en");
      expect(await width(page)).toBe(0);
      expect(await lookAt(page)).toEqual({ findings: [], unnamed: [] });
      expect(problems.filter((one) => !/status of \d{3}/.test(one))).toEqual([]);
    } finally {
      await context.close();
    }
  });
});

// oxlint-disable-next-line expect-expect -- it looks in every light
test("the picture of the documentation", async () => {
  const exhibit = { path: "organizations/acme", config: town.config, cookies: cookiesOf(people.ada) };
  const { page, context } = await openExhibit(browser, exhibit);
  await inspectPage(page, "plugin-organization");
  await context.close();
});
