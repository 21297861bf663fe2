/** The middleware of a Nuxt server on h3 1, as the module mounts it, and what the module refuses. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer, request, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { transformSync } from "esbuild";
import {
  createApp,
  createError,
  createRouter,
  eventHandler,
  getQuery,
  readBody,
  toNodeListener,
  useBase,
} from "h3v1";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { filesBelow } from "../../src/runtime/integrations/nuxt/files-below.js";
import mountIn, { type NuxtInstance } from "../../src/runtime/integrations/nuxt/module.js";
import { createAuth } from "../../src/runtime/integrations/nuxt/server.js";
import type {
  MountPlace,
  NuxtAuthOptions,
  NuxtPageContext,
  Requirement,
} from "../../src/runtime/integrations/nuxt/server.js";
import Credentials from "../../src/providers/credentials.js";

const secret = "test-secret-test-secret-test-secret-000";
const servers: Server[] = [];
const folders: string[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

interface Wanted extends Partial<Omit<MountPlace, "rules">> {
  /** As rules of nuxt.config. */
  readonly guards?: readonly { readonly path: string; readonly requirement: Requirement }[];
  /** What Nitro answers in front of all middleware. */
  readonly rule?: Parameters<typeof eventHandler>[0];
  readonly options?: NuxtAuthOptions;
  /** What runs before the middleware of the module. */
  readonly first?: (event: Parameters<Parameters<typeof eventHandler>[0]>[0]) => unknown;
}

/** A server as Nitro 2 makes it: middleware below baseURL, then routes, errors of h3 last. */
async function start({ options, first, rule, guards = [], baseURL = "/", ...place }: Wanted = {}) {
  const auth = createAuth(
    {
      secret,
      trustHost: true,
      providers: [
        Credentials({
          credentials: { name: {} },
          authorize: async ({ name }) => ({
            id: "1",
            name: String(name),
            role: name === "Ada" ? "admin" : "user",
          }),
        }),
      ],
      pageAddresses: { signIn: `${baseURL.replace(/\/$/, "")}/sign-in` },
      callbacks: {
        jwt: ({ token, user }) => (user ? { ...token, role: (user as { role?: string }).role } : token),
        session: ({ session, token }) => ({
          ...session,
          user: { ...session.user, role: String(token["role"]) },
        }),
      },
      logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
    },
    options,
  );
  const logged = vi.fn();
  const app = createApp({ onError: (error) => void (error.unhandled && logged(error)) });
  if (first !== undefined) app.use(eventHandler(first));
  const rules = Object.fromEntries(guards.map((one) => [`${one.path}/**`, { auth: one.requirement }]));
  const mounted = auth.mount({ basePath: "/api/auth", rules, baseURL, ...place });
  if (rule !== undefined) app.use(eventHandler(rule));
  app.stack.unshift({ route: "/", handler: eventHandler(mounted.guard) });
  app.use(baseURL, eventHandler(mounted.answer));
  const ran: string[] = [];
  const router = createRouter({ preemptive: true })
    .get(
      "/api/me",
      eventHandler(async (event) => (await auth.require(event)).user),
    )
    .post(
      "/api/orders",
      eventHandler(async (event) => {
        await auth.require(event, { role: "admin" });
        ran.push("orders");
        return "made";
      }),
    )
    .get(
      "/page",
      eventHandler(async (event) => {
        const context = event.context["authwright"] as NuxtPageContext;
        const at = await context.judgeAt(String(getQuery(event)["rule"] ?? ""));
        const { refused } = at.refused === undefined ? await context.judge({ role: "admin" }) : at;
        if (refused?.location !== undefined) {
          event.node.res.statusCode = refused.status;
          event.node.res.setHeader("location", refused.location);
          return "";
        }
        if (refused !== undefined) throw createError({ statusCode: refused.status });
        return (await context.session())?.user?.name ?? "nobody";
      }),
    )
    .get(
      "/**",
      eventHandler((event) => `app at ${event.path}`),
    );
  app.use(baseURL, baseURL === "/" ? router.handler : useBase(baseURL, router.handler));
  const server = createServer(toNodeListener(app));
  servers.push(server);
  await new Promise<void>((done) => void server.listen(0, done));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const ask: Ask = (at, given = {}) => send(url + at, given);
  return {
    url,
    mounted,
    ask,
    ran,
    logged,
    signIn: (name: string) => signIn(ask, `${baseURL.replace(/\/$/, "")}/api/auth`, name),
  };
}

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: URLSearchParams;
  /** Cookies. */
  readonly as?: string;
}

