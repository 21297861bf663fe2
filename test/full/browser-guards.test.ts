/**
 * Guards of `auth protect` in the browser, in production builds: who may not see a page sees it by no link, preloaded or not,
 * by no way back, in no second tab after a sign-out, and not after the role is gone (F-01).
 *
 * npm run test:full -- --only browser-guards
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auth } from "../e2e/walk.js";
import { launchBrowser } from "../support/chromium.js";
import { cleanEnv, freePort, mustRun, run, type Server, startServer } from "../support/process.js";
import { installedProject, npx } from "../support/project.js";
import { apps, secrets, type GuardedApp } from "./browser-guards/apps.js";

const credentials = `[GitHub, Credentials({
    credentials: { name: {} },
    authorize: ({ name }) => ({ id: String(name), name: String(name) }),
  })]`;
/** Read at each request: a role goes without a sign-out. */
const session =
  "session: ({ session }) => ({ ...session, user: { ...session.user, role: rolesNow()[String(session.user?.name)] } }),";
const roles = `import { readFileSync } from "node:fs";
import Credentials from "authwright/providers/credentials";

const rolesNow = () => JSON.parse(readFileSync("roles.json", "utf8")) as Record<string, string>;

`;

/** A project of its own, built, with a guard for `/admin`. */
async function built(app: GuardedApp) {
  const project = await installedProject(app.project);
  const { folder } = project;
  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  };
  for (const [file, text] of Object.entries(app.files)) await write(file, text);
  const mustDo = async (...args: string[]) => {
    const done = await auth(folder, ...args, "--yes");
    expect(done.code, done.stdout + done.stderr).toBe(0);
  };
  await mustDo("init", "--provider", "github");
  const configured = await readFile(path.join(folder, app.authFile), "utf8");
  const callbacks = "callbacks: {";
  const own = configured.includes(callbacks)
    ? configured.replace(callbacks, `${callbacks}\n    ${session}`)
    : configured.replace("[GitHub]", `[GitHub],\n  ${callbacks} ${session} }`);
  expect(own).toContain("rolesNow");
  await write(app.authFile, roles + own.replace("[GitHub]", credentials));
  await write("roles.json", "{}");
  await mustDo("protect", "/admin", "--role", "admin");
  const doctor = await auth(folder, "doctor", "--json");
  expect(doctor.stdout).not.toMatch(/AUTH_D_(?:UNGUARDED|PROXY|KIT)/);
  await mustRun(npx, [...app.build], { cwd: folder, env: cleanEnv(), timeoutSeconds: 500 });
  return {
    ...project,
    setRoles: (given: Record<string, string>) => write("roles.json", JSON.stringify(given)),
  };
}

