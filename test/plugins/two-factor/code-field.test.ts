/** The field of a code in a browser: narrow, dark, from right to left, with JavaScript and without. */
import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import ar from "../../../src/runtime/messages/ar.js";
import { codeAt, stepAt } from "../../../src/runtime/plugins/two-factor/totp.js";
import { openExhibit } from "../../pages/gallery.js";
import { launchBrowser } from "../../support/chromium.js";
import { exhibitOf } from "../account/exhibits.js";

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser?.close());

const field = (page: Page) => page.locator("[name=code]");

async function atSetUp(options: BrowserContextOptions = {}, config = {}) {
  const exhibit = { ...(await exhibitOf({}, config)), path: "two-factor/set-up" };
  const opened = await openExhibit(browser, exhibit, {
    viewport: { width: 320, height: 640 },
    colorScheme: "dark",
    ...options,
  });
  const secret = (await opened.page.locator("code").textContent())?.replaceAll(" ", "") ?? "";
  return { ...opened, code: await codeAt(secret, stepAt(Date.now())) };
}

const spaced = (code: string) => `${code.slice(0, 2)}-${code.slice(2, 4)} ${code.slice(4)}`;
const codes = (page: Page) => page.locator(".codes code").first().waitFor({ timeout: 10_000 });

test("design note 5: a code that is whole sends the form, pasted with blanks and dashes too; five digits do not", async () => {
  const { page, context, code, problems } = await atSetUp();
  await page.clock.install();
  await field(page).fill(code.slice(0, 5));
  await field(page).fill("12345x");
  await page.clock.runFor(1000);
  expect(await field(page).isVisible()).toBe(true);
  await field(page).fill(spaced(code));
  await codes(page);
  expect(page.url()).not.toContain(code);
  expect(problems).toEqual([]);
  await context.close();
});

test("design note 5: without JavaScript the button sends it, blanks and dashes along", async () => {
  const { page, context, code } = await atSetUp({ javaScriptEnabled: false });
  await field(page).fill(spaced(code));
  expect(await field(page).isVisible()).toBe(true);
  await page.locator("button.primary").click();
  await codes(page);
  await context.close();
});

test("design note 9: a wrong code is said at its field", async () => {
  const { page, context, code } = await atSetUp();
  await field(page).fill(code === "123456" ? "654321" : "123456");
  const wrong = page.locator("[aria-invalid=true]");
  await wrong.waitFor({ timeout: 10_000 });
  const said = page.locator(`[id="${await wrong.getAttribute("aria-describedby")}"][role=alert]`);
  expect(await said.textContent()).toContain("This is not right.");
  const [above, below] = await Promise.all([wrong.boundingBox(), said.boundingBox()]);
  expect(below!.y - (above!.y + above!.height)).toBeGreaterThanOrEqual(0);
  expect(below!.y - (above!.y + above!.height)).toBeLessThan(12);
  expect(await page.locator(".error:visible").count()).toBe(0);
  await context.close();
});

test("design note 5: in Arabic at 320 pixels the digits run from left to right, on one page, without a fault", async () => {
  const { page, context, problems } = await atSetUp({ locale: "ar" }, { messages: [ar] });
  const folder = process.env["AUTHWRIGHT_SCREENS"];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/code-field.png`, fullPage: true });
  expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
  const drawn = await field(page).evaluate((input) => {
    const { direction, letterSpacing, fontSize } = getComputedStyle(input);
    return { direction, isWide: parseFloat(letterSpacing) > parseFloat(fontSize) / 4 };
  });
  expect(drawn).toEqual({ direction: "ltr", isWide: true });
  await field(page).evaluate((input: HTMLInputElement) => (input.value = "000000"));
  expect(await field(page).evaluate((input) => input.scrollWidth <= input.clientWidth)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const lastMargin = await page
    .locator(".card > :not(script)")
    .last()
    .evaluate((element) => getComputedStyle(element).marginBlockEnd);
  expect(lastMargin).toBe("0px");
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
