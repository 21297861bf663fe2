/**
 * The jobs that apps do every day, done: the commands, the lines by hand that are left, and a browser that sees the result.
 *
 * npm run test:full -- --only everyday-jobs
 */
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "@libsql/client";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { snippetsOf } from "../docs/pages.js";
import {
  type CommandedApp,
  type CommandedProject,
  startCommandedApp,
  viteDev,
} from "../e2e/commanded-app.js";
import { PluginUser } from "../e2e/plugin-user.js";
import { signUp, walkOf } from "../e2e/plugin-walk.js";
import { auth } from "../e2e/walk.js";
import { launchBrowser } from "../support/chromium.js";
import { cleanEnv, mustRun } from "../support/process.js";
import { nextProject } from "../support/next-project.js";
import { installedProject, npx } from "../support/project.js";
import { expressJobs } from "./everyday/express.js";
import { countLines, writeByHand, type Job } from "./everyday/job.js";
import { nextJobs } from "./everyday/next.js";
import { nuxtJobs } from "./everyday/nuxt.js";
import { svelteKitJobs } from "./everyday/sveltekit.js";

/** What all jobs together may cost in a framework. */
const most = 25;
const widest = 120;

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser?.close());

async function doJobs(folder: string, jobs: readonly Job[]): Promise<void> {
  for (const { name, commands = [], byHand = [] } of jobs) {
    for (const [command = "", ...args] of commands) {
      const done = await auth(folder, command, ...args, "--yes");
      expect(done.code, `${name}: ${command}\n${done.stdout}${done.stderr}`).toBe(0);
    }
    for (const one of byHand) await writeByHand(folder, one);
  }
}

function printLines(framework: string, jobs: readonly Job[]): number {
  const counted = jobs.map((job) => ({ name: job.name, lines: countLines(job) }));
  const all = counted.reduce((sum, { lines }) => sum + lines, 0);
  const rows = [...counted, { name: "all", lines: all }];
  console.log(rows.map(({ name, lines }) => `${framework} ${String(lines).padStart(4)}  ${name}`).join("\n"));
  return all;
}

/** Whose address a mail proves. */
const admin = "grace@example.com";

/** Answers for the provider's API with the token that it is asked with. */
async function writeEcho(folder: string): Promise<string> {
  const file = path.join(path.dirname(folder), `echo-${path.basename(folder)}.mjs`.replaceAll(" ", "-"));
  await writeFile(
    file,
    `const real = globalThis.fetch;
globalThis.fetch = (to, init) =>
  String(to).startsWith("https://www.googleapis.com/drive/")
    ? Promise.resolve(Response.json({ token: new Headers(init.headers).get("authorization") }))
    : real(to, init);
`,
  );
  return file;
}

async function underAuthDev(
  { folder, env, ...project }: CommandedProject,
  walk: (app: CommandedApp) => Promise<void>,
): Promise<void> {
  const echo = await writeEcho(folder);
  const app = await startCommandedApp({
    ...project,
    folder,
    env: (extra) =>
      env({ AUTH_ADMINS: admin, NODE_OPTIONS: `--import ${pathToFileURL(echo).href}`, ...extra }),
  });
  try {
    await walk(app);
  } catch (error) {
    throw new Error(`${String(error)}\n${app.output()}`, { cause: error });
  } finally {
    await app.close();
    await rm(echo);
  }
}

/** Tokens of the provider's API: renewed once they are over, and kept. */
async function renewsTokens(folder: string, page: Page): Promise<void> {
  const token = () =>
    page.evaluate(async () => ((await (await fetch("/api/files")).json()) as { token: string }).token);
  const first = await token();
  expect(first).toMatch(/^Bearer \S+/);
  expect(await token()).toBe(first);
  const database = createClient({ url: `file:${path.join(folder, "auth.db")}` });
  await database.execute("delete from auth_access_tokens");
  await database.execute(`update "Account" set expires_at = 1 where provider = 'google'`);
  database.close();
  const second = await token();
  expect(second).not.toBe(first);
  expect(await token()).toBe(second);
}

