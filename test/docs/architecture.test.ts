/** "A reader must find any behaviour within a minute": the questions of docs/architecture.md lead to it. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { modulesInTypeCycles } from "../../scripts/architecture/imports.mjs";
import { readProject } from "../../scripts/architecture/project.mjs";
import { projectRoot, readSourceTree, resolveImport } from "../architecture/source-tree.js";

const text = readFileSync(path.join(projectRoot, "docs/architecture.md"), "utf8");
const questions = text.slice(text.indexOf("## Where is …?"), text.indexOf("\nHow do we know"));
const rows = questions
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| question |"))
  .map((line) => {
    const [, question = "", files = "", word = ""] = line.split("|").map((cell) => cell.trim());
    return { question, files: [...files.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file), word };
  });
const sourceOf = (file: string) => readFileSync(path.join(projectRoot, "src", file), "utf8");

test("there are at least 60 questions, each asked once", () => {
  expect(rows.length).toBeGreaterThanOrEqual(60);
  expect(new Set(rows.map(({ question }) => question)).size).toBe(rows.length);
  expect(rows.filter(({ question }) => !question.endsWith("?"))).toEqual([]);
  expect(rows.filter(({ word }) => !/^`[\w]+(?:\(\))?`$/.test(word))).toEqual([]);
});

test.each([
  "redirect_uri",
  "authorization server",
  "userinfo",
  "PKCE",
  "state",
  "nonce",
  "CSRF",
  "callback URL",
  "cookie chunks",
  "session token",
  "revoke",
  "secret rotat",
  "throttle",
  "trusted proxy",
  "X-Forwarded",
  "resolved config",
  "passkey",
  "magic link",
  "middleware",
  "plan",
  "journal",
  "undo",
])("a newcomer finds %s", (search) => {
  expect(rows.filter(({ question }) => question.includes(search))).not.toEqual([]);
});

test.each(rows)("$question", ({ files, word }) => {
  expect(files).not.toEqual([]);
  const [source = ""] = files.map(sourceOf);
  const [, name = "", call] = /^`(\w+)(\(\))?`$/.exec(word) ?? [];
  const declared = `(?:function\\*? |const )${name}\\b`;
  expect(source).toMatch(new RegExp(call === undefined ? `\\b${name}\\b` : declared));
});

test("the circle of types in the runtime is named whole, and there is no other", () => {
  const section = text.slice(text.indexOf("### The circle of types in the runtime"));
  const named = [
    ...section
      .slice(0, section.indexOf("\n## "))
      .matchAll(/`((?:types|plugins|accounts|pages)\/[\w/-]+\.ts)`/g),
  ].map(([, file = ""]) => `src/runtime/${file}`);
  const circled = modulesInTypeCycles(readProject(projectRoot)).map(({ file }) => file);
  expect(new Set(named)).toEqual(new Set(circled.filter((file) => file.startsWith("src/runtime/"))));
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
    for (const leg of ["flows/last-provider", "flows/oauth", "oauth/openid-connect"])
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
