/** The same four packages in the lock file of each manager: an alias, a scope, one of two copies, a tarball under another name. */
import { describe, expect, test } from "vitest";
import { readLockFile } from "../../src/cli/formats/lock-file.js";

const npm3 = `{
  "name": "x", "lockfileVersion": 3,
  "packages": {
    "": { "name": "x", "dependencies": { "next-auth": "4.24.5" } },
    "node_modules/@auth/core": { "version": "0.41.2", "resolved": "https://r/core-0.41.2.tgz" },
    "node_modules/core-alias": { "name": "@auth/core", "version": "0.37.0" },
    "node_modules/next-auth": { "version": "4.24.5" },
    "node_modules/@auth/express/node_modules/@auth/core": { "name": "authwright", "version": "0.1.0", "resolved": "file:a.tgz" },
    "packages/web": { "name": "web", "version": "1.0.0" }
  }
}
`;
const npm1 = `{
  "lockfileVersion": 1,
  "dependencies": {
    "@auth/core": { "version": "0.41.2" },
    "core-alias": { "version": "npm:@auth/core@0.37.0" },
    "next-auth": { "version": "4.24.5", "requires": { "uuid": "^8" } },
    "@auth/express": { "version": "0.8.0", "dependencies": { "@auth/core": { "version": "npm:authwright@0.1.0" } } }
  }
}
`;
const pnpm9 = `lockfileVersion: '9.0'

overrides:
  next-auth@4.24.4: 4.24.5

importers:

  .:
    dependencies:
      next-auth:
        specifier: 4.24.5
        version: 4.24.5(next@15.0.0)

packages:

  '@auth/core@0.37.0':
    resolution: {integrity: sha512-x}

  '@auth/core@0.41.2':
    resolution: {integrity: sha512-x}

  authwright@file:a.tgz:
    resolution: {integrity: sha512-x, tarball: file:a.tgz}

  next-auth@4.24.5:
    resolution: {integrity: sha512-x}

snapshots:

  next-auth@4.24.5(next@15.0.0(react@19.0.0)):
    dependencies:
      uuid: 8.3.2
`;
const pnpm6 = `lockfileVersion: 5.4
packages:

  /@auth/core/0.37.0:
    resolution: {integrity: sha512-x}

  /@auth/core/0.41.2_nodemailer@6.9.0:
    resolution: {integrity: sha512-x}

  /next-auth/4.24.5_next@13.0.0:
    resolution: {integrity: sha512-x}
`;
const pnpm8 = pnpm6
  .replace("5.4", "'6.0'")
  .replaceAll(/\/(0\.|4\.)/g, "@$1")
  .replaceAll(/_(.*):$/gm, "($1):");
const yarn1 = `# yarn lockfile v1

"@auth/core@0.41.2", "@auth/core@^0.41.0":
  version "0.41.2"
  resolved "https://r/core-0.41.2.tgz#x"

"core-alias@npm:@auth/core@0.37.0":
  version "0.37.0"

next-auth@4.24.5:
  version "4.24.5"
  dependencies:
    "@auth/core" "0.41.2"

"@auth/extra@file:../a.tgz":
  version "0.1.0"
`;
const yarn4 = `__metadata:
  version: 8

"@auth/core@npm:0.41.2":
  version: 0.41.2
  resolution: "@auth/core@npm:0.41.2"
  checksum: x

"core-alias@npm:@auth/core@0.37.0":
  version: 0.37.0
  resolution: "@auth/core@npm:0.37.0"

"next-auth@patch:next-auth@npm%3A4.24.5#./fix.patch":
  version: 4.24.5
  resolution: "next-auth@patch:next-auth@npm%3A4.24.5#./fix.patch::version=4.24.5"

"@auth/extra@file:../a.tgz::locator=x%40workspace%3A.":
  version: 0.1.0
  resolution: "@auth/extra@file:../a.tgz#../a.tgz::hash=x"

"x@workspace:.":
  version: 0.0.0-use.local
  resolution: "x@workspace:."
`;
const bun = `{
  "lockfileVersion": 1,
  "workspaces": { "": { "dependencies": { "next-auth": "4.24.5" } } },
  "packages": {
    "@auth/core": ["@auth/core@0.41.2", "", { "dependencies": {} }, "sha512-x"],

    "core-alias": ["@auth/core@0.37.0", "", {}, "sha512-x"],

    "next-auth": ["next-auth@4.24.5", "", {}, "sha512-x"],

    "@auth/express/@auth/core": ["authwright@../a.tgz", {}, "sha512-x"],
  }
}
`;

