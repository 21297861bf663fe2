/**
 * Apps of SvelteKit and Nuxt after the shapes that the guides of their old packages show (test/fixtures/migrate-shapes):
 * migrated, type-checked, built, signed in, with a session cookie that the old package has sealed.
 *
 * npm run test:full -- --only migrate-browser-frameworks
 */
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { shapes } from "../migrate/shapes.js";
import { launchBrowser } from "../support/chromium.js";
import { runMain } from "../support/cli.js";
import { cleanEnv, freePort, mustRun, startServer } from "../support/process.js";
import { install, installedProject, npx, temporaryFolder } from "../support/project.js";
import { person, secret, write } from "./migrated-app.js";

type Folder = Awaited<ReturnType<typeof temporaryFolder>>;

let browser: Browser;
let old: Folder;

beforeAll(async () => {
  [browser, old] = await Promise.all([launchBrowser(), temporaryFolder("old packages")]);
  await writeFile(path.join(old.folder, "package.json"), '{ "private": true, "type": "module" }\n');
  // What @auth/sveltekit 1.11.3 seals its cookies with, and what stands below @sidebase/nuxt-auth.
  await install(old.folder, ["@auth/core@0.41.3", "next-auth@4.24.15", "--legacy-peer-deps"]);
}, 240_000);
afterAll(async () => {
  await Promise.all([browser?.close(), old?.dispose()]);
});

/** A session cookie of the real old package. */
async function sealed(module: string, params: object): Promise<string> {
  const given = JSON.stringify({ token: person, secret, ...params });
  const script = `const { encode } = await import("${module}"); process.stdout.write(await encode(${given}))`;
  const { stdout } = await mustRun(process.execPath, ["--input-type=module", "-e", script], {
    cwd: old.folder,
  });
  return stdout;
}

/** The files of a shape in place of those of the project, migrated. */
async function migrated(
  folder: string,
  name: string,
  was: Readonly<Record<string, string>>,
  files: readonly string[],
  code = 0,
) {
  const shape = shapes.find((one) => one.name === name);
  if (shape === undefined) throw new Error(`No shape ${name}`);
  for (const file of [...files, ".auth"]) await rm(path.join(folder, file), { recursive: true, force: true });
  for (const [file, text] of Object.entries(shape.before))
    if (file !== "package.json" && file !== "tsconfig.json") write(folder, file, text);
  const manifest = path.join(folder, "package.json");
  const named = JSON.parse(await readFile(manifest, "utf8")) as { devDependencies: Record<string, string> };
  Object.assign(named.devDependencies, was);
  await writeFile(manifest, `${JSON.stringify(named, null, 2)}\n`);
  const result = await runMain(folder, ["migrate", "--yes", "--no-install"]);
  expect(result.code, result.stderr).toBe(code);
  const left = await readFile(manifest, "utf8");
  for (const one of Object.keys(was)) expect(left).not.toContain(`"${one}"`);
}

interface Run {
  readonly command: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

/** A running app. */
async function started(folder: string, { command, variables }: Run, walk: (url: string) => Promise<void>) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = cleanEnv({ ...variables, ORIGIN: url, PORT: String(port) });
  const server = await startServer(npx, command, { cwd: folder, env, url });
  try {
    await walk(url);
  } catch (error) {
    throw new Error(`${String(error)}\n${server.output()}`, { cause: error });
  } finally {
    await server.stop();
  }
}

/** Below `auth dev`, which stands in for the providers. */
const simulated = (...command: readonly string[]) => ["auth", "dev", "--", ...command];

const settings = { AUTH_SECRET: secret, AUTH_GITHUB_ID: "id", AUTH_GITHUB_SECRET: "s" };

/** In a browser of its own, without a mistake in its console. */
async function inPage(walk: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext();
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const failures: string[] = [];
  page.on("pageerror", (error) => failures.push(String(error)));
  try {
    await walk(page);
    expect(failures).toEqual([]);
  } finally {
    await context.close();
  }
}

/** At the simulated GitHub. @returns who signs in */
async function choosePerson(page: Page): Promise<string> {
  const someone = page.locator("button[name=person]").first();
  const name = (await someone.locator("span").last().textContent())?.trim() ?? "";
  await someone.click();
  return name;
}

const who = (page: Page, name: string) =>
  page.waitForFunction((wanted) => document.querySelector("#who")?.textContent?.trim() === wanted, name);

