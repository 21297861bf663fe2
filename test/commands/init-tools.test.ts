/** What `auth init` makes of the tools beside an app: versions, types of Node, Jest, and how files name each other. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { minVersion, satisfies } from "semver";
import { afterEach, describe, expect, test } from "vitest";
import { frameworks } from "../../src/templates/frameworks/index.js";
import { projectRoot } from "../architecture/source-tree.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

afterEach(removeProjects);

const read = (folder: string, file: string) => readFileSync(path.join(folder, file), "utf8");
const init = (folder: string, ...more: string[]) =>
  runMain(folder, ["init", "--yes", "--no-install", ...more]);

interface Change {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
}

function project(name: string, { dependencies, devDependencies, ...more }: Change): string {
  const folder = copyProject(name);
  const manifest = JSON.parse(read(folder, "package.json"));
  const changed = {
    ...manifest,
    ...more,
    dependencies: { ...manifest.dependencies, ...dependencies },
    devDependencies: { ...manifest.devDependencies, ...devDependencies },
  };
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(changed, null, 2));
  return folder;
}

describe("RA2-B11: a framework that is too old", () => {
  test.each([
    ["nest11-ts", "@nestjs/core", "^9.0.0", "@nestjs/core 9.0.0 is too old: 11.0.0 is the first that works."],
    ["fastify-ts", "fastify", "4.28.1", "fastify 4.28.1 is too old: 5.0.0 is the first that works."],
  ])("%s with %s %s: refused, nothing is written", async (name, dependency, version, said) => {
    const folder = project(name, { dependencies: { [dependency]: version } });
    const before = snapshotOf(folder);
    const { code, stderr } = await init(folder, "--provider", "github", "--package-manager", "pnpm");
    expect(code).toBe(3);
    expect(stderr).toContain(said);
    expect(stderr).toContain(`pnpm add ${dependency}@latest`);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("what init and doctor go by is within what the package asks for", () => {
    const { peerDependencies: peers }: { peerDependencies: Record<string, string> } = JSON.parse(
      readFileSync(path.join(projectRoot, "package.json"), "utf8"),
    );
    const known = frameworks.flatMap(({ oldest }) =>
      oldest !== undefined && oldest.package in peers && oldest.package !== "h3" ? [oldest] : [],
    );
    expect(new Set(known.map(({ package: name }) => name)).size).toBe(6);
    for (const { package: name, version } of known) {
      const range = peers[name] ?? "";
      expect([name, satisfies(version, range)]).toEqual([name, true]);
      expect(minVersion(range)?.major).toBe(Number(version.split(".")[0]));
    }
  });
});

test.each([
  ["^16.11.0", "^20.19.0"],
  ["18.19.1", "^20.19.0"],
  ["^20.0.0", "^20.0.0"],
  ["^24.0.0", "^24.0.0"],
])("RA2-B12: @types/node %s beside process.loadEnvFile: %s", async (before, after) => {
  const folder = project("express-esm-ts", { devDependencies: { "@types/node": before } });
  await init(folder, "--provider", "github");
  expect(JSON.parse(read(folder, "package.json")).devDependencies["@types/node"]).toBe(after);
});

describe("RA2-B12: a store is named as the files beside it name each other", () => {
  test.each([
    ["nest11-ts", {}, 'from "./auth-store"'],
    ["express-cjs-ts", {}, 'from "./auth-store"'],
    ["express-esm-ts", {}, 'from "./auth-store.js"'],
  ])("%s", async (name, change, line) => {
    const folder = project(name, change);
    const { code, stderr } = await init(folder, "--plugin", "password", "--adapter", "pg");
    expect(code, stderr).toBe(0);
    expect(read(folder, "src/auth.ts").replaceAll("'", '"')).toContain(line);
  });

  test("with the ending where the server has it", async () => {
    const folder = project("express-cjs-ts", {});
    const server = path.join(folder, "src/index.ts");
    writeFileSync(server, `import "./other.js";\n${read(folder, "src/index.ts")}`);
    await init(folder, "--plugin", "password", "--adapter", "pg");
    expect(read(folder, "src/auth.ts")).toContain('from "./auth-store.js"');
  });
});

describe("RA2-B12: Jest", () => {
  const line =
    '"transformIgnorePatterns": ["node_modules/(?!(?:\\\\.pnpm/[^/]+/node_modules/)?(?:authwright|jose|oauth4webapi)/)"]';
  const devDependencies = { jest: "^30.0.0", "ts-jest": "^29.0.0" };

  test("the line for its configuration is said once, and not where it is", async () => {
    const folder = project("nest11-ts", { devDependencies, jest: { rootDir: "src" } });
    const first = await init(folder, "--provider", "github");
    expect(first.stderr).toContain(`In package.json, ${line}`);
    const manifest = JSON.parse(read(folder, "package.json"));
    const jest = JSON.parse(`{ "rootDir": "src", ${line} }`);
    writeFileSync(path.join(folder, "package.json"), JSON.stringify({ ...manifest, jest }));
    expect((await init(folder)).stderr).not.toContain("Jest loads no ES modules");
  });

  test("its file is named where there is one; tests that are ES modules need nothing", async () => {
    const folder = project("express-cjs", { devDependencies });
    writeFileSync(path.join(folder, "jest.config.js"), "module.exports = {};\n");
    expect((await init(folder, "--provider", "github")).stderr).toContain(`In jest.config.js, ${line}`);
    const modern = project("express-esm-js", {
      devDependencies,
      scripts: { start: "node server.js", test: "NODE_OPTIONS=--experimental-vm-modules jest" },
    });
    expect((await init(modern, "--provider", "github")).stderr).not.toContain("Jest loads no ES modules");
  });
});

test("RA2-B17: tabs of package.json where no code shows an indent", async () => {
  const folder = copyProject("express-esm-js");
  writeFileSync(
    path.join(folder, "server.js"),
    'import express from "express";\nconst app = express();\napp.listen(3000);\n',
  );
  const manifest = JSON.parse(read(folder, "package.json"));
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest, null, "\t"));
  await init(folder, "--provider", "github");
  expect(read(folder, "auth.js")).toContain("\n\tproviders: [GitHub],\n");
});

test("RA2-B17: a script start:dev starts the app", async () => {
  const folder = project("express-esm-js", { scripts: { "start:dev": "node --watch server.js" } });
  const { stderr } = await init(folder, "--provider", "github");
  expect(stderr).toContain("Try it: npx auth dev, then open");
  expect(stderr).toContain("Start npm run start:dev, without auth dev");
});

test("RA2-B17: an example that git tracks needs no line in .gitignore", async () => {
  const folder = copyProject("express-esm-js");
  const git = (...args: string[]) => execFileSync("git", ["-C", folder, ...args]);
  git("init", "-q");
  writeFileSync(path.join(folder, ".env.example"), "PORT=3000\n");
  writeFileSync(path.join(folder, ".gitignore"), ".env*\n");
  git("add", "-f", ".env.example");
  await init(folder, "--provider", "github");
  expect(read(folder, ".gitignore")).toBe(".env*\n");
});
