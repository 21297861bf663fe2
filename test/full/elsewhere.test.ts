/**
 * Frameworks that `auth init` does not set up: a small app of each, with the files of its page as they stand there.
 *
 * npm run test:full -- --only elsewhere
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { launchBrowser } from "../support/browser.js";
import { cleanEnv, freePort, mustRun, type Server, startServer } from "../support/process.js";
import { installTarball, npx, temporaryFolder } from "../support/project.js";

interface App {
  readonly page: string;
  /** What there is before the files of the page. */
  readonly files: Readonly<Record<string, string>>;
  readonly dev: (port: number) => readonly string[];
  readonly build?: readonly string[];
  readonly start: readonly string[];
}

const manifest = (dependencies: Record<string, string>) =>
  JSON.stringify({ name: "app", private: true, type: "module", dependencies });

const apps: readonly App[] = [
  {
    page: "astro.md",
    files: {
      "package.json": manifest({ astro: "5.18.2", "@astrojs/node": "9.5.5" }),
    },
    dev: (port) => ["astro", "dev", "--port", String(port)],
    build: ["astro", "build"],
    start: ["node", "dist/server/entry.mjs"],
  },
  {
    page: "react-router.md",
    files: {
      "package.json": manifest({
        "@react-router/dev": "7.18.4",
        "@react-router/node": "7.18.4",
        "@react-router/serve": "7.18.4",
        isbot: "^5.1.0",
        react: "^19.2.0",
        "react-dom": "^19.2.0",
        "react-router": "7.18.4",
        vite: "7.3.8",
      }),
      "vite.config.js": `import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

export default defineConfig({ plugins: [reactRouter()] });
`,
      "app/root.jsx": `import { Links, Meta, Outlet, Scripts } from "react-router";

export default function App() {
  return (
    <html lang="en">
      <head>
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  );
}
`,
    },
    dev: (port) => ["react-router", "dev", "--port", String(port)],
    build: ["react-router", "build"],
    start: ["react-router-serve", "build/server/index.js"],
  },
  {
    page: "elysia.md",
    files: { "package.json": manifest({ bun: "1.4.5", elysia: "1.4.30" }) },
    dev: () => ["bun", "src/index.js"],
    start: ["bun", "src/index.js"],
  },
];

/** The files of a page: blocks with a name behind their language. */
function blocksOf(page: string): Readonly<Record<string, string>> {
  const text = readFileSync(path.join(projectRoot, "docs/frameworks", page), "utf8");
  const blocks = [...text.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)];
  return Object.fromEntries(blocks.map(([, file = "", code = ""]) => [file, code]));
}

async function inBrowser(browser: Browser, server: Server, walk: (page: Page) => Promise<void>) {
  const context = await browser.newContext();
  context.setDefaultTimeout(60_000);
  try {
    await walk(await context.newPage());
  } catch (error) {
    throw new Error(`${String(error)}\n${server.output()}`, { cause: error });
  } finally {
    await context.close();
    await server.stop();
  }
}

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser?.close());

describe.each(apps)("$page", { timeout: 600_000 }, ({ page: name, files, dev, build, start }) => {
  let project: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    project = await temporaryFolder(name);
    for (const [file, text] of Object.entries({ ...files, ...blocksOf(name) })) {
      mkdirSync(path.dirname(path.join(project.folder, file)), { recursive: true });
      writeFileSync(path.join(project.folder, file), text);
    }
    await installTarball(project.folder);
    if (name === "elysia.md") await mustRun("node", ["node_modules/bun/install.js"], { cwd: project.folder });
    await mustRun(npx, ["auth", "secret", "generate", "--write"], { cwd: project.folder });
  });
  afterAll(() => project?.dispose());

  test("under auth dev: led to sign-in, in, on the page, out", async () => {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const server = await startServer(npx, ["auth", "dev", "--", npx, ...dev(port)], {
      cwd: project.folder,
      env: cleanEnv({ PORT: String(port), ASTRO_TELEMETRY_DISABLED: "1" }),
      url,
    });
    await inBrowser(browser, server, async (page) => {
      await page.goto(`${url}/dashboard`);
      expect(new URL(page.url()).pathname).toBe("/auth/signin");
      await page.getByRole("button", { name: "Sign in with GitHub" }).click();
      await page.waitForURL(/127\.0\.0\.1/);
      const person = page.locator("button[name=person]").first();
      const who = (await person.locator("span").last().textContent())?.trim() ?? "";
      await person.click();
      await page.waitForURL(`${url}/dashboard`);
      expect(who).not.toBe("");
      expect(await page.textContent("body")).toContain(`Signed in as ${who}`);
      await page.goto(`${url}/auth/signout`);
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.waitForURL((at) => at.pathname !== "/auth/signout");
      await page.goto(`${url}/dashboard`);
      expect(new URL(page.url()).pathname).toBe("/auth/signin");
    });
  });

  test("in production: built and started as its page says, it leads to the provider", async () => {
    if (build) await mustRun(npx, build, { cwd: project.folder, timeoutSeconds: 300 });
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const env = {
      NODE_ENV: "production",
      PORT: String(port),
      AUTH_URL: url,
      AUTH_SECRET: "test-secret-test-secret-test-secret-000",
      AUTH_GITHUB_ID: "client-1",
      AUTH_GITHUB_SECRET: "secret-1",
    };
    const server = await startServer(npx, start, { cwd: project.folder, env: cleanEnv(env), url });
    await inBrowser(browser, server, async (page) => {
      const answer = await page.request.get(`${url}/dashboard`, { maxRedirects: 0 });
      expect([answer.status(), answer.headers()["location"]]).toEqual([
        302,
        "/auth/signin?callbackUrl=/dashboard",
      ]);
      const csrf = (await (await page.request.get(`${url}/auth/csrf`)).json()) as { csrfToken: string };
      const started = await page.request.post(`${url}/auth/signin/github`, {
        form: { csrfToken: csrf.csrfToken },
        headers: { origin: url },
        maxRedirects: 0,
      });
      expect(started.status(), await started.text()).toBe(302);
      const asked = new URL(started.headers()["location"] ?? "about:blank");
      expect(asked.origin).toBe("https://github.com");
      expect(asked.searchParams.get("redirect_uri")).toBe(`${url}/auth/callback/github`);
    });
  });
});