describe("@auth/sveltekit", { timeout: 600_000 }, () => {
  let project: Folder;
  beforeAll(async () => {
    project = await installedProject("sveltekit-ts");
    await writeFile(
      path.join(project.folder, ".env"),
      Object.entries(settings)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(""),
    );
  }, 300_000);
  afterAll(() => project?.dispose());

  const app = async (name: string, walk: (url: string) => Promise<void>, was = "@auth/sveltekit") => {
    const { folder } = project;
    await migrated(folder, name, { [was]: "^1.11.3" }, [
      "src",
      "svelte.config.js",
      "build",
      ".svelte-kit",
      "vite.config.ts",
    ]);
    const base = path.join(projectRoot, "test/fixtures/projects/sveltekit-ts");
    for (const file of ["src/app.html", "vite.config.ts"])
      await cp(path.join(base, file), path.join(folder, file), { force: false });
    const build = "svelte-kit sync && svelte-check --threshold warning --fail-on-warnings && vite build";
    await mustRun(npx, ["-c", build], { cwd: folder, env: cleanEnv(), timeoutSeconds: 300 });
    await started(folder, { command: simulated("node", "build"), variables: settings }, walk);
  };
  const cookie = async () =>
    `authjs.session-token=${await sealed("@auth/core/jwt", { salt: "authjs.session-token" })}`;
  const pageOf = async (address: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(address, { headers, redirect: "manual" });
    return { status: answer.status, to: answer.headers.get("location"), text: await answer.text() };
  };

  test("the plain shape: buttons of the client sign in and out, a session of before goes on", async () => {
    await app("sveltekit-plain", async (url) => {
      expect(await (await fetch(`${url}/api/me`)).json()).toEqual({ name: null });
      const before = await fetch(`${url}/api/me`, { headers: { cookie: await cookie() } });
      expect(await before.json()).toEqual({ name: "Alice" });
      await inPage(async (page) => {
        await page.goto(url, { waitUntil: "networkidle" });
        await page.getByRole("button", { name: "Enter" }).click();
        const name = await choosePerson(page);
        await page.waitForURL(`${url}/`);
        await who(page, name);
        await page.waitForLoadState("networkidle");
        await page.getByRole("button", { name: "Leave" }).click();
        await who(page, "nobody");
      });
    });
  });

  test("a sequence of hooks: its own guard leads to sign-in, a session of before passes", async () => {
    await app("sveltekit-sequence", async (url) => {
      const refused = await pageOf(`${url}/members`);
      expect([refused.status, refused.to]).toEqual([303, "/auth/signin"]);
      expect((await pageOf(`${url}/members`, { cookie: await cookie() })).text).toContain("Alice");
      await inPage(async (page) => {
        await page.goto(`${url}/members`);
        await page.getByRole("button", { name: "Sign in with GitHub" }).click();
        const name = await choosePerson(page);
        await page.goto(`${url}/members`);
        await who(page, name);
        await page.goto(`${url}/auth/signout`);
        await page.getByRole("button", { name: "Sign out" }).click();
        await page.waitForURL(`${url}/`);
        expect((await pageOf(`${url}/members`)).status).toBe(303);
      });
    });
  });

  test("form actions below paths.base: forms of before sign in by provider and by password, and out", async () => {
    await app("sveltekit-forms", async (url) => {
      expect((await pageOf(`${url}/shop/`, { cookie: await cookie() })).text).toContain("Alice");
      await inPage(async (page) => {
        await page.goto(`${url}/shop`);
        await page.getByRole("button", { name: "Signin with github" }).click();
        const name = await choosePerson(page);
        await page.waitForURL(`${url}/shop/`);
        await who(page, name);
        await page.getByRole("button", { name: "Leave" }).click();
        await who(page, "nobody");
        await page.fill("input[name=password]", "correct horse");
        await page.getByRole("button", { name: "Enter by password" }).click();
        await who(page, "Alice");
      });
    });
  });

  test("a configuration of the event", async () => {
    await app("sveltekit-lazy", async (url) => {
      expect((await pageOf(url, { cookie: await cookie() })).text).toContain("Alice");
      await inPage(async (page) => {
        await page.goto(url);
        await page.getByRole("link", { name: "Enter" }).click();
        await page.getByRole("button", { name: "Sign in with GitHub" }).click();
        const name = await choosePerson(page);
        await page.waitForURL((address) => address.pathname === "/");
        await who(page, name);
      });
    });
  });

  test("a release before 1.0: getSession, and the hook itself", async () => {
    await app("sveltekit-older", async (url) => {
      expect((await pageOf(`${url}/members`)).to).toBe("/auth/signin");
      expect((await pageOf(`${url}/members`, { cookie: await cookie() })).text).toContain("Alice");
      await inPage(async (page) => {
        await page.goto(`${url}/members`);
        await page.getByRole("button", { name: "Sign in with GitHub" }).click();
        const name = await choosePerson(page);
        await page.goto(`${url}/members`);
        await who(page, name);
      });
    });
  });
});

