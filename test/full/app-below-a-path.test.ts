/**
 * Apps below a path of their host, built: Nuxt with `app.baseURL`, SvelteKit with `paths.base`. Commands, endpoints, pages,
 * guards by every address of a page, a sign-in and a sign-out in Chromium, `auth doctor`; and what Nuxt answers of a page
 * by other ways.
 *
 * npm run test:full -- --only app-below-a-path
 */
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { text as textOf } from "node:stream/consumers";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auth, initTwice } from "../e2e/walk.js";
import { launchBrowser } from "../support/chromium.js";
import { cleanEnv, freePort, mustRun, run, type Server, startServer } from "../support/process.js";
import { installedProject, npx } from "../support/project.js";

interface Below {
  readonly project: string;
  /** Of the endpoints, below the path. */
  readonly endpoints: string;
  readonly authFile: string;
  /** The setting, as an edit of its file. */
  readonly setting: { readonly file: string; readonly from: string; readonly to: string };
  readonly files: Readonly<Record<string, string>>;
  readonly build: string;
  readonly start: readonly string[];
  /** What `auth doctor` finds. */
  readonly findings: readonly string[];
  /** Tests of its own. */
  readonly further?: Readonly<Record<string, (ask: Ask, cookie: string, server: Server) => Promise<void>>>;
}

type Ask = (
  at: string,
  headers?: Record<string, string>,
  method?: string,
) => Promise<{ status: number | undefined; location: string | undefined; body: string }>;

const shown = "what members read";
const vue = (text: string, script = "") =>
  `<script setup lang="ts">\n${script}\n</script>\n\n<template>\n  <p>${text}</p>\n</template>\n`;
const guarded = "definePageMeta({ auth: true });";

/** What Nuxt answers of a page by other ways. */
const furtherOfNuxt: Below["further"] = {
  "a page that is kept for everybody shows nobody what its guard is for": async (ask, cookie, server) => {
    for (const who of [{ cookie }, {}, { cookie }])
      expect(await ask("/shop/kept", { accept: "text/html", ...who })).toMatchObject({
        status: 500,
        body: expect.not.stringContaining(shown),
      });
    expect(server.output()).toContain('Guard it by a rule: routeRules: { "/kept": { auth: true } }');
  },

  "a server page is guarded where Nuxt answers it alone, by its rule and by itself": async (ask, cookie) => {
    const pages = { served: "/served", "orders-served": "/orders/served" };
    for (const [name, at] of Object.entries(pages)) {
      expect((await ask(`/shop${at}`, { accept: "text/html", cookie })).body).toContain(shown);
      const island = `/shop/__nuxt_island/page_${name}_x.json`;
      expect((await ask(island, { cookie })).body, name).toContain(shown);
      for (const headers of [{ accept: "text/html" }, { accept: "application/json" }, { accept: "*/*" }])
        expect(await ask(island, headers)).toMatchObject({
          status: 401,
          body: expect.not.stringContaining(shown),
        });
    }
    expect(await ask("/shop/__nuxt_island/page_open_x.json")).toMatchObject({
      status: 200,
      body: expect.stringContaining("Open"),
    });
    expect((await ask("/shop/__nuxt_island/page_nothing_x.json")).status).toBe(404);
  },
};

