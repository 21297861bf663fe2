/** `auth init --plugin`: plugins in the first configuration, with a store and who sends their mails. */
import { readFileSync, writeFileSync } from "node:fs";
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

describe("N-07: the way to what was installed", () => {
  const all = ["--provider", "github", "--plugin", "password,account,two-factor"];

  test.each([
    ["express-esm-ts", "src/auth.ts", "/auth"],
    ["fastify-ts", "src/auth.ts", "/auth"],
    ["nest12-ts", "src/auth.ts", "/auth"],
    ["node-ts", "src/auth.ts", "/auth"],
    ["nitro-ts", "routes/account.ts", "/auth"],
    ["hono-ts", "src/auth.ts", "/auth"],
    ["koa-ts", "src/auth.ts", "/auth"],
    ["h3-ts", "src/auth.ts", "/auth"],
    ["next-app-ts", "app/account/page.tsx", "/api/auth"],
  ])("%s: the example page links to the pages of the plugins that it has", async (project, file, base) => {
    const folder = copyProject(project);
    const { code, stderr } = await init(folder, ...all);
    expect(code, stderr).toBe(0);
    const text = read(folder, file);
    expect(text).toContain(`<a href="${base}/account">Manage your account</a>`);
    expect(text).toContain(`<a href="${base}/two-factor/set-up">Set up two-step sign-in</a>`);
    const plain = copyProject(project);
    await init(plain, "--provider", "github");
    expect(read(plain, file)).not.toMatch(/Manage your account|two-step/);
  });

  test("next-pages-ts: by forms, which next lint lets through", async () => {
    const folder = copyProject("next-pages-ts");
    await init(folder, ...all);
    const text = read(folder, "pages/account.tsx");
    expect(text).toMatch(
      /<form action="\/api\/auth\/account">\s+<button style=\{button\}>Manage your account<\/button>/,
    );
    expect(text).toContain('<form action="/api/auth/two-factor/set-up">');
  });

  test("below a path of next.config with that path", async () => {
    const folder = copyProject("next-app-ts");
    writeFileSync(path.join(folder, "next.config.mjs"), 'export default { basePath: "/shop" };\n');
    const { stderr } = await init(folder, ...all);
    expect(read(folder, "app/account/page.tsx")).toContain('<a href="/shop/api/auth/account">');
    expect(stderr).toContain("http://localhost:3000/shop/api/auth/password/sign-up");
  });

  test("five next steps, the trial behind what it needs; whole addresses, and nothing that is done already", async () => {
    const { stderr } = await init(copyProject("express-esm-ts"), ...all);
    const [, next = ""] = stderr.split("Next:");
    expect(next.match(/^ +\d\. /gm)).toHaveLength(5);
    expect(next).toMatch(/1\. Install .*\n +2\. Try it: /);
    expect(next).toMatch(
      /Later:\n +- The sign-in page links to sign-up: http:\S+\/auth\/password\/sign-up\n/,
    );
    expect(next).not.toMatch(/Link users|below the path/);
  });

  test("with migrations: they come before the trial", async () => {
    const { stderr } = await init(copyProject("express-esm-ts"), ...all, "--adapter", "pg");
    expect(stderr.indexOf("Run the migration")).toBeLessThan(stderr.indexOf("Try it:"));
  });

  test("N-13: nobody is signed in in a fresh project, so none is told to sign in again", async () => {
    const { stderr } = await init(copyProject("express-esm-ts"), ...all);
    expect(stderr).toContain("auth-store.ts");
    expect(stderr).not.toMatch(/sign in again|AUTH_W_SESSIONS_MOVE/);
  });
});

describe("how many files a plan changes", () => {
  test("before it is written, and at the end of a dry run", async () => {
    const folder = copyProject("express-esm-ts");
    const dry = await init(folder, "--provider", "github", "--dry-run");
    expect(dry.stdout.trimEnd().split("\n").at(-1)).toBe("6 files: 3 new, 3 edited.");
    expect((await init(folder, "--provider", "github")).stderr).toContain("\n6 files: 3 new, 3 edited.\n");
  });
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