/** Apps of Nuxt, one after the other in the same project. */
function nuxtApps(was: Readonly<Record<string, string>>, variables: Readonly<Record<string, string>>) {
  let project: Folder;
  beforeAll(async () => {
    project = await installedProject("nuxt-ts");
    // The shapes read the environment, and name its types.
    await install(project.folder, ["--save-dev", "@types/node@^20.19.0"]);
  }, 300_000);
  afterAll(() => project?.dispose());
  const own = ["app", "server", "types", "auth.d.ts", "nuxt.config.ts", ".nuxt", ".output"];
  return {
    async built(name: string, walk: (url: string) => Promise<void>, repair: Repair = unrepaired) {
      const { folder } = project;
      await migrated(folder, name, was, own, repair.code);
      await repair.byHand(folder);
      const env = cleanEnv(variables);
      await mustRun(npx, ["nuxt", "typecheck"], { cwd: folder, env, timeoutSeconds: 300 });
      await mustRun(npx, ["nuxt", "build"], { cwd: folder, env, timeoutSeconds: 300 });
      const command = ["-c", "node .output/server/index.mjs"];
      await started(folder, { command, variables }, walk);
    },
    /** The same app in development: a build of Nuxt takes no simulated provider. */
    inDevelopment: (walk: (url: string) => Promise<void>) =>
      started(project.folder, { command: simulated("npx", "nuxt", "dev"), variables }, walk),
  };
}

/** What is sent to GitHub, which nobody reaches from here. */
async function sentToGitHub(page: Page, begin: () => Promise<void>): Promise<URLSearchParams> {
  const [request] = await Promise.all([
    page.waitForRequest("https://github.com/login/oauth/authorize?**"),
    begin(),
  ]);
  return new URL(request.url()).searchParams;
}

/** What a person does as the places that are listed say, and the code of `auth migrate` before. */
interface Repair {
  readonly code: number;
  byHand(folder: string): Promise<void>;
}

const unrepaired: Repair = { code: 0, byHand: async () => undefined };

describe("@sidebase/nuxt-auth", { timeout: 600_000 }, () => {
  const app = nuxtApps(
    { "@sidebase/nuxt-auth": "^1.3.1", "next-auth": "~4.21.1" },
    {
      GITHUB_CLIENT_ID: "id",
      GITHUB_CLIENT_SECRET: "s",
      NUXT_AUTH_SECRET: secret,
    },
  );
  const cookie = async () => `next-auth.session-token=${await sealed("next-auth/jwt", {})}`;
  const ask = (address: string, cookies = "") =>
    fetch(address, { headers: { cookie: cookies, accept: "text/html" }, redirect: "manual" });

  test("every page asks for sign-in: who comes with a session of before passes, others by their own form", async () => {
    await app.built("sidebase-global", async (url) => {
      expect((await ask(`${url}/api/session`)).status).toBe(401);
      const before = await cookie();
      expect(await (await ask(`${url}/api/session`, before)).json()).toEqual({ name: "Alice" });
      expect(await (await ask(`${url}/api/token`, before)).json()).toEqual({ sub: "42", isIn: true });
      expect(await (await ask(`${url}/members`, before)).text()).toContain("For members");
      const session = await (await ask(`${url}/api/auth/session`, before)).json();
      expect(session).toMatchObject({ user: { name: "Alice" }, nickname: "Ali" });
      const refused = await ask(`${url}/members`);
      expect(refused.status).toBe(302);
      expect(refused.headers.get("location")).toContain("/api/auth/signin?callbackUrl=%2Fmembers");
      await inPage(async (page) => {
        await page.goto(url, { waitUntil: "networkidle" });
        await who(page, "nobody");
        await page.click("#go");
        await page.waitForURL(/\/login\?callbackUrl=/);
        await page.waitForLoadState("networkidle");
        await page.fill("input[name=username]", "alice");
        await page.fill("input[name=password]", "wrong");
        await page.click("#password");
        await page.waitForSelector("#failed");
        await page.fill("input[name=password]", "correct horse");
        await page.click("#password");
        await page.waitForURL(`${url}/members`);
        await who(page, "Alice");
        await page.goto(`${url}/login`);
        await page.waitForURL(`${url}/members`);
        await page.waitForLoadState("networkidle");
        await page.click("#leave");
        await page.waitForURL(`${url}/`);
        await who(page, "nobody");
        await page.waitForLoadState("networkidle");
        const sent = await sentToGitHub(page, () => page.click("#enter"));
        expect(sent.get("redirect_uri")).toBe(`${url}/api/auth/callback/github`);
      });
    });
  });

  test("guards of single pages, and another path of the endpoints", async () => {
    await app.built("sidebase-own-guards", async (url) => {
      const before = await cookie();
      expect((await ask(`${url}/api/data`)).status).toBe(403);
      expect((await ask(`${url}/api/data`, before)).status).toBe(200);
      expect((await ask(`${url}/guests`)).status).toBe(200);
      expect((await ask(`${url}/guests`, before)).headers.get("location")).toBe("/");
      expect((await ask(`${url}/open`)).status).toBe(200);
      for (const at of ["/members", "/orders"]) {
        // A script is told; a browser is led, as below.
        expect((await ask(url + at)).status).toBe(401);
        expect((await ask(url + at, before)).status).toBe(200);
      }
      await inPage(async (page) => {
        await page.goto(`${url}/orders`);
        expect(page.url()).toBe(`${url}/sign/signin?callbackUrl=%2Forders`);
        await page.goto(`${url}/members`);
        const sent = await sentToGitHub(page, () =>
          page.getByRole("button", { name: "Sign in with GitHub" }).click(),
        );
        expect(sent.get("redirect_uri")).toBe(`${url}/sign/callback/github`);
      });
    });
    await app.inDevelopment(async (url) => {
      await inPage(async (page) => {
        await page.goto(`${url}/members`);
        await page.getByRole("button", { name: "Sign in with GitHub" }).click();
        await choosePerson(page);
        await page.waitForURL(`${url}/members`);
        expect(await page.textContent("#members")).toBe("For members");
      });
    });
  });
});

