/** `auth init --layout`: a button on every page, where somebody asks for it. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

afterEach(removeProjects);

const init = (folder: string, ...more: string[]) =>
  runMain(folder, ["init", "--yes", "--no-install", ...more]);
const read = (folder: string, file: string) => readFileSync(path.join(folder, file), "utf8");

const projects = [
  ["next-app-ts", "app/layout.tsx", "components/sign-in-button.tsx", "@/components"],
  ["next-src-js", "src/app/layout.js", "src/components/sign-in-button.js", "../components"],
] as const;

describe.each(projects)("%s", (name, layout, button, folderOf) => {
  test("a component, an import and an element; again it is nothing to do; undo", async () => {
    const folder = copyProject(name);
    const before = snapshotOf(folder);
    const text = read(folder, layout);
    const { code, stderr } = await init(folder, "--layout");
    expect(code, stderr).toBe(0);
    expect(read(folder, button)).toMatch(/export function SignInButton\(\)/);
    const edited = read(folder, layout);
    const lines = edited.split("\n").filter((line) => !text.includes(line.trim()));
    expect(lines.map((line) => line.trim().replaceAll("'", '"').replace(/;$/, ""))).toEqual([
      `import { SignInButton } from "${folderOf}/sign-in-button"`,
      "<SignInButton />",
    ]);
    expect((await init(folder, "--layout")).stderr).toContain("Nothing to do");
    expect((await init(folder)).stderr).toContain("Nothing to do");
    expect((await runMain(folder, ["undo", "--yes"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("never by --yes alone", async () => {
    const folder = copyProject(name);
    const text = read(folder, layout);
    expect((await init(folder)).code).toBe(0);
    expect(read(folder, layout)).toBe(text);
    expect(Object.keys(snapshotOf(folder)).join()).not.toContain("sign-in-button");
  });

  test("a layout of another shape: file, line and the lines to write, and nothing is written", async () => {
    const folder = copyProject(name);
    writeFileSync(
      path.join(folder, layout),
      read(folder, layout).replaceAll("<body>", "<Body>").replaceAll("</body>", "</Body>"),
    );
    const before = snapshotOf(folder);
    const { code, stderr } = await init(folder, "--layout");
    expect(code).toBe(3);
    expect(stderr).toContain(`${layout}:1: there is no <body> in it`);
    expect(stderr).toContain("// in <body>: <SignInButton />");
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("a component of that name that is somebody else's stays", async () => {
    const folder = copyProject(name);
    mkdirSync(path.dirname(path.join(folder, button)));
    writeFileSync(path.join(folder, button), "export const Other = () => null;\n");
    expect((await init(folder, "--layout")).code).toBe(3);
    expect(read(folder, button)).toContain("Other");
  });
});

test("the menu is styled by the package's stylesheet, or by Tailwind where the project does", async () => {
  const folder = copyProject("next-app-ts");
  const file = path.join(folder, "package.json");
  await init(folder, "--layout");
  const plain = read(folder, "components/sign-in-button.tsx");
  expect(plain).toContain('import "authwright/react/style.css"');
  expect(plain).not.toMatch(/classNames|style=/);
  await runMain(folder, ["undo", "--yes"]);
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...manifest, devDependencies: { tailwindcss: "^4" } }, null, 2));
  await init(folder, "--layout");
  const text = read(folder, "components/sign-in-button.tsx");
  expect(text).toContain('<div className="flex');
  expect(text).toContain("classNames={classes}");
  expect(text).not.toMatch(/style=|style\.css/);
});

test("the menu has the pages of plugins as rows, and hands the browser name, address and image alone", async () => {
  const folder = copyProject("next-app-ts");
  const { code, stderr } = await init(folder, "--layout", "--plugin", "account", "--adapter", "pg");
  expect(code, stderr).toBe(0);
  const text = read(folder, "components/sign-in-button.tsx");
  expect(text).toMatch(/<a href="\/[\w/]*account">Manage your account<\/a>/);
  expect(text).toContain("user={{ name, email, image }}");
});

test("with a language in the path, the layout is where the pages are", async () => {
  const folder = copyProject("next-app-ts");
  mkdirSync(path.join(folder, "app/[lang]"));
  for (const name of ["layout.tsx", "page.tsx"])
    renameSync(path.join(folder, "app", name), path.join(folder, "app/[lang]", name));
  const { code, stderr } = await init(folder, "--layout");
  expect(code, stderr).toBe(0);
  expect(read(folder, "app/[lang]/layout.tsx")).toContain("<SignInButton />");
});

test.each(["express-esm-ts", "next-pages-ts"])("%s has no layout: exit 2, nothing written", async (name) => {
  const folder = copyProject(name);
  const before = snapshotOf(folder);
  const { code, stderr } = await init(folder, "--layout");
  expect(code).toBe(2);
  expect(stderr).toContain("AUTH_E_NO_LAYOUT");
  expect(snapshotOf(folder)).toEqual(before);
});

/** Frameworks whose layouts are files of components: the bar, and the lines that the layout gets for it. */
const components = [
  [
    "sveltekit-ts",
    "src/routes/+layout.svelte",
    "src/lib/components/AuthBar.svelte",
    ["import AuthBar from '$lib/components/AuthBar.svelte';", "<AuthBar />"],
  ],
  ["nuxt-ts", "app/app.vue", "app/components/AuthBar.vue", ["<AuthBar />"]],
] as const;

