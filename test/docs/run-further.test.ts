/** The guides on what stands around a sign-in: policies, data that comes along, sockets, other services. */
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Express, Request, Response } from "express";
import { jwtVerify } from "jose";
import { NextRequest } from "next/server.js";
import type { Browser } from "playwright-core";
import { afterAll, expect, test, vi } from "vitest";
import { WebSocket, type WebSocketServer } from "ws";
import { openPage } from "../support/page.js";
import { launchBrowser } from "../support/chromium.js";
import { load, secret, serve, useWorkshop } from "./guides.js";

useWorkshop();

let browser: Browser | undefined;
afterAll(() => browser?.close());

const cookieOf = `
  import { encode } from "authwright/jwt";
  const salt = "authjs.session-token";
  export const cookieOf = async (claims) =>
    salt + "=" + (await encode({ token: claims, salt, secret: process.env.AUTH_SECRET }));`;

test("PR-14: under helmet a form reaches the providers that the policy lists, and no other", async () => {
  const { appWith } = await load<{ appWith: (listed: string | undefined) => Express }>(
    "content-security-policy",
    `import express from "express";
     import helmet from "helmet";
     import { policy } from "./src/policy";
     const page = '<form action="/start" method="POST"><button>Sign in</button></form>';
     export const appWith = (kind) =>
       express()
         .use(kind === "of the page" ? policy : helmet())
         .get("/", (req, res) => res.type("html").send(page))
         .post("/start", (req, res) => res.redirect(302, "https://github.com/login/oauth/authorize"));`,
  );
  browser ??= await launchBrowser();
  const arrived: string[] = [];
  for (const kind of ["of the page", undefined])
    await serve(appWith(kind), async (origin) => {
      const context = await (browser as Browser).newContext();
      const page = await context.newPage();
      page.on("request", (request) => {
        if (new URL(request.url()).host === "github.com") arrived.push(kind ?? "helmet alone");
      });
      await page.goto(origin);
      await page.getByRole("button").click();
      await delay(700);
      await context.close();
    });
  expect(arrived).toEqual(["of the page"]);
});

test("PR-12, PR-13: an invitation comes through the sign-in by its address; name and picture follow the provider", async () => {
  vi.stubEnv("AUTH_SECRET", secret);
  const {
    app,
    follow,
    cookieOf: cookie,
  } = await load<{
    app: Express;
    follow: (adapter: object) => { signIn: (message: object) => Promise<void> };
    cookieOf: (claims: object) => Promise<string>;
  }>(
    "carry-data",
    `import express from "express";
     import { auth } from "./src/auth";
     import { join } from "./src/join";
     export { follow } from "./src/follow";
     export const app = express().use(auth.session).use(join).use("/auth", auth.handler);${cookieOf}`,
  );
  await serve(app, async (origin) => {
    expect((await openPage(`${origin}/join/spring`)).location).toMatch(/callbackUrl=%2Fjoin%2Fspring$/);
    const headers = { cookie: await cookie({ sub: "1", email: "ada@example.com" }) };
    expect(await (await fetch(`${origin}/join/spring`, { headers })).text()).toBe(
      "ada@example.com joins Lantern",
    );
    expect((await fetch(`${origin}/join/other`, { headers })).status).toBe(404);
  });
  const updated: object[] = [];
  const { signIn } = follow({ updateUser: async (user: object) => void updated.push(user) });
  const profile = { name: "Ada King", picture: "https://pictures.example/2", email: "other@example.com" };
  await signIn({ user: { id: "1" }, account: { provider: "google" }, profile });
  await signIn({ user: { id: "1" }, account: { provider: "github" }, profile });
  expect(updated).toEqual([{ id: "1", name: "Ada King", image: "https://pictures.example/2" }]);
});

