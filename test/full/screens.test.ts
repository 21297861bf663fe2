/**
 * Every page of the core and of every plugin in every light: axe, nothing wider than its window, and a picture.
 *
 * npm run test:full -- --only screens
 *
 * The pictures stand in node_modules/.cache/authwright/screens, index.html shows them as one table. With
 * AUTHWRIGHT_BEFORE=<folder of an earlier run> those of before stand above them.
 */
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CompleteMessages } from "../../src/runtime/messages/index.js";
import { projectRoot } from "../architecture/source-tree.js";
import { lookAt } from "../e2e/inspect-page.js";
import { coreConfig, corePaths } from "../messages/core-pages.js";
import { english, translations } from "../messages/languages.js";
import { visitPluginPages } from "../messages/plugin-pages.js";
import { coreApp, origin } from "../support/browser.js";
import { launchBrowser } from "../support/chromium.js";
import { bringLetters } from "./languages/letters.js";

const folder = path.join(projectRoot, "node_modules/.cache/authwright/screens");
const before = process.env["AUTHWRIGHT_BEFORE"];
const arabic = translations.find(({ locale }) => locale === "ar") ?? english;

interface Light extends BrowserContextOptions {
  readonly language?: CompleteMessages;
}

const lights: Readonly<Record<string, Light>> = {
  light: {},
  dark: { colorScheme: "dark" },
  "320": { viewport: { width: 320, height: 320 } },
  "390": { viewport: { width: 390, height: 320 } },
  "1280": { viewport: { width: 1280, height: 320 } },
  arabic: { language: arabic, locale: "ar" },
  "no-script": { javaScriptEnabled: false },
  "forced-colours": { forcedColors: "active" },
};

interface Shown {
  readonly name: string;
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
      return { name: `core ${at}`, at, html: await response.text() };
    }),
  );
}

/** A page that is seen in several states is numbered. */
async function pluginPages(language: CompleteMessages): Promise<Shown[]> {
  const shown: Shown[] = [];
  const counts = new Map<string, number>();
  await visitPluginPages(language, {
    page: (html, at) => {
      const count = (counts.get(at) ?? 0) + 1;
      counts.set(at, count);
      shown.push({ name: `plugin ${at}${count === 1 ? "" : ` ${count}`}`, at, html });
    },
    mail: () => undefined,
  });
  return shown;
}

const fileOf = (name: string, light: string) =>
  `${name.replaceAll(/[^a-z0-9]+/gi, "-").toLowerCase()}.${light}.png`;

let browser: Browser;
const pages = new Map<CompleteMessages, readonly Shown[]>();
beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  browser = await launchBrowser();
  for (const language of [english, arabic])
    pages.set(language, [...(await corePages(language)), ...(await pluginPages(language))]);
});
afterAll(async () => {
  await browser?.close();
  const rows = (pages.get(english) ?? []).map(({ name }) => rowOf(name));
  const heads = Object.keys(lights).map((light) => `<th>${light}</th>`);
  writeFileSync(
    path.join(folder, "index.html"),
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>body{font:14px system-ui}td{vertical-align:top;border:1px solid #999}img{width:230px;display:block}</style><table><tr><th></th>${heads.join("")}</tr>${rows.join("\n")}</table>\n`,
  );
});

function rowOf(name: string): string {
  const cells = Object.keys(lights).map((light) => {
    const file = fileOf(name, light);
    const images = [`<img loading="lazy" src="${file}" alt="${name}, ${light}">`];
    if (before !== undefined && existsSync(path.join(before, file))) {
      copyFileSync(path.join(before, file), path.join(folder, `before-${file}`));
      images.unshift(`<img loading="lazy" src="before-${file}" alt="before"><hr>`);
    }
    return `<td>${images.join("")}</td>`;
  });
  return `<tr><th>${name}</th>${cells.join("")}</tr>`;
}

describe.each(Object.entries(lights))("%s", (light, { language = english, ...options }) => {
  test("every page", async () => {
    const context = await browser.newContext({
      viewport: { width: 480, height: 320 },
      reducedMotion: "reduce",
      ...options,
    });
    const page = await context.newPage();
    const problems: string[] = [];
    for (const { name, at, html } of pages.get(language) ?? []) {
      await page.unrouteAll();
      await page.route("**/*", (route) =>
        route.request().isNavigationRequest()
          ? route.fulfill({ body: html, contentType: "text/html; charset=utf-8" })
          : route.abort(),
      );
      await page.goto(`${origin}/auth/${at.split("?")[0]}`);
      const hasScripts = options.javaScriptEnabled !== false;
      if (hasScripts) await bringLetters(page, language.locale);
      const size = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ]);
      if (size[0] !== size[1]) problems.push(`${name} is ${size[0]} px wide in ${size[1]}`);
      writeFileSync(path.join(folder, fileOf(name, light)), await page.screenshot({ fullPage: true }));
      if (hasScripts) problems.push(...(await lookAt(page)).findings.map((finding) => `${name}: ${finding}`));
    }
    await context.close();
    console.log(`${light}: ${pages.get(language)?.length} pages`);
    expect(problems).toEqual([]);
  });
});
