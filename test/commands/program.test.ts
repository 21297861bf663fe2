import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { loaders } from "../../src/commands/index.js";
import { commands, globalFlags } from "../../src/commands/manifest/manifest.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

afterEach(removeProjects);

test("the manifest and the commands that exist are the same", () => {
  expect(Object.keys(loaders).sort()).toEqual(commands.map(({ name }) => name).sort());
});

test("the flags of every command stand in one place", async () => {
  const { stdout } = await runMain(".", ["--help"]);
  for (const { flags } of globalFlags) expect(stdout).toContain(flags);
});

describe.each(commands.map(({ name }) => name))("auth %s", (name) => {
  const words = name.split(" ");

  test("--help goes to stdout, with examples and every flag", async () => {
    const result = await runMain(".", [...words, "--help"]);
    expect(result).toMatchObject({ code: 0, stderr: "" });
    const spec = commands.find((one) => one.name === name);
    for (const { flags } of spec?.flags ?? []) expect(result.stdout).toContain(flags.split(" ")[0]);
    expect(result.stdout).toContain("Global flags: auth --help");
    for (const example of spec?.examples ?? []) expect(result.stdout).toContain(example);
  });

  test("a mistyped flag is a usage error with a proposal", async () => {
    const result = await runMain(".", [...words, "--vebose"]);
    expect(result.code).toBe(2);
    expect(result.stderr).toContain("Did you mean --verbose?");
    expect(result.stdout).toBe("");
  });

  test("--json is one document, also for a mistake", async () => {
    const { code, stdout } = await runMain(".", [...words, "--json", "--nonsense"]);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      ok: false,
      warnings: [],
      error: { code: "AUTH_E_USAGE" },
    });
  });

  // It waits for its agent: test/mcp asks it the same.
  test.skipIf(name === "mcp")(
    `no package.json, or a broken one: no stack trace, no change${name === "mcp" ? " (skipped: it waits for its agent, test/mcp)" : ""}`,
    async () => {
      const folder = copyProject("empty");
      for (const text of ['{\n  "name": "x",,\n}\n', "\u0000"]) {
        writeFileSync(path.join(folder, "package.json"), text);
        const before = snapshotOf(folder);
        const result = await runMain(
          folder,
          [...words, "--yes", ...(name === "add-provider" ? ["google"] : [])],
          { input: "a.b.c" },
        );
        expect(result.stdout + result.stderr).not.toMatch(/\n\s+at /);
        expect(snapshotOf(folder)).toEqual(before);
      }
    },
  );
});

test("global flags stand before or after the command", async () => {
  const folder = copyProject("express-esm-ts");
  for (const args of [
    ["--json", "--cwd", folder, "info"],
    ["info", "--json", "--cwd", folder],
    ["--json", "info", "-C", folder],
  ]) {
    const { code, stdout } = await runMain("/", args);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).result).toMatchObject({
      name: "authwright",
      language: "ts",
      serverFile: "src/server.ts",
    });
  }
});

test.each([
  [["ini"], "Did you mean init?"],
  [["secret"], "needs a subcommand: generate"],
  [["secret", "generat"], "Did you mean generate?"],
  [["init", "--framework", "expres"], "Did you mean express?"],
  [["init", "--framework", "cobol"], "Known frameworks"],
  [["init", "--provider", "githup"], "Did you mean github?"],
  [["init", "--package-manager", "yran"], "Did you mean yarn?"],
  [["init", "--session", "cookie"], "--session jwt"],
  [["init", "--framework", "next-app"], "npm install next"],
  [["init", "--server", "nowhere.ts"], "nowhere.ts"],
  [["add-provider"], "missing required argument"],
  [["dev", "--port", "x"], "--port x"],
])("auth %j is a usage error: %s", async (args, words) => {
  const folder = copyProject("express-esm-ts");
  const before = snapshotOf(folder);
  const result = await runMain(folder, args);
  expect(result.code).toBe(2);
  expect((result.stderr + result.stdout).toLowerCase()).toContain(words.toLowerCase());
  expect(snapshotOf(folder)).toEqual(before);
});

test("without a package.json the folder is named, and what to do", async () => {
  const result = await runMain("/", ["init", "--yes"]);
  expect(result.code).toBe(1);
  expect(result.stderr).toMatch(/no package\.json.*--cwd/s);
});

test("a broken package.json is reported with its line", async () => {
  const folder = copyProject("express-esm-ts");
  writeFileSync(path.join(folder, "package.json"), '{\n  "name": "x"\n  "type": "module"\n}\n');
  const result = await runMain(folder, ["init", "--yes"]);
  expect(result.code).toBe(1);
  expect(result.stderr).toContain("package.json:3");
});

test("a broken tsconfig.json is reported with its line", async () => {
  const folder = copyProject("next-app-ts");
  writeFileSync(path.join(folder, "tsconfig.json"), '{\n  "compilerOptions": [}\n}\n');
  const result = await runMain(folder, ["init", "--yes"]);
  expect(result.code).toBe(1);
  expect(result.stderr).toContain("tsconfig.json:2");
});

test("two frameworks: nobody to ask, so the flag is named", async () => {
  const folder = copyProject("express-esm-ts");
  const file = path.join(folder, "package.json");
  writeFileSync(file, '{"type":"module","dependencies":{"express":"5","next":"16"}}');
  const result = await runMain(folder, ["init", "--yes"]);
  expect(result.code).toBe(2);
  expect(result.stderr).toContain("--framework ID (next-app, express)");
  expect((await runMain(folder, ["init", "--yes", "--no-install", "--framework", "express"])).code).toBe(0);
});

test("dev refuses NODE_ENV=production", async () => {
  const result = await runMain(copyProject("express-esm-ts"), ["dev"], { env: { NODE_ENV: "production" } });
  expect(result.code).toBe(1);
  expect(result.stderr).toContain("NODE_ENV=production");
});

test("info shows which variables are set, not what they hold", async () => {
  const folder = copyProject("express-esm-ts");
  writeFileSync(
    path.join(folder, ".env"),
    "AUTH_SECRET=test-secret-test-secret-test-secret-000\nAUTH_GITHUB_ID=\n",
  );
  for (const flags of [[], ["--json"]]) {
    const { stdout } = await runMain(folder, ["info", ...flags]);
    expect(stdout).toContain("AUTH_SECRET");
    expect(stdout).not.toContain("test-secret");
  }
});

test("paths in flags are meant from the folder the person is in", async () => {
  const folder = copyProject("express-esm-ts");
  const inner = path.join(folder, "src");
  const init = await runMain(inner, [
    "init",
    "--yes",
    "--no-install",
    "--server",
    "server.ts",
    "--env",
    "../.env.auth",
  ]);
  expect(init.code, init.stderr).toBe(0);
  const add = await runMain("/", [
    "add-provider",
    "google",
    "-C",
    folder,
    "--config",
    path.join(folder, "src/auth.ts"),
    "--json",
  ]);
  expect(add.code, add.stdout).toBe(0);
  const written = snapshotOf(folder);
  expect(Object.keys(written)).toEqual(expect.arrayContaining([".env.auth", "src/auth.ts"]));
  expect((await runMain(folder, ["init", "--server", "../elsewhere.ts"])).code).toBe(2);
});
