/** What the commands do in SvelteKit projects; test/commands/init.test.ts has what holds for all. */
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
async function documentOf(folder: string, ...args: string[]) {
  const result = await runMain(folder, [...args, "--json"]);
  expect(result.code, result.stdout + result.stderr).toBe(0);
  return JSON.parse(result.stdout);
}
async function findingsOf(folder: string): Promise<string[]> {
  const { result } = JSON.parse((await runMain(folder, ["doctor", "--json"])).stdout);
  return result.findings
    .filter(
      (one: { code: string; level: string }) => one.level !== "hint" && one.code !== "AUTH_D_NOT_INSTALLED",
    )
    .map(({ code }: { code: string }) => code);
}

const hooks = "src/hooks.server.ts";
const sequence =
  "import { auth } from '$lib/server/auth';\nimport { sequence } from '@sveltejs/kit/hooks';\n";

/** The same project in JavaScript, as `sv create --types none` leaves it. */
function inJavaScript(folder: string): void {
  const manifest = JSON.parse(read(folder, "package.json"));
  delete manifest.devDependencies.typescript;
  write(folder, "package.json", JSON.stringify(manifest));
  write(folder, "vite.config.js", read(folder, "vite.config.ts"));
  for (const file of ["vite.config.ts", "tsconfig.json", "src/app.d.ts"]) rmSync(path.join(folder, file));
}

/** The settings in a file of their own, as projects of before Kit 2.60 have them. */
function withSvelteConfig(folder: string, more = ""): void {
  const text = `import adapter from '@sveltejs/adapter-node';\n\nexport default {\n\tkit: {\n\t\tadapter: adapter(),${more}\n\t}\n};\n`;
  write(folder, "svelte.config.js", text);
  write(
    folder,
    "vite.config.ts",
    "import { sveltekit } from '@sveltejs/kit/vite';\nimport { defineConfig } from 'vite';\n\nexport default defineConfig({ plugins: [sveltekit()] });\n",
  );
}