type Ask = (at: string, given?: Asked) => Promise<Response>;

/** As a browser goes to an address: `fetch` would say that it is one. */
async function send(url: string, { method = "GET", headers, body, as }: Asked): Promise<Response> {
  const sent = request(url, {
    method,
    headers: {
      ...headers,
      ...(as !== undefined && { cookie: as }),
      ...(body !== undefined && { "content-type": "application/x-www-form-urlencoded" }),
    },
  });
  sent.end(body?.toString());
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const given = new Headers();
  for (const [name, value] of Object.entries(answer.headersDistinct))
    for (const one of value ?? []) given.append(name, one);
  const all = await text(answer);
  return new Response(all === "" ? null : all, { status: answer.statusCode ?? 0, headers: given });
}

async function signIn(ask: Ask, base: string, name: string): Promise<string> {
  const first = await ask(`${base}/csrf`);
  const { csrfToken } = (await first.json()) as { csrfToken: string };
  const answer = await ask(`${base}/callback/credentials`, {
    method: "POST",
    as: cookiesOf(first),
    body: new URLSearchParams({ csrfToken, name }),
  });
  expect(answer.status).toBe(302);
  // The session and the callback URL: several cookies of one answer.
  expect(answer.headers.getSetCookie().length).toBeGreaterThan(1);
  return cookiesOf(answer);
}

const json = { accept: "application/json" };

