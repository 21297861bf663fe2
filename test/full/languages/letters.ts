/** Letters that the browser of the tests lacks: those of Noto, in place of what a system has. */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { projectRoot } from "../../architecture/source-tree.js";

const folder = path.join(projectRoot, "node_modules/@fontsource-variable");
const packages: Readonly<Record<string, string>> = {
  ar: "noto-sans-arabic",
  ja: "noto-sans-jp",
  zh: "noto-sans-sc",
};

interface Part {
  readonly range: string;
  readonly file: string;
}

/** A font comes in parts, each for some characters. */
function partsOf(name: string): Part[] {
  const css = readFileSync(path.join(folder, name, "index.css"), "utf8");
  const faces = css.matchAll(/url\((\S+?)\)[\s\S]*?unicode-range: ([^;]*);/g);
  return [...faces].map(([, file = "", range = ""]) => ({ range, file: path.join(folder, name, file) }));
}

const isIn = (range: string, point: number): boolean =>
  range.split(",").some((each) => {
    const [from = "", to = from] = each.replace("U+", "").split("-");
    return point >= Number.parseInt(from, 16) && point <= Number.parseInt(to, 16);
  });

/**
 * Brings the letters of a language into the page that is open.
 *
 * @param locale one whose letters come with the browser is left as it is
 */
export async function bringLetters(page: Page, locale: string): Promise<void> {
  const name = packages[locale.split("-")[0] ?? ""];
  if (name === undefined) return;
  const points = [...new Set(await page.content())].map((letter) => letter.codePointAt(0) ?? 0);
  const foreign = points.filter((point) => point > 0x2ff);
  const parts = partsOf(name).filter(({ range }) => foreign.some((point) => isIn(range, point)));
  const fonts = parts.map(({ range, file }) => ({ range, data: readFileSync(file).toString("base64") }));
  await page.evaluate((given) => {
    for (const { range, data } of given) {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      document.fonts.add(new FontFace("Letters", bytes, { weight: "100 900", unicodeRange: range }));
    }
  }, fonts);
  await page.evaluate(async () => {
    await Promise.all([...document.fonts].map((font) => font.load()));
    if (document.fonts.size === 0) throw new Error("no letters");
    // Behind a font of the system Chromium asks it for some texts only.
    document.body.style.fontFamily = "Letters, system-ui";
  });
}
