/** CL-08: whatever a command writes, the project's own formatter has the last word, and is named. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { copyProject, removeProjects, runMain } from "../support/cli.js";

afterEach(removeProjects);

interface Manifest {
  readonly devDependencies?: Record<string, string>;
  readonly scripts?: Record<string, string>;
}

function change(folder: string, { devDependencies, scripts }: Manifest): void {
  const file = path.join(folder, "package.json");
  const own = JSON.parse(readFileSync(file, "utf8")) as Manifest;
  const changed = {
    ...own,
    devDependencies: { ...own.devDependencies, ...devDependencies },
    scripts: { ...own.scripts, ...scripts },
  };
  writeFileSync(file, `${JSON.stringify(changed, null, 2)}\n`);
}

function project(manifest: Manifest): string {
  const folder = copyProject("express-esm-ts");
  change(folder, manifest);
  return folder;
}

const init = ["init", "--provider", "github", "--no-install", "--yes"];
const prettier = { devDependencies: { prettier: "^3.6.2" } };
const named = (text: string): readonly string[] =>
  [...text.matchAll(/^ +(?:\d+\.|-) Format what changed: (.+)$/gm)].map(([, command = ""]) => command);

test("CL-08: each command that writes sources names the formatter and what it wrote, once", async () => {
  const folder = project(prettier);
  const commands: readonly (readonly [args: readonly string[], files: readonly string[]])[] = [
    [init, ["src/auth.ts", "src/server.ts"]],
    [["add-provider", "gitlab"], ["src/auth.ts"]],
    [
      ["add-adapter", "kysely", "--session", "jwt", "--no-install"],
      ["src/auth.ts", "src/auth-store.ts"],
    ],
    [
      ["add-role", "admin"],
      ["src/auth.ts", "src/roles.ts"],
    ],
    [["add-plugin", "password", "--no-install"], ["src/auth.ts"]],
    [["protect", "/account", "--force"], ["src/server.ts"]],
    [["test", "init", "--no-install"], ["test/guards.test.mjs"]],
    [["remove-provider", "gitlab"], ["src/auth.ts"]],
  ];
  for (const [args, files] of commands) {
    const { code, stdout, stderr } = await runMain(folder, [...args, "--yes"]);
    expect(code, stderr).toBe(0);
    const [command = "", ...more] = named(stdout + stderr);
    expect(command, args.join(" ")).toMatch(/^npx prettier --write "/);
    for (const file of files) expect(command, args.join(" ")).toContain(`"${file}"`);
    expect(command).not.toMatch(/\.env|package\.json/);
    expect(more).toEqual([]);
  }
});

test.each<[string, Manifest, string | undefined]>([
  ["prettier", prettier, 'npx prettier --write "src/auth.ts"'],
  ["Biome", { devDependencies: { "@biomejs/biome": "2.3.4" } }, 'npx biome check --write "src/auth.ts"'],
  ["oxfmt", { devDependencies: { oxfmt: "1.0.0" } }, 'npx oxfmt "src/auth.ts"'],
  [
    "RA2-B17: ESLint that lays code out",
    { devDependencies: { eslint: "^9.0.0", neostandard: "^0.12.0" } },
    'npx eslint --fix "src/auth.ts"',
  ],
  ["another one, by its script", { scripts: { format: "dprint fmt" } }, "npm run format"],
  [
    "a known one and a script",
    { ...prettier, scripts: { format: "x" } },
    'npx prettier --write "src/auth.ts"',
  ],
  ["none", {}, undefined],
])("CL-08: %s", async (_what, manifest, command) => {
  const folder = project({});
  expect((await runMain(folder, init)).code).toBe(0);
  change(folder, manifest);
  const { code, stderr } = await runMain(folder, ["add-provider", "gitlab", "--yes"]);
  expect(code, stderr).toBe(0);
  expect(named(stderr)).toEqual(command === undefined ? [] : [command]);
});

test("CL-08: nothing is said where no source changes: a second run, variables alone, a dry run, --json", async () => {
  const folder = project(prettier);
  const generate = ["secret", "generate", "--write", "--yes"];
  const first = await runMain(folder, generate);
  const dry = await runMain(folder, [...init, "--dry-run"]);
  const json = await runMain(folder, [...init, "--json"]);
  const again = await runMain(folder, init);
  for (const { code, stdout, stderr } of [first, dry, json, again]) {
    expect(code, stderr).toBe(0);
    expect(stdout + stderr).not.toContain("Format");
  }
});

test("CL-08: the formatter of the workspace, by its package manager; a broken manifest there stops nothing", async () => {
  const top = copyProject("empty");
  const app = path.join(top, "apps/shop");
  mkdirSync(path.dirname(app), { recursive: true });
  cpSync(copyProject("express-esm-ts"), app, { recursive: true });
  writeFileSync(path.join(top, "pnpm-workspace.yaml"), "packages:\n  - apps/*\n");
  writeFileSync(path.join(top, "pnpm-lock.yaml"), "lockfileVersion: '9.0'\n");
  writeFileSync(path.join(top, "package.json"), JSON.stringify({ private: true, ...prettier }));
  const first = await runMain(app, init);
  expect(first.code, first.stderr).toBe(0);
  expect(named(first.stderr).join("\n")).toMatch(/^pnpm exec prettier --write .*"src\/auth\.ts"/);
  writeFileSync(path.join(top, "package.json"), "{ broken");
  const second = await runMain(app, ["add-provider", "gitlab", "--yes"]);
  expect(second.code, second.stderr).toBe(0);
  expect(named(second.stderr)).toEqual([]);
  rmSync(top, { recursive: true, force: true });
});
