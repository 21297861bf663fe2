/** Sign-out on both sides, with npm `oidc-provider` (certified for both) and a real browser. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import express, { type Express } from "express";
import { getRequestListener } from "@hono/node-server";
import { createApp, eventHandler, toNodeListener } from "h3v1";
import type { Hono } from "hono";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import OIDC from "../../src/providers/oidc.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { createAuth } from "../../src/runtime/integrations/express.js";
import type { ServerAuthConfig } from "../../src/runtime/integrations/node.js";
import { createAuth as authOfNuxt } from "../../src/runtime/integrations/nuxt/server.js";
import { createAuth as authOfKit } from "../../src/runtime/integrations/sveltekit/index.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import { type CertifiedProvider, startCertifiedProvider } from "../sign-out/certified-provider.js";
import { guideSnippets, loadFromGuide } from "../sign-out/guide-app.js";
import { launchBrowser } from "../support/chromium.js";
import { kitListener } from "../support/kit-server.js";
import { nextProject } from "../support/next-project.js";
import { projectRoot } from "../architecture/source-tree.js";
import { cleanEnv, freePort, startServer } from "../support/process.js";
import { npx } from "../support/project.js";

const processApp = path.join(projectRoot, "test/sign-out/process-app.mjs");
const secret = "test-secret-test-secret-test-secret-000";

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()), 60_000);
afterAll(() => browser?.close());

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  vi.unstubAllEnvs();
});

/** A server that is there before its app, whose configuration needs the address. */
async function openServer(): Promise<{ origin: string; use: (app: RequestListener) => void }> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return { origin, use: (app) => void server.on("request", app) };
}

async function openPage(options: { javaScriptEnabled?: boolean } = {}): Promise<Page> {
  const context: BrowserContext = await browser.newContext(options);
  closing.push(() => context.close());
  return context.newPage();
}

async function provider(
  app: string,
  options?: { takesPost?: boolean; tells?: boolean },
): Promise<CertifiedProvider> {
  const started = await startCertifiedProvider(`${app}/auth`, options);
  closing.push(started.close);
  return started;
}

/** By the button of the built-in page. */
async function signIn(page: Page, origin: string, at: CertifiedProvider, login?: string): Promise<void> {
  await page.goto(`${origin}/auth/signin?callbackUrl=/`);
  await page.click("form[action$='/signin/acme'] button");
  await at.signIn(page, login);
  await page.waitForURL(`${origin}/`);
}

const sessionAt = async (page: Page, origin: string): Promise<unknown> =>
  (await page.request.get(`${origin}/auth/session`)).json();

/** Is the provider's own session there? Without one it asks who it is. */
async function isKnownToProvider(page: Page, origin: string, at: CertifiedProvider): Promise<boolean> {
  await page.goto(`${origin}/auth/signin?callbackUrl=/`);
  await page.click("form[action$='/signin/acme'] button");
  await page.waitForURL((url) => url.href === `${origin}/` || url.origin === at.issuer);
  return page.url() === `${origin}/` || (await page.locator("input[name=login]").count()) === 0;
}

type Guide = { readonly file: string; readonly listener: (module: never) => RequestListener };

const guides: Readonly<Record<string, Guide>> = {
  Express: {
    file: "src/server.ts",
    listener: ({ app }: { app: Express }) => app as unknown as RequestListener,
  },
  Hono: {
    file: "src/hono.ts",
    listener: ({ app }: { app: Hono }) => getRequestListener(app.fetch) as RequestListener,
  },
};

