/**
 * The jobs that apps do every day, done: the commands, the lines by hand that are left, and a browser that sees the result.
 *
 * npm run test:full -- --only everyday-jobs
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auth } from "../e2e/walk.js";
import { launchBrowser } from "../support/browser.js";
import { cleanEnv, freePort, mustRun, startServer, type Server } from "../support/process.js";
import { nextProject } from "../support/next-project.js";
import { installedProject, npm, npx } from "../support/project.js";
import { expressJobs } from "./everyday/express.js";
import { nextJobs } from "./everyday/next.js";
import { countLines, writeByHand, type Job } from "./everyday/job.js";

/** What the jobs may cost in one framework. The rest goes with the accounts' plugins. */
const most = 110;
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

const textOf = (jobs: readonly Job[]) => jobs.flatMap(({ byHand = [] }) => byHand.map(({ lines }) => lines));

/** Whose address a mail proves. */
const admin = "grace@example.com";

async function underAuthDev(
  { folder, start, env: given }: { folder: string; start: readonly string[]; env?: Record<string, string> },
  walk: (url: string, server: Server) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = { ...(given ?? cleanEnv()), PORT: String(port), AUTH_ADMINS: admin };
  const server = await startServer(npx, ["auth", "dev", "--", ...start], { cwd: folder, env, url });
  try {
    await walk(url, server);
  } catch (error) {
    throw new Error(`${String(error)}\n${server.output()}`, { cause: error });
  } finally {
    await server.stop();
  }
}

/** By the page of a simulated provider, where this page is already. */
async function choose(page: Page, person: string, url: string): Promise<void> {
  await page.waitForURL(/127\.0\.0\.1/);
  await page.locator("button[name=person]", { hasText: person }).first().click();
  await page.waitForURL((address) => address.origin === url && !address.pathname.includes("/callback/"));
}