describe("requests", () => {
  test("the endpoints answer, whatever the method; the rest of the app goes on", async () => {
    const { ask } = await start();
    expect(await (await ask("/api/auth/session")).json()).toBeNull();
    for (const method of ["HEAD", "OPTIONS", "DELETE"])
      expect((await ask("/api/auth/session", { method })).status, method).toBe(405);
    expect((await ask("/api/auth/providers/")).status).toBe(200);
    expect((await ask("/api/auth/session/nothing")).status).toBe(400);
    expect(await (await ask("/api/auth/github")).text()).toBe("app at /api/auth/github");
    expect(await (await ask("/api/authors")).text()).toBe("app at /api/authors");
    expect(await (await ask("/")).text()).toBe("app at /");
  });

  test("the pages of pageAddresses answer, with a slash at their end too", async () => {
    const { ask } = await start();
    for (const at of ["/sign-in", "/sign-in/", "/sign-in?callbackUrl=%2Fpage"])
      expect(await (await ask(at)).text(), at).toContain("<title>Sign in</title>");
  });

  test("require lets in, refuses, and lets nothing run behind a refusal", async () => {
    const { ask, ran, logged, signIn: as } = await start();
    expect(await (await ask("/api/me", { as: await as("Ada") })).json()).toMatchObject({ name: "Ada" });
    const refused = await ask("/api/me", { headers: json });
    expect([refused.status, await refused.json()]).toEqual([
      401,
      { error: "unauthenticated", message: "Sign in first" },
    ]);
    const page = await ask("/api/me?x=1");
    expect([page.status, page.headers.get("location")]).toEqual([
      302,
      "/sign-in?callbackUrl=%2Fapi%2Fme%3Fx%3D1",
    ]);
    const orders = { method: "POST", headers: json };
    expect((await ask("/api/orders", orders)).status).toBe(401);
    expect((await ask("/api/orders", { ...orders, as: await as("Bob") })).status).toBe(403);
    expect(ran).toEqual([]);
    expect((await ask("/api/orders", { ...orders, as: await as("Ada") })).status).toBe(200);
    expect(ran).toEqual(["orders"]);
    expect(logged).not.toHaveBeenCalled();
  });

  test("guards hold for their paths however they are written, and for no others", async () => {
    const guards = [
      { path: "/admin", requirement: { role: "admin" } },
      { path: "/teams/*/settings", requirement: {} },
    ];
    const { ask, signIn: as } = await start({ guards });
    for (const at of ["/admin", "/admin/users", "/ADMIN/", "/%61dmin", "//admin", "/admin/_payload.json"])
      expect((await ask(at, { headers: json })).status, at).toBe(401);
    expect((await ask("/teams/7/settings", { headers: json })).status).toBe(401);
    for (const at of ["/administration", "/teams/7", "/x/admin"])
      expect((await ask(at)).status, at).toBe(200);
    expect((await ask("/admin/users", { headers: json, as: await as("Bob") })).status).toBe(403);
    expect(await (await ask("/admin/users", { as: await as("Ada") })).text()).toBe("app at /admin/users");
  });

  test("F-01: a link in the app asks at its address, and is answered in place of the page", async () => {
    const guards = [
      { path: "/admin", requirement: { role: "admin" } },
      { path: "/teams/*/settings", requirement: {} },
    ];
    for (const baseURL of ["/", "/shop/"]) {
      const { ask, signIn: as } = await start({ guards, baseURL });
      const headers = { ...json, "x-authwright-link": "1" };
      const [ada, bob] = [await as("Ada"), await as("Bob")];
      const statusOf = async (at: string, cookies?: string) => {
        const answer = await ask(baseURL.slice(0, -1) + at, { headers, ...(cookies && { as: cookies }) });
        if (answer.status === 204) expect(answer.headers.get("cache-control")).toContain("no-store");
        return answer.status;
      };
      for (const at of ["/admin", "/admin/users?x=1", "/ADMIN/", "/%61dmin"])
        expect([await statusOf(at), await statusOf(at, bob), await statusOf(at, ada)], at).toEqual([
          401, 403, 204,
        ]);
      expect([await statusOf("/teams/7/settings"), await statusOf("/teams/7/settings", bob)]).toEqual([
        401, 204,
      ]);
      for (const at of ["/teams/7", "/", "/sign-in", "/api/auth/session"])
        expect(await statusOf(at), at).toBe(204);
    }
  });

  test("X1: guards stand in front of what rules and files answer, and of upgrades", async () => {
    const guards = [{ path: "/admin", requirement: {} }];
    const rule = () => "the internal service";
    const { ask, mounted, signIn: as } = await start({ guards, rule, baseURL: "/shop/" });
    for (const at of ["/shop/admin/1", "/admin/1", "/shop/%61dmin/report.txt"])
      expect((await ask(at, { headers: json })).status, at).toBe(401);
    expect(await (await ask("/open")).text()).toBe("the internal service");
    const refused = mounted.upgrade({ url: "http://localhost/shop/admin/ws", headers: new Headers() });
    await expect(refused).rejects.toMatchObject({ status: 401 });
    await mounted.upgrade({ url: "http://localhost/shop/ws", headers: new Headers() });
    void as;
  });

  test("X4: an answer with a session in it is kept by no shared cache", async () => {
    const first: Wanted["first"] = (event) => {
      event.node.res.setHeader("cache-control", "public, max-age=60, s-maxage=600");
      event.node.res.setHeader("cdn-cache-control", "max-age=600");
    };
    const { ask, signIn: as } = await start({ first });
    const { headers } = await ask("/api/me", { as: await as("Ada") });
    expect(["cache-control", "vary", "cdn-cache-control"].map((name) => headers.get(name))).toEqual([
      "private, max-age=60",
      "Cookie",
      null,
    ]);
    expect((await ask("/open")).headers.get("cache-control")).toContain("public");
  });

  test("a page is judged where it is rendered, and finds the session", async () => {
    const { ask, signIn: as } = await start();
    const stranger = await ask("/page");
    expect([stranger.status, stranger.headers.get("location")]).toEqual([
      302,
      "/sign-in?callbackUrl=%2Fpage",
    ]);
    expect((await ask("/page", { headers: json })).status).toBe(401);
    const bob = await ask("/page", { as: await as("Bob") });
    expect([bob.status, await bob.text()]).toEqual([403, expect.stringContaining("<title>")]);
    expect(await (await ask("/page", { as: await as("Ada") })).text()).toBe("Ada");
  });

  test("a page that is answered at another address is judged by the rules of its own", async () => {
    const guards = [
      { path: "/orders", requirement: {} },
      { path: "/orders/all", requirement: { role: "owner" } },
    ];
    for (const baseURL of ["/", "/shop/"]) {
      const { ask, signIn: as } = await start({ guards, baseURL });
      const page = `${baseURL}page`;
      const ada = await as("Ada");
      expect((await ask(`${page}?rule=/orders`, { headers: json })).status).toBe(401);
      expect((await ask(`${page}?rule=/orders`, { as: ada })).status).toBe(200);
      expect((await ask(`${page}?rule=/orders/all/:id()`, { as: ada })).status).toBe(403);
      expect((await ask(`${page}?rule=/open`, { as: ada })).status).toBe(200);
    }
  });

  test("a body that code of the app has read before is read all the same", async () => {
    const { signIn: as, ask } = await start({
      first: async (event) => {
        if (event.method === "POST") await readBody(event);
      },
    });
    expect(await (await ask("/api/me", { as: await as("Ada") })).json()).toMatchObject({ name: "Ada" });
  });

  test("baseURL stands in front of everything", async () => {
    const { ask, signIn: as } = await start({
      baseURL: "/shop/",
      guards: [{ path: "/admin", requirement: {} }],
    });
    expect(await (await ask("/shop/api/auth/session")).json()).toBeNull();
    expect((await ask("/api/auth/session")).status).toBe(404);
    expect(await (await ask("/shop/sign-in")).text()).toContain("<title>Sign in</title>");
    const refused = await ask("/shop/admin");
    expect(refused.headers.get("location")).toBe("/shop/sign-in?callbackUrl=%2Fshop%2Fadmin");
    expect((await ask("/shop/admin", { as: await as("Ada") })).status).toBe(200);
  });

  test.each([
    ["the variable says one", { trustProxy: "1" }, "https://app.example.com"],
    ["it names the addresses", { trustProxy: "127.0.0.1,::1" }, "https://app.example.com"],
    ["an empty variable", { trustProxy: "" }, "http://localhost"],
    [
      "the option stands above the variable",
      { trustProxy: "1", options: { trustProxy: 0 } },
      "http://localhost",
    ],
  ])("a proxy is believed where %s", async (_, wanted, origin) => {
    const { ask } = await start(wanted);
    const headers = { "x-forwarded-host": "app.example.com", "x-forwarded-proto": "https" };
    const providers = (await (await ask("/api/auth/providers", { headers })).json()) as {
      credentials: { signinUrl: string };
    };
    expect(providers.credentials.signinUrl).toMatch(new RegExp(`^${origin}[:/]`));
  });
});

