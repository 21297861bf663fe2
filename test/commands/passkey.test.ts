/** Passkeys by `auth add-provider` and `auth init`: the lines are the same in every project, so they are written. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

afterEach(removeProjects);

const init = (folder: string, ...more: string[]) =>
  runMain(folder, ["init", "--yes", "--no-install", ...more]);
const add = (folder: string, ...more: string[]) =>
  runMain(folder, ["add-provider", "passkey", "--yes", "--no-install", ...more]);
const read = (folder: string, file: string) => readFileSync(path.join(folder, file), "utf8");
const edit = (folder: string, file: string, change: (text: string) => string) =>
  writeFileSync(path.join(folder, file), change(read(folder, file)));
const flag = "experimental: { enableWebAuthn: true },";
const withFlag = (text: string) => text.replace("providers:", `${flag}\n  providers:`);

const projects = [
  ["express-esm-ts", "src/auth.ts"],
  ["express-cjs", "auth.js"],
  ["next-app-ts", "auth.ts"],
  ["next-src-js", "src/auth.js"],
] as const;

describe.each(projects)("%s", (name, file) => {
  test("F-03: add-provider: import, entry, package, no switch; again it is nothing to do; undo", async () => {
    const folder = copyProject(name);
    await init(folder, "--adapter", "kysely");
    const before = snapshotOf(folder);
    const { code, stderr } = await add(folder);
    expect(code, stderr).toBe(0);
    const text = read(folder, file);
    expect(text).toMatch(/["']authwright\/providers\/passkey["']/);
    expect(text).toMatch(/providers: \[GitHub, Passkey\]/);
    expect(text).not.toContain("experimental");
    expect(JSON.parse(read(folder, "package.json")).dependencies).toHaveProperty("@simplewebauthn/server");
    expect(stderr).not.toContain("as callback URL");
    expect(stderr).toContain("docs/guides/passkeys.md");
    expect((await runMain(folder, ["doctor", "--json"])).stdout).not.toContain("AUTH_D_PASSKEY_OFF");
    expect((await add(folder)).stderr).toContain("Nothing to do");
    expect((await runMain(folder, ["undo", "--yes"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("init --provider passkey brings a store along; again it is nothing to do; undo", async () => {
    const folder = copyProject(name);
    const before = snapshotOf(folder);
    const { code, stderr } = await init(folder, "--provider", "github,passkey");
    expect(code, stderr).toBe(0);
    const text = read(folder, file);
    expect(text).not.toContain("experimental");
    expect(text).toContain("adapter: authStore");
    const { dependencies } = JSON.parse(read(folder, "package.json"));
    expect(dependencies).toMatchObject({
      kysely: expect.any(String),
      "@simplewebauthn/server": expect.any(String),
    });
    expect((await init(folder, "--provider", "github,passkey")).stderr).toContain("Nothing to do");
    expect((await runMain(folder, ["undo", "--yes"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });
});

describe("a project of before, with the switch", () => {
  async function older(): Promise<string> {
    const folder = copyProject("express-esm-ts");
    await init(folder, "--adapter", "kysely");
    await add(folder);
    edit(folder, "src/auth.ts", withFlag);
    return folder;
  }

  test("a second add-provider changes nothing", async () => {
    const folder = await older();
    const before = snapshotOf(folder);
    const { code, stderr } = await add(folder);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain("Nothing to do");
    expect(snapshotOf(folder)).toEqual(before);
    expect((await runMain(folder, ["doctor", "--json"])).stdout).not.toContain("AUTH_D_PASSKEY_OFF");
  });

  test("remove-provider takes the entry out and names the switch that stays", async () => {
    const folder = await older();
    const { code, stderr } = await runMain(folder, ["remove-provider", "passkey", "--yes"]);
    expect(code, stderr).toBe(0);
    expect(read(folder, "src/auth.ts")).not.toContain("Passkey");
    expect(read(folder, "src/auth.ts")).toContain(flag);
    expect(stderr).toContain("src/auth.ts: experimental.enableWebAuthn stays");
  });
});

test.each(["true", "false"])("another switch, %s, stays as it is", async (value) => {
  const folder = copyProject("express-esm-ts");
  await init(folder, "--adapter", "kysely");
  const other = `experimental: {\n    // Since March.\n    enableWebAuthn: ${value},\n  },\n  providers:`;
  edit(folder, "src/auth.ts", (text) => text.replace("providers:", other));
  const { code, stderr } = await add(folder);
  expect(code, stderr).toBe(0);
  expect(read(folder, "src/auth.ts")).toContain(other);
});

test("the packages that are written are the ones that the tests run with", async () => {
  const folder = copyProject("express-esm-ts");
  await init(folder, "--provider", "passkey,nodemailer");
  const { dependencies } = JSON.parse(read(folder, "package.json"));
  const { devDependencies } = JSON.parse(readFileSync(path.join(projectRoot, "package.json"), "utf8"));
  for (const name of ["@simplewebauthn/server", "nodemailer"])
    expect(dependencies[name]).toBe(`^${devDependencies[name]}`);
});
