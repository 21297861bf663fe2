/** An app that next-auth or @auth/* signs people in to gets one answer from every command that needs a configuration. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

afterAll(removeProjects);

describe.each([
  ["next-app-ts", "next-auth", 'import NextAuth from "next-auth";\n'],
  ["express-esm-ts", "@auth/express", 'import { ExpressAuth } from "@auth/express";\n'],
])("CL-05: an app in %s with %s", (project, name, text) => {
  let folder = "";

  beforeEach(() => {
    folder = copyProject(project);
    const file = path.join(folder, "package.json");
    const parsed = JSON.parse(readFileSync(file, "utf8"));
    parsed.dependencies[name] = "latest";
    writeFileSync(file, JSON.stringify(parsed));
    writeFileSync(path.join(folder, "auth.ts"), text);
  });

  test.each([
    ["init", "--yes"],
    ["add-provider", "github"],
    ["remove-provider", "github"],
    ["add-plugin", "password"],
    ["remove-plugin", "password"],
    ["add-adapter", "pg"],
    ["add-role", "admin"],
    ["add-docker"],
    ["protect", "/account"],
    ["test", "init"],
    ["upgrade"],
  ])("%s is told to migrate it, and writes nothing", async (...args) => {
    const before = snapshotOf(folder);
    const { code, stderr } = await runMain(folder, args);
    expect(stderr).toContain(`auth.ts uses ${name}.`);
    expect(stderr).toContain("Run npx authwright migrate, which keeps every user signed in.");
    expect(stderr).not.toContain("npx authwright init");
    expect(code).toBe(3);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("doctor names migrate, not init", async () => {
    const { code, stdout } = await runMain(folder, ["doctor", "--json"]);
    const { findings } = JSON.parse(stdout).result;
    expect(findings).toMatchObject([
      {
        code: "AUTH_D_NO_CONFIG",
        path: "auth.ts",
        message: `auth.ts uses ${name}.`,
        fix: "Run npx authwright migrate, which keeps every user signed in.",
      },
    ]);
    expect(code).toBe(1);
  });
});

test("CL-05: an app without either still starts with init", async () => {
  const folder = copyProject("express-esm-ts");
  const { code, stderr } = await runMain(folder, ["add-provider", "github"]);
  expect(stderr).toContain("Run npx authwright init first");
  expect(code).toBe(1);
});

test.each([
  [
    "@auth/sveltekit",
    "src/auth.ts",
    'import { SvelteKitAuth } from "@auth/sveltekit";\n',
    "keeps every user signed in",
  ],
  [
    "@sidebase/nuxt-auth",
    "nuxt.config.ts",
    'export default { modules: ["@sidebase/nuxt-auth"] };\n',
    "keeps every user signed in",
  ],
  [
    "nuxt-auth-utils",
    "nuxt.config.ts",
    'export default { modules: ["nuxt-auth-utils"] };\n',
    "people sign in once more",
  ],
])("init names %s where it is used, and what migrate does of it", async (name, file, text, words) => {
  const folder = copyProject(name === "@auth/sveltekit" ? "sveltekit-ts" : "nuxt-ts");
  const manifest = path.join(folder, "package.json");
  const parsed = JSON.parse(readFileSync(manifest, "utf8"));
  parsed.devDependencies[name] = "^1.0.0";
  writeFileSync(manifest, JSON.stringify(parsed));
  writeFileSync(path.join(folder, file), text);
  const { code, stderr } = await runMain(folder, ["init", "--yes"]);
  expect(stderr).toContain(`${file} uses ${name}.`);
  expect(stderr.replaceAll(/\s+/g, " ")).toContain(words);
  expect(code).toBe(3);
});
