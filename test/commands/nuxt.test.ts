/** What the commands do in Nuxt projects; test/commands/init.test.ts has what holds for all frameworks. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

afterEach(removeProjects);

const init = (folder: string, ...more: string[]) =>
  runMain(folder, ["init", "--yes", "--no-install", ...more]);
const read = (folder: string, file: string) => readFileSync(path.join(folder, file), "utf8");
function write(folder: string, file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

describe("init", () => {
  test("writes the auth file, names the module, and lets the server answer the example where there are no pages", async () => {
    const folder = copyProject("nuxt-ts");
    const { code, stderr } = await init(folder);
    expect(code, stderr).toBe(0);
    expect(read(folder, "server/auth.ts")).toContain("from 'authwright/nuxt/server'");
    expect(read(folder, "nuxt.config.ts")).toContain("  modules: ['authwright/nuxt']\n");
    expect(read(folder, "server/routes/dashboard.get.ts")).toContain("await auth.require(event)");
    expect(JSON.parse(read(folder, "package.json")).dependencies).toHaveProperty("authwright");
    const { result } = JSON.parse((await runMain(folder, ["info", "--json"])).stdout);
    expect(result).toMatchObject({ frameworks: [{ id: "nuxt" }], authFile: "server/auth.ts" });
  });

  test("makes a page of Vue where there are pages", async () => {
    const folder = copyProject("nuxt-ts");
    write(folder, "app/pages/index.vue", "<template><p>Hello</p></template>\n");
    expect((await init(folder)).code).toBe(0);
    const page = read(folder, "app/pages/dashboard.vue");
    expect(page).toContain("definePageMeta({ auth: true })");
    expect(page).toContain("{{ data?.user?.name }}");
    expect(page).toContain('<a href="/sign-out">');
  });

  test("leaves the built-in pages below the endpoints where the app has a path of its own", async () => {
    const folder = copyProject("nuxt-ts");
    write(
      folder,
      "nuxt.config.ts",
      read(folder, "nuxt.config.ts").replace("  devtools:", "  app: { baseURL: '/shop/' },\n  devtools:"),
    );
    write(folder, "app/pages/index.vue", "<template><p>Hello</p></template>\n");
    const { code, stderr, stdout } = await init(folder);
    expect(code, stderr).toBe(0);
    expect(stdout + stderr).toContain("the app has an app.baseURL");
    expect(read(folder, "server/auth.ts")).not.toContain("pageAddresses");
    expect(read(folder, "app/pages/dashboard.vue")).toContain('<a href="/shop/api/auth/signout">');
  });

  test("in a project of JavaScript without nuxt.config", async () => {
    const folder = copyProject("nuxt-ts");
    for (const file of ["nuxt.config.ts", "tsconfig.json"]) rmSync(path.join(folder, file));
    write(
      folder,
      "package.json",
      read(folder, "package.json").replace(/,\s*"devDependencies": \{[^}]*\}/, ""),
    );
    write(folder, "app/pages/index.vue", "<template><p>Hello</p></template>\n");
    const { code, stderr } = await init(folder);
    expect(code, stderr).toBe(0);
    expect(read(folder, "nuxt.config.js")).toContain('modules: ["authwright/nuxt"]');
    expect(read(folder, "app/pages/dashboard.vue")).toMatch(/^<script setup>\n/);
    expect(read(folder, "server/auth.js")).toContain("createAuth");
  });

  test.each([
    ["modules: ['@nuxt/ui'],", "modules: ['@nuxt/ui', 'authwright/nuxt'],"],
    ["modules: [\n    '@nuxt/ui',\n  ],", "modules: [\n    '@nuxt/ui',\n    'authwright/nuxt',\n  ],"],
  ])("adds to %s", async (before, after) => {
    const folder = copyProject("nuxt-ts");
    write(folder, "nuxt.config.ts", `export default defineNuxtConfig({\n  ${before}\n})\n`);
    expect((await init(folder)).code).toBe(0);
    expect(read(folder, "nuxt.config.ts")).toBe(`export default defineNuxtConfig({\n  ${after}\n})\n`);
  });

  test("modules that are made elsewhere are a person's to change: exit 3, nothing written, the line is told", async () => {
    const folder = copyProject("nuxt-ts");
    write(
      folder,
      "nuxt.config.ts",
      "import { modules } from './modules'\n\nexport default defineNuxtConfig({ modules })\n",
    );
    const before = snapshotOf(folder);
    const { code, stdout, stderr } = await init(folder);
    expect(code, stdout + stderr).toBe(3);
    expect(stdout + stderr).toContain('modules: ["authwright/nuxt"],');
    expect(snapshotOf(folder)).toEqual(before);
  });
});

describe("protect", () => {
  test("writes a rule for each path; nothing more the second time; undo", async () => {
    const folder = copyProject("nuxt-ts");
    expect((await init(folder)).code).toBe(0);
    const before = snapshotOf(folder);
    const args = ["protect", "--yes", "/dashboard", "/teams/*/settings", "--role", "admin", "--force"];
    const first = await runMain(folder, args);
    expect(first.code, first.stderr).toBe(0);
    expect(read(folder, "nuxt.config.ts")).toContain(
      "routeRules: { '/dashboard/**': { auth: { role: 'admin' } }, '/teams/*/settings/**': { auth: { role: 'admin' } } }",
    );
    expect((await runMain(folder, args)).stderr).toContain("Nothing to do");
    expect((await runMain(folder, ["undo", "--yes"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("a rule that is there with something else is a person's decision", async () => {
    const folder = copyProject("nuxt-ts");
    expect((await init(folder)).code).toBe(0);
    expect((await runMain(folder, ["protect", "--yes", "/dashboard"])).code).toBe(0);
    const before = snapshotOf(folder);
    const { code, stdout, stderr } = await runMain(
      folder,
      "protect --yes /dashboard --role admin".split(" "),
    );
    expect(code, stdout + stderr).toBe(3);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("a path where nothing answers is a mistake", async () => {
    const folder = copyProject("nuxt-ts");
    expect((await init(folder)).code).toBe(0);
    const { code, stderr } = await runMain(folder, ["protect", "--yes", "/dashbord"]);
    expect(code).toBe(2);
    expect(stderr).toContain("It has /dashboard");
  });
});

test("providers and a store come and go, byte for byte; the image holds what Nuxt builds", async () => {
  const folder = copyProject("nuxt-ts");
  expect((await init(folder)).code).toBe(0);
  const before = snapshotOf(folder);
  for (const args of [
    ["add-provider", "gitlab", "--no-install"],
    ["add-adapter", "kysely", "--no-install"],
    ["add-plugin", "password", "--no-install"],
    ["add-role", "admin"],
    ["add-docker"],
  ]) {
    const { code, stdout, stderr } = await runMain(folder, [...args, "--yes"]);
    expect(code, stdout + stderr).toBe(0);
    if (args[0] === "add-docker") expect(read(folder, "Dockerfile")).toContain(".output/server/index.mjs");
  }
  const { result } = JSON.parse((await runMain(folder, ["doctor", "--json"])).stdout);
  const unsound = result.findings.filter(
    (one: { code: string; level: string }) => one.level !== "hint" && one.code !== "AUTH_D_NOT_INSTALLED",
  );
  expect(unsound).toEqual([]);
  for (let at = 0; at < 5; at++) await runMain(folder, ["undo", "--yes"]);
  expect(snapshotOf(folder)).toEqual(before);
});