const apps: Readonly<Record<string, Below>> = {
  "Nuxt, app.baseURL": {
    project: "nuxt-ts",
    endpoints: "/api/auth",
    authFile: "server/auth.ts",
    setting: {
      file: "nuxt.config.ts",
      from: "  devtools:",
      to: "  app: { baseURL: '/shop/' },\n  routeRules: { '/kept': { swr: 60 } },\n  experimental: { componentIslands: true },\n  devtools:",
    },
    files: {
      "app/app.vue": "<template>\n  <NuxtPage />\n</template>\n",
      "app/pages/index.vue": vue("Home"),
      "app/pages/orders/index.vue": vue("{{ data }}", `const data = useState("data", () => "${shown}");`),
      "app/pages/kept.vue": vue(shown, guarded),
      "app/pages/served.server.vue": vue(shown, guarded),
      "app/pages/orders/served.server.vue": vue(shown),
      "app/pages/open.server.vue": vue("Open"),
    },
    build: "nuxt typecheck && nuxt build",
    start: [process.execPath, "--env-file=.env", ".output/server/index.mjs"],
    findings: ["AUTH_D_NUXT_KEPT"],
    further: furtherOfNuxt,
  },
  "SvelteKit, paths.base": {
    project: "sveltekit-ts",
    endpoints: "/auth",
    authFile: "src/lib/server/auth.ts",
    setting: {
      file: "vite.config.ts",
      from: "\t\t\tadapter: adapter()",
      to: "\t\t\tpaths: { base: '/shop' },\n\t\t\tadapter: adapter()",
    },
    files: {
      "src/routes/orders/+page.server.ts": `export const load = () => ({ data: "${shown}" });\n`,
      "src/routes/orders/+page.svelte":
        '<script lang="ts">\n  let { data } = $props();\n</script>\n\n<p>{data.data}</p>\n',
    },
    build: "svelte-kit sync && svelte-check --threshold warning && vite build",
    start: [process.execPath, "build"],
    findings: [],
  },
};

const credentials = `Credentials({
      credentials: { name: {} },
      authorize: ({ name }) => ({ id: "1", name: String(name), email: "ada@example.com" }),
    })`;

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()), 60_000);
afterAll(() => browser?.close());

const edit = async (file: string, change: (text: string) => string): Promise<void> => {
  const before = await readFile(file, "utf8");
  const after = change(before);
  expect(after, `${file} did not change`).not.toBe(before);
  await writeFile(file, after);
};