const files: readonly (readonly [file: string, what: string, text: string])[] = [
  ["package-lock.json", "3", npm3],
  ["npm-shrinkwrap.json", "1", npm1],
  ["pnpm-lock.yaml", "9", pnpm9],
  ["pnpm-lock.yaml", "5.4", pnpm6],
  ["pnpm-lock.yaml", "6", pnpm8],
  ["yarn.lock", "1", yarn1],
  ["yarn.lock", "8", yarn4],
  ["bun.lock", "1", bun],
];

const packagesOf = (file: string, text: string) => readLockFile(file, text).packages;

describe.each(files)("%s of version %s", (file, _version, text) => {
  const found = packagesOf(`/somewhere/${file}`, text);
  const versions = (name: string) =>
    [...new Set(found.filter((one) => one.ownName === name).map(({ version }) => version))].sort();

  test("names packages by their own names", () => {
    expect(versions("next-auth")).toEqual(["4.24.5"]);
    expect(versions("@auth/core")).toEqual(["0.37.0", "0.41.2"]);
    expect(versions("core-alias")).toEqual([]);
  });

  test("says where each stands", () => {
    for (const { at, version } of found.filter(({ ownName }) => ownName === "next-auth"))
      expect(text.slice(at, at + 80)).toContain(version);
  });

  test("no part of it breaks anything", () => {
    for (let end = 0; end < text.length; end += 7)
      for (const { ownName, version } of packagesOf(file, text.slice(0, end)))
        expect([ownName ?? "", version ?? ""].every((part) => part.length < 60)).toBe(true);
  });
});

test("another package under the name of one is not that one", () => {
  const under = (file: string, text: string) =>
    packagesOf(file, text).filter(
      ({ name, ownName }) => name.startsWith("@auth/") && ownName !== "@auth/core",
    );
  const names = (all: readonly { ownName: string | undefined }[]) => all.map(({ ownName }) => ownName);
  expect(names(under("package-lock.json", npm3))).toEqual(["authwright"]);
  expect(names(under("package-lock.json", npm1))).toEqual(["@auth/express", "authwright"]);
  expect(names(under("yarn.lock", yarn1))).toEqual([undefined]);
  expect(names(under("yarn.lock", yarn4))).toEqual([undefined]);
  expect(names(under("bun.lock", bun))).toEqual(["authwright"]);
});

test.each(["bun.lockb", "composer.lock", "deno.lock"])("%s: none that is known", (file) => {
  expect(readLockFile(file, npm3)).toMatchObject({ packages: [], trouble: { line: 1 } });
});

