/** Files of next-auth projects as people write them: test/fixtures/migrate-shapes, with what becomes of them. */
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
import { projectRoot } from "../architecture/source-tree.js";

const fixtures = path.join(projectRoot, "test/fixtures/migrate-shapes");
const made: string[] = [];
export const removeShapes = (): void =>
  made.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true }));

export type Files = Readonly<Record<string, string>>;

const dependencies = { next: "^15.4.0", "next-auth": "^4.24.7", react: "^19.0.0" };
const usual: Files = {
  "package.json": `${JSON.stringify({ name: "shape", private: true, dependencies }, null, 2)}\n`,
  "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }\n',
};

export function readTree(root: string): Files {
  if (!existsSync(root)) return {};
  const entries = readdirSync(root, { recursive: true, withFileTypes: true, encoding: "utf8" });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(root, file).split(path.sep).join("/"), readFileSync(file, "utf8")]),
  );
}

export const shapes = readdirSync(fixtures).map((name) => {
  const all = readTree(path.join(fixtures, name));
  const own = Object.entries(all).filter(([file]) => !file.startsWith("after/") && file !== "todo");
  return {
    name,
    before: { ...usual, ...Object.fromEntries(own) },
    after: readTree(path.join(fixtures, name, "after")),
    todo: (all["todo"] ?? "").split("\n").filter((line) => line !== ""),
  };
});

/** A folder of its own with these files. */
export function save(files: Files): string {
  const folder = mkdtempSync(path.join(tmpdir(), "authwright shape "));
  made.push(folder);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}
