/**
 * Every built-in page in every language, in Chromium: how it is marked, axe in light and dark, and its layout at 320 px
 * and wider. test/messages reads the texts.
 *
 * npm run test:full -- --only languages
 * AUTHWRIGHT_WRITE=1 writes the pictures of docs/guides/languages.md anew: look at each.
 */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CompleteMessages } from "../../src/runtime/messages/index.js";
import { drawPage, lookAt } from "../e2e/inspect-page.js";
import { coreConfig, corePaths } from "../messages/core-pages.js";
import { english, translations } from "../messages/languages.js";
import { visitOffice } from "../messages/office-pages.js";
import { visitPluginPages } from "../messages/plugin-pages.js";
import { coreApp, origin } from "../support/browser.js";
import { gallery, openExhibit } from "../pages/gallery.js";
import { launchBrowser } from "../support/chromium.js";
import { layoutProblems } from "./languages/layout.js";
import { bringLetters } from "./languages/letters.js";

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser?.close());

interface Shown {
  readonly at: string;
  readonly html: string;
}

async function corePages(language: CompleteMessages): Promise<Shown[]> {
  const app = coreApp(coreConfig(language));
  const headers = {
    "accept-language": language.locale,
    "sec-fetch-dest": "document",
    cookie: "authjs.last-provider=github",
  };
  return Promise.all(
    corePaths.map(async (at) => {
      const response = await app(new Request(`${origin}/auth/${at}`, { headers }));
      return { at, html: await response.text() };
    }),
  );
}

const pagesBy =
  (visit: typeof visitOffice) =>
  async (language: CompleteMessages): Promise<Shown[]> => {
    const shown: Shown[] = [];
    await visit(language, {
      page: (html, at) => void shown.push({ at, html }),
      mail: () => undefined,
    });
    return shown;
  };

/** Languages with pictures in the documentation. */
const pictured: Readonly<Record<string, string>> = { ar: "arabic", ja: "japanese" };

/** Draws the page that is open as a user finds it. */
async function drawIn(page: Page, { locale }: CompleteMessages, name: string): Promise<void> {
  const of = pictured[locale];
  if (of === undefined || process.env["AUTHWRIGHT_WRITE"] !== "1") return;
  await page.goto(page.url());
  await bringLetters(page, locale);
  await drawPage(page, `${of}-${name}`);
}

/** Passwords are dots in the first, and are shown in the second. */
const looks = [
  { colorScheme: "light", width: 320 },
  { colorScheme: "dark", width: 480 },
] as const;

/** @returns what is wrong with the page that is open */
async function problemsOf(page: Page, { locale, direction }: CompleteMessages): Promise<string[]> {
  await bringLetters(page, locale);
  const problems: string[] = [];
  const marks = await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
    return [document.documentElement.lang, document.documentElement.dir];
  });
  if (marks.join(" ") !== `${locale} ${direction}`) problems.push(`marked as ${marks.join(" ")}`);
  for (const { colorScheme, width } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { findings } = await lookAt(page);
    problems.push(...findings.map((finding) => `${colorScheme}: ${finding}`));
    await page.setViewportSize({ width, height: 320 });
    const found = await layoutProblems(page, !/^(?:ja|zh)/.test(locale));
    problems.push(...found.map((problem) => `${width} px: ${problem}`));
    await page.evaluate(() => {
      for (const show of document.querySelectorAll<HTMLElement>(".field button")) show.click();
    });
  }
  return problems;
}

describe.each([english, ...translations].map((language) => [language.locale, language] as const))(
  "%s",
  (locale, language) => {
    test.each([
      ["the core", corePages],
      ["the plugins", pagesBy(visitPluginPages)],
      ["the back office", pagesBy(visitOffice)],
    ])("the pages of %s", async (_of, pagesOf) => {
      const all = await pagesOf(language);
      const context = await browser.newContext({ locale });
      const page = await context.newPage();
      const problems: string[] = [];
      for (const { at, html } of all) {
        await page.unrouteAll();
        await page.route("**/*", (route) =>
          route.request().isNavigationRequest()
            ? route.fulfill({ body: html, contentType: "text/html; charset=utf-8" })
            : route.abort(),
        );
        await page.goto(`${origin}/auth/${at.split("?")[0]}`);
        problems.push(...(await problemsOf(page, language)).map((problem) => `${at}, ${problem}`));
        if (at === "account") await drawIn(page, language, at);
      }
      await context.close();
      console.log(`${locale}: ${all.length} pages`);
      expect(problems).toEqual([]);
    });

    test.each(Object.entries(gallery))("%s with all that it can show", async (name, exhibit) => {
      const { page, context } = await openExhibit(
        browser,
        { ...exhibit, config: { ...exhibit.config, messages: [language] } },
        { locale },
      );
      const problems = await problemsOf(page, language);
      if (name === "sign-in") await drawIn(page, language, name);
      await context.close();
      expect(problems).toEqual([]);
    });
  },
);
