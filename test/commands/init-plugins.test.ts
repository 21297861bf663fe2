/** `auth init --plugin`: plugins in the first configuration, with a store and who sends their mails. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

afterEach(removeProjects);

const init = (folder: string, ...more: string[]) =>
  runMain(folder, ["init", "--yes", "--no-install", ...more]);
const read = (folder: string, file: string) => readFileSync(path.join(folder, file), "utf8");

describe.each([
  ["express-esm-ts", "src/auth.ts"],
  ["express-cjs", "auth.js"],
  ["hono-ts", "src/auth.ts"],
  ["next-app-ts", "auth.ts"],
])("%s", (project, file) => {
  test("plugins, their mails and their tables in one command; again it is nothing to do; undo", async () => {
    const folder = copyProject(project);
    const before = snapshotOf(folder);
    const dry = await init(folder, "--plugin", "password,account", "--dry-run");
    expect([dry.code, snapshotOf(folder)]).toEqual([0, before]);
    const { code, stderr } = await init(folder, "--plugin", "password,account", "--plugin", "two-factor");
    expect(code, stderr).toBe(0);
    const text = read(folder, file);
    expect(text).toContain("plugins: [password(), account(), twoFactor()]");
    expect(text).toContain("providers: [Nodemailer({ signIn: false })]");
    expect(text).toContain("adapter: authStore");
    expect(stderr).not.toContain("db migrate");
    const after = snapshotOf(folder);
    expect((await init(folder, "--plugin", "password,account,two-factor")).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(after);
    expect((await runMain(folder, ["undo"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });
});

test("beside providers, by the transport that is named, with sessions of the kind that is named", async () => {
  const folder = copyProject("express-esm-ts");
  const flags = ["--provider", "github", "--plugin", "password", "--transport", "resend", "--session", "jwt"];
  const { code, stdout } = await init(folder, ...flags, "--json");
  expect(code, stdout).toBe(0);
  expect(JSON.parse(stdout).plan.steps.length).toBeGreaterThan(4);
  const text = read(folder, "src/auth.ts");
  expect(text).toContain("providers: [GitHub, Resend({ signIn: false })]");
  expect(text).toContain('session: { strategy: "jwt" }');
});

test("--sign-in-links: the provider that sends the mails signs in by links too; again, and undo", async () => {
  const folder = copyProject("express-esm-ts");
  const before = snapshotOf(folder);
  const flags = ["--plugin", "password", "--sign-in-links"];
  expect((await init(folder, ...flags)).code).toBe(0);
  expect(read(folder, "src/auth.ts")).toContain("providers: [Nodemailer({ confirm: true, code: true })]");
  const after = snapshotOf(folder);
  expect((await init(folder, "--plugin", "password")).code).toBe(0);
  expect(snapshotOf(folder)).toEqual(after);
  expect((await runMain(folder, ["undo"])).code).toBe(0);
  expect(snapshotOf(folder)).toEqual(before);
});

test("a mail provider that is chosen sends the mails, and signs in by links", async () => {
  const folder = copyProject("express-esm-ts");
  await init(folder, "--provider", "postmark", "--plugin", "password");
  expect(read(folder, "src/auth.ts")).toContain("providers: [Postmark({ confirm: true, code: true })]");
});

test("a plugin that is no way to sign in stands beside the default provider", async () => {
  const folder = copyProject("express-esm-ts");
  await init(folder, "--plugin", "account");
  expect(read(folder, "src/auth.ts")).toContain("providers: [GitHub]");
});

test("with migrations in SQL: one for the store, one for the plugins", async () => {
  const folder = copyProject("express-esm-ts");
  const { code, stderr } = await init(folder, "--plugin", "password", "--adapter", "pg");
  expect(code, stderr).toBe(0);
  expect(read(folder, "migrations/0002_auth_password.sql")).toContain("auth_password_hash");
});

test("a configuration that is there keeps its plugins, and the command for more of them is named", async () => {
  const folder = copyProject("express-esm-ts");
  await init(folder);
  const before = snapshotOf(folder);
  const { code, stderr } = await init(folder, "--plugin", "password");
  expect(code, stderr).toBe(0);
  expect(stderr).toContain("auth add-plugin");
  expect(snapshotOf(folder)).toEqual(before);
});

test.each([
  [["--plugin", "pasword"], "Did you mean password?"],
  [["--plugin", "password", "--transport", "github"], "sends no mails"],
  [["--plugin", "password", "--transport", "none", "--sign-in-links"], "adds nothing that sends"],
])("%j is refused before anything is read", async (flags, words) => {
  const folder = copyProject("express-esm-ts");
  const before = snapshotOf(folder);
  const { code, stderr } = await init(folder, ...flags);
  expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  expect(snapshotOf(folder)).toEqual(before);
});
