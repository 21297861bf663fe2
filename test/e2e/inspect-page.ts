/**
 * Looks at a page in every light: axe in light and dark, nothing wider than the window at 320 px and from right to left,
 * and fields that browsers can fill in.
 *
 * AUTHWRIGHT_WRITE=1 npx vitest run test/e2e/plugins.test.ts writes the pictures of docs/plugins anew: look at each.
 */
import path from "node:path";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";

interface Look {
  readonly findings: readonly string[];
  readonly unnamed: readonly string[];
}

/** Read from outside the page's policy, as a browser's extension does. */
export async function lookAt(page: Page): Promise<Look> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await checker.run();
    const fields = [...document.querySelectorAll("input:not([type=hidden]):not([type=checkbox])")];
    return {
      findings: violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(", ")}`),
      unnamed: fields
        .filter((field) => !field.hasAttribute("autocomplete"))
        .map(({ outerHTML }) => outerHTML),
    };
  });
}

/** How far the page is wider than its window. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const wide = { width: 480, height: 320 };

export const colorSchemes = ["light", "dark"] as const;

/**
 * @param picture its name in docs/pictures, where it is in the documentation
 * @param schemes those that axe looks at; default: both
 */
export async function inspectPage(
  page: Page,
  picture?: string,
  schemes: readonly (typeof colorSchemes)[number][] = colorSchemes,
): Promise<void> {
  const at = new URL(page.url()).pathname;
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.toggleAttribute("open");
  });
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect(await lookAt(page), `${at} in ${colorScheme}`).toEqual({ findings: [], unnamed: [] });
  }
  await page.setViewportSize({ width: 320, height: 320 });
  expect(await overflowOf(page), `${at} at 320 px`).toBe(0);
  await page.evaluate(() => (document.documentElement.dir = "rtl"));
  expect(await overflowOf(page), `${at} from right to left at 320 px`).toBe(0);
  await page.setViewportSize(wide);
  expect(await overflowOf(page), `${at} from right to left`).toBe(0);
  await page.evaluate(() => {
    document.documentElement.removeAttribute("dir");
    for (const details of document.querySelectorAll("details")) details.toggleAttribute("open");
  });
  if (picture !== undefined && process.env["AUTHWRIGHT_WRITE"] === "1") await drawPage(page, picture);
  await page.emulateMedia({ colorScheme: "light" });
}

/** @param picture its name in docs/pictures */
export async function drawPage(page: Page, picture: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const file = path.join(projectRoot, `docs/pictures/${picture}-${colorScheme}.png`);
    await page.screenshot({ path: file, fullPage: true });
  }
}
