/**
 * Every built-in page in every light: pictures of before, axe, contrast, and what its script and its policy do.
 *
 * AUTHWRIGHT_WRITE=1 npx vitest run test/pages/screens.test.ts writes the pictures anew: look at each.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import axe from "axe-core";
import pixelmatch from "pixelmatch";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
// @ts-expect-error -- comes without types
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Provider } from "../../src/runtime/types/provider.js";
import { projectRoot } from "../architecture/source-tree.js";
import { all, exampleOptions } from "../providers/all.js";
import { gallery, openExhibit } from "./gallery.js";
import { launchBrowser } from "../support/chromium.js";
import { inTurn } from "../support/every-run.js";

const folder = path.join(import.meta.dirname, "screens");

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser?.close());

const lights: Readonly<Record<string, BrowserContextOptions & { isTurned?: true }>> = {
  light: {},
  dark: { colorScheme: "dark" },
  narrow: { viewport: { width: 320, height: 320 } },
  "right-to-left": { isTurned: true },
  "no-script": { javaScriptEnabled: false },
  "forced-colours": { forcedColors: "active" },
};
/** Lights that change colours; test/full/screens has axe in every width and direction. */
const seenByAxe = ["light", "dark", "forced-colours"];
const names = Object.keys(gallery);

/** Pixels that may differ, of all: edges of letters are drawn a little otherwise by another processor. */
const tolerance = 0.005;

/** Share of the pixels that differ; 1 where the sizes do. */
function difference(file: string, shot: Buffer): number {
  if (!existsSync(file)) return 1;
  const [before, now] = [PNG.sync.read(readFileSync(file)), PNG.sync.read(shot)];
  if (now.width !== before.width || now.height !== before.height) return 1;
  const count = pixelmatch(before.data, now.data, undefined, now.width, now.height, { threshold: 0.15 });
  return count / (now.width * now.height);
}

/** A page that needs no script looks as it does with one: there is a picture of its own only for those that do. */
function compare(name: string, light: string, shot: Buffer): void {
  const [own, usual] = [light, "light"].map((each) => path.join(folder, `${name}.${each}.png`)) as [
    string,
    string,
  ];
  const file = light === "no-script" && !existsSync(own) ? usual : own;
  if (process.env["AUTHWRIGHT_WRITE"] === "1" && difference(file, shot) > 0) writeFileSync(own, shot);
  else expect(difference(file, shot), path.relative(projectRoot, file)).toBeLessThan(tolerance);
}

const [firstLight = "", ...otherLights] = Object.keys(lights);
/** In every run each page in the first light and in one of the others, in turn; all in the group `screens`. */
const looksOf = (light: string) =>
  names.filter((_, at) => light === firstLight || inTurn(otherLights, at).includes(light));

