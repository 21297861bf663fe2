import { writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decode } from "../../src/runtime/jwt.js";
import { readPages, snippetsOf } from "../docs/pages.js";
import { startStrictProvider } from "../e2e/strict-provider.js";
import { launchBrowser } from "../support/chromium.js";
import { cleanEnv, freePort, mustRun, startServer } from "../support/process.js";
import { installTarball, npm, temporaryFolder } from "../support/project.js";

const secret = "runtimes-secret-runtimes-secret-runtimes";
const there = process.platform === "linux" && process.arch === "x64";

interface Runtime {
  readonly name: string;
  readonly from: string;
  /** `env.js`, as the documentation shows it. */
  readonly envModule: string;
  /** Writes what it needs besides app.js and env.js; gives command and arguments. */
  start(
    folder: string,
    port: number,
    env: Readonly<Record<string, string>>,
    app: App,
  ): Promise<readonly [string, ...string[]]>;
}

const bin = (folder: string, name: string) => path.join(folder, "node_modules/.bin", name);

const ofProcess = "export const { env } = process;";

/** Everywhere but in Node the same package runs: where there is `node:crypto` with it, else with WebCrypto. */
const runtimes: readonly Runtime[] = [
  {
    name: "Cloudflare's workerd, without Node's modules",
    from: "workerd@1.20261117.1",
    envModule: 'export { env } from "cloudflare:workers";',
    async start(folder, port, env) {
      const { outputFiles } = await build({
        absWorkingDir: folder,
        entryPoints: ["app.js"],
        bundle: true,
        format: "esm",
        platform: "neutral",
        mainFields: ["module", "main"],
        conditions: ["workerd", "worker", "browser"],
        external: ["cloudflare:workers"],
        write: false,
      });
      const [bundle] = outputFiles;
      expect(bundle?.text).not.toMatch(/["']node:/);
      await writeFile(path.join(folder, "worker.js"), bundle?.text ?? "");
      const bindings = Object.entries(env).map(([name, text]) => `(name = "${name}", text = "${text}")`);
      await writeFile(
        path.join(folder, "workerd.capnp"),
        `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "app", worker = (
      modules = [(name = "worker", esModule = embed "worker.js")],
      compatibilityDate = "2026-01-01",
      bindings = [${bindings.join(", ")}],
    )),
    (name = "internet", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "app")],
);
`,
      );
      return [bin(folder, "workerd"), "serve", "workerd.capnp"];
    },
  },
  {
    name: "Deno",
    from: "deno@2.9.6",
    envModule: ofProcess,
    start: async (folder, port, _env, { readsEnvironment }) => [
      bin(folder, "deno"),
      "serve",
      "--allow-net=127.0.0.1",
      "--allow-read",
      // No permission for NODE_ENV: nothing may depend on it.
      readsEnvironment
        ? "--allow-env"
        : "--allow-env=AUTH_SECRET,AUTH_WORK_ISSUER,AUTH_WORK_ID,AUTH_WORK_SECRET",
      "--node-modules-dir=manual",
      "--no-remote",
      "--host=127.0.0.1",
      `--port=${port}`,
      "app.js",
    ],
  },
  {
    name: "Bun",
    from: "bun@1.4.5",
    envModule: ofProcess,
    start: async (folder) => [bin(folder, "bun"), "run", "app.js"],
  },
];

/** The app as the documentation shows it. */
function documentedApp(): string {
  const page = readPages().find(({ path: name }) => name === "docs/frameworks/web.md");
  return (page && snippetsOf(page).find(({ file }) => file === "app.js")?.code) ?? "";
}

/** The same with Hono: its middleware, its guard, its context. */
const honoApp = `
import { createAuth } from "authwright/hono";
import { Hono } from "hono";
import { env } from "./env.js";

const auth = createAuth({
  secret: env.AUTH_SECRET,
  trustHost: true,
  providers: [
    {
      id: "work",
      name: "Work",
      type: "oidc",
      issuer: env.AUTH_WORK_ISSUER,
      clientId: env.AUTH_WORK_ID,
      clientSecret: env.AUTH_WORK_SECRET,
    },
  ],
});

export default new Hono()
  .all("/auth/*", auth.handler)
  .get("/", auth.require(), (c) => c.text("Hello " + c.var.auth.user.name));
`;

interface App {
  readonly name: string;
  readonly code: string;
  readonly packages: readonly string[];
  /** What the configuration leaves open comes from the environment. */
  readonly readsEnvironment: boolean;
}

const apps: readonly App[] = [
  { name: "the handler", code: documentedApp(), packages: [], readsEnvironment: false },
  { name: "Hono", code: honoApp, packages: ["hono@4.13.19"], readsEnvironment: true },
];

describe.skipIf(!there)(
  `runtimes besides Node${there ? "" : " (skipped: binaries are for Linux x64)"}`,
  { timeout: 600_000 },
  () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchBrowser();
    }, 120_000);
    afterAll(() => browser?.close());

    const cases = apps.flatMap((app) => runtimes.map((runtime) => ({ ...runtime, app })));
    test.each(cases)(
      "$app.name on $name: a whole sign-in with a strict identity provider",
      async ({ from, envModule, start, app }) => {
        const { folder, dispose } = await temporaryFolder("runtime");
        const port = await freePort();
        const url = `http://127.0.0.1:${port}`;
        const strict = await startStrictProvider(`${url}/auth/callback/work`);
        const context = await browser.newContext();
        try {
          await writeFile(path.join(folder, "package.json"), '{"private":true,"type":"module"}\n');
          await writeFile(path.join(folder, "app.js"), app.code);
          await writeFile(path.join(folder, "env.js"), `${envModule}\n`);
          await installTarball(folder);
          await mustRun(
            npm,
            ["install", "--no-audit", "--no-fund", "--loglevel=error", from, ...app.packages],
            {
              cwd: folder,
              timeoutSeconds: 200,
            },
          );
          const env = {
            AUTH_SECRET: secret,
            AUTH_WORK_ISSUER: strict.issuer,
            AUTH_WORK_ID: strict.clientId,
            AUTH_WORK_SECRET: strict.clientSecret,
          };
          const [command, ...args] = await start(folder, port, env, app);
          const server = await startServer(command, args, {
            cwd: folder,
            env: cleanEnv({ ...env, PORT: String(port), DENO_NO_UPDATE_CHECK: "1" }),
            url,
          });
          try {
            const page = await context.newPage();
            await page.goto(url);
            expect(new URL(page.url()).pathname).toBe("/auth/signin");
            await page.click("form[action*='/signin/work'] button");
            await strict.signIn(page);
            await page.waitForURL((target) => target.origin === url);
            await page.goto(url);
            expect(await page.textContent("body"), server.output()).toBe(`Hello ${strict.personName}`);

            // What it has sealed opens in Node.
            const cookies = await context.cookies(url);
            const sealed = cookies.find(({ name }) => name === "authjs.session-token");
            const salt = "authjs.session-token";
            expect(await decode({ token: sealed?.value ?? "", secret, salt })).toMatchObject({
              name: strict.personName,
            });

            await page.goto(`${url}/auth/signout`);
            await page.click("form[action*='/signout'] button");
            await page.goto(url);
            expect(new URL(page.url()).pathname).toBe("/auth/signin");
          } finally {
            await server.stop();
          }
        } finally {
          await context.close();
          await strict.close();
          await dispose();
        }
      },
    );
  },
);
