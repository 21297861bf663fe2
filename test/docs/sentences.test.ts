/** Pages are read in a hurry: no sentence of theirs has more than 30 words. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { readPages } from "./pages.js";
import { sentencesOver } from "./sentences.js";

const most = 30;

const tooLong = (text: string): readonly string[] => sentencesOver(most, text);

const folder = path.join(projectRoot, "site/own");
const ofSite = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .map((name) => ({
    path: `site/own/${name.split(path.sep).join("/")}`,
    text: readFileSync(path.join(folder, name), "utf8"),
  }));
const pages = [...readPages(), ...ofSite];

test("there are such pages", () => expect(pages.length).toBeGreaterThan(190));

test.each(pages.map(({ path: file, text }) => [file, text] as const))("%s", (_, text) => {
  expect(tooLong(text)).toEqual([]);
});

test("a sentence of 31 words is found, in a cell of a table too; code counts once", () => {
  const long = `One ${"word ".repeat(most - 1)}more.`;
  expect(tooLong(`Short.\n\n${long} Short.`)).toEqual([`31: ${long}`]);
  expect(tooLong(`| a | ${long} |`)).toHaveLength(1);
  expect(tooLong(`One \`${"word ".repeat(most)}\` more.`)).toEqual([]);
  expect(tooLong(`- ${long.replace("word word", "word. Word")}`)).toEqual([]);
});