describe.each(Object.entries(lights))("%s", (light, { isTurned, ...options }) => {
  test.each(looksOf(light))(
    "%s looks as before, is clean for axe where colours change, and keeps within its policy",
    async (name) => {
      const exhibit = gallery[name]!;
      const { page, context, problems } = await openExhibit(browser, exhibit, options);
      try {
        if (isTurned) await page.evaluate(() => (document.documentElement.dir = "rtl"));
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width).toBe(page.viewportSize()?.width);
        // The installed browser of other systems brings its own letters.
        if (process.platform === "linux") compare(name, light, await page.screenshot({ fullPage: true }));
        if (seenByAxe.includes(light)) {
          // Read from outside the page's policy, as a browser's extension does.
          await page.evaluate(axe.source);
          const found = await page.evaluate(async () => {
            const { axe: checker } = globalThis as unknown as {
              axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
            };
            const { violations } = await checker.run();
            return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(", ")}`);
          });
          expect(found).toEqual([]);
        }
        expect(problems.filter((problem) => !/status of \d{3}/.test(problem))).toEqual([]);
      } finally {
        await context.close();
      }
    },
  );
});

/** Contrast by WCAG 2.2 of everything that has to be seen in a button, worked out by the browser. */
async function contrasts(page: Page) {
  return page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })!;
    const luminance = (colour: string): number => {
      canvas.fillStyle = "#fff";
      canvas.fillRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) =>
        byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one: string, other: string): number => {
      const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    };
    for (const details of document.querySelectorAll("details")) details.open = true;
    const card = getComputedStyle(document.querySelector(".card")!).backgroundColor;
    return [...document.querySelectorAll("button[type=submit], .button, input:not([type=hidden])")].map(
      (each) => {
        const own = getComputedStyle(each);
        const mark = each.querySelector(".mark");
        const drawn = mark && getComputedStyle(mark);
        const isDrawn = mark?.tagName === "svg" && mark.querySelector("[fill]") === null;
        const isLetter = mark?.tagName === "SPAN";
        return {
          name: each.textContent?.replaceAll(/\s+/g, " ").trim() ?? "",
          text: contrast(own.color, own.backgroundColor),
          border: contrast(own.borderTopColor, card),
          ...(isDrawn && { mark: contrast(drawn!.fill, own.backgroundColor) }),
          ...(isLetter && {
            mark: contrast(drawn!.backgroundColor, own.backgroundColor),
            letter: contrast(drawn!.color, drawn!.backgroundColor),
          }),
        };
      },
    );
  });
}

/** White, near black, and everything between; as hex and as a browser knows them otherwise. */
const brands = [
  "#ffffff",
  "#000",
  "#24292f",
  "#1a1d23",
  "#ffcc00",
  "#777",
  "#7f7f7f",
  "tomato",
  "hsl(280 60% 50%)",
  "oklch(0.7 0.2 140)",
  "#0f766e",
  "nonsense",
];

describe.each(["light", "dark"] as const)("D12: contrast in %s", (colorScheme) => {
  test("every provider: text 4.5:1, border and mark 3:1", async () => {
    const providers = all.map(
      ([, record, make]) => make({ issuer: "https://id.example.com", ...exampleOptions(record) }) as Provider,
    );
    const { page, context } = await openExhibit(
      browser,
      { path: "signin", config: { providers } },
      { colorScheme },
    );
    const found = await contrasts(page);
    await context.close();
    expect(found).toHaveLength(all.length);
    expect(found.filter(({ mark }) => mark !== undefined).length).toBeGreaterThan(all.length - 10);
    expect(
      found.filter(
        ({ text, border, mark = 3, letter = 4.5 }) => text < 4.5 || border < 3 || mark < 3 || letter < 4.5,
      ),
    ).toEqual([]);
  });

  test.each(brands)(
    "brandColor %s without a buttonText: text 4.5:1, and the button is seen",
    async (brandColor) => {
      const exhibit = gallery["sign-in-password"]!;
      const config = { ...exhibit.config, theme: { brandColor } };
      const { page, context } = await openExhibit(browser, { ...exhibit, config }, { colorScheme });
      const found = await contrasts(page);
      await context.close();
      expect(found.map(({ name }) => name)).toContain("Sign in");
      expect(found.filter(({ text, border }) => text < 4.5 || border < 3)).toEqual([]);
    },
  );
});

test("a form is sent once and says so; a password can be shown; an empty one is asked for", async () => {
  const { page, context } = await openExhibit(browser, gallery["sign-in-password"]!);
  const submit = page.locator("button[type=submit]");
  let sent = 0;
  page.on("request", (request) => void (sent += Number(request.method() === "POST")));
  await submit.click();
  expect(
    await page
      .getByLabel("Password", { exact: true })
      .evaluate((field: HTMLInputElement) => field.validity.valueMissing),
  ).toBe(true);

  const field = page.getByLabel("Password", { exact: true });
  await page.getByRole("button", { name: "Show", description: "Password" }).click();
  expect(await field.getAttribute("type")).toBe("text");
  await page.getByRole("button", { name: "Hide", description: "Password" }).click();
  expect(await field.getAttribute("type")).toBe("password");
  expect(sent).toBe(0);

  await page.getByLabel("Email").fill("ann@example.com");
  await field.fill("wrong");
  const states = await page.evaluate(() => {
    const form = document.querySelector("form")!;
    const button = form.querySelector<HTMLButtonElement>("[type=submit]")!;
    // Two events in a row, as a double click makes them, and none that leaves the page.
    const stopped: boolean[] = [];
    addEventListener("submit", (event) => {
      stopped.push(event.defaultPrevented);
      event.preventDefault();
    });
    button.click();
    button.click();
    return { stopped, busy: button.ariaBusy };
  });
  expect(states).toEqual({ stopped: [false, true], busy: "true" });
  await context.close();
});
