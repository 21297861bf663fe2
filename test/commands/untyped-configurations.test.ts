/** Configurations that nothing gives a type to, and such that spread another one: what commands write compiles and holds. */
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { linkPackages } from "../migrate/samples.js";
import { copyProject, removeProjects, runMain } from "../support/cli.js";
import { run } from "../support/process.js";
import { nativeCompiler } from "../support/type-check.js";

afterAll(removeProjects);

const head =
  'import { createAuth } from "authwright/express";\nimport GitHub from "authwright/providers/github";\n';
/** What the commands wrote; the last test compiles all of it in one go. */
const written: { readonly name: string; readonly text: string; readonly folder: string }[] = [];

/** An Express project whose src/auth.ts is this. */
async function projectWith(auth: string) {
  const folder = copyProject("express-esm-ts");
  const file = path.join(folder, "src/auth.ts");
  const at = (...args: string[]) => runMain(folder, [...args, "--yes", "--no-install"]);
  expect((await at("init")).code).toBe(0);
  writeFileSync(file, auth);
  const read = () => readFileSync(file, "utf8");
  return { at, read, keep: (name: string) => void written.push({ name, text: read(), folder }) };
}

const addStore = ["add-adapter", "kysely", "--session", "jwt"] as const;

describe.each([addStore, ["add-role", "admin"]])("CL-02: %s", (...command) => {
  test.each([
    ["a constant", "const config = { providers: [GitHub] };\nexport const auth = createAuth(config);\n"],
    [
      "a frozen object",
      "const config = Object.freeze({\n  providers: [GitHub],\n});\nexport const auth = createAuth(config);\n",
    ],
    [
      "a function that returns one",
      "async function config() {\n  return { providers: [GitHub] };\n}\nexport const auth = createAuth(await config());\n",
    ],
    [
      "an arrow function",
      "const config = () => ({ providers: [GitHub] });\nexport const auth = createAuth(config());\n",
    ],
    [
      "a constant that never changes",
      "const providers = [GitHub];\nconst config = { providers } as const;\nexport const auth = createAuth(config);\n",
    ],
    [
      "a static property",
      "class Settings {\n  static auth = { providers: [GitHub] };\n}\nexport const auth = createAuth(Settings.auth);\n",
    ],
    [
      "a member of an object",
      "const settings = { port: 3000, auth: { providers: [GitHub] } };\nexport const auth = createAuth(settings.auth);\n",
    ],
    [
      "an object that is joined with another one",
      "const base = { debug: false };\nexport const auth = createAuth(Object.assign({}, base, { providers: [GitHub] }));\n",
    ],
    ["an object in the call", "export const auth = createAuth({ providers: [GitHub] });\n"],
  ])("%s", async (what, rest) => {
    const { at, read, keep } = await projectWith(`${head}\n${rest}`);
    const result = await at(...command);
    expect(result.code, result.stderr).toBe(0);
    const once = read();
    expect((await at(...command)).code).toBe(0);
    expect(read()).toBe(once);
    keep(`${command[0]}, ${what}`);
  });
});

test("CL-02: one that has its type gets no second one", async () => {
  const { at, read, keep } = await projectWith(
    `${head}import type { MiddlewareAuthConfig } from "authwright/express";\n\nconst config: MiddlewareAuthConfig = { providers: [GitHub] };\nexport const auth = createAuth(config);\n`,
  );
  expect((await at(...addStore)).code).toBe(0);
  expect(read()).not.toContain("satisfies");
  keep("typed already");
});

