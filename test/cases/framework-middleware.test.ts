import { NextRequest } from "next/server.js";
import type { NextFetchEvent } from "next/server.js";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { encode } from "../../src/runtime/jwt.js";
import { FrameworkAuth, type FrameworkAuthConfig } from "../../src/runtime/integrations/next/index.js";
import express, { type RequestHandler } from "express";
import { MiddlewareAuth } from "../../src/runtime/integrations/express.js";
import { expresses, listen } from "../support/app.js";
import { group } from "./group.js";
import { linesOf, origin, secret, sessionCookie, Stage } from "./stage.js";

/** What Next adds to every request. */
const fromServer = { host: "localhost:3000", "x-forwarded-proto": "http" };
const incoming = new Headers();
vi.mock("next/headers", () => ({
  headers: () => Promise.resolve(incoming),
  cookies: () => Promise.resolve(new Map()),
}));

beforeEach(() => {
  for (const name of ["AUTH_URL", "NEXTAUTH_URL", "AUTH_SECRET", "NEXTAUTH_SECRET", "AUTH_TRUST_HOST"])
    vi.stubEnv(name, undefined);
  for (const name of Array.from(incoming.keys())) incoming.delete(name);
  for (const [name, value] of Object.entries(fromServer)) incoming.set(name, value);
});
afterEach(() => void vi.unstubAllEnvs());

const protect: FrameworkAuthConfig["callbacks"] = { authorized: ({ auth }) => auth !== null };

function site(more: Partial<FrameworkAuthConfig> = {}) {
  const stage = new Stage();
  const { raw: _raw, callbacks: _callbacks, ...config } = stage.config;
  return { stage, ...FrameworkAuth({ ...config, callbacks: protect, ...more }) };
}

const event = {} as NextFetchEvent;
const ask = (path: string, headers: Record<string, string> = {}, init: { method?: string } = {}) =>
  new NextRequest(new URL(path, origin), { headers: { ...fromServer, ...headers }, ...init });
const signedInCookie = async () =>
  `${sessionCookie}=${await encode({ token: { sub: "1", name: "Bob" }, secret, salt: sessionCookie })}`;

const isPassed = (response: Response): boolean => response.headers.get("x-middleware-next") === "1";

