import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { ownRange } from "../../src/cli/project/own-range.js";
import { packageName, packageVersion } from "../../src/cli/formats/own-package.js";

const home = mkdtempSync(path.join(tmpdir(), "authwright ranges "));
const root = path.join(home, "work", "app");
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Where the package runs from when a package manager was asked for `given`, as it lays its temporary folder out. */
function runningFrom(given: string, inside = "node_modules"): string {
  const cache = mkdtempSync(path.join(home, "cache-"));
  const folder = path.join(cache, inside, packageName);
  mkdirSync(path.join(folder, "dist/cli"), { recursive: true });
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name: packageName }));
  writeFileSync(path.join(cache, "package.json"), JSON.stringify({ dependencies: { [packageName]: given } }));
  return path.join(folder, "dist/cli/auth.js");
}

const usual = `^${packageVersion}`;

test.each([
  ["a file, seen from the project", "file:../packs/a.tgz", "file:../../packs/a.tgz"],
  ["an address", "https://example.com/a.tgz", "https://example.com/a.tgz"],
  ["a repository", "git+ssh://git@github.com/a/b.git", "git+ssh://git@github.com/a/b.git"],
  ["the registry", "^0.1.0", usual],
  ["a tag of the registry", "latest", usual],
  ["a workspace that the project has no part in", "workspace:*", usual],
  ["an address with credentials", "https://user:hidden@example.com/a.tgz", usual],
  ["an address with a key", "https://example.com/a.tgz?token=hidden", usual],
])("D5: run from %s, package.json asks for the same", (_what, given, asked) => {
  expect(ownRange(root, runningFrom(given))).toBe(asked);
});

test("D5: pnpm keeps the package in a folder of its own below node_modules", () => {
  const running = runningFrom("file:../a.tgz", "node_modules/.pnpm/a@file+a/node_modules");
  expect(ownRange(root, running)).toBe("file:../../a.tgz");
});

test("D5: outside of any node_modules it is the registry", () => {
  expect(ownRange(root, path.join(home, "cli/auth.js"))).toBe(usual);
});