describe("auth init", () => {
  test("writes the auth file, the hooks, the type of locals and a guarded page; a second run and undo", async () => {
    const folder = copyProject("sveltekit-ts");
    const before = snapshotOf(folder);
    const { code, stderr } = await init(folder);
    expect(code, stderr).toBe(0);
    expect(read(folder, "src/lib/server/auth.ts")).toContain(
      "export const auth = createAuth({\n\tproviders: [GitHub],",
    );
    expect(read(folder, hooks)).toBe(
      "import { auth } from '$lib/server/auth';\n\nexport const handle = auth.handle;\n",
    );
    expect(read(folder, "src/app.d.ts")).toContain(
      "\t\tinterface Locals {\n\t\t\tauth: import('authwright/sveltekit').LocalAuth<typeof import('$lib/server/auth').auth>;\n\t\t}\n\t\t// interface PageData {}",
    );
    expect(read(folder, "src/routes/dashboard/+page.server.ts")).toContain("await locals.auth.require()");
    expect(JSON.parse(read(folder, "package.json")).devDependencies).toHaveProperty("@types/node");
    const { result } = await documentOf(folder, "info");
    expect(result).toMatchObject({ frameworks: [{ id: "sveltekit" }], authFile: "src/lib/server/auth.ts" });
    expect(await findingsOf(folder)).toEqual([]);
    expect((await init(folder)).stderr).toContain("Nothing to do");
    expect((await runMain(folder, ["undo", "--yes"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("JavaScript without types gets no declarations", async () => {
    const folder = copyProject("sveltekit-ts");
    inJavaScript(folder);
    const { code, stderr } = await init(folder);
    expect(code, stderr).toBe(0);
    expect(read(folder, "src/hooks.server.js")).toContain("auth.handle");
    expect(read(folder, "src/routes/dashboard/+page.server.js")).toContain(
      '@type {import("./$types").Actions}',
    );
    expect(read(folder, "src/routes/dashboard/+page.svelte")).toMatch(/^<script>/);
    expect(snapshotOf(folder)).not.toHaveProperty("src/app.d.ts");
    expect(await findingsOf(folder)).toEqual([]);
  });

  test.each([
    [
      "a function",
      "import type { Handle } from '@sveltejs/kit';\n\nexport const handle: Handle = async ({ event, resolve }) => resolve(event);\n",
      "export const handle: Handle = sequence(auth.handle, async ({ event, resolve }) => resolve(event));\n",
    ],
    [
      "a declaration",
      "export async function handle({ event, resolve }) {\n\treturn resolve(event);\n}\n",
      "export const handle = sequence(auth.handle, async function handle({ event, resolve }) {\n\treturn resolve(event);\n});\n",
    ],
    [
      "a sequence",
      "import { sequence } from '@sveltejs/kit/hooks';\nimport { one, two } from './handles';\n\nexport const handle = sequence(one, two);\n",
      "export const handle = sequence(auth.handle, one, two);\n",
    ],
    [
      "another hook",
      "export const handleError = () => {};\n",
      "export const handleError = () => {};\n\nexport const handle = auth.handle;\n",
    ],
  ])("hooks that are there: %s", async (_name, present, wanted) => {
    const folder = copyProject("sveltekit-ts");
    write(folder, hooks, present);
    const before = snapshotOf(folder);
    const { code, stderr } = await init(folder);
    expect(code, stderr).toBe(0);
    expect(read(folder, hooks)).toContain(wanted);
    expect((await init(folder)).stderr).toContain("Nothing to do");
    expect(await findingsOf(folder)).toEqual([]);
    expect((await runMain(folder, ["undo", "--yes"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test.each([
    [hooks, "export { handle } from './handles';\n", "handle"],
    [
      "src/app.d.ts",
      "declare global {\n\tnamespace App {\n\t\tinterface Locals {\n\t\t\tauth: string;\n\t\t}\n\t}\n}\nexport {};\n",
      "another auth",
    ],
    ["src/lib/server/auth.ts", "export const mine = 1;\n", "auth.ts"],
  ])("a foreign %s is a person's decision, and nothing is written", async (file, text, said) => {
    const folder = copyProject("sveltekit-ts");
    write(folder, file, text);
    const before = snapshotOf(folder);
    const { code, stderr } = await init(folder);
    expect(code).toBe(3);
    expect(stderr).toContain(said);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("without src/routes there is nothing to set up", async () => {
    const folder = copyProject("sveltekit-ts");
    rmSync(path.join(folder, "src/routes"), { recursive: true });
    const { code, stderr } = await init(folder);
    expect(code).toBe(2);
    expect(stderr).toContain("no folder src/routes");
  });

  test("paths.base stands in front of the endpoints, and the pages stay below them", async () => {
    const folder = copyProject("sveltekit-ts");
    withSvelteConfig(folder, "\n\t\tpaths: { base: '/shop' }");
    expect((await init(folder)).code).toBe(0);
    expect(read(folder, "src/lib/server/auth.ts")).toContain("basePath: '/shop/auth',");
    expect(read(folder, "src/lib/server/auth.ts")).not.toContain("pageAddresses");
    expect(read(folder, "src/routes/dashboard/+page.svelte")).toContain('value="/shop"');
    expect(await findingsOf(folder)).toEqual([]);
    const document = await documentOf(folder, "add-provider", "gitlab", "--no-install");
    expect(document.result.providers[0].callbackUrl).toBe("http://localhost:5173/shop/auth/callback/gitlab");
  });

  test("on Cloudflare variables come from Kit", async () => {
    const folder = copyProject("sveltekit-ts");
    for (const file of ["package.json", "vite.config.ts"])
      write(folder, file, read(folder, file).replaceAll("adapter-node", "adapter-cloudflare"));
    expect((await init(folder)).code).toBe(0);
    const text = read(folder, "src/lib/server/auth.ts");
    expect(text).toContain("import { env } from '$env/dynamic/private';");
    expect(text).toContain("\t{ env },");
    expect(text).not.toContain("node:fs");
    expect(await findingsOf(folder)).toEqual([]);
  });
});

test("providers, plugins and a store come and go, byte for byte", async () => {
  const folder = copyProject("sveltekit-ts");
  expect((await init(folder)).code).toBe(0);
  const before = snapshotOf(folder);
  const document = await documentOf(folder, "add-provider", "gitlab", "--no-install");
  expect(document.result.providers[0].callbackUrl).toBe("http://localhost:5173/auth/callback/gitlab");
  await documentOf(folder, "undo");
  await documentOf(folder, "add-adapter", "kysely", "--no-install");
  expect(read(folder, "src/lib/server/auth.ts")).toContain("adapter:");
  await documentOf(folder, "add-plugin", "two-factor", "--no-install");
  expect(await findingsOf(folder)).toEqual([]);
  await documentOf(folder, "undo");
  await documentOf(folder, "undo");
  expect(snapshotOf(folder)).toEqual(before);
});

describe("a provider that answers by a form", () => {
  test.each([
    ["vite.config.ts", () => {}, "\t\t\tcsrf: { trustedOrigins: ['https://appleid.apple.com'] }"],
    ["svelte.config.js", withSvelteConfig, "\t\tcsrf: { trustedOrigins: ['https://appleid.apple.com'] }"],
  ])("%s trusts its origin", async (file, prepare, wanted) => {
    const folder = copyProject("sveltekit-ts");
    prepare(folder);
    expect((await init(folder)).code).toBe(0);
    const before = snapshotOf(folder);
    await documentOf(folder, "add-provider", "apple", "--no-install");
    expect(read(folder, file)).toContain(wanted);
    expect(await findingsOf(folder)).not.toContain("AUTH_D_KIT_FORM_POST");
    await documentOf(folder, "undo");
    expect(snapshotOf(folder)).toEqual(before);
  });

  describe("remove-provider", () => {
    /** What the project has, without what undo needs. */
    const filesOf = (folder: string) =>
      Object.fromEntries(Object.entries(snapshotOf(folder)).filter(([file]) => !file.startsWith(".auth")));
    const remove = (folder: string) => runMain(folder, ["remove-provider", "apple", "--yes"]);
    /** @returns the project before the provider came */
    async function withApple(folder: string) {
      expect((await init(folder)).code).toBe(0);
      const before = filesOf(folder);
      await documentOf(folder, "add-provider", "apple", "--no-install");
      return before;
    }

    test.each([
      ["vite.config.ts", () => {}],
      ["svelte.config.js", withSvelteConfig],
    ])("%s is what it was before, and undo brings all back", async (_file, prepare) => {
      const folder = copyProject("sveltekit-ts");
      prepare(folder);
      const before = await withApple(folder);
      const added = filesOf(folder);
      expect((await remove(folder)).code).toBe(0);
      expect(filesOf(folder)).toEqual(before);
      expect((await remove(folder)).stderr).toContain("Nothing to do");
      await documentOf(folder, "undo");
      expect(filesOf(folder)).toEqual(added);
    });

    test("what a person added to the list stays", async () => {
      const folder = copyProject("sveltekit-ts");
      await withApple(folder);
      const text = read(folder, "vite.config.ts");
      write(
        folder,
        "vite.config.ts",
        text.replace("['https://apple", "['https://pay.example', 'https://apple"),
      );
      expect((await remove(folder)).code).toBe(0);
      expect(read(folder, "vite.config.ts")).toContain("csrf: { trustedOrigins: ['https://pay.example'] }");
    });

    test.each([
      [
        "a line of a person's own",
        async (folder: string) => {
          withSvelteConfig(folder, "\n\t\tcsrf: { trustedOrigins: ['https://appleid.apple.com'] }");
          await withApple(folder);
          return "svelte.config.js:6: forms of https://appleid.apple.com are still taken: no plan known here wrote it.";
        },
      ],
      [
        "code that takes forms of Apple",
        async (folder: string) => {
          await withApple(folder);
          write(folder, "src/routes/hook/+server.ts", "export const from = 'https://appleid.apple.com';\n");
          return "are still taken: src/routes/hook/+server.ts names it.";
        },
      ],
    ])("%s keeps it, and a warning says so", async (_name, prepare) => {
      const folder = copyProject("sveltekit-ts");
      const warning = await prepare(folder);
      const { code, stderr } = await remove(folder);
      expect([code, stderr]).toEqual([0, expect.stringContaining(warning)]);
      expect(
        read(folder, warning.split(":")[0]?.endsWith(".js") ? "svelte.config.js" : "vite.config.ts"),
      ).toContain("https://appleid.apple.com");
    });
  });

  test("another Apple keeps its origin trusted", async () => {
    const folder = copyProject("sveltekit-ts");
    expect((await init(folder, "--provider", "apple")).code).toBe(0);
    const file = "src/lib/server/auth.ts";
    write(folder, file, read(folder, file).replace("Apple]", "Apple, Apple({ id: 'apple-2' })]"));
    const before = read(folder, "vite.config.ts");
    expect(before).toContain("trustedOrigins");
    expect((await runMain(folder, ["remove-provider", "apple", "--yes"])).code).toBe(0);
    expect(read(folder, file)).toContain("[Apple({ id: 'apple-2' })]");
    expect(read(folder, "vite.config.ts")).toBe(before);
  });

  test("another csrf is a person's decision", async () => {
    const folder = copyProject("sveltekit-ts");
    withSvelteConfig(folder, "\n\t\tcsrf: { trustedOrigins: ['https://pay.example'] }");
    expect((await init(folder)).code).toBe(0);
    const before = snapshotOf(folder);
    const { code, stderr } = await runMain(folder, ["add-provider", "apple", "--yes", "--no-install"]);
    expect(code).toBe(3);
    expect(stderr).toContain('csrf: { trustedOrigins: ["https://appleid.apple.com"] }');
    expect(snapshotOf(folder)).toEqual(before);
  });
});

describe("auth protect", () => {
  test("puts guards behind auth.handle; nothing more the second time; undo", async () => {
    const folder = copyProject("sveltekit-ts");
    write(folder, "src/routes/(shop)/teams/[id]/settings/+page.svelte", "<h1>Settings</h1>\n");
    expect((await init(folder)).code).toBe(0);
    const before = snapshotOf(folder);
    const first = await runMain(folder, ["protect", "--yes", "/dashboard"]);
    expect(first.code, first.stderr).toBe(0);
    expect(read(folder, hooks)).toBe(
      `${sequence}\nexport const handle = sequence(auth.handle, auth.require({ path: '/dashboard' }));\n`,
    );
    const more = ["protect", "--yes", "/teams/*/settings", "--role", "admin"];
    expect((await runMain(folder, more)).code).toBe(0);
    expect(read(folder, hooks)).toContain(
      "auth.handle, auth.require({ path: '/teams/*/settings', role: 'admin' }), auth.require({ path: '/dashboard' })",
    );
    expect((await runMain(folder, more)).stderr).toContain("Nothing to do");
    await runMain(folder, ["undo", "--yes"]);
    await runMain(folder, ["undo", "--yes"]);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("a guard with another requirement is a person's decision; a path of nothing is a mistake", async () => {
    const folder = copyProject("sveltekit-ts");
    expect((await init(folder)).code).toBe(0);
    expect((await runMain(folder, ["protect", "--yes", "/dashboard"])).code).toBe(0);
    expect((await runMain(folder, ["protect", "--yes", "/dashboard", "--role", "admin"])).code).toBe(3);
    expect((await runMain(folder, ["protect", "--yes", "/nothing"])).code).toBe(2);
  });

  test("a page that is prerendered cannot be guarded: it is named, and nothing is written", async () => {
    const folder = copyProject("sveltekit-ts");
    expect((await init(folder)).code).toBe(0);
    write(folder, "src/routes/dashboard/news/+page.svelte", "<h1>News</h1>\n");
    write(folder, "src/routes/dashboard/news/+page.ts", "export const prerender = true;\n");
    const before = snapshotOf(folder);
    const { code, stderr } = await runMain(folder, ["protect", "--yes", "/dashboard"]);
    expect(code).toBe(3);
    expect(stderr).toContain("src/routes/dashboard/news/+page.ts");
    expect(stderr).toContain("export const prerender = false;");
    expect(snapshotOf(folder)).toEqual(before);
    write(
      folder,
      hooks,
      `${sequence}export const handle = sequence(auth.handle, auth.require({ path: '/dashboard' }));\n`,
    );
    expect(await findingsOf(folder)).toContain("AUTH_D_KIT_PRERENDERED");
  });

  test("X2: a file of static stays open, and the command names it", async () => {
    const folder = copyProject("sveltekit-ts");
    expect((await init(folder)).code).toBe(0);
    write(folder, "static/dashboard/report.txt", "figures\n");
    write(folder, "static/open.txt", "for all\n");
    const { code, stderr } = await runMain(folder, ["protect", "--yes", "/dashboard"]);
    expect(code).toBe(1);
    expect(stderr).toContain("static/dashboard/report.txt is sent to everybody");
    expect(stderr).not.toContain("static/open.txt");
  });

  test("auth test init knows every route and its guards, also below a layout that shows who is signed in", async () => {
    const folder = copyProject("sveltekit-ts");
    write(
      folder,
      "src/routes/api/orders/+server.ts",
      "export const GET = async ({ locals }) => Response.json(await locals.auth.require({ role: 'admin' }));\nexport const POST = async () => new Response();\n",
    );
    write(
      folder,
      "src/routes/api/teams/+server.ts",
      "export const GET = async ({ locals }) => Response.json(await locals.auth.require({ role: 'admin' }));\n",
    );
    expect((await init(folder, "--layout")).code).toBe(0);
    expect(read(folder, "src/routes/+layout.server.ts")).toContain("locals.auth()");
    const rowsOf = async () => {
      const { stdout, stderr, code } = await runMain(folder, ["test", "init", "--yes", "--no-install"]);
      expect(code, stdout + stderr).toBe(0);
      return [...read(folder, "test/guards.test.mjs").matchAll(/^\t\['(.*)', \{ (.*) \}\],$/gm)].map(
        ([, route, who]) => `${route}: ${who}`,
      );
    };
    expect(await rowsOf()).toEqual([
      "GET /: nobody: 'in', user: 'in'",
      // One of the two asks: the code is not read so far as to say which.
      "GET /api/orders: nobody: '?', user: '?'",
      "POST /api/orders: nobody: '?', user: '?'",
      "GET /api/teams: nobody: 401, user: 403",
      "GET /dashboard: nobody: 401, user: 'in'",
    ]);
    await documentOf(folder, "undo");
    const load = "async ({ locals }) => { if (!(await locals.auth())) redirect(303, '/sign-in'); };\n";
    write(folder, "src/routes/+layout.server.ts", `export const load = ${load}`);
    expect((await rowsOf())[0]).toBe("GET /: nobody: '?', user: '?'");
  });
});

describe("F-01: a link in the app asks the server", () => {
  const asking =
    "\t// Kit runs this at each navigation below, because it reads the address.\n\tvoid url.pathname;\n";
  const require = "\tawait locals.auth.require({ role: 'admin' });\n";
  const wholeOf = (type: string) =>
    `import type { ${type} } from './$types';\n\nexport const load: ${type} = async ({ locals, url }) => {\n${asking}${require}};\n`;
  /** A project of this kind, with these routes. */
  async function withRoutes(routes: Readonly<Record<string, string>>, prepare = (_folder: string) => {}) {
    const folder = copyProject("sveltekit-ts");
    prepare(folder);
    expect((await init(folder)).code).toBe(0);
    for (const [file, text] of Object.entries(routes)) write(folder, `src/routes/${file}`, text);
    return folder;
  }
  const protect = (folder: string, ...paths: string[]) =>
    runMain(folder, ["protect", "--yes", ...(paths.length > 0 ? paths : ["/admin"]), "--role", "admin"]);
  /** What the command leaves of routes that were not there, or were others. */
  async function written(folder: string, ...paths: string[]): Promise<Record<string, string>> {
    const before = snapshotOf(folder);
    const { code, stderr } = await protect(folder, ...paths);
    expect(code, stderr).toBe(0);
    const after = snapshotOf(folder);
    const changed = Object.keys(after).filter(
      (file) => /^src\/routes\/.*[^/]$/.test(file) && after[file] !== before[file],
    );
    const texts = Object.fromEntries(
      changed.map((file) => [file.slice("src/routes/".length), read(folder, file)]),
    );
    expect((await protect(folder, ...paths)).stderr).toContain("Nothing to do");
    await documentOf(folder, "undo");
    expect(snapshotOf(folder)).toEqual(before);
    return texts;
  }
  const page = "<h1>Page</h1>\n";

  test("a page alone gets a load function, in TypeScript and in JavaScript", async () => {
    expect(await written(await withRoutes({ "admin/+page.svelte": page }))).toEqual({
      "admin/+page.server.ts": wholeOf("PageServerLoad"),
    });
    expect(await written(await withRoutes({ "admin/+page.svelte": page }, inJavaScript))).toEqual({
      "admin/+page.server.js": `/** @type {import("./$types").PageServerLoad} */\nexport const load = async ({ locals, url }) => {\n${asking}${require}};\n`,
    });
  });

  test("several pages get one for all, in groups and beside universal load functions too", async () => {
    const routes = {
      "(app)/admin/+page.svelte": page,
      "(app)/admin/+page.ts": "export const load = () => ({ title: 'Admin' });\n",
      "(app)/admin/(more)/users/[id]/+page.svelte": page,
      "(other)/admin/log/+page.svelte": page,
      "(other)/open/+page.svelte": page,
    };
    expect(await written(await withRoutes(routes))).toEqual({
      "(app)/admin/+layout.server.ts": wholeOf("LayoutServerLoad"),
      "(other)/admin/+layout.server.ts": wholeOf("LayoutServerLoad"),
    });
  });

  test("a page outside of the layout gets its own", async () => {
    const routes = {
      "admin/+page.svelte": page,
      "admin/print/+page@.svelte": page,
      "admin/wide/+layout@.svelte": "{@render children()}\n",
      "admin/wide/+page.svelte": page,
      "admin/wide/deep/+page@admin.svelte": page,
    };
    expect(Object.keys(await written(await withRoutes(routes))).sort()).toEqual([
      "admin/+layout.server.ts",
      "admin/print/+page.server.ts",
      "admin/wide/+page.server.ts",
    ]);
  });

  test("pages that the server loads, endpoints alone, and paths that are guarded around need nothing", async () => {
    const load =
      "export const load = async ({ locals }) => ({ name: (await locals.auth.require()).user?.name });\n";
    const routes = {
      "admin/+page.svelte": page,
      "admin/+page.server.ts": load,
      "admin/api/+server.ts": "export const GET = () => new Response('x');\n",
    };
    expect(await written(await withRoutes(routes))).toEqual({});
    const around = await withRoutes({
      "admin/+page.svelte": page,
      "admin/a/+page.svelte": page,
      "admin/a/b/+page.svelte": page,
    });
    expect(Object.keys(await written(around, "/admin", "/admin/a"))).toEqual(["admin/+layout.server.ts"]);
    expect(Object.keys(await written(around, "/admin/a"))).toEqual(["admin/a/+layout.server.ts"]);
  });

  test("a path with a parameter", async () => {
    const routes = { "teams/[id]/settings/+page.svelte": page, "teams/[id]/+page.svelte": page };
    expect(Object.keys(await written(await withRoutes(routes), "/teams/*/settings"))).toEqual([
      "teams/[id]/settings/+page.server.ts",
    ]);
  });

  const more = { "admin/+page.svelte": page, "admin/more/+page.svelte": page };
  test.each([
    [
      "an event taken apart",
      "export const load = async ({ params }) => {\n\treturn { params };\n};\n",
      `export const load = async ({ locals, url, params }) => {\n${asking}${require}\treturn { params };\n};\n`,
    ],
    [
      "other names",
      "export const load = (async ({ locals: l, url: u }) => {\n\treturn { a: l, b: u };\n}) satisfies LayoutServerLoad;\n",
      `export const load = (async ({ locals: l, url: u }) => {\n${asking}${require}\treturn { a: l, b: u };\n}) satisfies LayoutServerLoad;\n`
        .replace("url.p", "u.p")
        .replace("locals.auth", "l.auth"),
    ],
    [
      "the event by a name",
      "export async function load(event) {\n\treturn { ip: event.getClientAddress() };\n}\n",
      `export async function load(event) {\n${asking.replace("void url", "void event.url")}${require.replace("locals", "event.locals")}\treturn { ip: event.getClientAddress() };\n}\n`,
    ],
    [
      "no event, and no word that waits",
      "export const load = () => ({ title: 'Admin' });\n",
      `export const load = async ({ locals, url }) => {\n${asking}${require}\treturn ({ title: 'Admin' });\n};\n`,
    ],
    [
      "a guard of its own",
      "export const load = async ({ locals }) => {\n\tawait locals.auth.require();\n};\n",
      `export const load = async ({ locals, url }) => {\n${asking}\tawait locals.auth.require();\n};\n`.replace(
        "{ locals, url }",
        "{ url, locals }",
      ),
    ],
    [
      "no load function",
      "export const ssr = false;\n",
      `import type { LayoutServerLoad } from './$types';\n\nexport const ssr = false;\n\nexport const load: LayoutServerLoad = async ({ locals, url }) => {\n${asking}${require}};\n`,
    ],
  ])("a layout that is there: %s", async (_name, present, wanted) => {
    const folder = await withRoutes({ ...more, "admin/+layout.server.ts": present });
    expect(await written(folder)).toEqual({ "admin/+layout.server.ts": wanted });
  });

  test.each([
    ["reads the address", "export const load = async ({ url }) => ({ at: url.pathname });\n"],
    ["reads that of the event", "export const load = async (event) => ({ at: event.url.href });\n"],
  ])("a layout that %s asks already", async (_name, present) => {
    expect(await written(await withRoutes({ ...more, "admin/+layout.server.ts": present }))).toEqual({});
  });

  test.each([
    ["of another file", "export { load } from '$lib/load';\n", undefined],
    ["that another function makes", "export const load = made(async () => ({}));\n", undefined],
    [
      "that takes its event apart further",
      "export const load = async ({ locals: { auth } }) => ({ auth });\n",
      3,
    ],
    [
      "with a name that is taken",
      "export const load = async () => {\n\tconst url = 1;\n\treturn { url };\n};\n",
      3,
    ],
  ])("a load function %s", async (_name, present, wanted) => {
    const folder = await withRoutes({ ...more, "admin/+layout.server.ts": present });
    const before = snapshotOf(folder);
    const { code, stderr } = await protect(folder);
    // What stands elsewhere may read the address.
    expect(code, stderr).toBe(wanted ?? 0);
    if (wanted === undefined) return;
    expect(stderr).toContain("void url.pathname;");
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("a page of a parameter alone is named, with the line", async () => {
    const folder = await withRoutes({ "[...path]/+page.svelte": page });
    const { code, stderr } = await protect(folder);
    expect(code).toBe(1);
    expect(stderr).toContain(
      "src/routes/[...path]/+page.server.ts: export const load = ({ url }) => void url.pathname;",
    );
  });
});

describe("--layout", () => {
  test("in JavaScript, below a path, with a load function that is there: it stays, and its line is said", async () => {
    const folder = copyProject("sveltekit-ts");
    inJavaScript(folder);
    withSvelteConfig(folder, "\n\t\tpaths: { base: '/shop' },");
    const load = "export const load = () => ({ title: 'Shop' });\n";
    write(folder, "src/routes/+layout.server.js", load);
    const { code, stderr } = await init(folder, "--layout");
    expect(code, stderr).toBe(0);
    expect(stderr).toContain(
      "Return session: await locals.auth() from load of src/routes/+layout.server.js: the server renders who is signed in then",
    );
    expect(read(folder, "src/routes/+layout.server.js")).toBe(load);
    const bar = read(folder, "src/lib/components/AuthBar.svelte");
    expect(bar).toMatch(/^<script>\n/);
    expect(bar).toContain('session={page.data.session} basePath="/shop/auth"');
    expect(bar).toContain('redirectTo="/shop"');
    expect(await findingsOf(folder)).toEqual([]);
  });

  test("a load function of its own is JavaScript there", async () => {
    const folder = copyProject("sveltekit-ts");
    inJavaScript(folder);
    expect((await init(folder, "--layout")).code).toBe(0);
    expect(read(folder, "src/routes/+layout.server.js")).toBe(
      '/** @type {import("./$types").LayoutServerLoad} */\nexport const load = async ({ locals }) => ({ session: await locals.auth() });\n',
    );
    expect(await findingsOf(folder)).toEqual([]);
  });
});

describe("auth add-docker", () => {
  test("runs what adapter-node builds", async () => {
    const folder = copyProject("sveltekit-ts");
    write(folder, "package-lock.json", '{ "lockfileVersion": 3, "packages": {} }\n');
    expect((await init(folder)).code).toBe(0);
    const { code, stderr } = await runMain(folder, ["add-docker", "--yes"]);
    expect(code, stderr).toBe(0);
    expect(read(folder, "Dockerfile")).toContain('CMD ["node","build"]');
    expect(read(folder, "compose.yaml")).toContain('PROTOCOL_HEADER: "x-forwarded-proto"');
  });

  test("another adapter is named", async () => {
    const folder = copyProject("sveltekit-ts");
    for (const file of ["package.json", "vite.config.ts"])
      write(folder, file, read(folder, file).replaceAll("adapter-node", "adapter-auto"));
    expect((await init(folder)).code).toBe(0);
    const { code, stderr } = await runMain(folder, ["add-docker", "--yes"]);
    expect(code).toBe(3);
    expect(stderr).toContain("@sveltejs/adapter-node");
  });
});