describe("nuxt-auth-utils", { timeout: 600_000 }, () => {
  const app = nuxtApps(
    { "nuxt-auth-utils": "^0.5.30" },
    {
      NUXT_SESSION_PASSWORD: secret,
      NUXT_OAUTH_GITHUB_CLIENT_ID: "id",
      NUXT_OAUTH_GITHUB_CLIENT_SECRET: "s",
      GOOGLE_ID: "id",
      NUXT_OAUTH_GOOGLE_CLIENT_SECRET: "s",
    },
  );

  test("handlers of providers: links of before sign in, pages and routes know who it is, and it ends", async () => {
    const repair: Repair = {
      code: 1,
      async byHand(folder) {
        for (const file of ["auth.d.ts", "server/api/raw.get.ts", "server/api/logout.post.ts"])
          await rm(path.join(folder, file));
      },
    };
    await app.built(
      "nuxt-auth-utils-providers",
      async (url) => {
        expect((await fetch(`${url}/api/me`)).status).toBe(401);
        const nobody = await (await fetch(`${url}/api/maybe`)).json();
        expect(nobody).toEqual({ name: null, again: null, query: {} });
        await inPage(async (page) => {
          await page.goto(url, { waitUntil: "networkidle" });
          await who(page, "nobody");
          await page.click("#enter");
          const sent = await sentToGitHub(page, () =>
            page.getByRole("button", { name: "Sign in with GitHub" }).click(),
          );
          expect(sent.get("redirect_uri")).toBe(`${url}/api/auth/callback/github`);
        });
      },
      repair,
    );
    await app.inDevelopment(async (url) => {
      await inPage(async (page) => {
        await page.goto(url, { waitUntil: "networkidle" });
        await page.click("#enter");
        await page.getByRole("button", { name: "Sign in with GitHub" }).click();
        const name = await choosePerson(page);
        await page.waitForURL(`${url}/members`);
        await who(page, name);
        const read = (address: string) => page.evaluate(async (at) => (await fetch(at)).json(), address);
        expect(await read("/api/me")).toEqual({ name });
        expect((await read("/api/auth/session")).user).toMatchObject({
          name,
          login: expect.any(String),
          githubId: expect.any(Number),
        });
        await page.goto(url, { waitUntil: "networkidle" });
        await page.click("#leave");
        await who(page, "nobody");
        await page.goto(`${url}/members`);
        await page.waitForURL(`${url}/`);
      });
    });
  });
});