/** Ways in which a page was reached past a middleware before, and headers that others once believed. */
const disguises: readonly Record<string, string>[] = [
  { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
  { "x-middleware-subrequest": "src/middleware:src/middleware:src/middleware" },
  { "x-middleware-subrequest": "proxy" },
  { "x-middleware-prefetch": "1" },
  { "x-middleware-next": "1" },
  { "x-middleware-override-headers": "authorization", "x-middleware-request-authorization": "Bearer x" },
  { "x-auth-user": "1", "x-clerk-auth-status": "signed-in", "x-user-id": "1", "x-auth-token": "x" },
];

group("framework-middleware", {
  "FW-01": async () => {
    const { auth } = site();
    const page = auth((request) =>
      Response.json(request.auth, { status: request.auth === null ? 401 : 200 }),
    );
    for (const headers of disguises) {
      const guarded = await auth(ask("/dashboard", headers), event);
      expect(guarded.status).toBe(307);
      expect(guarded.headers.get("location")).toContain("/api/auth/signin?callbackUrl=");
      expect((await page(ask("/dashboard", headers), {})).status).toBe(401);
      for (const [name, value] of Object.entries(headers)) incoming.set(name, value);
      expect(await auth()).toBeNull();
    }
    const cookie = await signedInCookie();
    expect(isPassed(await auth(ask("/dashboard", { cookie }), event))).toBe(true);
    incoming.set("cookie", cookie);
    expect((await auth())?.user?.name).toBe("Bob");
  },

  "FW-03": async () => {
    const { auth } = site();
    const variants: readonly [string, Record<string, string>][] = [
      ["/dashboard", { rsc: "1" }],
      ["/dashboard?_rsc=abc12", { rsc: "1", "next-router-prefetch": "1" }],
      ["/dashboard", { "next-router-segment-prefetch": "/_tree", rsc: "1" }],
      ["/dashboard.rsc", {}],
      ["/dashboard.segments/_tree.segment.rsc", {}],
      ["/_next/data/build/dashboard.json", { "x-nextjs-data": "1" }],
      ["/de/dashboard", { "x-nextjs-data": "1" }],
      ["/Dashboard", {}],
      ["//dashboard", {}],
      ["/%64ashboard", {}],
      ["/./dashboard", {}],
      ["/x/../dashboard", {}],
      ["/dashboard/", {}],
      ["/dashboard;x", {}],
      ["/dashboard%2f", {}],
      ["/dashboard", { purpose: "prefetch", "sec-purpose": "prefetch" }],
      ["/dashboard", { "next-action": "0123456789" }],
    ];
    for (const [path, headers] of variants) {
      for (const method of ["GET", "HEAD", "POST"]) {
        const response = await auth(ask(path, headers, { method }), event);
        expect([path, method, response.status]).toEqual([path, method, 307]);
        expect(isPassed(response)).toBe(false);
      }
    }
  },

  "FW-05": async () => {
    const failures: (() => unknown)[] = [
      () => {
        throw new Error("test-secret-text");
      },
      () => Promise.reject(new Error("test-secret-text")),
      () => Promise.reject(undefined as never),
      () => Promise.reject(Object.create(null) as never),
    ];
    for (const authorized of failures) {
      const { auth, stage } = site({ callbacks: { authorized } });
      let ran = false;
      const page = auth(() => {
        ran = true;
        return new Response("inside");
      });
      for (const headers of [{}, { cookie: await signedInCookie() }]) {
        for (const response of [await auth(ask("/x", headers), event), await page(ask("/x", headers), {})]) {
          expect(response.status).toBe(500);
          expect(isPassed(response)).toBe(false);
          expect(await response.text()).not.toContain("test-secret-text");
        }
      }
      expect(ran).toBe(false);
      expect(stage.logged.length).toBeGreaterThan(0);
    }
  },

  "FW-06": async () => {
    const { auth, stage } = site({
      callbacks: { authorized: ({ request }) => Response.redirect(new URL("/login", request.url)) },
    });
    const first = await auth(ask("/dashboard"), event);
    expect([first.status, first.headers.get("location")]).toEqual([302, `${origin}/login`]);
    // A redirect is never a way in: browsers end such a loop themselves.
    expect((await auth(ask("/login"), event)).headers.get("location")).toBe(`${origin}/login`);
    expect(stage.warned.join()).toContain("/login");
    // The app's own sign-in page is never redirected to itself.
    const own = site({ pages: { signIn: "/login" } });
    expect((await own.auth(ask("/dashboard"), event)).headers.get("location")).toMatch(
      /\/login\?callbackUrl=/,
    );
    expect(isPassed(await own.auth(ask("/login"), event))).toBe(true);
  },

  "FW-08": async () => {
    const { config } = new Stage();
    const mounts: readonly ["4" | "5", (auth: RequestHandler) => express.Express][] = [
      ["4", (auth) => expresses["4"]().use("/auth", auth)],
      ["4", (auth) => expresses["4"]().use("/auth/*", auth)],
      ["5", (auth) => expresses["5"]().use("/auth", auth)],
      ["5", (auth) => expresses["5"]().use("/auth/*splat", auth)],
      ["5", (auth) => expresses["5"]().use("/auth/{*splat}", auth)],
      ["5", (auth) => expresses["5"]().use(express.Router().use("/auth", auth))],
    ];
    for (const [version, mount] of mounts) {
      const running = await listen(mount(MiddlewareAuth(config) as RequestHandler));
      const response = await fetch(`${running.origin}/auth/providers`);
      expect([version, response.status]).toEqual([version, 200]);
      const list = (await response.json()) as Record<string, { callbackUrl: string }>;
      expect(list["op"]!.callbackUrl).toBe(`${running.origin}/auth/callback/op`);
      for (const odd of ["/authsession", "/auth/session/x", "/auth/x", "/auth/%73ession2"])
        expect([400, 404]).toContain((await fetch(running.origin + odd)).status);
      await running.close();
    }
  },

  "FW-10": async () => {
    const { config } = new Stage();
    const parsers: Record<string, RequestHandler[]> = {
      none: [],
      usual: [express.json(), express.urlencoded({ extended: true })],
      raw: [express.raw({ type: "*/*" })],
      text: [express.text({ type: "*/*" })],
    };
    const answers = new Map<string, string[]>();
    for (const [name, before] of Object.entries(parsers)) {
      const running = await listen(
        express()
          .use(...(before.length > 0 ? before : [(_req: unknown, _res: unknown, next: () => void) => next()]))
          .use("/auth", MiddlewareAuth(config) as RequestHandler),
      );
      const first = await fetch(`${running.origin}/auth/csrf`);
      const { csrfToken } = (await first.json()) as { csrfToken: string };
      const cookie = first.headers
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; ");
      const results: string[] = [];
      for (const fields of [
        { csrfToken, username: "bob", callbackUrl: "/in" },
        { csrfToken, username: "eve" },
        { username: "bob" },
      ]) {
        for (const [type, body] of [
          ["application/json", JSON.stringify(fields)],
          ["application/x-www-form-urlencoded", new URLSearchParams(fields).toString()],
          ["text/plain", JSON.stringify(fields)],
        ] as const) {
          const response = await fetch(`${running.origin}/auth/callback/credentials`, {
            method: "POST",
            redirect: "manual",
            headers: { "content-type": type, cookie },
            body,
          });
          results.push(
            `${response.status} ${(response.headers.get("location") ?? "").replace(running.origin, "")} ${[...linesOf(response).keys()].join()}`,
          );
        }
      }
      answers.set(name, results);
      await running.close();
    }
    const [expected, ...others] = answers.values();
    expect(expected!.filter((line) => line.startsWith("302 /in")).length).toBe(2);
    for (const other of others) expect(other).toEqual(expected);
  },

  "FW-11": async () => {
    const { auth } = site();
    const headers = { cookie: await signedInCookie() };
    const answering = (cacheControl?: string) =>
      auth(
        () =>
          new Response("x", cacheControl === undefined ? {} : { headers: { "cache-control": cacheControl } }),
      )(ask("/asset.js", headers), {});
    for (const shared of [
      "public, max-age=31536000, immutable",
      "PUBLIC",
      "s-maxage=60",
      "max-age=5, s-maxage=60, stale-while-revalidate",
    ])
      expect((await answering(shared)).headers.getSetCookie(), shared).toEqual([]);
    for (const own of [undefined, "private, max-age=60", "no-store"])
      expect((await answering(own)).headers.getSetCookie().join()).toContain(sessionCookie);
  },

  "FW-13": async () => {
    const broken: Partial<FrameworkAuthConfig>[] = [
      { secret: "" },
      { session: { strategy: "database" } },
      { trustHost: false },
    ];
    // Without its endpoints a provider signs nobody in; the guard knows who is signed in all the same (F-59).
    const guarded = site({
      providers: [{ id: "x", name: "X", type: "oauth", clientId: "a", clientSecret: "b" }],
      callbacks: { authorized: ({ auth: session }) => session !== null },
    });
    const host = "app.example.com";
    expect(isPassed(await guarded.auth(ask("/dashboard", { host }), event))).toBe(false);
    expect(
      isPassed(await guarded.auth(ask("/dashboard", { host, cookie: await signedInCookie() }), event)),
    ).toBe(true);
    for (const config of broken) {
      const { auth, handlers } = site(config);
      const headers = { cookie: await signedInCookie(), host: "app.example.com" };
      let ran = false;
      const page = auth(() => {
        ran = true;
        return new Response("inside");
      });
      for (const response of [
        await auth(ask("/dashboard", headers), event),
        await page(ask("/dashboard", headers), {}),
        await handlers.GET(ask("/api/auth/session", headers)),
      ]) {
        expect(response.status).toBe(500);
        expect(isPassed(response)).toBe(false);
      }
      expect(ran).toBe(false);
      for (const [name, value] of Object.entries(headers)) incoming.set(name, value);
      await expect(auth()).rejects.toMatchObject({ type: expect.any(String) as string });
      const res = { appendHeader: vi.fn<(name: string, value: string) => void>() };
      await expect(auth({ headers } as never, res as never)).rejects.toMatchObject({
        type: expect.any(String) as string,
      });
      await expect(auth({ req: { headers }, res } as never)).rejects.toMatchObject({
        type: expect.any(String) as string,
      });
      expect(res.appendHeader).not.toHaveBeenCalled();
    }
    // The store is down: that is not "nobody" either.
    const stage = new Stage({ store: { getSessionAndUser: () => Promise.reject(new Error("down")) } });
    const { raw: _raw, callbacks: _callbacks, ...config } = stage.config;
    const { auth } = FrameworkAuth({ ...config, callbacks: protect });
    const response = await auth(ask("/dashboard", { cookie: `${sessionCookie}=any` }), event);
    expect(response.status).toBe(503);
    expect(linesOf(response).size).toBe(0);
  },
});
