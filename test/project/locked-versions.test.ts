/** The same four packages in the lock file of each manager: an alias, a scope, one of two copies, a tarball under another name. */
import { describe, expect, test } from "vitest";
import { lockedVersions } from "../../src/cli/formats/locked-versions.js";

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

describe.each(files)("%s of version %s", (file, _version, text) => {
  const found = lockedVersions(`/somewhere/${file}`, text);
  const versions = (name: string) =>
    [...new Set(found.filter((one) => one.name === name).map(({ version }) => version))].sort();

  test("names packages by their own names", () => {
    expect(versions("next-auth")).toEqual(["4.24.5"]);
    expect(versions("@auth/core")).toEqual(["0.37.0", "0.41.2"]);
    expect(versions("core-alias")).toEqual([]);
  });

  test("says where each stands", () => {
    for (const { at, version } of found.filter(({ name }) => name === "next-auth"))
      expect(text.slice(at, at + 80)).toContain(version);
  });

  test("no part of it breaks anything", () => {
    for (let end = 0; end < text.length; end += 7)
      for (const { name, version } of lockedVersions(file, text.slice(0, end)))
        expect([name ?? "", version].every((part) => part.length < 60)).toBe(true);
  });
});

test("another package under the name of one is not that one", () => {
  const under = (file: string, text: string) =>
    lockedVersions(file, text).filter(({ as, name }) => as.startsWith("@auth/") && name !== "@auth/core");
  const names = (all: readonly { name: string | undefined }[]) => all.map(({ name }) => name);
  expect(names(under("package-lock.json", npm3))).toEqual(["authwright"]);
  expect(names(under("package-lock.json", npm1))).toEqual(["@auth/express", "authwright"]);
  expect(names(under("yarn.lock", yarn1))).toEqual([undefined]);
  expect(names(under("yarn.lock", yarn4))).toEqual([undefined]);
  expect(names(under("bun.lock", bun))).toEqual([undefined]);
});

test.each(["bun.lockb", "composer.lock", "deno.lock"])("%s: none that is known", (file) => {
  expect(lockedVersions(file, npm3)).toEqual([]);
});
