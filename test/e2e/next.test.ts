import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../support/browser.js";
import { nextProject } from "../support/next-project.js";
import { freePort, mustRun, startServer } from "../support/process.js";
import { npm, npx, treeOf } from "../support/project.js";
import { startStrictProvider } from "./strict-provider.js";
import { auth, initTwice, signInAndOut } from "./walk.js";

/** A stock create-next-app 16 project, from `init` to `undo`. */
describe("a stock Next.js 16 project", { timeout: 300_000 }, () => {
  let project: Awaited<ReturnType<typeof nextProject>>;
  let browser: Browser;
  let before: Record<string, string>;

  beforeAll(async () => {
    [project, browser] = await Promise.all([nextProject("16.4.3"), launchBrowser()]);
    before = await treeOf(project.folder);
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await project?.dispose();
  });

  test("init works once and changes nothing the second time", async () => {
    await initTwice(project.folder);
  });

  test("auth dev: Chromium signs in through the local identity provider and out again", async () => {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const server = await startServer(npx, ["auth", "dev", "--", npm, "run", "dev"], {
      cwd: project.folder,
      env: project.env({ PORT: String(port) }),
      url,
      timeoutSeconds: 120,
    });
    const context = await browser.newContext();
    context.setDefaultTimeout(90_000);
    try {
      await signInAndOut(await context.newPage(), { url, basePath: "/api/auth", providerName: "GitHub" });
    } catch (error) {
      throw new Error(`${String(error)}\n${server.output()}`, { cause: error });
    } finally {
      await context.close();
      await server.stop();
    }
  });

  test("production: builds, then signs in and out with a strict OpenID provider", async () => {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const provider = await startStrictProvider(`${url}/api/auth/callback/oidc`);
    const added = await auth(project.folder, "add-provider", "oidc", "--yes");
    expect(added.code, added.stdout + added.stderr).toBe(0);
    const envFile = path.join(project.folder, ".env.local");
    const original = await readFile(envFile, "utf8");
    await writeFile(
      envFile,
      original
        .replace(/^AUTH_OIDC_ID=.*$/m, `AUTH_OIDC_ID=${provider.clientId}`)
        .replace(/^AUTH_OIDC_SECRET=.*$/m, `AUTH_OIDC_SECRET=${provider.clientSecret}`)
        .replace(/^AUTH_OIDC_ISSUER=.*$/m, `AUTH_OIDC_ISSUER=${provider.issuer}`),
    );
    await mustRun(npx, ["next", "build"], { cwd: project.folder, env: project.env(), timeoutSeconds: 280 });
    await mustRun(npx, ["tsc", "--noEmit"], { cwd: project.folder });
    const server = await startServer(npx, ["next", "start", "--port", String(port)], {
      cwd: project.folder,
      env: project.env({ AUTH_DEV_IDP: "http://127.0.0.1:9" }),
      url,
    });
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      await page.goto(`${url}/account`);
      await page.getByRole("button", { name: /OpenID Connect/ }).click();
      await provider.signIn(page);
      await page.waitForURL(`${url}/account`);
      await page.getByText(provider.personName).first().waitFor();
      await page.goto(`${url}/api/auth/signout`);
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.waitForURL((address) => !address.pathname.endsWith("/signout"));
      await page.goto(`${url}/account`);
      expect(new URL(page.url()).pathname).toBe("/api/auth/signin");
      expect(server.output()).toMatch(/AUTH_DEV_IDP/);
    } catch (error) {
      throw new Error(`${String(error)}\n${server.output()}`, { cause: error });
    } finally {
      await context.close();
      await server.stop();
      await provider.close();
      await writeFile(envFile, original);
    }
  });

  test("undo takes everything back, byte for byte", async () => {
    for (let runs = 0; runs < 2; runs += 1) {
      const undone = await auth(project.folder, "undo", "--yes");
      expect(undone.code, undone.stdout + undone.stderr).toBe(0);
    }
    expect(await treeOf(project.folder)).toEqual(before);
  });
});
