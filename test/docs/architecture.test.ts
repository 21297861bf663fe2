/** "A reader must find any behaviour within a minute": the questions of docs/architecture.md lead to it. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot, readSourceTree, resolveImport } from "../architecture/source-tree.js";

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

describe("which files does a sign-in enter", () => {
  const section = text.slice(text.indexOf("### Which files does a sign-in enter?"));
  const named = [
    ...section.slice(0, section.indexOf("\nAn error")).matchAll(/`((?:flows|oauth|accounts)\/[\w-]+\.ts)`/g),
  ].map(([, file = ""]) => `src/runtime/${file}`);
  const tree = new Map(readSourceTree(projectRoot, ["src/runtime"]).map((file) => [file.path, file]));

  test("names every file of these rooms that the two legs import, and no other", () => {
    const entered = new Set<string>();
    const enter = (name: string) => {
      const file = tree.get(name);
      if (file === undefined || entered.has(name) || !/\/(?:flows|oauth|accounts)\//.test(name)) return;
      entered.add(name);
      for (const { specifier } of file.imports) enter(resolveImport(name, specifier) ?? "");
    };
    for (const leg of ["flows/oauth-start", "flows/oauth-callback", "oauth/openid-connect"])
      enter(`src/runtime/${leg}.ts`);
    // Steam alone: it comes with the provider.
    entered.delete("src/runtime/oauth/openid2.ts");
    expect(new Set(named)).toEqual(entered);
  });

  test("each of them has under 200 lines", () => {
    const lines = (name: string) => tree.get(name)?.text.split("\n").length ?? Infinity;
    expect(named.filter((name) => lines(name) > 200)).toEqual([]);
  });
});
