/** Cases of the security catalogue that concern the command line as a whole, by their ids. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { commands } from "../../src/commands/manifest/manifest.js";
import { render } from "../../src/templates/render.js";
import { projectRoot } from "../architecture/source-tree.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

let folder: string;
const file = (name: string) => path.join(folder, name);
const read = (name: string) => readFileSync(file(name), "utf8");
beforeEach(() => (folder = copyProject("express-esm-ts")));
afterEach(removeProjects);
const init = ["init", "--yes", "--no-install"];

describe("CLI-05: the package manager comes from a closed list", () => {
  test.each([
    ["packageManager", "npm; rm -rf /"],
    ["packageManager", "pnpm@9 && curl evil.example"],
    ["packageManager", "../../bin/sh@1"],
  ])("%s %j", async (field, value) => {
    const manifest = JSON.parse(read("package.json"));
    writeFileSync(file("package.json"), JSON.stringify({ ...manifest, [field]: value }));
    const { stdout } = await runMain(folder, ["init", "--yes", "--dry-run", "--json"]);
    const { steps } = JSON.parse(stdout).plan;
    const install = steps.find(({ kind }: { kind: string }) => kind === "install");
    expect(["npm install", "pnpm install"]).toContain(install.reason);
    const info = await runMain(folder, ["info", "--json"], { env: { npm_config_user_agent: "evil/1 ; x" } });
    expect(["npm", "pnpm"]).toContain(JSON.parse(info.stdout).result.packageManager.name);
  });

  test("a flag outside of the list is a usage error", async () => {
    const { code } = await runMain(folder, ["init", "--yes", "--package-manager", "npm;rm"]);
    expect(code).toBe(2);
  });
});

test("CLI-10: a new env file is for its owner alone; the mode of one that is there stays, and doctor warns", async () => {
  await runMain(folder, ["secret", "generate", "--write"]);
  expect(statSync(file(".env")).mode & 0o777).toBe(0o600);
  rmSync(file(".env"));
  writeFileSync(file(".env"), "OTHER=1\n");
  chmodSync(file(".env"), 0o644);
  await runMain(folder, ["secret", "generate", "--write"]);
  expect(statSync(file(".env")).mode & 0o777).toBe(0o644);
  const { result } = JSON.parse((await runMain(folder, ["secret", "check", "--json"])).stdout);
  expect(result.findings.map((one: { code: string }) => one.code)).toContain("AUTH_D_ENV_MODE");
});

test.each(commands.filter(({ writes }) => writes).map(({ name }) => name))(
  "CLI-23: a corrupt package.json is named with its line and stays as it is (%s)",
  async (name) => {
    writeFileSync(file("package.json"), '{\n  "name":\n');
    const before = snapshotOf(folder);
    const args = {
      "add-provider": ["google"],
      "remove-provider": ["github"],
      "add-adapter": ["kysely"],
      "add-plugin": ["account"],
      "remove-plugin": ["account"],
      "add-role": ["admin"],
      protect: ["/account"],
      "secret generate": ["--write"],
    };
    const { code, stderr } = await runMain(folder, [
      ...name.split(" "),
      ...((args as Record<string, string[]>)[name] ?? []),
      "--yes",
    ]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/package\.json:\d+/)]);
    expect(snapshotOf(folder)).toEqual(before);
  },
);

test("CLI-25: without a package.json there is a hint, and nothing is written", async () => {
  const empty = file("empty");
  mkdirSync(empty);
  rmSync(file("package.json"));
  const { code, stderr } = await runMain(empty, init);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/no package\.json[\s\S]*npm init/i)]);
  expect(readdirSync(empty)).toEqual([]);
});

describe("CLI-30: only the templates of the package are rendered", () => {
  const style = { eol: "\n", indent: "  ", quote: '"', semicolons: true } as const;
  test("an object where text is expected is written as a JSON literal, never compiled", () => {
    const planted = { type: "Program", body: [{ type: "MustacheStatement" }] };
    const text = render(
      "frameworks/next-app/route.ts.hbs",
      {
        auth: planted,
        doorName: "x",
        subpath: "x",
        basePath: "/",
        providers: [],
        elements: [],
        envFile: ".env",
      },
      style,
    );
    expect(text).toContain(JSON.stringify(planted));
  });

  test("the program holds no compiler of templates", () => {
    const dist = path.join(projectRoot, "src");
    const uses = readdirSync(dist, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .filter((name) =>
        /handlebars(?!\/runtime\.js)["']|\bcompile\s*\(\s*["'`]/.test(
          readFileSync(path.join(dist, name), "utf8"),
        ),
      );
    // The type of the whole library, without its code.
    expect(uses).toEqual(["templates/render.ts"]);
    expect(readFileSync(path.join(dist, "templates/render.ts"), "utf8")).toMatch(
      /import type Handlebars from "handlebars"/,
    );
  });
});

test("CLI-31: no partial has a name from outside, and such a name leads to no template", () => {
  const files = path.join(projectRoot, "src/templates");
  const shared = readdirSync(path.join(files, "frameworks/server")).map((one) => `server/${one}`);
  const named = readdirSync(files, { recursive: true, encoding: "utf8" })
    .filter((one) => one.endsWith(".hbs"))
    .flatMap((name) => {
      const text = readFileSync(path.join(files, name), "utf8");
      // Parts that the same template defines.
      const own = [...text.matchAll(/\{\{#\*inline "(\w+)"\}\}/g)].map(([, one]) => one);
      return (
        [...text.matchAll(/\{\{[~#]*\s*>\s*([^}]*?)\s*\}\}/g)]
          // Behind the name stand values that the partial gets.
          .map(([, partial = ""]) => partial.replace(/(?: +\w+=\w+)+$/, ""))
          .filter((partial) => !own.includes(partial))
      );
    });
  expect(named.length).toBeGreaterThan(0);
  // Written out in the template, and the name of a file of ours: nothing is looked up.
  expect(named.filter((partial) => !shared.includes(`${partial}.hbs`))).toEqual([]);
  for (const name of ["constructor", "__proto__", "../../package.json", "toString"])
    expect(() => render(name, {}, { eol: "\n", indent: "  ", quote: '"', semicolons: true })).toThrow();
});

test.each([
  [["frobnicate"], 2],
  [["init", "--frobnicate"], 2],
  [["add-provider", "nope"], 2],
  [["add-provider", "google"], 1],
  [["token", "decode", "x"], 1],
  [["undo", "nope"], 2],
  [["migrate"], 2],
  [["init", "--cwd", "/nowhere/at/all"], 1],
])("CLI-33: %j ends with %i, words on stderr, a document with --json", async (args, code) => {
  const words = await runMain(folder, args);
  expect([words.code, words.stdout]).toEqual([code, ""]);
  expect(words.stderr).toMatch(/^Error: /m);
  const data = await runMain(folder, [...args, "--json"]);
  expect([data.code, JSON.parse(data.stdout).ok]).toEqual([code, false]);
  expect(data.stderr).toBe("");
});

test.each(["express-esm-ts", "express-esm-js", "express-cjs", "next-app-ts", "next-src-js"])(
  "CLI-40: generated code of %s holds no secret",
  async (name) => {
    folder = copyProject(name);
    const before = new Set(Object.keys(snapshotOf(folder)));
    await runMain(folder, init);
    const env = existsSync(file(".env")) ? read(".env") : read(".env.local");
    const secret = /AUTH_SECRET=(\S+)/.exec(env)?.[1] ?? "none";
    const made = Object.keys(snapshotOf(folder)).filter(
      (one) => !before.has(one) && /\.[cm]?[jt]sx?$/.test(one),
    );
    expect(made.length).toBeGreaterThan(0);
    for (const one of made) {
      expect(read(one)).not.toContain(secret);
      expect(read(one), one).not.toMatch(/(?:secret|clientSecret|password)\s*[:=]\s*["'`]\w/i);
    }
  },
);