describe.each(Object.entries(guides))("the guide's own code in %s", (_name, { file, listener }) => {
  test.each([
    ["with JavaScript the browser comes back by itself", true],
    ["without JavaScript by a button", false],
  ])(
    "%s",
    async (_how, javaScriptEnabled) => {
      const server = await openServer();
      const at = await provider(server.origin);
      vi.stubEnv("AUTH_SECRET", secret);
      vi.stubEnv("AUTH_TRUST_HOST", "true");
      vi.stubEnv("AUTH_ACME_ID", at.clientId);
      vi.stubEnv("AUTH_ACME_SECRET", at.clientSecret);
      vi.stubEnv("AUTH_ACME_ISSUER", at.issuer);
      const { module, dispose } = await loadFromGuide<never>(file);
      closing.push(dispose);
      server.use(listener(module));
      const page = await openPage({ javaScriptEnabled });
      const addresses: string[] = [];
      page.on("request", (request) => addresses.push(request.url()));
      await signIn(page, server.origin, at);
      expect(await sessionAt(page, server.origin)).toMatchObject({ user: { name: "Certified sally" } });

      // A second sign-in asks nothing: the provider knows who it is.
      await page.click("a[href='/auth/signout']");
      await page.click("button[type=submit]");
      if (!javaScriptEnabled) {
        expect(page.url()).toContain("/auth/signout/federated/acme");
        await page.click("button[type=submit]");
      }
      await at.signOut(page);
      await page.waitForURL((url) => url.origin === server.origin && !url.pathname.includes("signout"));
      expect(await sessionAt(page, server.origin)).toBeNull();
      expect(await isKnownToProvider(page, server.origin, at)).toBe(false);
      expect(at.failures).toEqual([]);
      // No token stands in an address.
      expect(addresses.filter((address) => /id_token|eyJ[\w-]+\.eyJ/.test(address))).toEqual([]);
    },
    60_000,
  );
});

describe("the guide's own code in Next.js", { timeout: 600_000 }, () => {
  let project: Awaited<ReturnType<typeof nextProject>>;
  beforeAll(async () => {
    project = await nextProject("16.4.3");
    const own = {
      "app/api/auth/[...auth]/route.ts":
        'import { handlers } from "@/auth";\n\nexport const { GET, POST } = handlers;\n',
      "app/page.tsx": `import { auth } from "@/auth";
import { SignOutButton } from "./sign-out-button";

export default async function Page() {
  const session = await auth();
  return (
    <main>
      <p>{session?.user?.name ?? "nobody"}</p>
      <SignOutButton />
    </main>
  );
}
`,
    };
    const ofGuide = guideSnippets().filter(({ file }) => file === "auth.ts" || file?.startsWith("app/"));
    expect(ofGuide).toHaveLength(2);
    const all = { ...own, ...Object.fromEntries(ofGuide.map((one) => [one.file ?? "", one.code])) };
    for (const [file, code] of Object.entries(all)) {
      mkdirSync(path.dirname(path.join(project.folder, file)), { recursive: true });
      writeFileSync(path.join(project.folder, file), code);
    }
  }, 600_000);
  afterAll(() => project?.dispose());

  test.each([
    ["with JavaScript the browser comes back by itself", true],
    ["without JavaScript by a button", false],
  ])("%s", async (_how, javaScriptEnabled) => {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const at = await startCertifiedProvider(`${origin}/api/auth`);
    closing.push(at.close);
    const env = {
      AUTH_SECRET: secret,
      AUTH_ACME_ID: at.clientId,
      AUTH_ACME_SECRET: at.clientSecret,
      AUTH_ACME_ISSUER: at.issuer,
      NEXT_TELEMETRY_DISABLED: "1",
    };
    const server = await startServer(npx, ["next", "dev", "--port", String(port)], {
      cwd: project.folder,
      env: project.env(env),
      url: origin,
    });
    closing.push(() => server.stop());
    const page = await openPage({ javaScriptEnabled });
    page.setDefaultTimeout(60_000);
    const addresses: string[] = [];
    page.on("request", (request) => addresses.push(request.url()));
    await page.goto(`${origin}/api/auth/signin?callbackUrl=/`);
    await page.click("form[action$='/signin/acme'] button");
    await at.signIn(page);
    await page.waitForURL(`${origin}/`);
    expect(await page.textContent("main")).toContain("Certified sally");

    await page.click("main button[type=submit]");
    if (!javaScriptEnabled) {
      await page.waitForURL(/\/api\/auth\/signout\/federated\/acme/);
      await page.click("button[type=submit]");
    }
    await at.signOut(page);
    await page.waitForURL(`${origin}/`);
    expect(await page.textContent("main")).toContain("nobody");
    expect(at.failures).toEqual([]);
    expect(addresses.filter((address) => /id_token|eyJ[\w-]+\.eyJ/.test(address))).toEqual([]);
    await page.goto(`${origin}/api/auth/signin?callbackUrl=/`);
    await page.click("form[action$='/signin/acme'] button");
    await page.locator("input[name=login]").waitFor();
  });
});

