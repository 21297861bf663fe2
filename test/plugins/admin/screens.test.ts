/**
 * Every page of the back office in every light, and pages with the bar of who acts for a user: axe, nothing wider than the
 * window, nothing that its policy forbids.
 *
 * AUTHWRIGHT_SCREENS=<folder> AUTHWRIGHT_TEST_FULL=1 npx vitest run test/plugins/admin/screens.test.ts writes pictures to
 * look at.
 */
import path from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import ar from "../../../src/runtime/messages/ar.js";
import { organizations } from "../../../src/runtime/plugins/organizations/index.js";
import { password } from "../../../src/runtime/plugins/password/index.js";
import { lookAt } from "../../e2e/inspect-page.js";
import { bringLetters } from "../../full/languages/letters.js";
import { openExhibit } from "../../pages/gallery.js";
import { origin } from "../../support/browser.js";
import { launchBrowser } from "../../support/chromium.js";
import { inEveryRun, inTurn } from "../../support/every-run.js";
import { Office, type Person } from "./office.js";

const theme = { name: "Lantern", brandColor: "#0f766e" };
const long = "a-mailbox-without-a-break".repeat(2);

type Cookies = Readonly<Record<string, string>>;

let browser: Browser;
let town: Office;
let visitors: Readonly<Record<"root" | "acting" | "user", Cookies>>;
let ids: Readonly<Record<"user" | "banned" | "root" | "act" | "link", string>>;

const cookiesOf = ({ cookie }: Person): Cookies =>
  Object.fromEntries(
    cookie.split("; ").map((pair) => [pair.split("=")[0] ?? "", pair.slice(pair.indexOf("=") + 1)]),
  );

beforeAll(async () => {
  browser = await launchBrowser();
  const sendMail = () => undefined;
  town = new Office({
    plugins: [
      password({ sendMail }),
      organizations({ roles: { owner: ["*"], member: [] }, create: "everybody", sendMail }),
    ],
    more: { theme, messages: [ar] },
  });
  const [root, ada, eve] = [await town.administrator(), await town.person("ada"), await town.person("eve")];
  await town.person(long);
  await town.person("fay", null);
  for (let at = 0; at < 60; at += 1) await town.person(`member-${at}`);
  await town.auth.organizations.create(ada.req, { name: "Acme", slug: "acme" } as never);
  await town.auth.users.ban(root.req, eve.id, { reason: "Spam in the comments of other people's pages" });
  const at = town.visitor(root);
  const moved = `/admin/users/${(await town.person("gil")).id}`;
  await at.send(await at.open(moved), `${moved}/email`, { email: "gil@new.example" });
  const link =
    town.mails.find(({ to }) => to === "gil@new.example")?.url.replace(`${origin}/auth/`, "") ?? "";
  const begin = `/admin/users/${ada.id}/impersonate`;
  await at.send(await at.open(begin), begin, { reason: "Ticket 4711", minutes: "480" });
  const { body } = await town.visitor(ada).read("/account");
  const [act] = body["impersonations"] as readonly { id: string }[];
  visitors = {
    root: cookiesOf(root),
    acting: Object.fromEntries(at.browser.cookies),
    user: cookiesOf(ada),
  };
  ids = { user: ada.id, banned: eve.id, root: root.id, act: act?.id ?? "", link };
}, 60_000);
afterAll(() => browser?.close());

interface State {
  readonly at: string | (() => string);
  readonly who?: keyof typeof visitors;
  /** What is done there before anybody looks. */
  readonly act?: (page: Page) => Promise<unknown>;
}

/** Sends the form with a field that does not fit. */
const sending = (field: string, value: string) => async (page: Page) => {
  const input = page.locator(`[name=${field}]`);
  await input.evaluate((element) => element.removeAttribute("required"));
  await input.fill(value);
  await input.press("Enter");
  await page.locator(`[name=${field}][aria-invalid=true]`).waitFor();
};

const beginningTooLong = async (page: Page) => {
  await page.locator("[name=reason]").fill("Ticket 4711");
  await sending("minutes", "481")(page);
};

const states: Readonly<Record<string, State>> = {
  list: { at: "admin/users" },
  "list-end": { at: "admin/users?from=zz" },
  "list-found": { at: "admin/users?from=ada%40example.com" },
  "list-ids": { at: "admin/users?by=id" },
  user: { at: () => `admin/users/${ids.user}` },
  "user-banned": { at: () => `admin/users/${ids.banned}` },
  "user-administrator": { at: () => `admin/users/${ids.root}` },
  "user-nobody": { at: "admin/users/nobody" },
  new: { at: "admin/users/new" },
  "new-wrong": { at: "admin/users/new", act: sending("email", "ada@example.com") },
  address: { at: () => ids.link, who: "user" },
  "address-over": { at: "admin/address?token=0", who: "user" },
  begin: { at: () => `admin/users/${ids.user}/impersonate` },
  "begin-wrong": { at: () => `admin/users/${ids.user}/impersonate`, act: beginningTooLong },
  stop: { at: "impersonation", who: "acting" },
  "stop-nobody": { at: "impersonation" },
  "by-user": { at: () => `impersonation/${ids.act}`, who: "user" },
  "by-user-account": { at: "account", who: "user" },
  "bar-account": { at: "account", who: "acting" },
  "bar-organizations": { at: "organizations", who: "acting" },
  "bar-organization": { at: "organizations/acme", who: "acting" },
  "bar-not-found": { at: "admin/users", who: "acting" },
  "bar-sign-in": { at: "signin", who: "acting" },
  "bar-sign-out": { at: "signout", who: "acting" },
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

/** In every run each eighth page in one light, in turn; all of them in all lights in the group `screens`. */
const rows = inEveryRun(Object.entries(states), 8).flatMap(([name, state], at) =>
  inTurn(Object.entries(lights), at * 3).map(([light, options]) => ({ name, state, light, options })),
);

describe.each(rows)("$name, $light", ({ name, state: { at, who = "root", act }, light, options }) => {
  test("is as it should be", async () => {
    const exhibit = {
      path: typeof at === "string" ? at : at(),
      config: town.config,
      cookies: visitors[who],
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
      expect(await page.locator(".bar").count()).toBe(name.startsWith("bar-") ? 1 : 0);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(options.locale ?? "en");
      expect(await width(page)).toBe(0);
      expect(await lookAt(page)).toEqual({ findings: [], unnamed: [] });
      expect(problems.filter((one) => !/status of \d{3}/.test(one))).toEqual([]);
    } finally {
      await context.close();
    }
  });
});
