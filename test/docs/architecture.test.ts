/** "A reader must find any behaviour within a minute": the questions of docs/architecture.md lead to it. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";

const text = readFileSync(path.join(projectRoot, "docs/architecture.md"), "utf8");
const rows = [...text.matchAll(/^\| (.+?) \| `([\w./-]+)` \| `([^`]+)` \|$/gm)].map(
  ([, question = "", file = "", word = ""]) => ({ question, file, word }),
);

test("there are at least 25 questions, each asked once", () => {
  expect(rows.length).toBeGreaterThanOrEqual(25);
  expect(new Set(rows.map(({ question }) => question)).size).toBe(rows.length);
  expect(rows.every(({ question }) => question.endsWith("?"))).toBe(true);
});

test.each(rows)("$question", ({ file, word }) => {
  const source = readFileSync(path.join(projectRoot, "src", file), "utf8");
  expect(source).toMatch(new RegExp(`\\b${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\b`));
});
