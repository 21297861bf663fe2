/** Pages are read in a hurry: no sentence of theirs has more than 30 words. */
import { expect, test } from "vitest";
import { readPages } from "./pages.js";

const most = 30;

const guarded =
  /^(?:README\.md|examples\/|docs\/(?:README|dev)\.md|docs\/(?:guides|plugins|frameworks|adapters)\/)/;

/** Paragraphs, items of lists and cells of tables, without code and marks. */
const parts = (text: string): readonly string[] =>
  text
    .replaceAll(/^```[^]*?^```$/gm, "\n")
    .replaceAll(/<!--[^]*?-->|<[^>]+>/g, "")
    .replaceAll(/`[^`]*`/g, "Code")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll("*", "")
    .split(/\n\s*\n|\n(?=\s*(?:-|\d+\.) )|\n(?=[|#])|(?<!\\)\|/);

/** A word begins with a letter or a digit; a sentence ends before a capital. */
const sentences = (part: string): readonly string[] => part.split(/(?<=[.!?]["”)]?)\s+(?=["“(]?[\p{Lu}…])/u);
const wordsOf = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

const tooLong = (text: string): readonly string[] =>
  parts(text)
    .flatMap(sentences)
    .filter((sentence) => wordsOf(sentence) > most)
    .map((sentence) => `${wordsOf(sentence)}: ${sentence.trim()}`);

const pages = readPages().filter(({ path }) => guarded.test(path));

test("there are such pages", () => expect(pages.length).toBeGreaterThan(45));

test.each(pages.map(({ path, text }) => [path, text] as const))("%s", (_, text) => {
  expect(tooLong(text)).toEqual([]);
});

test("a sentence of 31 words is found, in a cell of a table too; code counts once", () => {
  const long = `One ${"word ".repeat(most - 1)}more.`;
  expect(tooLong(`Short.\n\n${long} Short.`)).toEqual([`31: ${long}`]);
  expect(tooLong(`| a | ${long} |`)).toHaveLength(1);
  expect(tooLong(`One \`${"word ".repeat(most)}\` more.`)).toEqual([]);
  expect(tooLong(`- ${long.replace("word word", "word. Word")}`)).toEqual([]);
});
