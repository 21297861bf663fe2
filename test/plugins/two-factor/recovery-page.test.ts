/** The page of recovery codes in a browser: copied, saved, printed, and none of it without JavaScript. */
import { readFile } from "node:fs/promises";
import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeAt, stepAt } from "../../../src/runtime/plugins/two-factor/totp.js";
import { origin } from "../../support/browser.js";
import { openExhibit } from "../../pages/gallery.js";
import { launchBrowser } from "../../support/chromium.js";
import { exhibitOf } from "../account/exhibits.js";

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser?.close());

/** Sets a factor up as far as the page with the codes. */
async function atCodes(options: BrowserContextOptions = {}) {
  const exhibit = { ...(await exhibitOf({})), path: "two-factor/set-up" };
  const opened = await openExhibit(browser, exhibit, { viewport: { width: 480, height: 640 }, ...options });
  const { page } = opened;
  const secret = (await page.locator("code").textContent())?.replaceAll(" ", "") ?? "";
  await page.getByLabel("Six-digit code").fill(await codeAt(secret, stepAt(Date.now())));
  // With JavaScript the page sends the code by itself.
  if (options.javaScriptEnabled === false) await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("heading", { name: "Save your recovery codes" }).waitFor({ timeout: 10_000 });
  return { ...opened, codes: await page.locator(".codes code").allTextContents() };
}

const tools = (page: Page) => page.locator(".tools");

test("design note 4: codes are copied and saved as a file, and stand in no address and no storage", async () => {
  const { page, context, codes, problems } = await atCodes({
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const folder = process.env["AUTHWRIGHT_SCREENS"];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/codes.png`, fullPage: true });
  expect(codes).toHaveLength(10);
  const addresses: string[] = [];
  page.on("request", (request) => void addresses.push(request.url()));
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  const saved = await readFile(await file.path(), "utf8");
  expect(file.suggestedFilename()).toBe("recovery-codes-localhost-3000.txt");
  expect(saved.split("\n").filter((line) => codes.includes(line))).toEqual(codes);
  expect([...addresses, file.url(), page.url()].join()).not.toContain(codes[0]);
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByRole("status").getByText("Copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${codes.join("\n")}\n`);
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  await page.evaluate(axe.source);
  expect(
    await page.evaluate(async () => {
      const { axe: checker } = globalThis as unknown as {
        axe: { run(): Promise<{ violations: unknown[] }> };
      };
      return (await checker.run()).violations;
    }),
  ).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test("design note 4: on paper there are the codes, and nothing to press; in black on white in dark browsers, too", async () => {
  const { page, context, codes } = await atCodes({ colorScheme: "dark" });
  const printed = page.evaluate(() => new Promise((resolve) => (window.print = () => resolve("printed"))));
  await page.getByRole("button", { name: "Print" }).click();
  expect(await printed).toBe("printed");
  await page.emulateMedia({ media: "print" });
  expect(await page.getByText(codes[9]!).isVisible()).toBe(true);
  for (const each of [tools(page), page.locator("form").first(), page.getByText("is switched on when")])
    expect(await each.isVisible()).toBe(false);
  const colours = await page
    .locator(".codes")
    .evaluate((list) => [
      getComputedStyle(list).color,
      getComputedStyle(list.closest(".card")!).backgroundColor,
    ]);
  expect(colours).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
  await context.close();
});

test("design note 4: without JavaScript there are no buttons that do nothing", async () => {
  const { page, context } = await atCodes({ javaScriptEnabled: false });
  expect(await tools(page).isVisible()).toBe(false);
  expect(page.url()).toBe(`${origin}/auth/two-factor/set-up`);
  expect(await page.getByRole("button", { name: "I have saved them" }).isVisible()).toBe(true);
  await context.close();
});