describe("the module", () => {
  function build(options: object = {}, inline = {}) {
    const folder = mkdtempSync(path.join(tmpdir(), "authwright nuxt module "));
    folders.push(folder);
    mkdirSync(path.join(folder, "server"));
    writeFileSync(path.join(folder, "server/auth.ts"), "");
    const hooks: Record<string, (given: never) => void> = {};
    const nuxt = {
      options: {
        nitro: {},
        serverDir: path.join(folder, "server"),
        buildDir: path.join(folder, ".nuxt"),
        build: { templates: [] },
        plugins: [],
        serverHandlers: [],
        ...options,
      },
      hook: (name: string, listener: (given: never) => void) => void (hooks[name] = listener),
    };
    mountIn(inline, nuxt as NuxtInstance);
    return { options: nuxt.options as NuxtInstance["options"], hooks, folder };
  }
  const textOf = ({ build: { templates } }: NuxtInstance["options"], name: string): string =>
    templates.find(({ filename }) => filename === `authwright/${name}`)?.getContents() ?? "";

  test("mounts one middleware with the guards of the rules; what it writes compiles", () => {
    const { options, folder } = build({
      authwright: { basePath: "/login" },
      routeRules: { "/admin/**": { auth: { role: "admin" } }, "/api/**": {} },
      nitro: { routeRules: { "/orders": { auth: true } } },
    });
    expect(options.serverHandlers).toEqual([
      { middleware: true, handler: path.join(folder, ".nuxt/authwright/middleware.mjs") },
    ]);
    const code = textOf(options, "middleware.mjs");
    // As it is: Nitro compiles no TypeScript in the folder of a build.
    expect(() => transformSync(code, { loader: "js" })).not.toThrow();
    expect(textOf(options, "mounted.mjs")).toContain('basePath: "/login"');
    expect(options.nitro.plugins).toEqual([path.join(folder, ".nuxt/authwright/nitro-plugin.mjs")]);
    // The configuration stays on the server: pages take its type.
    expect(textOf(options, "use-auth.ts")).toContain(
      `import type { auth } from ${JSON.stringify(path.join(folder, "server/auth"))}`,
    );
    for (const name of ["plugin.ts", "page-guard.ts", "server-pages.ts", "use-auth.ts"])
      expect(textOf(options, name)).not.toMatch(/import \{ type |import \{[^}]*\} from "authwright\/nuxt/);
    for (const { filename, getContents } of options.build.templates)
      expect(() => transformSync(getContents(), { loader: "ts" }), filename).not.toThrow();
  });

  describe("F-01: a link in the browser", () => {
    interface Browser {
      /** The rules that the server told; undefined: none. */
      readonly guarded?: readonly string[];
      readonly isRendered?: boolean;
      /** Of the page that the browser shows: undefined before the first one. */
      readonly from?: string;
      readonly pathname?: string;
      readonly status?: number;
    }
    /** The middleware of the module in a browser. @returns what the server was asked, and where the browser was led */
    async function follow(
      to: string,
      { guarded, isRendered = true, from = "/home", pathname = from, status = 401 }: Browser,
    ) {
      const { options } = build();
      const source = textOf(options, "page-guard.ts")
        .replaceAll(/^import .*$/gm, "")
        .replace("export default", "const made =")
        .replaceAll("import.meta", "meta");
      const asked: string[] = [];
      const led: string[] = [];
      const isFirst = from === "";
      const names = {
        meta: { client: true, server: false },
        defineNuxtRouteMiddleware: (run: unknown) => run,
        useRuntimeConfig: () => ({ app: { baseURL: "/shop/" } }),
        useNuxtApp: () => ({ isHydrating: isFirst, payload: { serverRendered: isRendered } }),
        useState: () => ({ value: guarded }),
        useError: () => ({ value: undefined }),
        navigateTo: (at: string) => led.push(at),
        location: { pathname },
        fetch: async (at: string, { headers }: { headers: Record<string, string> }) => {
          asked.push(at);
          if (status === 0) throw new TypeError("no network");
          return { ok: status < 400 && headers["x-authwright-link"] === "1" };
        },
      };
      const { code } = transformSync(source, { loader: "ts" });
      const run = new Function(...Object.keys(names), `${code}; return made;`)(...Object.values(names)) as (
        to: object,
        from: object,
      ) => Promise<unknown>;
      const [pathOnly = ""] = to.split("?");
      const ended = run(
        { path: pathOnly, fullPath: to, meta: {} },
        { path: from || "/", matched: isFirst ? [] : [{}] },
      );
      // One that leads away never ends: the browser leaves.
      await Promise.race([ended, new Promise((done) => void setTimeout(done, 50))]);
      return { asked, led };
    }
    const at = (address: string) => ({ asked: [address], led: [address] });

    test("asks the server where a rule may hold, and goes there where it is refused", async () => {
      const guarded = ["/admin", "/teams/*/settings"];
      for (const to of [
        "/admin",
        "/Admin/users?x=1",
        "/teams/7/settings",
        "/%61dmin",
        "//admin",
        "/x/../admin",
        "/x;y",
      ])
        expect(await follow(to, { guarded }), to).toEqual(at(`/shop${to}`));
      for (const to of ["/", "/administration", "/teams/7", "/x/admin"])
        expect(await follow(to, { guarded }), to).toEqual({ asked: [], led: [] });
      expect(await follow("/admin", { guarded, status: 204 })).toEqual({ asked: ["/shop/admin"], led: [] });
      expect(await follow("/admin", { guarded, status: 0 })).toEqual(at("/shop/admin"));
    });

    test("asks each time where no server has told the rules, and never where there are none", async () => {
      expect(await follow("/open", { isRendered: false })).toEqual(at("/shop/open"));
      expect(await follow("/admin", {})).toEqual({ asked: [], led: [] });
    });

    test("asks nothing for the page that the server has answered, and for one that an app leads to behind it", async () => {
      const guarded = ["/admin"];
      const none = { asked: [], led: [] };
      expect(await follow("/admin", { guarded, from: "", pathname: "/shop/admin" })).toEqual(none);
      expect(await follow("/admin?x=2", { guarded, from: "/admin" })).toEqual(none);
      expect(await follow("/admin", { guarded, from: "", pathname: "/shop/" })).toEqual(at("/shop/admin"));
    });
  });

  test("gives pages useAuth, the guard and the components", () => {
    const { hooks } = build();
    const given = (name: string, value: unknown) => (hooks[name]?.(value as never), value);
    expect(given("imports:extend", [])).toMatchObject([{ name: "useAuth" }]);
    expect(given("app:resolve", { middleware: [] })).toMatchObject({ middleware: [{ global: true }] });
    expect(given("components:extend", [])).toMatchObject([
      { pascalName: "SignedIn", kebabName: "signed-in" },
      { pascalName: "SignedOut" },
      { pascalName: "SignInButton", kebabName: "sign-in-button" },
      { pascalName: "UserButton" },
      { pascalName: "ImpersonationBar", kebabName: "impersonation-bar" },
    ]);
  });

  test.each([
    [{ serverDir: "/nowhere/server" }, "there is no /nowhere/server/auth.ts"],
    [{ nitro: { static: true } }, "nuxt generate makes files alone"],
    [{ authwright: { basePath: "login/" } }, 'basePath "login/" isn\'t a path'],
    [{ routeRules: { "/a/**": { auth: true, prerender: true } } }, "has auth and prerender"],
    [
      { routeRules: { "/a/**": { auth: true }, "/a/b": { prerender: true } } },
      'routeRules["/a/**"] guards it',
    ],
    [{ routeRules: { "/a*": { auth: true } } }, 'write the pattern as "/dashboard/**"'],
    [
      { routeRules: { "/a/**": { auth: true, headers: { "Cache-Control": "public, s-maxage=9" } } } },
      "has auth and a public cache header",
    ],
    [{ routeRules: { "/a/**": { auth: false } } }, ".auth is false"],
    [{ routeRules: { "/a/**/b": { auth: true } } }, 'write the pattern as "/dashboard/**"'],
  ])("X1: %j ends the build with a reason", (options, reason) => {
    expect(() => build(options)).toThrow(reason);
  });
});

describe("X1: files that a server sends as they are", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "authwright public "));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const names = (at: string) =>
    [...filesBelow(path.join(folder, at))].map((file) => path.relative(folder, file));

  test("X1: those behind links, each link once; a link back and one to nowhere end", () => {
    mkdirSync(path.join(folder, "public/a"), { recursive: true });
    mkdirSync(path.join(folder, "elsewhere"));
    writeFileSync(path.join(folder, "public/a/one.txt"), "");
    writeFileSync(path.join(folder, "elsewhere/two.txt"), "");
    symlinkSync("../../elsewhere", path.join(folder, "public/a/linked"));
    symlinkSync("..", path.join(folder, "public/a/up"));
    symlinkSync(".", path.join(folder, "public/here"));
    symlinkSync("nowhere", path.join(folder, "public/gone"));
    expect(names("public").sort()).toEqual(["public/a/linked/two.txt", "public/a/one.txt"]);
  });

  test("X1: folders that link to each other, without a file: an error, and no walk of all their orders", () => {
    const around = Array.from({ length: 12 }, (_, at) => path.join(folder, "around", String(at)));
    for (const one of around) mkdirSync(one, { recursive: true });
    for (const one of around)
      for (const other of around) symlinkSync(other, path.join(one, path.basename(other)));
    expect(() => names("around")).toThrow("too many files and folders: its links may lead around");
  });

  test("none where the folder is absent, or a file", () => {
    expect([names("missing"), names("elsewhere/two.txt")]).toEqual([[], []]);
  });
});