describe.each(apps)("$name", (app) => {
  let browser: Browser;
  let project: Awaited<ReturnType<typeof built>>;
  let server: Server;
  let url: string;

  beforeAll(async () => {
    [browser, project] = await Promise.all([launchBrowser(), built(app)]);
    const port = await freePort();
    url = `http://localhost:${port}`;
    const [command = "", ...args] = app.start(port);
    const env = cleanEnv({
      ORIGIN: url,
      PORT: String(port),
      AUTH_URL: url,
      AUTH_GITHUB_ID: "id",
      AUTH_GITHUB_SECRET: "secret",
    });
    server = await startServer(command === "npx" ? npx : process.execPath, args, {
      cwd: project.folder,
      env,
      url,
    });
  }, 900_000);
  afterAll(async () => {
    await server?.stop();
    await Promise.all([browser?.close(), project?.dispose()]);
  });

  /** A browser of one person. `seen`: the secrets that were on a page for a moment or longer. */
  async function inBrowser(walk: (page: Page, seen: Set<string>, context: BrowserContext) => Promise<void>) {
    const context = await browser.newContext();
    context.setDefaultTimeout(30_000);
    const seen = new Set<string>();
    await context.exposeBinding("sawSecret", (_source, text: string) => void seen.add(text));
    await context.addInitScript((wanted) => {
      const look = () => {
        for (const one of wanted)
          if (document.querySelector("h1")?.textContent?.includes(one))
            (window as unknown as { sawSecret: (text: string) => void }).sawSecret(one);
      };
      new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
    }, Object.values(secrets));
    try {
      await walk(await context.newPage(), seen, context);
    } catch (error) {
      throw new Error(`${String(error)}\n${server.output()}`, { cause: error });
    } finally {
      await context.close();
    }
  }

  const home = async (page: Page, at = "/") => {
    await page.goto(url + at, { waitUntil: "load" });
    // Until the code of the page runs, a link is a request.
    await page.waitForTimeout(1000);
    // A page that was loaded anew has lost it.
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  };
  async function signIn(page: Page, name: string): Promise<void> {
    await page.goto(`${url}/sign-in`);
    await page.fill("input[name=name]", name);
    await page.press("input[name=name]", "Enter");
    await page.waitForURL((address) => address.pathname !== "/sign-in");
  }
  async function signOut(context: BrowserContext): Promise<void> {
    const tab = await context.newPage();
    await tab.goto(`${url}/sign-out`);
    await tab.getByRole("button", { name: "Sign out" }).click();
    await tab.waitForURL((address) => address.pathname !== "/sign-out");
    await tab.close();
  }
  /** Looks at a link, so that what is preloaded is there, and follows it. */
  async function follow(page: Page, id: string): Promise<void> {
    await page.hover(`#${id}`);
    await page.waitForTimeout(700);
    await page.click(`#${id}`);
  }
  const isSignIn = (page: Page) => page.waitForURL((address) => address.pathname === "/sign-in");
  const isForbidden = async (page: Page): Promise<void> => {
    await expect
      .poll(() => page.textContent("body"), { timeout: 30_000 })
      .toMatch(/403|forbidden|not allowed|access|don't have/i);
  };

  test.each(app.entrances)("a stranger, from %s", async (entrance) => {
    await inBrowser(async (page, seen) => {
      for (const id of ["admin", "deep"]) {
        await home(page, entrance);
        await follow(page, id);
        await isSignIn(page);
        await page.goBack();
        await page.goForward();
        await isSignIn(page);
      }
      for (const at of Object.keys(secrets)) {
        await page.goto(url + at);
        await isSignIn(page);
      }
      expect([...seen]).toEqual([]);
    });
  });

  test("the file of auth test init asks as links do", async () => {
    await project.setRoles({});
    const { folder } = project;
    const written = await auth(folder, "test", "init", "--yes");
    expect(written.code, written.stdout + written.stderr).toBe(0);
    const done = await run("node", ["--test"], {
      cwd: folder,
      env: cleanEnv({ APP_URL: url }),
      timeoutSeconds: 120,
    });
    expect(done.code, done.stdout + done.stderr).toBe(0);
    for (const at of Object.keys(secrets))
      for (const line of [`GET ${at}: nobody gets 401`, `GET ${at}: user gets 403`]) {
        expect(done.stdout).toContain(line);
        if (app.asksForLinks) expect(done.stdout).toContain(`a link to ${line}`);
      }
  });

  test("a user without the role", async () => {
    await project.setRoles({ Ada: "admin" });
    await inBrowser(async (page, seen, context) => {
      await signIn(page, "Bob");
      for (const entrance of app.entrances)
        for (const id of ["admin", "deep"]) {
          await home(page, entrance);
          await follow(page, id);
          await isForbidden(page);
        }
      for (const at of Object.keys(secrets)) {
        const tab = await context.newPage();
        await tab.goto(url + at, { waitUntil: "commit" });
        await isForbidden(tab);
      }
      expect([...seen]).toEqual([]);
    });
  });

  test("who has the role goes on inside the app, until it is gone", async () => {
    await project.setRoles({ Ada: "admin" });
    await inBrowser(async (page, seen) => {
      await signIn(page, "Ada");
      await home(page);
      await follow(page, "admin");
      await page.getByRole("heading", { name: secrets["/admin"] }).waitFor();
      await follow(page, "deep");
      await page.getByRole("heading", { name: secrets["/admin/deep"] }).waitFor();
      await follow(page, "admin");
      await page.getByRole("heading", { name: secrets["/admin"] }).waitFor();
      expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
      await home(page, "/admin");
      seen.clear();
      await project.setRoles({});
      await follow(page, "deep");
      await isForbidden(page);
      expect([...seen]).not.toContain(secrets["/admin/deep"]);
    });
  });

  test("after a sign-out in a second tab", async () => {
    await project.setRoles({ Ada: "admin" });
    await inBrowser(async (page, seen, context) => {
      await signIn(page, "Ada");
      await home(page);
      await signOut(context);
      await follow(page, "admin");
      await isSignIn(page);
      expect([...seen]).toEqual([]);

      // Between two guarded pages, whose layout stays.
      await signIn(page, "Ada");
      await home(page, "/admin");
      seen.clear();
      await signOut(context);
      await follow(page, "deep");
      await isSignIn(page);
      expect([...seen]).not.toContain(secrets["/admin/deep"]);
    });
  });

  test("back to a guarded page after a sign-out in a second tab", async () => {
    await project.setRoles({ Ada: "admin" });
    await inBrowser(async (page, seen, context) => {
      await signIn(page, "Ada");
      await home(page);
      await follow(page, "admin");
      await page.getByRole("heading", { name: secrets["/admin"] }).waitFor();
      await follow(page, "home");
      await page.getByRole("heading", { name: "Home" }).waitFor();
      await signOut(context);
      seen.clear();
      await page.goBack();
      if (app.keepsPages) {
        // What this tab was sent while it might see it.
        await page.getByRole("heading", { name: secrets["/admin"] }).waitFor();
        await page.reload();
        await isSignIn(page);
        return;
      }
      await isSignIn(page);
      expect([...seen]).toEqual([]);
    });
  });
});
