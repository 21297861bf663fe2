/** What stands in the way of `auth migrate --alias`: a clear answer, and nothing is written. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { runCli, runMain, snapshotOf } from "../support/cli.js";
import { packFiles } from "../support/registry.js";

type Files = Readonly<Record<string, string | Buffer>>;

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const packed = (name: string) => packFiles({ "package.json": JSON.stringify({ name, version: "1.2.3" }) });
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const express = { "@auth/express": "0.12.3", express: "^4.22.3" };

/** An app with the tarball in its repository, and nothing installed. */
function appOf(files: Files, dependencies: Record<string, string> = express): string {
  const folder = mkdtempSync(path.join(tmpdir(), "authwright alias "));
  made.push(folder);
  const all = { "package.json": json({ dependencies }), "vendor/own.tgz": packed("authwright"), ...files };
  for (const [file, text] of Object.entries(all)) {
    const place = path.join(folder, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
  mkdirSync(path.join(folder, ".git"));
  return folder;
}

const args = ["migrate", "--alias", "--from", "vendor/own.tgz", "--no-install", "--yes"];

/** Refused, with nothing written. */
async function expectRefusal(
  folder: string,
  { code, exit, says }: { code: string; exit: number; says: string },
  given: readonly string[] = args,
): Promise<void> {
  const before = snapshotOf(folder);
  const result = await runMain(folder, given);
  expect(result.stderr).toContain(code);
  expect(result.stderr.replaceAll(/\s+/g, " ")).toContain(says);
  expect(result.code).toBe(exit);
  expect(snapshotOf(folder)).toEqual(before);
}

const yarn1 = "# yarn lockfile v1\n\n";
const berry = "__metadata:\n  version: 8\n\n";
const nodeModules = { ".yarnrc.yml": "nodeLinker: node-modules\n" };

describe("a lock file that cannot be read", () => {
  test.each<[name: string, files: Files, says: string]>([
    [
      "npm: cut off",
      { "package-lock.json": '{ "lockfileVersion": 3,\n "packages": {' },
      "package-lock.json:2:",
    ],
    [
      "npm: version 4",
      { "package-lock.json": '{\n "lockfileVersion": 4 }' },
      "package-lock.json:2: the lock file cannot be read, lockfileVersion 4",
    ],
    ["npm: version 1", { "npm-shrinkwrap.json": '{ "lockfileVersion": 1 }' }, "npm-shrinkwrap.json:1:"],
    [
      "npm: a merge",
      { "package-lock.json": '{\n<<<<<<< HEAD\n "lockfileVersion": 3\n=======\n' },
      "package-lock.json:2: the lock file cannot be read, a merge",
    ],
    [
      "pnpm: cut off",
      { "pnpm-lock.yaml": "lockfileVersion: '9.0'\npackages:\n  'a@1': {resolution: {" },
      "pnpm-lock.yaml:3:",
    ],
    [
      "pnpm: version 12",
      { "pnpm-lock.yaml": "lockfileVersion: '12.0'\n" },
      "lockfileVersion 12.0 is not known",
    ],
    ["pnpm: none", { "pnpm-lock.yaml": "packages: {}\n" }, "lockfileVersion is missing"],
    ["yarn 1: another line", { "yarn.lock": `${yarn1}nothing of a lock file\n` }, "yarn.lock:3:"],
    ["yarn: version 99", { "yarn.lock": "__metadata:\n  version: 99\n", ...nodeModules }, "yarn.lock:1:"],
    ["yarn: cut off", { "yarn.lock": `${berry}"a@npm:1":\n  version: "1\n`, ...nodeModules }, "yarn.lock:"],
    ["bun: cut off", { "bun.lock": '{ "lockfileVersion": 1,\n' }, "bun.lock:2:"],
    ["bun: version 77", { "bun.lock": '{ "lockfileVersion": 77 }' }, "lockfileVersion 77 is not known"],
    ["bun: binary", { "bun.lockb": "\0" }, "bun install --save-text-lockfile"],
  ])("%s", async (_name, files, says) => {
    await expectRefusal(appOf(files), { code: "AUTH_E_LOCK_FILE", exit: 3, says });
  });
});

describe("something changes @auth/core already", () => {
  const manifest = (more: object) => ({ "package.json": json({ dependencies: express, ...more }) });
  const pnpm9 = { packageManager: "pnpm@9.15.9" };
  const patch = "diff --git a/index.js b/index.js\n";
  test.each<[name: string, files: Files, says: string]>([
    [
      "npm overrides",
      manifest({ overrides: { "@auth/core": "0.40.0" } }),
      "package.json:7: overrides has another target",
    ],
    ["npm, below one package", manifest({ overrides: { "@auth/core": { jose: "5" } } }), "package.json:7:"],
    [
      "yarn resolutions",
      { ...manifest({ resolutions: { "**/@auth/core": "0.40.0" } }), "yarn.lock": yarn1 },
      "resolutions has another target",
    ],
    [
      "bun overrides",
      { ...manifest({ overrides: { "@auth/core": "0.40.0" } }), "bun.lock": '{ "lockfileVersion": 1 }' },
      "package.json:7:",
    ],
    [
      "pnpm 9",
      manifest({ ...pnpm9, pnpm: { overrides: { "@auth/express>@auth/core": "0.40.0" } } }),
      "pnpm.overrides has another target for @auth/express>@auth/core",
    ],
    [
      "pnpm",
      {
        "pnpm-workspace.yaml": "overrides:\n  '@auth/core': 0.40.0\n",
        "pnpm-lock.yaml": "lockfileVersion: '9.0'\n",
      },
      "pnpm-workspace.yaml:2:",
    ],
    [
      "patch-package",
      { "patches/@auth+core+0.41.3.patch": patch },
      "patches/@auth+core+0.41.3.patch:1: a patch of @auth/core",
    ],
    [
      "pnpm patchedDependencies",
      {
        "pnpm-workspace.yaml": "patchedDependencies:\n  '@auth/core@0.41.3': patches/core.patch\n",
        "pnpm-lock.yaml": "lockfileVersion: '9.0'\n",
      },
      "pnpm-workspace.yaml:2: a patch",
    ],
    [
      "yarn patch:",
      {
        ...manifest({
          dependencies: { ...express, "@auth/core": "patch:@auth/core@npm%3A0.41.3#~/.yarn/patches/x.patch" },
        }),
        "yarn.lock": berry,
        ...nodeModules,
      },
      "a patch of @auth/core",
    ],
  ])("%s", async (_name, files, says) => {
    await expectRefusal(appOf(files), { code: "AUTH_E_ALIAS_PIN", exit: 3, says });
  });

  test("pnpm: a section in braces is left to a person, with what to write", async () => {
    const files = {
      "pnpm-workspace.yaml": "overrides: { jose: 6.2.17 }\n",
      "pnpm-lock.yaml": "lockfileVersion: '9.0'\n",
    };
    const says = "'@auth/core': file:vendor/own.tgz";
    await expectRefusal(appOf(files), { code: "AUTH_E_CONFIG_SHAPE", exit: 3, says });
  });
});

describe("an app whose integration does not run over it", () => {
  const rows: [name: string, dependencies: Record<string, string>, says: string][] = [
    ["next-auth 4", { "next-auth": "4.24.15" }, "next-auth 4.24.15 has its core inside"],
    ["another version", { "next-auth": "5.0.0-beta.4" }, "next-auth@5.0.0-beta.32"],
    [
      "Express 5",
      { ...express, express: "^5.1.0" },
      "answers 400 to every request on Express 5, with its own core too",
    ],
    ["auth-astro with nodemailer 6", { "auth-astro": "4.2.0", nodemailer: "^6.8.0" }, "nodemailer ^7.0.0"],
    ["Solid", { "@auth/solid-start": "0.19.2" }, "no longer maintained"],
  ];
  test.each(rows)("%s", async (_name, dependencies, says) => {
    await expectRefusal(appOf({}, dependencies), { code: "AUTH_E_ALIAS_REFUSED", exit: 3, says });
  });

  test("passkeys, by file and line", async () => {
    const auth =
      'import Passkey from "@auth/express/providers/passkey";\nexport const config = { providers: [Passkey] };\n';
    await expectRefusal(appOf({ "src/auth.ts": auth }), {
      code: "AUTH_E_ALIAS_REFUSED",
      exit: 3,
      says: "src/auth.ts:1 uses passkeys",
    });
  });

  test.each<[name: string, files: Files]>([
    ["by default", { "yarn.lock": berry, ".yarnrc.yml": "enableTelemetry: false\n" }],
    ["by its map", { "yarn.lock": berry, ".pnp.cjs": "" }],
  ])("Yarn's Plug'n'Play, %s", async (_name, files) => {
    const says = "nodeLinker: node-modules";
    await expectRefusal(appOf(files), { code: "AUTH_E_ALIAS_REFUSED", exit: 3, says });
  });

  const workspace = (b: string) => ({
    "package.json": json({ private: true, workspaces: ["apps/*"] }),
    "apps/a/package.json": json({ name: "a", dependencies: { "next-auth": "5.0.0-beta.32" } }),
    "apps/b/package.json": json({ name: "b", dependencies: { "next-auth": b } }),
  });

  test("two versions of next-auth in a workspace: the override would reach both", async () => {
    const says = "next-auth 5.0.0-beta.25 (apps/b)";
    await expectRefusal(appOf(workspace("5.0.0-beta.25")), { code: "AUTH_E_ALIAS_REFUSED", exit: 3, says });
  });

  test("next-auth 4 beside it in a workspace keeps its core, and the override stands in the root", async () => {
    const folder = appOf(workspace("4.24.15"));
    const result = await runMain(path.join(folder, "apps/a"), [
      "migrate",
      "--alias",
      "--from",
      "../../vendor/own.tgz",
      "--no-install",
      "--yes",
    ]);
    expect(result.code, result.stderr).toBe(0);
    expect(result.stderr).toContain("../../package.json");
    expect(snapshotOf(folder)["apps/a/package.json"]).toBe(
      snapshotOf(appOf(workspace("4.24.15")))["apps/a/package.json"],
    );
    const back = await runMain(path.join(folder, "apps/a"), ["undo"]);
    expect(back.code, back.stderr).toBe(0);
    expect(snapshotOf(folder)).toEqual(snapshotOf(appOf(workspace("4.24.15"))));
  });
});

describe("what is to be installed", () => {
  const refusals: [name: string, from: string, says: string][] = [
    ["lies outside of the repository", "../own.tgz", "cp "],
    ["is not there", "vendor/none.tgz", "There is no file"],
    ["is another package", "vendor/foreign.tgz", "foreign.tgz is not a tarball of authwright"],
    ["is no package", "package.json", "package.json is not a tarball"],
    ["is a version, and this command line came from no registry", "1.2.3", "may be another package"],
  ];
  test.each(refusals)("%s", async (_name, from, says) => {
    const folder = appOf(
      {
        "app/vendor/foreign.tgz": packed("stranger"),
        "app/package.json": json({ dependencies: express }),
        "own.tgz": packed("authwright"),
      },
      {},
    );
    rmSync(path.join(folder, ".git"), { recursive: true });
    const app = path.join(folder, "app");
    mkdirSync(path.join(app, ".git"));
    await expectRefusal(app, { code: "AUTH_E_ALIAS_SOURCE", exit: 2, says }, [
      "migrate",
      "--alias",
      "--from",
      from,
      "--yes",
    ]);
  });

  test("--from without --alias", async () => {
    await expectRefusal(appOf({}), { code: "AUTH_E_USAGE", exit: 2, says: "--from goes with --alias" }, [
      "migrate",
      "--from",
      "1.2.3",
    ]);
  });
});

/** Package managers that do what a real one does when the network or the disk gives out, or when somebody else answers. */
const installs = {
  half: (lock: string) =>
    `fs.writeFileSync("${lock}", "half"); fs.mkdirSync("node_modules", { recursive: true }); console.error("ECONNRESET"); process.exit(1);`,
  copy: () => `
    const at = (dir, name) => { fs.mkdirSync(dir, { recursive: true }); fs.writeFileSync(dir + "/package.json", JSON.stringify({ name, version: "0.41.3" })); };
    at("node_modules/@auth/core", "authwright");
    at("node_modules/@auth/express", "@auth/express");
    at("node_modules/@auth/express/node_modules/@auth/core", "@auth/core");`,
  foreign: () => `
    const entry = { name: "authwright", version: "1.2.3", integrity: "sha512-bm90IG91cnM=" };
    fs.writeFileSync("package-lock.json", JSON.stringify({ lockfileVersion: 3, packages: { "node_modules/@auth/core": entry } }));`,
};

describe.runIf(process.platform !== "win32")("an install that leads elsewhere is taken back whole", () => {
  const withManager = async (manager: string, code: string, files: Files) => {
    const folder = appOf(files);
    const bin = mkdtempSync(path.join(tmpdir(), "authwright manager "));
    made.push(bin);
    writeFileSync(path.join(bin, manager), `#!/usr/bin/env node\nconst fs = require("fs");\n${code}\n`);
    chmodSync(path.join(bin, manager), 0o755);
    const before = snapshotOf(folder);
    const result = await runCli(
      folder,
      args.filter((one) => one !== "--no-install"),
      {
        env: { PATH: `${bin}${path.delimiter}${process.env["PATH"]}`, CI: "1" },
      },
    );
    const kept = Object.fromEntries(
      Object.entries(snapshotOf(folder)).filter(([file]) => !/^(?:node_modules|\.auth)/.test(file)),
    );
    expect(kept).toEqual(before);
    return result;
  };

  test.each<[manager: string, lock: string, text: string]>([
    ["npm", "package-lock.json", '{ "lockfileVersion": 3, "packages": {} }\n'],
    ["pnpm", "pnpm-lock.yaml", "lockfileVersion: '9.0'\n"],
    ["yarn", "yarn.lock", yarn1],
    ["bun", "bun.lock", '{ "lockfileVersion": 1 }\n'],
  ])("%s ends half-way", async (manager, lock, text) => {
    const { code, stderr } = await withManager(manager, installs.half(lock), { [lock]: text });
    expect(stderr).toContain("AUTH_E_INSTALL");
    expect(stderr).toContain("ECONNRESET");
    expect(stderr).toContain("taken back");
    expect(stderr).not.toContain("Done.");
    expect(code).toBe(1);
  });

  test("a lock file that was not there before goes again", async () => {
    const { code } = await withManager("npm", installs.half("package-lock.json"), {});
    expect(code).toBe(1);
  });

  test("pnpm is strict about peers", async () => {
    const says = 'console.error("ERR_PNPM_PEER_DEP_ISSUES  Unmet peer dependencies"); process.exit(1);';
    const { stderr } = await withManager("pnpm", says, { "pnpm-lock.yaml": "lockfileVersion: '9.0'\n" });
    expect(stderr.replaceAll(/\s+/g, " ")).toContain("peerDependencyRules.allowAny");
  });

  test("a second copy is left below the integration", async () => {
    const { code, stderr } = await withManager("npm", installs.copy(), {});
    expect(code).toBe(1);
    expect(stderr).toContain("AUTH_E_ALIAS_COPY");
    expect(stderr).toContain("node_modules/@auth/express/node_modules/@auth/core");
  });

  test("what came is another package of the same name", async () => {
    const { code, stderr } = await withManager("npm", installs.foreign(), {});
    expect(code).toBe(1);
    expect(stderr).toContain("AUTH_E_ALIAS_COPY");
    expect(stderr).toContain("integrity differs");
  });
});
