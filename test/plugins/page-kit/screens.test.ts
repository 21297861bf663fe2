/**
 * A page with every part of the kit, in every light: axe, nothing wider than its window, nothing too small to be pressed.
 *
 * AUTHWRIGHT_SCREENS=<folder> npx vitest run test/plugins/page-kit/screens.test.ts writes pictures to look at.
 */
import path from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MemoryAdapter } from "../../../src/runtime/adapters/memory.js";
import ar from "../../../src/runtime/messages/ar.js";
import { lookAt } from "../../e2e/inspect-page.js";
import { bringLetters } from "../../full/languages/letters.js";
import { openExhibit } from "../../pages/gallery.js";
import { launchBrowser } from "../../support/chromium.js";
import { inTurn } from "../../support/every-run.js";
import { kit } from "./everything.js";

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser?.close());

const sized = (width: number, more: BrowserContextOptions = {}): BrowserContextOptions => ({
  viewport: { width, height: 800 },
  ...more,
});
/** In every run each width in one light, and each light in one width; all in the group `screens`. */
const widths = [320, 390, 1280];
const lights: Readonly<Record<string, BrowserContextOptions>> = Object.fromEntries([
  ...widths.flatMap((width, at) =>
    inTurn(
      [
        [`light-${width}`, sized(width)],
        [`dark-${width}`, sized(width, { colorScheme: "dark" })],
        [`arabic-${width}`, sized(width, { locale: "ar" })],
      ] as const,
      at,
    ),
  ),
  ["no-script-390", sized(390, { javaScriptEnabled: false })],
  ["forced-colours-390", sized(390, { forcedColors: "active" })],
]);

const open = (options: BrowserContextOptions) =>
  openExhibit(
    browser,
    { path: "kit", config: { adapter: MemoryAdapter(), plugins: [kit], messages: [ar], theme } },
    options,
  );
const theme = { name: "Lantern", brandColor: "#0f766e", footer: { terms: "/terms", privacy: "/privacy" } };

/** What is lower than 44 pixels and can be pressed; a box to tick is pressed on its label, too. */
const tooSmall = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        ".card :is(a, button, input:not([type=hidden]), select, textarea)",
      ),
    ]
      // Those of every page.
      .filter((each) => each.closest("p.small") === null && each.closest(".field button") === null)
      .map((each) => each.closest<HTMLElement>("label.tick") ?? each)
      .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 44)
      .map((each) => each.outerHTML),
  );

test.each(Object.entries(lights))("%s", async (light, options) => {
  const { page, context, problems } = await open(options);
  try {
    if (options.locale !== undefined) await bringLetters(page, options.locale);
    const folder = process.env["AUTHWRIGHT_SCREENS"];
    if (folder !== undefined)
      await page.screenshot({ path: path.join(folder, `kit.${light}.png`), fullPage: true });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(page.viewportSize()?.width);
    expect(await page.locator("h1").count()).toBe(1);
    const hasScript = options.javaScriptEnabled !== false;
    expect(
      await page
        .getByRole("button", { name: hasScript && options.locale === "ar" ? "نسخ" : "Copy" })
        .isVisible(),
    ).toBe(hasScript);
    expect(await page.locator(".secret code").innerText()).toMatch(/^shop_live_/);
    if (hasScript) {
      expect(await tooSmall(page)).toEqual([]);
      expect((await lookAt(page)).findings).toEqual([]);
      expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("address");
    }
    expect(problems).toEqual([]);
  } finally {
    await context.close();
  }
});

test("the button copies the secret, and says so", async () => {
  const { page, context, problems } = await open({ permissions: ["clipboard-read", "clipboard-write"] });
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await page.locator(".secret code").innerText(),
  );
  expect(problems).toEqual([]);
  await context.close();
});