describe.each(Object.entries(apps))("%s", { timeout: 600_000 }, (framework, app) => {
  let project: Awaited<ReturnType<typeof installedProject>>;
  let server: Server;
  let url: string;
  let cookie: string;

  beforeAll(async () => {
    project = await installedProject(app.project);
    const { folder } = project;
    for (const [file, text] of Object.entries(app.files)) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), text);
    }
    const { file, from, to } = app.setting;
    await edit(path.join(folder, file), (text) => text.replace(from, to));
    await initTwice(folder);
    const done = await auth(folder, "protect", "/orders", "--yes");
    expect(done.code, done.stdout + done.stderr).toBe(0);
    await edit(
      path.join(folder, app.authFile),
      (text) =>
        `import Credentials from "authwright/providers/credentials";\n${text.replace("[GitHub]", `[GitHub, ${credentials}]`)}`,
    );
    await mustRun(npx, ["-c", app.build], { cwd: folder, env: cleanEnv(), timeoutSeconds: 400 });
    const port = await freePort();
    url = `http://localhost:${port}`;
    const [program = "", ...words] = app.start;
    server = await startServer(program, words, {
      cwd: folder,
      env: cleanEnv({
        PORT: String(port),
        ORIGIN: url,
        AUTH_URL: url,
        AUTH_GITHUB_ID: "id",
        AUTH_GITHUB_SECRET: "secret",
        NODE_ENV: "production",
      }),
      url: `${url}/shop`,
    });
    const minted = await run(
      process.execPath,
      [
        "--env-file=.env",
        "--input-type=module",
        "-e",
        `import { mintSession } from "authwright/testing";
         const { header } = await mintSession({ name: "Ada", email: "ada@example.com" }, { url: ${JSON.stringify(url)} });
         process.stdout.write(header);`,
      ],
      { cwd: folder },
    );
    cookie = minted.stdout;
    expect(cookie, minted.stderr).toMatch(/^authjs/);
  }, 900_000);
  afterAll(async () => {
    await server?.stop();
    await project?.dispose();
  });

  /** With the path as it is written, and no word of what it is for: `fetch` would change both. */
  const ask: Ask = async (at, headers = {}, method = "GET") => {
    const sent = request({ host: "localhost", port: new URL(url).port, path: at, method, headers }).end();
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    const { statusCode: status, headers: got } = answer;
    return { status, location: got.location, body: await textOf(answer) };
  };

  test("the endpoints are below the path, and say so", async () => {
    const list = await ask(`/shop${app.endpoints}/providers`);
    expect(list.status).toBe(200);
    expect(JSON.parse(list.body)).toMatchObject({
      github: { callbackUrl: `${url}/shop${app.endpoints}/callback/github` },
    });
    expect((await ask(`${app.endpoints}/providers`)).body).not.toContain("callbackUrl");
  });

  test("nothing answers at the root of the host, nor at /.well-known/ below the path", async () => {
    for (const name of ["change-password", "passkey-endpoints", "webauthn"])
      for (const at of [`/.well-known/${name}`, `/shop/.well-known/${name}`])
        // Nitro leads every address to the same one below the path.
        expect(await ask(at), at).toMatchObject(
          at.startsWith("/shop") || framework.startsWith("SvelteKit")
            ? { status: 404 }
            : { status: 302, location: `/shop${at}` },
        );
  });

  test("a guarded page leads to sign-in and back, and nobody has its data by any address", async () => {
    const page = { accept: "text/html" };
    expect((await ask("/shop/orders", { ...page, cookie })).body).toContain(shown);
    const { status, location } = await ask("/shop/orders", page);
    expect(status).toBe(302);
    const signIn = new URL(location ?? "", url);
    expect(signIn.pathname).toMatch(/^\/shop\//);
    expect(signIn.searchParams.get("callbackUrl")).toBe("/shop/orders");
    const form = await ask(signIn.pathname + signIn.search, page);
    expect([form.status, form.body]).toEqual([200, expect.stringContaining("<title>Sign in</title>")]);
    for (const at of ["/orders", "/Orders", "/%6frders", "//orders", "/orders/", "/./orders"])
      for (const more of ["", "/__data.json", "/_payload.json", "/__route.js", "?x-sveltekit-invalidated=1"])
        for (const method of ["GET", "HEAD", "POST"])
          expect((await ask(`/shop${at}${more}`, page, method)).body, `${method} ${at}${more}`).not.toContain(
            shown,
          );
  });

  test("in and out in a browser", async () => {
    const context = await browser.newContext();
    context.setDefaultTimeout(60_000);
    try {
      const page = await context.newPage();
      await page.goto(`${url}/shop/dashboard`);
      await page.fill("input[name=name]", "Ada Lovelace");
      await page.press("input[name=name]", "Enter");
      await page.waitForURL(`${url}/shop/dashboard`);
      expect(await page.textContent("main")).toContain("Ada Lovelace");
      await page.goto(`${url}/shop${app.endpoints}/signout`);
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.waitForURL((address) => !/sign-?out/.test(address.pathname));
      await page.goto(`${url}/shop/dashboard`);
      expect(page.url()).not.toBe(`${url}/shop/dashboard`);
    } catch (error) {
      throw new Error(`${String(error)}\n${server.output()}`, { cause: error });
    } finally {
      await context.close();
    }
  });

  test.each(["/shop", ""])(
    "auth doctor finds what is wrong with the app at %j, and nothing else",
    async (at) => {
      const doctor = await auth(project.folder, "doctor", "--url", url + at, "--json");
      const { result } = JSON.parse(doctor.stdout) as {
        result: { findings: readonly { code: string; level: string }[] };
      };
      expect(
        result.findings.filter(({ level }) => level !== "hint").map(({ code }) => code),
        doctor.stdout,
      ).toEqual(app.findings);
    },
  );

  test.each(Object.entries(app.further ?? {}))("%s", async (_what, look) => {
    expect.hasAssertions();
    await look(ask, cookie, server);
  });
});