describe.each(components)("%s", (name, layout, bar, lines) => {
  test("a bar, and the layout shows it; again it is nothing to do; undo", async () => {
    const folder = copyProject(name);
    const before = snapshotOf(folder);
    const text = read(folder, layout);
    const { code, stderr } = await init(folder, "--layout", "--plugin", "account", "--adapter", "pg");
    expect(code, stderr).toBe(0);
    expect(read(folder, bar)).toMatch(
      /<UserButton redirect-?[tT]o="\/">\s*<a href="\/account">Manage your account<\/a>/,
    );
    const added = read(folder, layout).split("\n");
    expect(added.filter((line) => !text.includes(line.trim())).map((line) => line.trim())).toEqual(lines);
    expect(added.filter((line) => line.trim() !== "" && !lines.some((one) => line.includes(one)))).toEqual(
      text.split("\n").filter((line) => line.trim() !== ""),
    );
    expect((await init(folder, "--layout")).stderr).toContain("Nothing to do");
    expect((await runMain(folder, ["undo", "--yes"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("never by --yes alone, and a bar that is somebody else's stays", async () => {
    const folder = copyProject(name);
    const text = read(folder, layout);
    mkdirSync(path.dirname(path.join(folder, bar)), { recursive: true });
    writeFileSync(path.join(folder, bar), "<p>Other</p>\n");
    expect((await init(folder, "--layout")).code).toBe(3);
    expect((await init(folder)).code).toBe(0);
    expect([read(folder, layout), read(folder, bar)]).toEqual([text, "<p>Other</p>\n"]);
  });

  test("without a layout: exit 2, nothing written", async () => {
    const folder = copyProject(name);
    rmSync(path.join(folder, layout));
    const before = snapshotOf(folder);
    const { code, stderr } = await init(folder, "--layout");
    expect([code, stderr]).toEqual([2, expect.stringContaining("AUTH_E_NO_LAYOUT")]);
    expect(snapshotOf(folder)).toEqual(before);
  });
});

/** A layout of somebody's, and what it becomes; none: nothing is written, and the line is said. */
const shapes: readonly (readonly [string, string, string, string | RegExp])[] = [
  [
    "sveltekit-ts",
    "src/routes/+layout.svelte",
    "<slot />\n",
    "<script>\n\timport AuthBar from '$lib/components/AuthBar.svelte';\n</script>\n\n<AuthBar />\n<slot />\n",
  ],
  [
    "sveltekit-ts",
    "src/routes/+layout.svelte",
    "<script>\n\tlet { children } = $props();\n</script>\n\n<main>{@render children()}</main>\n",
    "<script>\n\timport AuthBar from '$lib/components/AuthBar.svelte';\n\tlet { children } = $props();\n</script>\n\n<AuthBar />\n<main>{@render children()}</main>\n",
  ],
  [
    "sveltekit-ts",
    "src/routes/+layout.svelte",
    '<!-- <script>import x from "y";</script> -->\n<script>import "../app.css"; let { children } = $props();</script>\n<svelte:window onkeydown={look} />\n<header>Shop</header>{@render children?.()}\n<style>\n  header { color: red }\n</style>\n',
    '<!-- <script>import x from "y";</script> -->\n<script>import "../app.css"; import AuthBar from "$lib/components/AuthBar.svelte"; let { children } = $props();</script>\n<svelte:window onkeydown={look} />\n<AuthBar />\n<header>Shop</header>{@render children?.()}\n<style>\n  header { color: red }\n</style>\n',
  ],
  [
    "sveltekit-ts",
    "src/routes/+layout.svelte",
    "<script>\n\tlet { children } = $props();\n</script>\n<svelte:window onkeydown={() => { if (a) { b(); } }} />\n{@render children()}\n",
    /\+layout\.svelte:4: what it begins with is not plain/,
  ],
  [
    "sveltekit-ts",
    "src/routes/+layout.svelte",
    "<script>\n\timport AuthBar from './Own.svelte';\n\tlet { children } = $props();\n</script>\n{@render children()}\n",
    /\+layout\.svelte:5: the name `AuthBar` is taken in this file/,
  ],
  [
    "sveltekit-ts",
    "src/routes/+layout.svelte",
    "<p>Closed</p>\n",
    /\+layout\.svelte:1: there is no \{@render children\(\)\}/,
  ],
  [
    "nuxt-ts",
    "app/app.vue",
    '<script setup>\nconst a = "<template>";\n</script>\n\n<template>\n  <NuxtLayout>\n    <NuxtPage />\n  </NuxtLayout>\n</template>\n',
    '<script setup>\nconst a = "<template>";\n</script>\n\n<template>\n  <AuthBar />\n  <NuxtLayout>\n    <NuxtPage />\n  </NuxtLayout>\n</template>\n',
  ],
  [
    "nuxt-ts",
    "app/app.vue",
    '<template lang="pug">\nNuxtPage\n</template>\n',
    /app\.vue:1: its <template> is written in another language/,
  ],
  [
    "nuxt-ts",
    "app/layouts/default.vue",
    '<template>\n  <div\n    class="a > b"\n  >\n    <slot />\n  </div>\n</template>\n',
    '<template>\n  <div\n    class="a > b"\n  >\n    <AuthBar />\n    <slot />\n  </div>\n</template>\n',
  ],
  [
    "nuxt-ts",
    "app/layouts/default.vue",
    "<template>\n  <UApp><slot /></UApp>\n</template>\n",
    /default\.vue:2: it does not begin with an element of HTML/,
  ],
];

test.each(shapes)("%s: %s as %j", async (name, layout, before, after) => {
  const folder = copyProject(name);
  if (name === "nuxt-ts") rmSync(path.join(folder, "app/app.vue"));
  mkdirSync(path.dirname(path.join(folder, layout)), { recursive: true });
  writeFileSync(path.join(folder, layout), before);
  const files = snapshotOf(folder);
  const { code, stderr } = await init(folder, "--layout");
  if (typeof after === "string") expect([code, read(folder, layout)], stderr).toEqual([0, after]);
  else {
    expect([code, stderr]).toEqual([3, expect.stringMatching(after)]);
    expect(stderr).toContain("<AuthBar />");
    expect(snapshotOf(folder)).toEqual(files);
  }
});
