/** Names that the glossary calls changed do not come back: nothing in `src` declares one. */
import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { projectRoot, readSourceTree } from "../architecture/source-tree.js";

const glossary = readFileSync(path.join(projectRoot, "docs/glossary.md"), "utf8");
const [, changed = ""] = glossary.split("## Names that have changed");

/** Meant in another sense than the row's, and where. */
const otherSense: Readonly<Record<string, RegExp>> = {
  // Without an extension, without a wrapper.
  bare: /^src\/(?:cli|commands|templates|runtime\/webauthn)\//,
  // With a type.
  typed: /^src\//,
  // TypeScript's and Kysely's.
  compile: /^src\/(?:cli|runtime\/adapters)\//,
  // Of HTTP, and the metadata of an authorization server.
  Server: /^src\//,
  // What an error is answered.
  answerOf: /^src\/runtime\/error-response\.ts$/,
  // A component that apps import.
  SignedIn: /^src\/runtime\/react\//,
};

/** The names in the left column: files and words without marks are for readers. */
const gone = new Set(
  [...changed.matchAll(/^\| (.*?) \| .* \|$/gm)].flatMap(([, left = ""]) =>
    [...left.matchAll(/`([A-Za-z]\w*)(?:\(\w*\))?`/g)].map(([, name = ""]) => name),
  ),
);

function declaredNames(file: string, text: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const { name } = node as { name?: ts.Node };
    if (name !== undefined && ts.isIdentifier(name)) found.push(name.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return found;
}

test("the table has names", () => expect(gone.size).toBeGreaterThan(20));

test("nothing in src has one of them", () => {
  const found = readSourceTree().flatMap(({ path: file, text }) =>
    declaredNames(file, text)
      .filter((name) => gone.has(name) && otherSense[name]?.test(file) !== true)
      .map((name) => `${file}: ${name}`),
  );
  expect([...new Set(found)]).toEqual([]);
});