test.each([
  {
    localePrefix: "always",
    file: "./proxy",
    guarded: ["/en/dashboard", "/de/dashboard/x"],
    led: { "/dashboard": "/en/dashboard", "/": "/en" },
    open: { "/de": null },
    page: "/de/dashboard",
    renewed: 1,
  },
  {
    localePrefix: "as-needed",
    file: "./i18n/as-needed",
    guarded: ["/dashboard", "/de/dashboard/x"],
    led: { "/en": "/" },
    open: { "/de": null, "/": "/en" },
    page: "/de/dashboard",
    renewed: 2,
  },
  {
    localePrefix: "never",
    file: "./proxy",
    guarded: ["/dashboard"],
    led: { "/de/dashboard": "/dashboard" },
    open: { "/": "/en" },
    page: "/dashboard",
    renewed: 1,
  },
])(
  "PR-18: beside next-intl, localePrefix $localePrefix",
  async ({ localePrefix, file, guarded, led, open, page, renewed }) => {
    vi.stubEnv("AUTH_SECRET", secret);
    vi.stubEnv("AUTH_GITHUB_ID", "id");
    vi.stubEnv("AUTH_GITHUB_SECRET", "secret");
    const {
      proxy,
      pathOf,
      cookieOf: cookie,
    } = await load<{
      proxy: (request: NextRequest) => Promise<globalThis.Response>;
      pathOf: (locale: string) => string;
      cookieOf: (claims: object) => Promise<string>;
    }>(
      "next-intl",
      `export { proxy } from "${file}";
     import { getPathname } from "./i18n/navigation";
     export const pathOf = (locale) => getPathname({ href: "/dashboard", locale });${cookieOf}`,
      {
        name: localePrefix,
        bundled: "next-intl",
        edit: (code) => {
          const written = code.replace('localePrefix: "always"', `localePrefix: "${localePrefix}"`);
          return localePrefix === "never" ? written.replace("/*/dashboard", "/dashboard") : written;
        },
      },
    );
    const origin = "http://localhost:3000";
    const signedIn = await cookie({ sub: "1", email: "ada@example.com" });
    const ask = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await proxy(
        new NextRequest(origin + path, { headers: { host: "localhost:3000", ...headers } }),
      );
      const short = (name: string) => answer.headers.get(name)?.replace(origin, "") ?? null;
      return {
        location: short("location"),
        rewrite: short("x-middleware-rewrite"),
        cookies: answer.headers.getSetCookie().filter((line) => line.startsWith("authjs.session-token"))
          .length,
      };
    };
    for (const path of guarded) {
      expect((await ask(path)).location).toBe(`/sign-in?callbackUrl=${encodeURIComponent(path)}`);
      const known = await ask(path, { cookie: signedIn });
      expect([known.location, known.cookies]).toEqual([null, renewed]);
    }
    for (const [path, to] of Object.entries(led)) expect((await ask(path)).location).toBe(to);
    for (const [path, to] of Object.entries(open))
      expect(await ask(path)).toEqual({ location: null, rewrite: to, cookies: 0 });
    expect((await ask("/sign-in?callbackUrl=%2Fde")).rewrite).toContain("/api/auth/");
    expect(pathOf("de")).toBe(page);
  },
);

test("websockets: a user of this origin gets in; another origin and a stranger do not", async () => {
  vi.stubEnv("AUTH_SECRET", secret);
  const { acceptSockets, cookieOf: cookie } = await load<{
    acceptSockets: (server: object, origin: string) => WebSocketServer;
    cookieOf: (claims: object) => Promise<string>;
  }>("websockets", `export { acceptSockets } from "./src/socket";${cookieOf}`);
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  acceptSockets(server, origin).on(
    "connection",
    (client: WebSocket, _request: unknown, session: { user: { email: string } }) =>
      client.send(session.user.email),
  );
  const signedIn = await cookie({ sub: "1", email: "ada@example.com" });
  const asks = async (headers: Record<string, string>) => {
    const socket = new WebSocket(`ws://localhost:${port}`, { headers });
    const [said] = await Promise.race([
      once(socket, "message"),
      once(socket, "unexpected-response").then(([, { statusCode }]) => [statusCode]),
    ]);
    socket.on("error", () => undefined).terminate();
    return String(said);
  };
  expect(await asks({ origin, cookie: signedIn })).toBe("ada@example.com");
  expect(await asks({ origin: "https://evil.example", cookie: signedIn })).toBe("401");
  expect(await asks({ origin })).toBe("401");
  server.close();
});

test("iframes: the cookies are for a frame, each in its partition", async () => {
  const { setCookies } = await load<{ setCookies: () => Promise<string[]> }>(
    "iframes",
    `import { Auth } from "authwright";
     import { cookies } from "./src/frame-cookies";
     const config = { secret: "${secret}", trustHost: true, providers: [], cookies };
     export const setCookies = async () =>
       (await Auth(new Request("https://app.example.com/auth/csrf"), config)).headers.getSetCookie();`,
  );
  const set = await setCookies();
  expect(set).toHaveLength(2);
  for (const line of set)
    expect(line).toMatch(/^__(?:Host|Secure)-.*; HttpOnly; Secure; Partitioned; SameSite=None$/);
});

test("other-backends: the session of a cookie, and a token that the service can check", async () => {
  vi.stubEnv("AUTH_SECRET", secret);
  vi.stubEnv("SERVICE_KEY", "k".repeat(32));
  const {
    app,
    sessionOf,
    serviceToken,
    cookieOf: cookie,
  } = await load<{
    app: Express;
    sessionOf: (cookie: string, app: string) => Promise<{ user?: { email?: string } } | null>;
    serviceToken: (req: Request, res: Response) => Promise<void>;
    cookieOf: (claims: object) => Promise<string>;
  }>(
    "other-backends",
    `import express from "express";
     import { auth } from "./src/auth";
     export { sessionOf } from "./src/session-of";
     import { serviceToken } from "./src/service-token";
     export { serviceToken };
     export const app = express().use("/auth", auth.handler).post("/service-token", auth.session, serviceToken);${cookieOf}`,
  );
  expect(serviceToken).toBeTypeOf("function");
  await serve(app, async (origin) => {
    const signedIn = await cookie({ sub: "1", email: "ada@example.com" });
    expect((await sessionOf(signedIn, origin))?.user?.email).toBe("ada@example.com");
    expect(await sessionOf("", origin)).toBeNull();
    const ask = (headers: Record<string, string>) =>
      fetch(`${origin}/service-token`, { method: "POST", headers });
    expect((await ask({})).status).toBe(401);
    const { token } = (await (await ask({ cookie: signedIn })).json()) as { token: string };
    const key = new TextEncoder().encode("k".repeat(32));
    const { payload } = await jwtVerify(token, key, {
      issuer: "https://app.example.com",
      audience: "reports",
    });
    expect(payload["email"]).toBe("ada@example.com");
  });
});
