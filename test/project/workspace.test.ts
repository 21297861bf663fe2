import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { detectConfigured } from "../../src/commands/steps/open-configuration.js";
import { openFiles } from "../../src/cli/project/files.js";
import { readTsConfig, specifierOf } from "../../src/cli/project/tsconfig.js";
import { keysOfYaml, packagesOfYaml } from "../../src/cli/formats/workspace-file.js";
import { findApps, findWorkspace } from "../../src/cli/project/workspace.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

afterEach(removeProjects);

function tree(files: Record<string, string>): string {
  const folder = copyProject("empty");
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

const server = 'import express from "express";\nconst app = express();\napp.listen(3000);\n';
const api = {
  "apps/api/package.json": '{"name":"api","type":"module","dependencies":{"express":"5"}}',
  "apps/api/server.js": server,
};
const web = {
  "apps/web/package.json": '{"name":"web","dependencies":{"next":"16.4.3"}}',
  "apps/web/app/page.tsx": "export default () => null;\n",
};
const library = { "packages/ui/package.json": '{"name":"ui"}' };

describe("which packages a workspace takes in", () => {
  test.each([
    [["apps/*"], "apps/web", true],
    [["apps/*"], "apps/group/web", false],
    [["apps/**"], "apps/group/web", true],
    [["**"], "apps/web", true],
    [["./apps/web/"], "apps/web", true],
    [["{apps,libs}/*"], "libs/a", true],
    [["apps/*", "!apps/old-*"], "apps/old-web", false],
    [["packages/*"], "apps/web", false],
    [["app.s/*"], "apps/web", false],
    [["apps/[ab]*"], "apps/beta", true],
    [["apps/!(old)"], "apps/old", false],
    [["apps/!(old)"], "apps/new", true],
    [["", "./", `${"a".repeat(70_000)}`], "apps/web", false],
    [[], "apps/web", false],
  ])("%j, %s: %s", (patterns, below, member) => {
    for (const files of [
      { "package.json": JSON.stringify({ workspaces: patterns }) },
      { "package.json": JSON.stringify({ workspaces: { packages: patterns } }) },
      { "pnpm-workspace.yaml": `packages:\n${patterns.map((one) => `  - "${one}"\n`).join("")}` },
    ]) {
      const folder = tree({ ...files, [`${below}/package.json`]: "{}" } as Record<string, string>);
      const { root, workspaceRoot } = findWorkspace(path.join(folder, below));
      expect(workspaceRoot).toBe(member ? folder : root);
    }
  });

  test.each([
    ["packages: [apps/*, 'libs/*']\n", ["apps/*", "libs/*"]],
    ["packages:\n# ours\n- apps/* # all\n\n- '!apps/old'\ncatalog:\n  - no\n", ["apps/*", "!apps/old"]],
    ["onlyBuiltDependencies:\n  - esbuild\n", []],
    ['packages:\r\n  - "apps/*"\r\n', ["apps/*"]],
    ['"packages": [\n  apps/*, # ours\n  "libs/{a,b}"\n]\n', ["apps/*", "libs/{a,b}"]],
    ['packages:\n  - "apps/\\u0061"\n  - 5\n', ["apps/a"]],
    ["packages: [apps/*", ["apps/*"]],
    ["packages: *nowhere\n", []],
    ["- apps/*\n", []],
    ["[".repeat(20_000), []],
  ])("pnpm-workspace.yaml %j", (text, expected) => expect(packagesOfYaml(text)).toEqual(expected));
});

test("keys of pnpm-workspace.yaml have their lines, in either manner of writing", () => {
  const text =
    'packages:\r\n  - a\r\noverrides: # pins\r\n  "app>next-auth": ^4\r\npatchedDependencies: { next-auth@4.24.5: a.patch,\r\n  "@auth/core": b }\r\n';
  expect(keysOfYaml(text)).toEqual([
    { section: "overrides", key: "app>next-auth", line: 4, value: "^4" },
    { section: "patchedDependencies", key: "next-auth@4.24.5", line: 5, value: "a.patch" },
    { section: "patchedDependencies", key: "@auth/core", line: 6, value: "b" },
  ]);
});

describe("at the top of several packages", () => {
  test.each([
    ["a workspace", '{"workspaces":["apps/*"]}'],
    [
      "a workspace with hoisted dependencies",
      '{"workspaces":["apps/*"],"dependencies":{"express":"5","next":"16"}}',
    ],
    [
      "folders side by side, with a start script",
      '{"scripts":{"dev":"node apps/api/server.js"},"dependencies":{"express":"5"}}',
    ],
  ])("%s: every app is named with its --cwd line, nothing is written", async (_, manifest) => {
    const folder = tree({ "package.json": manifest, ...api, ...web, ...library });
    const before = snapshotOf(folder);
    const result = await runMain(folder, ["init", "--yes", "--no-install"]);
    expect(result.code).toBe(2);
    expect(result.stderr).toContain("npx authwright init --cwd apps/api\n");
    expect(result.stderr).toContain("npx authwright init --cwd apps/web\n");
    expect(result.stderr).not.toContain("packages/ui");
    expect(snapshotOf(folder)).toEqual(before);
    const wanted = await runMain(folder, ["init", "--yes", "--no-install", "--framework", "express"]);
    expect(wanted.code).toBe(2);
    expect(wanted.stderr).not.toContain("apps/web");
  });

  test("--cwd writes into the app alone: env file and ignore entry too", async () => {
    const folder = tree({ "package.json": '{"workspaces":["apps/*"]}', "yarn.lock": "", ...api, ...web });
    const before = snapshotOf(folder);
    const result = await runMain(folder, ["init", "--yes", "--no-install", "--cwd", "apps/api"]);
    expect(result.code, result.stderr).toBe(0);
    expect(result.stderr).toContain("yarn install");
    const after = snapshotOf(folder);
    const changed = Object.keys(after).filter((file) => after[file] !== before[file]);
    expect(changed.filter((file) => !file.startsWith("apps/api/"))).toEqual([]);
    expect(changed).toEqual(
      expect.arrayContaining(["apps/api/.env", "apps/api/.gitignore", "apps/api/auth.js"]),
    );
    expect((await runMain(folder, ["undo", "--cwd", "apps/api"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("an app with packages below it is an app; their sources are not its own", async () => {
    const folder = tree({
      "package.json": '{"type":"module","dependencies":{"express":"5"}}',
      "server.js": server,
      "server/package.json": '{"name":"other"}',
      "server/auth.ts": 'import { Auth } from "authwright";\nAuth(request, { providers: [] });\n',
      "src/package.json": '{"type":"module"}',
      "src/auth.js": 'import { Auth } from "authwright";\nAuth(request, { providers: [] });\n',
    });
    expect(await detectConfigured(folder)).toMatchObject({
      serverFile: "server.js",
      authFile: "src/auth.js",
    });
    expect(findApps(folder, ["express"])).toEqual([]);
  });
});

describe("tsconfig of a workspace", () => {
  test("extends a package of the workspace, a list, and names the folder of the project", () => {
    const folder = tree({
      "package.json": '{"workspaces":["apps/*"]}',
      "node_modules/@repo/config/next.json":
        '{"compilerOptions":{"module":"ESNext","moduleResolution":"Bundler","paths":{"@/*":["${configDir}/src/*"]}}}',
      "apps/web/strict.json": '{"compilerOptions":{"strict":true}}',
      "apps/web/package.json": "{}",
      "apps/web/tsconfig.json": '{ /* ours */ "extends": ["@repo/config/next.json", "./strict"], }',
    });
    const root = path.join(folder, "apps/web");
    const config = readTsConfig(openFiles(root, folder));
    expect(config).toMatchObject({ module: "esnext", moduleResolution: "bundler" });
    expect(specifierOf("src/auth", "src/app/page.tsx", config)).toBe("@/auth");
  });

  test("what lies outside of the repository stays unknown, and breaks nothing", () => {
    const folder = tree({
      "tsconfig.json": '{"extends":["../../../../etc/hosts","absent"],"compilerOptions":{"module":"ESNext"}}',
    });
    expect(readTsConfig(openFiles(folder))).toMatchObject({ module: "esnext" });
  });
});