/** Jobs 4, 6, 7, 8 and 9, on the pages that the plugins bring. */
async function usesAccounts(app: CommandedApp, folder: string, page: Page): Promise<void> {
  const opened = async () => PluginUser.in(await browser.newContext(), app);
  await page.goto(`${app.authUrl}/account`);
  await page.getByRole("link", { name: "Link Google" }).click();
  await page.getByRole("button", { name: "Link Google" }).click();
  await choose(page, "Mira", app.url);
  await renewsTokens(folder, page);
  await page.goto(`${app.authUrl}/account`);
  await page.getByRole("button", { name: "Unlink GitHub" }).click();
  await page.getByRole("link", { name: "Link GitHub" }).waitFor();

  const other = await (await browser.newContext()).newPage();
  await other.goto(`${app.url}/orders`);
  await other.getByRole("button", { name: "Sign in with Google" }).click();
  await choose(other, "Mira", app.url);
  await page.goto(`${app.authUrl}/account`);
  await page.getByRole("button", { name: "Sign out all others" }).click();
  await expect
    .poll(() => page.locator('section:has(h2:text("Where you are signed in")) li time').count())
    .toBe(1);
  expect([await status(page, "/api/orders"), await status(other, "/api/orders")]).toEqual([200, 401]);

  const user = await opened();
  await signUp(walkOf(user, user));
  expect([await status(user.page, "/api/orders"), await status(user.page, "/api/admin")]).toEqual([200, 403]);
}

/** By the page of a simulated provider, where this page is already. */
async function choose(page: Page, person: string, url: string): Promise<void> {
  await page.waitForURL(/127\.0\.0\.1/);
  await page.locator("button[name=person]", { hasText: person }).first().click();
  await page.waitForURL((address) => address.origin === url && !address.pathname.includes("/callback/"));
}

const status = (page: Page, address: string) =>
  page.evaluate(async (to) => (await fetch(to)).status, address);

/** What the jobs are for, from nobody to two people and an administrator. */
async function doesTheJobs(
  project: Omit<CommandedProject, "env"> & { readonly env?: CommandedProject["env"] },
  jobs: readonly Job[],
): Promise<void> {
  const hasBar = jobs.some(({ commands = [] }) => commands.flat().includes("--layout"));
  await underAuthDev({ env: cleanEnv, ...project }, async (app) => {
    const { url } = app;
    const page = await (await browser.newContext()).newPage();
    // A development server compiles what it is asked for first.
    page.setDefaultTimeout(120_000);
    await page.goto(url);
    expect(await status(page, "/api/orders")).toBe(401);
    if (hasBar) await page.locator(".authwright-bar").getByRole("button", { name: "Sign in" }).waitFor();
    await page.goto(`${url}/orders`);
    await page.getByRole("button", { name: "Sign in with GitHub" }).click();
    await choose(page, "Mira", url);
    expect(await page.textContent("h1")).toBe("Orders");
    if (hasBar) expect(await page.textContent(".authwright-bar .authwright-user-name")).toContain("Mira");
    expect(await status(page, "/api/orders")).toBe(200);
    await usesAccounts(app, project.folder, page);

    const mailed = await (await browser.newContext()).newPage();
    await mailed.goto(`${app.authUrl}/signin?callbackUrl=/orders`);
    await mailed.getByLabel("Email", { exact: true }).fill(admin);
    await mailed.getByRole("button", { name: "Email me a link instead" }).click();
    await mailed.goto(await app.mailLink(/sign in/i));
    if ((await mailed.locator("h1").textContent()) !== "Orders") await mailed.click("button");
    await mailed.waitForURL(`${url}/orders`);
    expect(await status(mailed, "/api/admin")).toBe(200);
  });
}

const all = { Express: expressJobs, "Next.js": nextJobs, SvelteKit: svelteKitJobs, Nuxt: nuxtJobs };

test.each(Object.entries(all))(
  "%s: the lines by hand are few, and those of the page",
  async (framework, jobs) => {
    expect(printLines(framework, jobs)).toBeLessThanOrEqual(most);
    const page = "docs/plugins/access-tokens.md";
    const text = await readFile(path.join(projectRoot, page), "utf8");
    const shown = snippetsOf({ path: page, text }).flatMap(({ code }) =>
      code.split("\n").map((one) => one.trim()),
    );
    for (const { lines, instead } of jobs.flatMap(({ byHand = [] }) => byHand))
      for (const line of lines.split("\n")) {
        expect(line.length, line).toBeLessThanOrEqual(widest);
        if (line !== instead) expect(shown).toContain(line.trim());
      }
  },
);

