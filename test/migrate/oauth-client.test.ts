/**
 * Apps of arctic and oslo as people write them (test/fixtures/oauth-client-shapes): `before/` is what they have, `after/`
 * what the files that change must become, `todo.txt` what is left to a person.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { lineAt } from "../../src/cli/source/text/layout.js";
import { splice } from "../../src/cli/source/text/text-edit.js";
import { clientAdviceTexts } from "./advice-texts.js";
import { rewriteApp } from "../../src/commands/migrate/old-client/app.js";

const folder = path.join(import.meta.dirname, "../fixtures/oauth-client-shapes");

const treeOf = (root: string): Record<string, string> =>
  existsSync(root)
    ? Object.fromEntries(
        readdirSync(root, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => path.join(entry.parentPath, entry.name))
          .map((file) => [path.relative(root, file), readFileSync(file, "utf8")]),
      )
    : {};

function migrated(before: Readonly<Record<string, string>>) {
  const sources = Object.entries(before).map(([file, text]) => ({ file, text }));
  const { changes } = rewriteApp(sources, (specifier, from) =>
    sources.map(({ file }) => file).find((file) => file === `${path.join(path.dirname(from), specifier)}.ts`),
  );
  const after = changes.flatMap(({ file, edits }): [string, string][] =>
    edits.length === 0 ? [] : [[file, splice(before[file] ?? "", edits)]],
  );
  const todos = changes.flatMap(({ file, todos: own }) =>
    own.map(
      ({ offset, why, write }) =>
        `${file}:${lineAt(before[file] ?? "", offset)}: ${why}\n    write: ${write}\n`,
    ),
  );
  return { after: Object.fromEntries(after), todo: todos.join("") };
}

test.each(readdirSync(folder).filter((name) => /^\d/.test(name)))("OC-22: %s", (name) => {
  const root = path.join(folder, name);
  const { after, todo } = migrated(treeOf(path.join(root, "before")));
  if (process.env["AUTHWRIGHT_WRITE"] === "1") {
    for (const [file, text] of Object.entries({
      ...prefixed("after", after),
      ...(todo && { "todo.txt": todo }),
    })) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
  }
  expect(after).toEqual(treeOf(path.join(root, "after")));
  expect(todo).toBe(
    existsSync(path.join(root, "todo.txt")) ? readFileSync(path.join(root, "todo.txt"), "utf8") : "",
  );
  // What was turned is not turned again.
  const again = migrated({ ...treeOf(path.join(root, "before")), ...after });
  expect(again.after).toEqual({});
  expect(again.todo === "").toBe(todo === "");
});

test("OC-29: every text that tells a person what to write is said of a shape", () => {
  const said = readdirSync(folder)
    .map((name) => path.join(folder, name, "todo.txt"))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, "utf8"))
    .join("");
  const texts = clientAdviceTexts().map(({ text }) => text);
  expect(texts.length).toBeGreaterThan(4);
  expect(texts.filter((text) => !text.split("…").every((part) => said.includes(part)))).toEqual([]);
});

const prefixed = (at: string, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([file, text]) => [path.join(at, file), text]));
