import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { copyProject, removeProjects, runMain } from "../support/cli.js";

afterAll(removeProjects);

test.each([
  [["inti"], "Did you mean init?"],
  [["init", "--provder", "github"], "Did you mean --provider?"],
  [["init", "--provider", "githb", "--yes"], "github"],
  [["init", "--framework", "expres", "--yes"], "Did you mean express?"],
])("%j is refused with what was meant, and writes nothing to stdout", async (args, hint) => {
  const { code, stdout, stderr } = await runMain(tmpdir(), args);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(hint);
});

test("an unknown command with --json is one document on stdout", async () => {
  const { code, stdout } = await runMain(tmpdir(), ["frobnicate", "--json"]);
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({
    schemaVersion: 1,
    ok: false,
    error: { code: "AUTH_E_USAGE", message: "Unknown command 'frobnicate'.", hint: expect.any(String) },
  });
});

test("without any command the help is the result", async () => {
  const { code, stdout } = await runMain(tmpdir(), []);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Usage: auth/);
});

test("N-16 commands of two words are told by a sentence", async () => {
  const { stdout } = await runMain(tmpdir(), ["--help"]);
  const { commands, commandGroups } = await import("../../src/commands/manifest/manifest.js");
  const firsts = commands.flatMap(({ name }) => (name.includes(" ") ? [name.split(" ")[0]] : []));
  expect(Object.keys(commandGroups).sort()).toEqual([...new Set(firsts)].sort());
  expect(stdout).toMatch(/test \[options\] +write tests for the guards of the app/);
});

describe("F-35 ids as people write them", () => {
  test.each([
    ["--provider", "github", "google"],
    ["--provider", "github,google"],
    ["--provider", "github, google"],
    ["--provider", "github", "--provider", "google,github"],
    ["--provider", "github", ",", "google"],
  ])("auth init %s %s %s", async (...flags) => {
    const folder = copyProject("express-esm-ts");
    const result = await runMain(folder, ["init", ...flags, "--yes", "--no-install"]);
    expect(result.code, result.stderr).toBe(0);
    expect(readFileSync(path.join(folder, "src/auth.ts"), "utf8")).toContain("providers: [GitHub, Google]");
  });

  test("add-provider and remove-provider take them too", async () => {
    const folder = copyProject("express-esm-ts");
    await runMain(folder, ["init", "--yes", "--no-install"]);
    const auth = () => readFileSync(path.join(folder, "src/auth.ts"), "utf8");
    const before = auth();
    expect((await runMain(folder, ["add-provider", "google,discord", "gitlab", "--no-install"])).code).toBe(
      0,
    );
    expect(auth()).toContain("[GitHub, Google, Discord, GitLab]");
    expect((await runMain(folder, ["remove-provider", "google,", "discord,gitlab"])).code).toBe(0);
    expect(auth()).toBe(before);
  });

  test("still: a parameter keeps its commas, and an unknown id is named", async () => {
    const folder = copyProject("express-esm-ts");
    await runMain(folder, ["init", "--yes", "--no-install"]);
    await runMain(folder, ["add-provider", "gitlab", "--param", "baseUrl=https://a.example/?x=1,2"]);
    expect(readFileSync(path.join(folder, "src/auth.ts"), "utf8")).toContain("x=1,2");
    const unknown = await runMain(folder, ["add-provider", "google,gihub"]);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain("gihub");
  });

  test("doctor --fix takes --no-install", async () => {
    const folder = copyProject("express-esm-ts");
    await runMain(folder, ["init", "--yes", "--no-install"]);
    const result = await runMain(folder, ["doctor", "--fix", "--no-install", "--yes"]);
    expect(result.stderr).not.toContain("no-install");
    expect(result.code).not.toBe(2);
  });
});

test("D6 wherever the package may be absent, the command is npx authwright init", async () => {
  const folder = copyProject("express-esm-ts");
  for (const args of [["doctor"], ["add-provider", "google"], ["migrate"], ["--help"]]) {
    const { stdout, stderr } = await runMain(folder, args);
    expect(stdout + stderr, args.join(" ")).toContain("npx authwright init");
    expect(stdout + stderr).not.toMatch(/npx auth init|[: "]auth init/);
  }
});

describe("F-24", () => {
  const escape = "\u001B]0;owned\u0007\u001B[2J\u001B[31mx\u009B1A\r";

  test.each([
    [["add-provider", `goo${escape}gle`]],
    [[`in${escape}it`]],
    [["init", "--framework", escape]],
    [["add-provider", "google", "--config", escape]],
    [["doctor", "--url", escape]],
    [["token", "decode", "--env", escape, "x"]],
  ])("control characters of arguments don't reach the terminal: %j", async (args) => {
    const { stdout, stderr } = await runMain(copyProject("express-esm-ts"), args);
    // oxlint-disable-next-line no-control-regex -- what must not be there
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/);
    expect(stderr).toContain("Error:");
  });

  test("still: colours of ours", async () => {
    const { stderr } = await runMain(copyProject("express-esm-ts"), ["inti", "--color"]);
    expect(stderr).toMatch(/Error: /);
    const coloured = await runMain(copyProject("express-esm-ts"), [
      "init",
      "--color",
      "--yes",
      "--no-install",
    ]);
    expect(coloured.stderr).toContain("\u001B[32m");
  });

  test.each([
    ['{\n  // mine\n  "name": "shop"\n}\n', 2],
    ['{\n  "name": "shop",\n  /* mine */ "type": "module"\n}\n', 3],
    ['{\n  "dependencies": { "express": "5" },\n}\n', 2],
  ])("package.json that Node can't read is refused with its line: %j", async (text, line) => {
    const folder = copyProject("express-esm-ts");
    const file = path.join(folder, "package.json");
    writeFileSync(file, text);
    const result = await runMain(folder, ["init", "--yes", "--no-install"]);
    expect(result.code).not.toBe(0);
    expect(result.stderr).toContain(`package.json:${line}: `);
    expect(readFileSync(file, "utf8")).toBe(text);
  });
});