describe("Express", { timeout: 600_000 }, () => {
  let project: Awaited<ReturnType<typeof installedProject>>;
  beforeAll(async () => {
    project = await installedProject("express-esm-ts");
    const routes = `app.get("/orders", (_req, res) => void res.send("<h1>Orders</h1>"));
app.get("/api/orders", (_req, res) => void res.json([]));
app.get("/api/admin", (_req, res) => void res.json([]));
`;
    await writeByHand(project.folder, {
      file: "src/server.ts",
      instead: "app.listen(port",
      lines: `${routes}\napp.listen(port`,
    });
  }, 300_000);
  afterAll(() => project?.dispose());

  test("done, and type-checked", async () => {
    await doJobs(project.folder, expressJobs);
    const { stdout } = await mustRun(npx, ["tsc"], { cwd: project.folder });
    expect(stdout).toBe("");
  });

  test("a browser does what the jobs are for", () =>
    doesTheJobs({ folder: project.folder, basePath: "/auth" }, expressJobs));
});

describe("Next.js", { timeout: 900_000 }, () => {
  let project: Awaited<ReturnType<typeof nextProject>>;
  beforeAll(async () => {
    project = await nextProject("16");
    const page = "export default function Orders() {\n  return <h1>Orders</h1>;\n}\n";
    await writeByHand(project.folder, { file: "app/orders/page.tsx", lines: page });
    const route = "export function GET() {\n  return Response.json([]);\n}\n";
    for (const name of ["orders", "admin"])
      await writeByHand(project.folder, { file: `app/api/${name}/route.ts`, lines: route });
  }, 600_000);
  afterAll(() => project?.dispose());

  test("done, and built", async () => {
    await doJobs(project.folder, nextJobs);
    const { stdout } = await mustRun(npx, ["next", "build"], {
      cwd: project.folder,
      env: project.env(),
      timeoutSeconds: 500,
    });
    expect(stdout).toContain("/api/files");
  });

  test("a browser does what the jobs are for", () =>
    doesTheJobs({ folder: project.folder, env: project.env, basePath: "/api/auth" }, nextJobs));
});

describe("SvelteKit", { timeout: 600_000 }, () => {
  let project: Awaited<ReturnType<typeof installedProject>>;
  beforeAll(async () => {
    project = await installedProject("sveltekit-ts");
    await writeByHand(project.folder, { file: "src/routes/orders/+page.svelte", lines: "<h1>Orders</h1>\n" });
    const route = "export const GET = () => Response.json([]);\n";
    for (const name of ["orders", "admin"])
      await writeByHand(project.folder, { file: `src/routes/api/${name}/+server.ts`, lines: route });
  }, 300_000);
  afterAll(() => project?.dispose());

  test("done, type-checked and built", async () => {
    await doJobs(project.folder, svelteKitJobs);
    const build = ["-c", "svelte-kit sync && svelte-check --threshold warning && vite build"];
    const { code } = await mustRun(npx, build, { cwd: project.folder, env: cleanEnv(), timeoutSeconds: 300 });
    expect(code).toBe(0);
  });

  test("a browser does what the jobs are for", () =>
    doesTheJobs(
      {
        folder: project.folder,
        basePath: "/auth",
        dev: viteDev,
      },
      svelteKitJobs,
    ));
});

describe("Nuxt", { timeout: 900_000 }, () => {
  let project: Awaited<ReturnType<typeof installedProject>>;
  beforeAll(async () => {
    project = await installedProject("nuxt-ts");
    const { folder } = project;
    await writeByHand(folder, { file: "app/app.vue", instead: "<NuxtWelcome />", lines: "<NuxtPage />" });
    for (const [file, title] of [
      ["index", "Shop"],
      ["orders", "Orders"],
    ])
      await writeByHand(folder, {
        file: `app/pages/${file}.vue`,
        lines: `<template>\n  <h1>${title}</h1>\n</template>\n`,
      });
    const route = "export default defineEventHandler(() => []);\n";
    for (const name of ["orders", "admin"])
      await writeByHand(folder, { file: `server/api/${name}.get.ts`, lines: route });
  }, 300_000);
  afterAll(() => project?.dispose());

  test("done, type-checked and built", async () => {
    await doJobs(project.folder, nuxtJobs);
    const build = ["-c", "nuxt typecheck && nuxt build"];
    const { code } = await mustRun(npx, build, { cwd: project.folder, env: cleanEnv(), timeoutSeconds: 500 });
    expect(code).toBe(0);
  });

  test("a browser does what the jobs are for", () =>
    doesTheJobs({ folder: project.folder, basePath: "/api/auth" }, nuxtJobs));
});
