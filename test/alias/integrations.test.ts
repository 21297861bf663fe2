/** The table of integrations says nothing that no row of `test/full/alias.test.ts` has signed in with. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { integrations } from "../../src/commands/migrate/alias/integrations.js";
import { projectRoot } from "../architecture/source-tree.js";
import { rows } from "../full/alias/rows.js";

const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");

/** `next-auth 5.0.0-beta.32`, as the package.json of each fixture pins it. */
const tried = rows.map(({ id, integration }) => {
  const { dependencies } = JSON.parse(read(`test/fixtures/alias/${id}/package.json`)) as {
    dependencies: Readonly<Record<string, string>>;
  };
  return `${integration} ${dependencies[integration]}`;
});

test("what works has a row, and each row works", () => {
  const told = integrations.flatMap(({ name, works }) => works.map((version) => `${name} ${version}`));
  expect(new Set(told)).toEqual(new Set(tried));
});

test("what is refused works at no version", () => {
  for (const { name, works, refused } of integrations) expect(works.length > 0, name).toBe(!refused);
});

test("the page for people names the same", () => {
  const page = read("docs/migrate/in-one-line.md");
  const cells = page.matchAll(/^\| `([^`]+)`(?: alone)? \| (\d\S*) \|/gm);
  const said = [...cells].map(([, name, version]) => `${name} ${version}`);
  expect(said.length).toBe(tried.length);
  expect(new Set(said)).toEqual(new Set(tried));
  const refused = /^Refused:.*$/m.exec(page)?.[0];
  for (const one of integrations) if (one.refused) expect(refused).toContain(`\`${one.name}\``);
});
