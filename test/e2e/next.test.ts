import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../support/chromium.js";
import { isFull } from "../support/every-run.js";
import { nextProject } from "../support/next-project.js";
import { freePort, mustRun, startServer } from "../support/process.js";
import { installedCommand, treeOf } from "../support/project.js";
import { typeErrors } from "../support/type-check.js";
import { startStrictProvider } from "./strict-provider.js";
import { describeServerCalls } from "./next-server-calls.js";
import { auth, filledIn, initTwice, signInAtStrictProvider, signInUnderAuthDev } from "./walk.js";

// In every run Next.js builds one app, that of the last part; in the group `next` what init wrote, too.
const builds = isFull;

/** A stock create-next-app 16 project, from `init` to `undo`; then F-50, with other files in its place. */
describe("a stock Next.js 16 project", { timeout: 600_000 }, () => {
  let project: Awaited<ReturnType<typeof nextProject>>;
  let browser: Browser;
  let before: Record<string, string>;

  beforeAll(async () => {
    [project, browser] = await Promise.all([nextProject("16.4.3"), launchBrowser()]);
    before = await treeOf(project.folder);
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    await project?.dispose();
  });

  test("init works once and changes nothing the second time", async () => {
    await initTwice(project.folder, "--layout");
  });

  test("auth dev: Chromium signs in through the local identity provider and out again", async () => {
    await signInUnderAuthDev(browser, project, "/api/auth");
  });

  test("what init wrote compiles", () => {
    expect(typeErrors(project.folder)).toBe("");
  });

  test.runIf(builds)("production: builds, then signs in and out with a strict OpenID provider", async () => {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const provider = await startStrictProvider(`${url}/api/auth/callback/oidc`);
    const added = await auth(project.folder, "add-provider", "oidc", "--yes");
    expect(added.code, added.stdout + added.stderr).toBe(0);
    const envFile = path.join(project.folder, ".env.local");
    const original = await readFile(envFile, "utf8");
    await writeFile(envFile, filledIn(original, provider));
    try {
      // It checks the types, with the compiler and the settings of the project.
      await mustRun(installedCommand("next"), ["build"], { cwd: project.folder, env: project.env() });
      const server = await startServer(installedCommand("next"), ["start", "--port", String(port)], {
        cwd: project.folder,
        env: project.env({ AUTH_DEV_IDP: "http://127.0.0.1:9" }),
        url,
      });
      // The button of the layout, on a page that knows nothing of it; it leads to the sign-in page and back.
      const page = await browser.newPage();
      await page.goto(url);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.waitForURL(`${url}/sign-in?callbackUrl=${encodeURIComponent(`${url}/`)}`);
      await page.close();
      await signInAtStrictProvider(browser, server, { url, basePath: "/api/auth" }, provider);
      // What Next says of code that it cannot render ahead.
      expect(server.output()).not.toMatch(/Error: Route|prerender/);
    } finally {
      await provider.close();
      await writeFile(envFile, original);
    }
  });

  test("undo takes everything back, byte for byte", async () => {
    for (let runs = 0; runs < (builds ? 2 : 1); runs += 1) {
      const undone = await auth(project.folder, "undo", "--yes");
      expect(undone.code, undone.stdout + undone.stderr).toBe(0);
    }
    expect(await treeOf(project.folder)).toEqual(before);
    // The types that the development server wrote name pages that are gone.
    await rm(path.join(project.folder, ".next"), { recursive: true });
  });

  describeServerCalls(() => project, { version: "16.4.3", bundler: "turbopack", mode: "production" });
});