const oidc = (at: CertifiedProvider, method: "get" | "post" = "post") =>
  OIDC({
    id: "acme",
    name: "Acme",
    issuer: at.issuer,
    clientId: at.clientId,
    clientSecret: at.clientSecret,
    federatedSignOut: { method },
    backchannelLogout: { cacheSeconds: 0 },
  });
const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined };

interface Made {
  readonly make: (config: ServerAuthConfig) => RequestListener | Promise<RequestListener>;
  /** Where the app's own way out begins. */
  readonly out: string;
}

const others: Readonly<Record<string, Made>> = {
  SvelteKit: {
    // By a form of the app, whose action is `auth.signOut`.
    out: "/out",
    make: (config) => {
      const auth = authOfKit(config);
      return kitListener({ handle: auth.handle, signOut: auth.signOut });
    },
  },
  Nuxt: {
    out: "/auth/signout",
    make: (config) => {
      const app = createApp();
      app.use(eventHandler(authOfNuxt(config).mount({ basePath: "/auth", baseURL: "/", rules: {} }).answer));
      app.use(eventHandler(() => "home"));
      return toNodeListener(app);
    },
  },
};

describe.each(Object.entries(others))("%s, in both directions", (_name, { make, out }) => {
  test.each(["jwt", "database"] as const)(
    "with %s sessions",
    async (strategy) => {
      const server = await openServer();
      const at = await provider(server.origin, { tells: true });
      server.use(
        await make({
          secret,
          trustHost: true,
          adapter: MemoryAdapter(),
          session: { strategy },
          providers: [oidc(at)],
          logger: silent,
        }),
      );
      const [sally, bob] = [await openPage(), await openPage()];
      await signIn(sally, server.origin, at);
      await signIn(bob, server.origin, at, "bob");
      await sally.goto(server.origin + out);
      await sally.click("button");
      await at.signOut(sally);
      await sally.waitForURL(`${server.origin}/`);
      expect(await sessionAt(sally, server.origin)).toBeNull();
      expect(await isKnownToProvider(sally, server.origin, at)).toBe(false);
      expect(await sessionAt(bob, server.origin)).toMatchObject({ user: { name: "Certified bob" } });

      // Another app signs bob out at the provider.
      await bob.goto(`${at.issuer}/session/end`);
      await at.signOut(bob);
      await vi.waitFor(async () => expect(await sessionAt(bob, server.origin)).toBeNull(), 5000);
      expect(at.failures).toEqual([]);
    },
    120_000,
  );
});

