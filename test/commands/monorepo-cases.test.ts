/** Where a command works when it is started somewhere inside, or beside, a project. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runMain, snapshotOf } from "../support/cli.js";

let top: string;
const at = (file: string) => path.join(top, file);
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), text);
};
beforeEach(() => {
  top = mkdtempSync(path.join(tmpdir(), "authwright monorepo "));
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

const generate = (folder: string) => runMain(at(folder), ["secret", "generate", "--write", "--yes"]);

test("CLI-38 in a folder of a package, the package is meant, not the workspace above it", async () => {
  write("repo/package.json", '{ "workspaces": ["apps/*"] }\n');
  write("repo/apps/web/package.json", '{ "dependencies": { "express": "^5.0.0" } }\n');
  write("repo/apps/web/src/deep/file.ts", "export {};\n");
  mkdirSync(at("repo/.git"));
  const result = await generate("repo/apps/web/src/deep");
  expect(result.code, result.stderr).toBe(0);
  expect(existsSync(at("repo/apps/web/.env"))).toBe(true);
  expect(existsSync(at("repo/.env"))).toBe(false);
});

test("CLI-38 a package.json above the repository is never the project", async () => {
  write("package.json", '{ "dependencies": { "express": "^5.0.0" } }\n');
  mkdirSync(at("repo/.git"), { recursive: true });
  write("repo/src/file.ts", "export {};\n");
  const before = snapshotOf(top);
  const result = await generate("repo/src");
  expect(result.code).toBe(1);
  expect(result.stderr).toContain("There is no package.json");
  expect(snapshotOf(top)).toEqual(before);
});
