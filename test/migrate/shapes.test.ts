/**
 * Files of next-auth projects as people write them (test/fixtures/migrate-shapes). A shape has its files; `after/` holds
 * those that change, as they must become, and those that are made; `todo` says what is left to a person, "!" what breaks.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { runMain } from "../support/cli.js";
import { todosOf } from "./samples.js";

const fixtures = path.join(projectRoot, "test/fixtures/migrate-shapes");
const made: string[] = [];
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

type Files = Readonly<Record<string, string>>;

const dependencies = { next: "^15.4.0", "next-auth": "^4.24.7", react: "^19.0.0" };
const usual: Files = {
  "package.json": `${JSON.stringify({ name: "shape", private: true, dependencies }, null, 2)}\n`,
  "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }\n',
};

function readTree(root: string): Files {
  if (!existsSync(root)) return {};
  const entries = readdirSync(root, { recursive: true, withFileTypes: true, encoding: "utf8" });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(root, file).split(path.sep).join("/"), readFileSync(file, "utf8")]),
  );
}

const shapes = readdirSync(fixtures).map((name) => {
  const all = readTree(path.join(fixtures, name));
  const own = Object.entries(all).filter(([file]) => !file.startsWith("after/") && file !== "todo");
  return {
    name,
    before: { ...usual, ...Object.fromEntries(own) },
    after: readTree(path.join(fixtures, name, "after")),
    todo: (all["todo"] ?? "").split("\n").filter((line) => line !== ""),
  };
});

/** package.json is judged by other tests. */
const sources = (tree: Files): Files =>
  Object.fromEntries(
    Object.entries(tree).filter(([file]) => !file.startsWith(".auth/") && file !== "package.json"),
  );

function save(files: Files): string {
  const folder = mkdtempSync(path.join(tmpdir(), "authwright shape "));
  made.push(folder);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

const ways: readonly (readonly [string, (text: string) => string])[] = [
  ["LF", (text) => text],
  ["CRLF", (text) => text.replaceAll("\n", "\r\n")],
];

test.each(shapes.flatMap((shape) => ways.map(([way, vary]) => ({ ...shape, way, vary }))))(
  "$name, $way",
  async ({ before, after, todo, vary }) => {
    const all = (files: Files) =>
      Object.fromEntries(Object.entries(files).map(([file, text]) => [file, vary(text)]));
    const folder = save(all(before));
    const start = readTree(folder);
    const migrate = async () =>
      JSON.parse((await runMain(folder, ["migrate", "--yes", "--no-install", "--json"])).stdout);
    const first = await migrate();
    expect(sources(readTree(folder))).toEqual(sources(all({ ...before, ...after })));
    expect(
      todosOf(first.result).map(
        ({ path: file, line, why, breaks }) => `${file}:${line}: ${breaks ? "! " : ""}${why}`,
      ),
    ).toEqual(todo);

    const done = readTree(folder);
    const second = await migrate();
    expect(second.plan.steps.every(({ status }: { status: string }) => status === "already")).toBe(true);
    expect(readTree(folder)).toEqual(done);

    await runMain(folder, ["undo", "--yes"]);
    const back = Object.entries(readTree(folder)).filter(([file]) => !file.startsWith(".auth/"));
    expect(Object.fromEntries(back)).toEqual(start);
  },
);
