/** 200 drawn ways to write a guard, the session and the handler, and what is read of each. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { authExpressionsIn } from "../../src/cli/source/routes/auth-expressions.js";
import { readSource } from "../../src/cli/source/syntax/source-facts.js";
import { projectRoot } from "../architecture/source-tree.js";
import { spellings, type Part, type Spelling } from "./guard-spellings.js";

const recorded = JSON.parse(
  readFileSync(path.join(projectRoot, "test/source/guard-spellings.json"), "utf8"),
) as Record<string, Part>;

function partRead({ files }: Spelling): Part {
  const read = files.map(({ file, text }) => ({ file, ...readSource(text, file) }));
  const { isGuard, isHandler, isSession } = authExpressionsIn(read.map(({ code }) => code).join("\n"));
  const server = read.find(({ file }) => file === "server.ts");
  const given =
    server?.calls
      .filter(({ callee }) => callee === "app.use")
      .at(-1)
      ?.args.at(-1) ?? "";
  if (isGuard(given)) return "guard";
  return isHandler(given) ? "handler" : isSession(given) ? "session" : "nothing";
}

test("every spelling is read as it was recorded", () => {
  expect(Object.fromEntries(spellings.map((one) => [one.name, partRead(one)]))).toEqual(recorded);
});
