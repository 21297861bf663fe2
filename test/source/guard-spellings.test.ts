/** 200 drawn ways to write a guard, the session and the handler, and what is read of each. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { OpenModule } from "../../src/cli/source/names/names.js";
import { authExpressionsIn } from "../../src/cli/source/routes/auth-expressions.js";
import { parse } from "../../src/cli/source/syntax/syntax.js";
import { readSource } from "../../src/cli/source/syntax/source-facts.js";
import { projectRoot } from "../architecture/source-tree.js";
import { openTexts } from "../edit/text-project.js";
import { spellings, type Part, type Spelling } from "./guard-spellings.js";

const recorded = JSON.parse(
  readFileSync(path.join(projectRoot, "test/source/guard-spellings.json"), "utf8"),
) as Record<string, Part>;

const opener = ({ files }: Spelling): OpenModule =>
  openTexts(Object.fromEntries(files.map(({ file, text }) => [file, text])));

function partRead({ files }: Spelling, open: OpenModule): Part {
  const { isGuard, isHandler, isSession } = authExpressionsIn(
    files.map(({ file, text }) => parse(text, file)),
    open,
  );
  const server = files.find(({ file }) => file === "server.ts");
  const { calls } = readSource(server?.text ?? "", "server.ts");
  const code =
    calls
      .filter(({ callee }) => callee === "app.use")
      .at(-1)
      ?.args.at(-1) ?? "";
  const written = { code, file: "server.ts" };
  if (isGuard(written)) return "guard";
  return isHandler(written) ? "handler" : isSession(written) ? "session" : "nothing";
}

test("every spelling is read as what it is", () => {
  const read = spellings.map((one) => [one.name, partRead(one, opener(one))]);
  expect(Object.fromEntries(read)).toEqual(
    Object.fromEntries(spellings.map(({ name, part }) => [name, part])),
  );
});

test("nothing is lost of what the reader of text knew, also where no import leads anywhere", () => {
  const known = spellings.filter(({ name, part }) => part !== "nothing" && recorded[name] === part);
  expect(known.length).toBe(56);
  expect(known.filter((one) => partRead(one, () => undefined) !== one.part).map(({ name }) => name)).toEqual(
    [],
  );
});

test("what the reader of text took for a part, and is none", () => {
  const wrong = spellings.filter(({ name, part }) => part === "nothing" && recorded[name] !== part);
  expect(Object.fromEntries(wrong.map(({ name }) => [name, recorded[name]]))).toEqual({
    "common object, required by another name, a text with the handler": "handler",
    "common object, required in place, a text with the handler": "handler",
    "default, a default, required, a text with the handler": "handler",
    "exported later, in variables, the same name in another file": "guard",
    "renamed maker, in one file, a text with the handler": "handler",
    "renamed maker, kept by the application, a text with the handler": "handler",
  });
});
