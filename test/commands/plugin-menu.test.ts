/** Links to the pages of plugins in the user menu of an app. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { copyProject, removeProjects, runMain } from "../support/cli.js";

afterEach(removeProjects);

const read = (folder: string, file: string) => readFileSync(path.join(folder, file), "utf8");
const edit = (folder: string, file: string, change: (text: string) => string) =>
  writeFileSync(path.join(folder, file), change(read(folder, file)));

async function run(folder: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runMain(folder, args);
  expect(code, stdout + stderr).toBe(0);
  return stderr;
}

const tailwind = (folder: string) =>
  edit(folder, "package.json", (text) =>
    JSON.stringify({ ...JSON.parse(text), devDependencies: { tailwindcss: "^4" } }, null, 2),
  );
const same = () => undefined;

const projects = [
  ["next-app-ts", "components/sign-in-button.tsx", same],
  ["next-app-ts", "components/sign-in-button.tsx", tailwind],
  ["sveltekit-ts", "src/lib/components/AuthBar.svelte", same],
  ["nuxt-ts", "app/components/AuthBar.vue", same],
] as const;

const add = (folder: string, ...plugins: readonly string[]) =>
  run(folder, "add-plugin", ...plugins, "--no-install", "--transport", "none");

/** What `auth init` writes with a layout, a store and further arguments. */
async function begun(project: string, prepare: (folder: string) => void, ...more: string[]): Promise<string> {
  const folder = copyProject(project);
  prepare(folder);
  await run(folder, "init", "--yes", "--no-install", "--layout", ...more);
  if (more.length === 0) await run(folder, "add-adapter", "pg", "--yes", "--no-install");
  return folder;
}

describe.each(projects)("%s, %s", (project, file, prepare) => {
  test("added later, the menu is what it is from the start; taken out, what it was", async () => {
    const plugins = "account,organizations";
    const wanted = read(
      await begun(project, prepare, "--plugin", plugins, "--adapter", "pg", "--transport", "none"),
      file,
    );
    const folder = await begun(project, prepare);
    const before = read(folder, file);
    expect(before).not.toBe(wanted);
    const said = await add(folder, ...plugins.split(","));
    expect(said).not.toContain("Link users who are signed in");
    expect(read(folder, file)).toBe(wanted);
    const again = await add(folder, ...plugins.split(","));
    expect(again).not.toContain("Link users who are signed in");
    expect(read(folder, file)).toBe(wanted);
    await run(folder, "remove-plugin", ...plugins.split(","));
    expect(read(folder, file)).toBe(before);
  });
});

const bar = "src/lib/components/AuthBar.svelte";

test("a link of the app's own stays", async () => {
  const folder = await begun("sveltekit-ts", same);
  await add(folder, "account");
  edit(folder, bar, (text) => text.replace(">Manage your account<", ">Me<"));
  const own = read(folder, bar);
  await add(folder, "account");
  await run(folder, "remove-plugin", "account");
  expect(read(folder, bar)).toBe(own);
});

test.each([
  ["two menus", (text: string) => text.replace("<UserButton", "<UserButton />\n    <UserButton")],
  ["somebody else's menu", (text: string) => text.replaceAll("authwright", "clerkish")],
  [
    "a menu of the app's own beside what is ours",
    (text: string) =>
      text
        .replace(", UserButton }", " }")
        .replace('<script lang="ts">', '<script lang="ts">\n  import UserButton from "./UserButton.svelte";'),
  ],
  ["a menu that cannot be read", (text: string) => text.replace("<UserButton", "<UserButton on={`{`}")],
])("%s: no line of it changes, and the step is told", async (_name, change) => {
  const folder = await begun("sveltekit-ts", same);
  edit(folder, bar, change);
  const before = read(folder, bar);
  const said = await add(folder, "account");
  expect(said).toContain("Link users who are signed in to http://localhost:5173/account");
  expect(read(folder, bar)).toBe(before);
});

test("nuxt: a component of the app's own by that name is taken for the menu by nobody", async () => {
  const folder = await begun("nuxt-ts", same);
  const file = "app/components/AuthBar.vue";
  writeFileSync(path.join(folder, "app/components/UserButton.vue"), "<template><b>me</b></template>\n");
  const before = read(folder, file);
  expect(await add(folder, "account")).toContain("Link users who are signed in");
  expect(read(folder, file)).toBe(before);
});

test("organisations are linked by the account page that is there", async () => {
  const folder = await begun("sveltekit-ts", same);
  await add(folder, "account");
  const before = read(folder, bar);
  const said = await add(folder, "organizations");
  expect(said).not.toContain("Link users");
  expect(read(folder, bar)).toBe(before);
});