describe("CL-03: a spread does not override what a command adds", () => {
  const spreading = (members: string, object: string) =>
    projectWith(
      `${head}\nconst shared = { ${members} } as const;\nexport const auth = createAuth(${object});\n`,
    );

  test.each([
    ["in one line", "providers: [GitHub]", "{ ...shared }", ["{ ...shared, adapter: authStore"]],
    [
      "behind a member",
      "providers: [GitHub], session: { maxAge: 3600 }",
      "{ debug: false, ...shared }",
      ["...shared, adapter: authStore", 'session: { ...shared.session, strategy: "jwt" }'],
    ],
    [
      "on lines of its own",
      "providers: [GitHub]",
      "{\n  debug: false,\n  ...shared,\n}",
      ["  ...shared,\n  adapter: authStore,\n"],
    ],
    [
      "in front of providers",
      "session: { maxAge: 3600 }",
      "{\n  ...shared,\n  providers: [GitHub],\n}",
      ["  ...shared,\n  adapter: authStore,\n", "...shared.session"],
    ],
  ])("%s", async (what, members, object, wanted) => {
    const { at, read, keep } = await spreading(
      members.replace("[GitHub]", "[GitHub] as [typeof GitHub]"),
      object,
    );
    const result = await at(...addStore);
    expect(result.code, result.stderr).toBe(0);
    for (const text of wanted) expect(read()).toContain(text);
    keep(`spread ${what}`);
  });

  test("another adapter in the spread object is for a person to decide about", async () => {
    const { at, read } = await spreading("providers: [GitHub], adapter: {}", "{ ...shared }");
    const before = read();
    expect((await at(...addStore)).code).toBe(3);
    expect(read()).toBe(before);
  });

  test("sessions that the spread object keeps in cookies are said to stay there", async () => {
    const { at } = await spreading('providers: [GitHub], session: { strategy: "jwt" }', "{ ...shared }");
    const { stdout } = await at("add-adapter", "kysely", "--json");
    expect(stdout).not.toContain("AUTH_W_SESSIONS_MOVE");
  });
});

describe("CL-03: an option goes into the configuration, not into what surrounds the server", () => {
  test.each([
    ["an arrow function", "const config = () => ({ providers: [GitHub] });\n", "config()"],
    ["a function", "function config() {\n  return { providers: [GitHub] };\n}\n", "config()"],
    [
      "an async function",
      "async function config() {\n  return { providers: [GitHub] };\n}\n",
      "await config()",
    ],
    [
      "one that takes what it needs",
      "const config = (debug: boolean) => ({ debug, providers: [GitHub] });\n",
      "config(true)",
    ],
  ])("of %s", async (_what, made, call) => {
    const folder = copyProject("hono-ts");
    const at = (...args: string[]) => runMain(folder, [...args, "--yes", "--no-install"]);
    expect((await at("init")).code).toBe(0);
    const file = path.join(folder, "src/auth.ts");
    const own = `${head.replace("express", "hono")}\n${made}export const auth = createAuth(${call}, { trustProxy: 1 });\n`;
    writeFileSync(file, own);
    const result = await at(...addStore);
    expect(result.code, result.stderr).toBe(0);
    const text = readFileSync(file, "utf8");
    expect(text).toContain(`createAuth(${call}, { trustProxy: 1 });`);
    expect(text).toMatch(/\{ (?:debug, )?adapter: authStore, .*providers: \[GitHub\] \}/);
  });
});

test("CL-02: a configuration with plugins and mail has a type that declarations can name", async () => {
  const folder = copyProject("express-esm-ts");
  writeFileSync(
    path.join(folder, "src/auth.config.ts"),
    'import type { MiddlewareAuthConfig } from "authwright/express";\nimport { accessTokens } from "authwright/plugins/access-tokens";\nimport GitHub from "authwright/providers/github";\nimport Google from "authwright/providers/google";\nimport Nodemailer from "authwright/providers/nodemailer";\nimport Passkey from "authwright/providers/passkey";\nimport Resend from "authwright/providers/resend";\n\nexport default {\n  providers: [GitHub({}), Google({}), Nodemailer({}), Passkey({}), Resend],\n  plugins: [accessTokens()],\n} satisfies MiddlewareAuthConfig;\n',
  );
  linkPackages(folder);
  const args = [...nativeCompiler, "-p", ".", "--declaration", "--emitDeclarationOnly", "--preserveSymlinks"];
  const result = await run(process.execPath, args, { cwd: folder });
  expect(result.stdout + result.stderr).toBe("");
});

test("CL-02, CL-03: all of it compiles", async () => {
  expect(written.length).toBeGreaterThan(14);
  const folder = copyProject("express-esm-ts");
  for (const [at, { text, folder: from }] of written.entries()) {
    writeFileSync(path.join(folder, `src/case${at}.ts`), text);
    for (const made of ["auth-store.ts", "roles.ts"])
      if (existsSync(path.join(from, "src", made)))
        copyFileSync(path.join(from, "src", made), path.join(folder, "src", made));
  }
  linkPackages(folder);
  const result = await run(process.execPath, [...nativeCompiler, "-p", ".", "--noEmit"], { cwd: folder });
  const names = written.map(({ name, text }, at) => `src/case${at}.ts: ${name}\n${text}`).join("\n");
  expect(result.stdout + result.stderr, names).toBe("");
});