const status = (page: Page, address: string, method = "GET") =>
  page.evaluate(async ([to, how]) => (await fetch(to, { method: how })).status, [address, method] as const);

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

  test("the lines by hand", () => {
    expect(printLines("Express", expressJobs)).toBeLessThanOrEqual(most);
    for (const line of textOf(expressJobs).join("\n").split("\n"))
      expect(line.length, line).toBeLessThanOrEqual(widest);
  });

  test("done, and type-checked", async () => {
    await doJobs(project.folder, expressJobs);
    const { stdout } = await mustRun(npx, ["tsc"], { cwd: project.folder });
    expect(stdout).toBe("");
  });

  test("a browser does what the jobs are for", async () => {
    await underAuthDev({ folder: project.folder, start: [npm, "run", "dev"] }, async (url, server) => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(url);
      expect(await status(page, "/api/orders")).toBe(401);
      await page.goto(`${url}/orders`);
      await page.getByRole("button", { name: "Sign in with GitHub" }).click();
      await choose(page, "Mira", url);
      expect(await page.textContent("h1")).toBe("Orders");
      expect(await status(page, "/api/orders")).toBe(200);

      // A second account of the same user, seen and taken away; the last one stays.
      await page.goto(`${url}/auth/signin?callbackUrl=/orders`);
      await page.getByRole("button", { name: "Sign in with Google" }).click();
      await choose(page, "Mira", url);
      const accounts = () =>
        page.evaluate(async () => (await fetch("/accounts")).json() as Promise<{ provider: string }[]>);
      expect((await accounts()).map(({ provider }) => provider).sort()).toEqual(["github", "google"]);
      expect(await status(page, "/accounts/github", "DELETE")).toBe(204);
      expect(await status(page, "/accounts/google", "DELETE")).toBe(409);

      // Two browsers of one user, and the end of both.
      const other = await (await browser.newContext()).newPage();
      await other.goto(`${url}/orders`);
      await other.getByRole("button", { name: "Sign in with Google" }).click();
      await choose(other, "Mira", url);
      expect(await status(other, "/sign-out-everywhere", "POST")).toBe(200);
      expect([await status(page, "/api/orders"), await status(other, "/api/orders")]).toEqual([401, 401]);

      await page.goto(`${url}/sign-up`);
      await page.fill("input[name=email]", "Ada@example.com");
      await page.fill("input[name=password]", "correct horse battery");
      await page.getByRole("button", { name: "Sign up" }).click();
      await page.waitForURL(/\/auth\/signin/);
      await page.fill("form[action*=credentials] input[name=email]", "ada@example.com");
      await page.fill("form[action*=credentials] input[name=password]", "correct horse battery");
      await page.click("form[action*=credentials] button[type=submit]");
      await page.waitForURL((address) => !address.pathname.startsWith("/auth"));
      expect(await status(page, "/api/orders")).toBe(200);

      const mailed = await (await browser.newContext()).newPage();
      await mailed.goto(`${url}/auth/signin?callbackUrl=/orders`);
      await mailed.fill("form[action*=nodemailer] input[name=email]", admin);
      await mailed.click("form[action*=nodemailer] button[type=submit]");
      const mails = /Mail for grace@example\.com: (\S+)/;
      await expect.poll(() => server.output(), { timeout: 20_000 }).toMatch(mails);
      await mailed.goto(mails.exec(server.output())?.[1] ?? "");
      const link = /http:[^"\s<]+\/callback\/nodemailer[^"\s<]+/.exec(await mailed.content())?.[0] ?? "";
      await mailed.goto(link.replaceAll("&amp;", "&"));
      if ((await mailed.locator("h1").textContent()) !== "Orders") await mailed.click("button");
      await mailed.waitForURL(`${url}/orders`);
      expect([await status(page, "/api/admin"), await status(mailed, "/api/admin")]).toEqual([403, 200]);
    });
  });

  test("a token that has ended is renewed, and kept", async () => {
    const code = `
      const { db } = await import("./dist/auth-store.js");
      const { accessToken } = await import("./dist/account.js");
      const { userId } = await db.selectFrom("Account").selectAll().where("provider", "=", "google").executeTakeFirstOrThrow();
      await db.updateTable("Account").set({ access_token: "old", refresh_token: "r1", expires_at: 1 }).execute();
      const asked = [];
      globalThis.fetch = async (url, { body }) => {
        asked.push(body.get("refresh_token"));
        return Response.json({ access_token: "new", expires_in: 3600, refresh_token: "r2" });
      };
      const got = [await accessToken(userId), await accessToken(userId)];
      const row = await db.selectFrom("Account").selectAll().where("provider", "=", "google").executeTakeFirst();
      console.log(JSON.stringify([got, asked, row.access_token, row.refresh_token]));
      process.exit(0);`;
    const { stdout } = await mustRun(process.execPath, ["--input-type=module", "-e", code], {
      cwd: project.folder,
    });
    expect(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")).toEqual([["new", "new"], ["r1"], "new", "r2"]);
    expect(await readFile(path.join(project.folder, "src/auth.ts"), "utf8")).toContain(
      "Credentials(passwordSignIn)",
    );
  });
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

  test("the lines by hand", () => {
    expect(printLines("Next.js", nextJobs)).toBeLessThanOrEqual(most);
    for (const line of textOf(nextJobs).join("\n").split("\n"))
      expect(line.length, line).toBeLessThanOrEqual(widest);
  });

  test("done, and built", async () => {
    await doJobs(project.folder, nextJobs);
    const { stdout } = await mustRun(npx, ["next", "build"], {
      cwd: project.folder,
      env: project.env(),
      timeoutSeconds: 500,
    });
    expect(stdout).toContain("/api/sign-out-everywhere");
  });

  test("a browser does what the jobs are for", async () => {
    const { folder } = project;
    await underAuthDev({ folder, start: [npm, "run", "dev"], env: project.env() }, async (url) => {
      const page = await (await browser.newContext()).newPage();
      page.setDefaultTimeout(120_000);
      await page.goto(url);
      expect(await status(page, "/api/orders")).toBe(401);
      await page.goto(`${url}/orders`);
      await page.getByRole("button", { name: "Sign in with GitHub" }).click();
      await choose(page, "Mira", url);
      expect(await page.textContent("h1")).toBe("Orders");
      expect(await status(page, "/api/orders")).toBe(200);

      await page.goto(`${url}/api/auth/signin?callbackUrl=/accounts`);
      await page.getByRole("button", { name: "Sign in with Google" }).click();
      await choose(page, "Mira", url);
      const names = () => page.locator("button[name=provider]").allTextContents();
      expect((await names()).sort()).toEqual(["github", "google"]);
      await page.click("button[value=github]");
      await page.waitForFunction(() => document.querySelectorAll("button[name=provider]").length === 1);
      expect(await names()).toEqual(["google"]);

      expect(await status(page, "/api/sign-out-everywhere", "POST")).toBe(204);
      expect(await status(page, "/api/orders")).toBe(401);

      await page.goto(`${url}/sign-up`);
      await page.fill("input[name=email]", "Ada@example.com");
      await page.fill("input[name=password]", "correct horse battery");
      await page.getByRole("button", { name: "Sign up" }).click();
      await page.waitForURL(/\/api\/auth\/signin/);
      await page.fill("form[action*=credentials] input[name=email]", "ada@example.com");
      await page.fill("form[action*=credentials] input[name=password]", "correct horse battery");
      await page.click("form[action*=credentials] button[type=submit]");
      await page.waitForURL((address) => !address.pathname.startsWith("/api/auth"));
      expect([await status(page, "/api/orders"), await status(page, "/api/admin")]).toEqual([200, 403]);
    });
  });
});
