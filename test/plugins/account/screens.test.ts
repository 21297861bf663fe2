/**
 * The account page in every light: axe, nothing wider than the window, nothing that its policy forbids.
 *
 * AUTHWRIGHT_SCREENS=<folder> npx vitest run test/plugins/account/screens.test.ts writes pictures to look at.
 */
import path from "node:path";
import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import ar from "../../../src/runtime/messages/ar.js";
import { openExhibit } from "../../pages/gallery.js";
import { launchBrowser } from "../../support/chromium.js";
import { inTurn } from "../../support/every-run.js";
import { exhibitOf, type Person, providers } from "./exhibits.js";

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser?.close());

const windows = { width320: [320, 480], width390: [390, 844], width1280: [1280, 900] } as const;
const size = (name: keyof typeof windows) => ({
  viewport: { width: windows[name][0], height: windows[name][1] },
});
const lights: Readonly<Record<string, BrowserContextOptions>> = {
  "light-320": size("width320"),
  "light-390": size("width390"),
  "light-1280": size("width1280"),
  "dark-390": { ...size("width390"), colorScheme: "dark" },
  "dark-1280": { ...size("width1280"), colorScheme: "dark" },
  "arabic-390": { ...size("width390"), locale: "ar" },
  "arabic-1280": { ...size("width1280"), locale: "ar" },
  "no-script-1280": { ...size("width1280"), javaScriptEnabled: false },
  "forced-colours-1280": { ...size("width1280"), forcedColors: "active" },
};

const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#7c3aed"/><circle cx="32" cy="26" r="12" fill="#fff"/><circle cx="32" cy="62" r="22" fill="#fff"/></svg>')}`;
const arabicName = "ليلى بنت عبد الله";

const people: Readonly<Record<string, Person>> = {
  full: {
    image: picture,
    accounts: ["google", "github"],
    passkeys: ["MacBook", null],
    sessions: ["Chrome on Windows", "Safari on iPhone", "Firefox on Linux", null],
    places: [
      ["Berlin", "DE"],
      ["São Paulo", "BR"],
      [null, "JP"],
    ],
    hasPassword: true,
    hasFactor: true,
  },
  bare: { name: null, isEmailConfirmed: false },
  crowded: {
    name: `${"Wolfeschlegelsteinhausenbergerdorff".repeat(8)} Senior the Third`,
    email: `${"a-very-long-mailbox-name-without-a-break".repeat(3)}@${"sub.".repeat(10)}example.com`,
    image: "https://cdn.example.com/missing.png",
    accounts: Array.from({ length: 12 }, (_, at) => providers[at % providers.length]!.id),
    passkeys: ["x".repeat(100), arabicName],
    sessions: Array.from({ length: 40 }, (_, at) =>
      at % 3 === 0 ? "Samsung Internet on Android" : "Edge on Windows",
    ),
    places: Array.from({ length: 40 }, (_, at) =>
      at % 2 === 0 ? (["Llanfairpwllgwyngyll".repeat(4), "GB"] as const) : (["الرياض", "SA"] as const),
    ),
    hasPassword: true,
  },
  arabic: {
    name: arabicName,
    email: "layla+tag@example.com",
    passkeys: ["مفتاح أزرق"],
    accounts: ["github"],
    sessions: ["Chrome on macOS", "Safari on iPhone", null],
    places: [
      ["Berlin", "DE"],
      ["الرياض", "SA"],
      [null, "FR"],
    ],
  },
};

async function findings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await checker.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(", ")}`);
  });
}

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** In every run one person in each light, in turn; all of them in the group `screens`. */
const seenIn = (light: string) => inTurn(Object.entries(people), Object.keys(lights).indexOf(light));

describe.each(Object.entries(lights))("%s", (light, options) => {
  test.each(seenIn(light))("the page of the %s user", async (name, person) => {
    const exhibit = await exhibitOf(person, { messages: [ar] });
    const { page, context, problems } = await openExhibit(browser, exhibit, options);
    try {
      const folder = process.env["AUTHWRIGHT_SCREENS"];
      if (folder !== undefined)
        await page.screenshot({ path: path.join(folder, `${name}.${light}.png`), fullPage: true });
      expect(await overflow(page)).toBe(0);
      expect(await page.locator("h1").count()).toBe(1);
      if (options.javaScriptEnabled !== false) {
        await page.evaluate(() => {
          for (const details of document.querySelectorAll("details")) details.open = true;
        });
        expect(await overflow(page)).toBe(0);
        expect(await findings(page)).toEqual([]);
      }
      // The picture that is not there is the only thing that fails.
      expect(problems.filter((problem) => !/status of \d{3}/.test(problem))).toEqual([]);
    } finally {
      await context.close();
    }
  });
});

test("at 320 pixels a button below its text begins where the text does, and marks are square", async () => {
  const client = { clientId: "id", clientSecret: "secret" };
  const other = {
    id: "other",
    name: "Other",
    type: "oidc",
    issuer: "https://other.test",
    ...client,
  } as const;
  const exhibit = await exhibitOf(
    { accounts: ["google"], hasPassword: true },
    { providers: [...providers, other] },
  );
  const { page, context } = await openExhibit(browser, exhibit, size("width320"));
  const marks = await page.locator(".sign .mark").evaluateAll((all) =>
    all.map((mark) => {
      const { width, height } = mark.getBoundingClientRect();
      return [mark.tagName, Math.round(width), Math.round(height)];
    }),
  );
  expect(marks).toContainEqual(["SPAN", 20, 20]);
  expect(new Set(marks.map(([, width, height]) => `${width}x${height}`))).toEqual(new Set(["20x20"]));
  const below = await page.locator(".row:has(>.sign)").evaluateAll((rows) =>
    rows.flatMap((row) => {
      const text = row.querySelector(":scope > span:not(.sign)")!.getBoundingClientRect();
      const button = row.querySelector("button, .button")!.getBoundingClientRect();
      return button.top < text.bottom ? [] : [Math.round(button.left - text.left)];
    }),
  );
  expect(below.length).toBeGreaterThan(0);
  expect(new Set(below)).toEqual(new Set([0]));
  await context.close();
});
