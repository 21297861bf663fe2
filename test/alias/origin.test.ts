/** Where the running command line came from, by the lock entry beside it: a registry's name is written for that alone. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { originOf } from "../../src/cli/project/origin.js";
import { packageVersion as version } from "../../src/cli/formats/own-package.js";

let folder: string;
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const integrity = "sha512-b3Vycw==";
const npm = (entry: object, key = "node_modules/authwright") =>
  JSON.stringify({ lockfileVersion: 3, packages: { [key]: entry } });
const tgz = `authwright-${version}.tgz`;
const ofRegistry = { from: "registry", integrity };
const ofTarball = (name: string) => ({ from: "tarball", file: path.join(folder, name), integrity });
const unknown = { from: "unknown" };

const hidden = "node_modules/.package-lock.json";
const berry = "__metadata:\n  version: 8\n\n";

test.each<[name: string, file: string, text: string, expected: object | ((folder: string) => object)]>([
  ["npm, a registry", hidden, npm({ version, integrity }), ofRegistry],
  [
    "npm, a registry by its address",
    hidden,
    npm({ version, integrity, resolved: `https://r.example/authwright/-/${tgz}` }),
    ofRegistry,
  ],
  [
    "npm, an alias of it",
    hidden,
    npm({ name: "authwright", version, integrity }, "node_modules/@auth/core"),
    ofRegistry,
  ],
  [
    "npm, a tarball",
    hidden,
    npm({ version, integrity, resolved: `file:vendor/${tgz}` }),
    () => ofTarball(`vendor/${tgz}`),
  ],
  [
    "npm, a tarball from the web",
    hidden,
    npm({ version, integrity, resolved: "https://example.com/x.tgz" }),
    unknown,
  ],
  ["npm, git", hidden, npm({ version, resolved: "git+ssh://git@example.com/x.git#1" }), unknown],
  ["npm, another version than the one that runs", hidden, npm({ version: "99.0.0", integrity }), unknown],
  ["npm, without integrity", hidden, npm({ version }), unknown],
  ["npm, damaged", hidden, "{", unknown],
  [
    "pnpm, a registry",
    "pnpm-lock.yaml",
    `lockfileVersion: '9.0'\npackages:\n  authwright@${version}:\n    resolution: {integrity: ${integrity}}\n`,
    ofRegistry,
  ],
  [
    "pnpm 8, a registry",
    "pnpm-lock.yaml",
    `lockfileVersion: '6.0'\npackages:\n  /authwright@${version}(next@16.0.0):\n    resolution: {integrity: ${integrity}}\n`,
    ofRegistry,
  ],
  [
    "pnpm, a tarball",
    "node_modules/.pnpm/lock.yaml",
    `lockfileVersion: '9.0'\npackages:\n  authwright@file:${tgz}:\n    resolution: {integrity: ${integrity}, tarball: file:${tgz}}\n    version: ${version}\n`,
    () => ofTarball(tgz),
  ],
  [
    "yarn 1, a registry",
    "yarn.lock",
    `# yarn lockfile v1\n\nauthwright@^${version}:\n  version "${version}"\n  resolved "https://r.example/authwright/-/${tgz}#1a2b"\n  integrity ${integrity}\n`,
    ofRegistry,
  ],
  [
    "yarn 1, a tarball",
    "yarn.lock",
    `# yarn lockfile v1\n\n"authwright@file:${tgz}":\n  version "${version}"\n  resolved "file:${tgz}#1a2b"\n  integrity ${integrity}\n`,
    () => ofTarball(tgz),
  ],
  [
    "yarn, a registry",
    "yarn.lock",
    `${berry}"authwright@npm:^${version}":\n  version: ${version}\n  resolution: "authwright@npm:${version}"\n  checksum: ${integrity}\n`,
    ofRegistry,
  ],
  [
    "yarn, a tarball",
    "yarn.lock",
    `${berry}"authwright@file:${tgz}::locator=a":\n  version: ${version}\n  resolution: "authwright@file:${tgz}#${tgz}::hash=1&locator=a"\n  checksum: ${integrity}\n`,
    () => ofTarball(tgz),
  ],
  [
    "bun, a registry",
    "bun.lock",
    `{ "lockfileVersion": 1, "packages": { "authwright": ["authwright@${version}", "", {}, "${integrity}"], } }`,
    ofRegistry,
  ],
  [
    "bun, a tarball",
    "bun.lock",
    `{ "lockfileVersion": 1, "packages": { "@auth/core": ["authwright@vendor/${tgz}", {}, "${integrity}"] } }`,
    () => ofTarball(`vendor/${tgz}`),
  ],
  ["no lock file", "package.json", "{}", unknown],
])("%s", (_name, file, text, expected) => {
  folder = mkdtempSync(path.join(tmpdir(), "authwright origin "));
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
  const found = originOf(path.join(folder, "node_modules/authwright/dist/cli/auth.js"));
  expect(found).toEqual(typeof expected === "function" ? expected(folder) : expected);
});

test("two copies of different origins say nothing of the one that runs", () => {
  folder = mkdtempSync(path.join(tmpdir(), "authwright origin "));
  const copies = {
    "node_modules/authwright": { version, integrity },
    "node_modules/a/node_modules/authwright": { version, integrity, resolved: "file:a.tgz" },
  };
  mkdirSync(path.join(folder, "node_modules"));
  writeFileSync(path.join(folder, hidden), JSON.stringify({ lockfileVersion: 3, packages: copies }));
  expect(originOf(path.join(folder, "node_modules/authwright/dist/cli/auth.js"))).toEqual(unknown);
});

test("a working copy of the sources has no origin", () => {
  folder = mkdtempSync(path.join(tmpdir(), "authwright origin "));
  expect(originOf(path.join(folder, "dist/cli/auth.js"))).toEqual(unknown);
});