describe("trouble is told beside what could be read", () => {
  const known: typeof files = files.filter(
    ([file, version]) => file !== "npm-shrinkwrap.json" || version !== "1",
  );

  test.each(known)("%s of version %s has none", (file, _version, text) => {
    expect(readLockFile(file, text).trouble).toBeUndefined();
  });

  test.each<[file: string, text: string, line: number, why: RegExp, read: readonly string[]]>([
    ["npm-shrinkwrap.json", npm1, 2, /^lockfileVersion 1 is not known/, ["next-auth"]],
    ["package-lock.json", npm3.slice(0, -5), 10, /^expected/, []],
    ["package-lock.json", npm3.replace("lockfileVersion", "v"), 1, /is missing/, ["next-auth"]],
    ["pnpm-lock.yaml", pnpm9.replace("9.0", "12.0"), 1, /^lockfileVersion 12.0/, ["next-auth"]],
    ["pnpm-lock.yaml", `${pnpm9}cut off\n`, 33, /none of a lock file/, ["next-auth"]],
    ["pnpm-lock.yaml", pnpm9.replace("authwright@file:a.tgz:", "authw"), 22, /none of a lock/, ["next-auth"]],
    [
      "pnpm-lock.yaml",
      pnpm9.replace("{integrity: sha512-x}", "{integrity: "),
      16,
      /none of a lock/,
      ["next-auth"],
    ],
    ["yarn.lock", `${yarn1}nothing of it\n`, 17, /none of a lock file/, ["next-auth"]],
    ["yarn.lock", yarn4.replace("version: 8", "version: 99"), 1, /^__metadata 99/, ["next-auth"]],
    ["yarn.lock", `${yarn4}\n"a@npm:1":\n  version: "1\n`, 25, /none of a lock file/, ["next-auth"]],
    ["bun.lock", bun.replace("1,", "77,"), 2, /^lockfileVersion 77/, ["next-auth"]],
    ["bun.lock", bun.slice(0, -5), 12, /^expected/, ["next-auth"]],
    ["yarn.lock", `${yarn1}\n<<<<<<< HEAD\n`, 18, /a merge/, ["next-auth"]],
    ["bun.lockb", "\0", 1, /binary/, []],
  ])("%s: %#", (file, text, line, why, read) => {
    const { packages, trouble } = readLockFile(file, text);
    expect(trouble?.why).toMatch(why);
    expect(trouble?.line).toBe(line);
    expect(packages.filter(({ name }) => name === "next-auth").map(({ name }) => name)).toEqual(read);
  });
});

test("peers behind a version of pnpm's older file are no part of it, with a scope or without", () => {
  const text = `lockfileVersion: 5.4\npackages:\n  /@auth/core/0.41.2_@simplewebauthn+server@9.0.3:\n    resolution: {integrity: sha512-x}\n`;
  expect(packagesOf("pnpm-lock.yaml", text)).toMatchObject([
    { name: "@auth/core", ownName: "@auth/core", version: "0.41.2", integrity: "sha512-x" },
  ]);
});

test("a tarball has no version of the registry, and no name but its own", () => {
  const npm = `{"lockfileVersion": 1, "dependencies": {"@auth/core": {"version": "file:vendor/a.tgz"}}}`;
  const pnpm = `lockfileVersion: '6.0'\npackages:\n  file:a.tgz:\n    resolution: {integrity: sha512-x, tarball: file:a.tgz}\n    name: authwright\n    version: 0.1.0\n`;
  expect(packagesOf("package-lock.json", npm)).toMatchObject([
    { key: "node_modules/@auth/core", name: "@auth/core", resolved: "file:vendor/a.tgz" },
  ]);
  expect(packagesOf("package-lock.json", npm)[0]).toMatchObject({ ownName: undefined, version: undefined });
  expect(packagesOf("pnpm-lock.yaml", pnpm)).toMatchObject([
    { name: "authwright", ownName: "authwright", version: "0.1.0", resolved: "file:a.tgz" },
  ]);
});

test("a key too long for one line of YAML, and a resolution in lines", () => {
  const text = `lockfileVersion: '6.0'\npackages:\n\n  ? /next-auth@4.24.5(${"x".repeat(1100)})\n  : resolution: {integrity: sha512-x}\n    dev: false\n\n  /b@1.0.0:\n    resolution:\n      integrity: sha512-y\n    dev: false\n`;
  const { packages, trouble } = readLockFile("pnpm-lock.yaml", text);
  expect(trouble).toBeUndefined();
  expect(packages.map(({ name, version, integrity }) => [name, version, integrity])).toEqual([
    ["next-auth", "4.24.5", "sha512-x"],
    ["b", "1.0.0", "sha512-y"],
  ]);
});