describe.each(["jwt", "database"] as const)("the provider ends sessions, with %s sessions", (strategy) => {
  /** A process of the app: nothing but the store is shared. */
  const processOf = (at: CertifiedProvider, adapter: Adapter, method: "get" | "post" = "post"): Express => {
    const { handler } = createAuth({
      secret,
      trustHost: true,
      adapter,
      session: { strategy },
      providers: [oidc(at, method)],
      logger: silent,
    });
    const app = express();
    app.use("/auth", handler);
    app.get("/", (_req, res) => void res.send("home"));
    return app;
  };

  test("in all browsers of the session and all processes, and in none of another person", async () => {
    const [one, two] = [await openServer(), await openServer()];
    const at = await provider(one.origin, { tells: true });
    const adapter = MemoryAdapter();
    one.use(processOf(at, adapter) as unknown as RequestListener);
    two.use(processOf(at, { ...adapter }) as unknown as RequestListener);
    const [sally, bob] = [await openPage(), await openPage()];
    await signIn(sally, one.origin, at);
    await signIn(bob, one.origin, at, "bob");
    // Cookies of localhost go to every port: the second process reads the same session.
    expect(await sessionAt(sally, two.origin)).toMatchObject({ user: { name: "Certified sally" } });

    // Somebody else's app signs sally out at the provider.
    await sally.goto(`${at.issuer}/session/end`);
    await at.signOut(sally);
    await vi.waitFor(async () => expect(await sessionAt(sally, one.origin)).toBeNull(), 5000);
    expect(await sessionAt(sally, two.origin)).toBeNull();
    expect(await sessionAt(bob, one.origin)).toMatchObject({ user: { name: "Certified bob" } });
    expect(await sessionAt(bob, two.origin)).toMatchObject({ user: { name: "Certified bob" } });
    expect(at.failures).toEqual([]);

    // She comes back: a new session of both.
    await signIn(sally, one.origin, at);
    expect(await sessionAt(sally, two.origin)).toMatchObject({ user: { name: "Certified sally" } });
  }, 60_000);

  test("in two processes of the system over one file, with pages at own addresses and an end of age", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "authwright sign-out "));
    closing.push(() => rmSync(folder, { recursive: true, force: true }));
    const ports = [await freePort(), await freePort()];
    const [one = "", two = ""] = ports.map((port) => `http://localhost:${port}`);
    const at = await provider(one, { tells: true });
    for (const port of ports) {
      const env = {
        PORT: String(port),
        STORE: path.join(folder, "store.db"),
        STRATEGY: strategy,
        SECRET: secret,
        ISSUER: at.issuer,
        CLIENT_ID: at.clientId,
        CLIENT_SECRET: at.clientSecret,
      };
      const server = await startServer(process.execPath, [processApp], {
        cwd: projectRoot,
        env: cleanEnv(env),
        url: `http://localhost:${port}`,
      });
      closing.push(() => server.stop());
    }
    const [sally, bob] = [await openPage(), await openPage()];
    for (const [page, who] of [
      [sally, "sally"],
      [bob, "bob"],
    ] as const) {
      await page.goto(`${one}/sign-in?callbackUrl=/`);
      await page.click("form[action$='/signin/acme'] button");
      await at.signIn(page, who);
      await page.waitForURL(`${one}/`);
      expect(await sessionAt(page, two)).toMatchObject({ user: { name: `Certified ${who}` } });
    }
    await sally.goto(`${at.issuer}/session/end`);
    await at.signOut(sally);
    await vi.waitFor(async () => expect(await sessionAt(sally, two)).toBeNull(), 5000);
    expect(await sessionAt(sally, one)).toBeNull();
    for (const origin of [one, two])
      expect(await sessionAt(bob, origin)).toMatchObject({ user: { name: "Certified bob" } });
    // And from the app to the provider, begun in the other process.
    await bob.goto(`${two}/sign-out`);
    await bob.click("button[type=submit]");
    await bob.waitForURL((url) => url.origin !== two || url.pathname.includes("federated"));
    for (const origin of [one, two]) expect(await sessionAt(bob, origin)).toBeNull();
    expect(at.failures).toEqual([]);
  }, 120_000);

  test("from a provider that takes GET alone the browser comes back too", async () => {
    const server = await openServer();
    const at = await provider(server.origin, { takesPost: false, tells: true });
    server.use(processOf(at, MemoryAdapter(), "get") as unknown as RequestListener);
    const page = await openPage();
    await signIn(page, server.origin, at);
    await page.goto(`${server.origin}/auth/signout`);
    await page.click("button[type=submit]");
    await at.signOut(page);
    await page.waitForURL(`${server.origin}/`);
    expect(await sessionAt(page, server.origin)).toBeNull();
    expect(await isKnownToProvider(page, server.origin, at)).toBe(false);
  }, 60_000);
});
