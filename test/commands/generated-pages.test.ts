/** The pages that `auth init` writes, and the first thing that it says to do next. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { copyProject, removeProjects, runMain } from "../support/cli.js";

afterEach(removeProjects);

/** A project after `auth init`; `tailwind` as create-next-app would have it. */
async function initialised(name: string, tailwind = false, ...more: readonly string[]) {
  const folder = copyProject(name);
  if (tailwind) {
    const file = path.join(folder, "package.json");
    const manifest = JSON.parse(readFileSync(file, "utf8"));
    manifest.devDependencies = { ...manifest.devDependencies, tailwindcss: "^4" };
    writeFileSync(file, JSON.stringify(manifest, null, 2));
  }
  const { code, stderr } = await runMain(folder, [
    "init",
    "--yes",
    "--no-install",
    "--provider",
    "github",
    ...more,
  ]);
  expect(code, stderr).toBe(0);
  return { stderr, read: (file: string) => readFileSync(path.join(folder, file), "utf8") };
}

describe("the example page", () => {
  test.each([
    ["next-app-ts", "app/dashboard/page.tsx"],
    ["next-pages-ts", "pages/dashboard.tsx"],
    ["next-pages-src-js", "src/pages/dashboard.js"],
  ])("%s: classes where the project has Tailwind, styles of its own where not", async (name, page) => {
    const own = (await initialised(name)).read(page);
    expect(own).toContain("<main style={page}>");
    expect(own).not.toContain("className");
    const tailwind = (await initialised(name, true)).read(page);
    expect(tailwind).toMatch(/<main className=["']mx-auto/);
    expect(tailwind).not.toContain("style=");
    expect(tailwind).not.toContain("maxWidth");
  });

  test("a link looks like one where Tailwind takes its line away", async () => {
    const { read } = await initialised("next-app-ts", true, "--plugin", "account");
    expect(read("app/dashboard/page.tsx")).toContain(
      '<a href="/account" className="underline underline-offset-4">Manage your account</a>',
    );
  });

  // @next/next/no-html-link-for-pages takes the address of an API route for a page, which asks for <Link>.
  test.each([
    ["next-pages-ts", "pages/dashboard.tsx"],
    ["next-pages-src-js", "src/pages/dashboard.js"],
  ])("CL-08: %s: leads to sign-out by a form, which next lint lets through", async (name, page) => {
    const text = (await initialised(name)).read(page);
    expect(text).not.toMatch(/<a\s/);
    expect(text).toMatch(
      /<form action=["']\/sign-out["']>\s+<input type=["']hidden["'] name=["']callbackUrl["'] value=["']\/["'] \/>/,
    );
  });

  test.each([
    ["express-esm-ts", "src/auth.ts"],
    ["express-cjs", "auth.js"],
    ["express-esm-js", "auth.js"],
  ])("%s: has a language, a viewport and a landmark", async (name, file) => {
    const { read } = await initialised(name);
    const text = read(file);
    expect(text).toContain('<html lang="en">');
    expect(text).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
    expect(text).toMatch(/<main>\n<h1>Dashboard<\/h1>/);
  });
});

test("auth dev comes before what has to be registered", async () => {
  const { stderr } = await initialised("express-esm-ts");
  const next = stderr.slice(stderr.indexOf("Next:"));
  expect(next).toMatch(
    /2\. Try it: npx auth dev, then open http:\/\/localhost:3000\/dashboard\..*\n +3\. Register .*\n +4\. Fill in .*\n +5\. Start npm run dev, without auth dev/,
  );
});
