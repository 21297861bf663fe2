/** `createAuth`: session and guard in an Express app, for pages and for `fetch`. */
import { once } from "node:events";
import { type IncomingMessage, type OutgoingHttpHeaders, request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import type { Express } from "express";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createAuth } from "../../src/runtime/integrations/express.js";
import type { MiddlewareAuthConfig, Requirement } from "../../src/runtime/integrations/express.js";
import { decode, encode } from "../../src/runtime/jwt.js";
import { expresses, listen, type Running } from "../support/app.js";

const secret = "test-secret-test-secret-test-secret-000";
const providers = [
  {
    id: "credentials",
    name: "Credentials",
    type: "credentials" as const,
    credentials: { username: {} },
    authorize: ({ username }: Partial<Record<string, unknown>>) => ({ id: "1", name: String(username) }),
  },
];
const errors: Error[] = [];
const configOf = (more: Partial<MiddlewareAuthConfig> = {}): MiddlewareAuthConfig => ({
  secret,
  providers,
  logger: { error: (error) => void errors.push(error), warn: () => undefined },
  callbacks: {
    session: ({ session, token }) => ({ ...session, user: { ...session.user, role: token?.["role"] } }),
  },
  ...more,
});

const running: Running[] = [];
afterEach(async () => {
  errors.length = 0;
  vi.useRealTimers();
  await Promise.all(running.splice(0).map((each) => each.close()));
});

const cookieOf = async (claims: object): Promise<string> =>
  `authjs.session-token=${await encode({ secret, salt: "authjs.session-token", token: { sub: "1", name: "Bob", ...claims } })}`;

/** A request as a browser sends it: `fetch` sets Fetch Metadata itself. */
async function request(address: string, headers: OutgoingHttpHeaders, method = "GET"): Promise<Response> {
  const sent = httpRequest(address, { method, headers }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const body = await text(answer);
  const pairs = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response(body, { status: answer.statusCode ?? 0, headers: pairs });
}

const asPage = { "sec-fetch-mode": "navigate", accept: "text/html" };
const asFetch = { "sec-fetch-mode": "cors", accept: "*/*" };

describe.each(Object.entries(expresses))("Express %s", (_version, express) => {
  async function start(config: MiddlewareAuthConfig, requirement?: Requirement) {
    const app: Express = express();
    const auth = createAuth(config);
    app.use("/auth", auth.handler);
    app.use("/open", auth.session, (req, res) => {
      res.json({ auth: req.auth ?? null, local: res.locals["session"] ?? null });
    });
    app.use("/closed", auth.session, auth.require(requirement), (req, res) => {
      res.json({ name: req.auth?.user?.name });
    });
    const started = await listen(app);
    running.push(started);
    return (path: string, headers: OutgoingHttpHeaders, method?: string) =>
      request(started.origin + path, headers, method);
  }

  it("shows the session in req.auth and res.locals.session", async () => {
    const get = await start(configOf());
    expect(await (await get("/open", {})).json()).toEqual({ auth: null, local: null });
    const { auth, local } = (await (
      await get("/open", { cookie: await cookieOf({ role: "editor" }) })
    ).json()) as Record<string, { user: object }>;
    expect(auth?.user).toMatchObject({ name: "Bob", role: "editor" });
    expect(local).toEqual(auth);
  });

  it("leads a page to sign-in and back, with its query", async () => {
    const get = await start(configOf());
    const answer = await get("/closed/a?b=1&c=2", asPage);
    expect(answer.status).toBe(302);
    // Relative: the host of a proxy that nobody trusts is not named.
    expect(answer.headers.get("location")).toBe("/auth/signin?callbackUrl=%2Fclosed%2Fa%3Fb%3D1%26c%3D2");
  });

  it("leads a form that was sent to the page it stood on", async () => {
    const get = await start(configOf());
    const back = async (referer: string) => {
      const answer = await get("/closed", { ...asPage, host: "localhost", referer }, "POST");
      const target = new URL(answer.headers.get("location") ?? "", "http://app.example");
      return target.searchParams.get("callbackUrl");
    };
    expect(await back("http://localhost/form")).toBe("http://localhost/form");
    // RT-11: a page of another site does not say where people go.
    expect(await back("https://evil.test/form")).toBe("/");
    expect(await back("http://localhost.evil.test/form")).toBe("/");
  });

  it.each([
    ["Fetch Metadata", asFetch],
    ["what it accepts", { accept: "application/json" }],
  ])("answers 401 as JSON to a fetch, told by %s", async (_by, headers) => {
    const get = await start(configOf());
    const answer = await get("/closed", headers);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect(await answer.json()).toEqual({ error: "unauthenticated", message: "Sign in first" });
  });

  it("lets a user in", async () => {
    const get = await start(configOf());
    const answer = await get("/closed", { ...asPage, cookie: await cookieOf({}) });
    expect(await answer.json()).toEqual({ name: "Bob" });
  });

  it.each([
    ["admin", { role: "admin" }, 200],
    ["admin", { role: "editor" }, 403],
    ["admin", {}, 403],
    [["admin", "editor"], { role: "editor" }, 200],
    [["admin", "editor"], { role: "guest" }, 403],
    [[], { role: "admin" }, 403],
  ])("role %j of a user with %j: %i", async (role, claims, status) => {
    const get = await start(configOf(), { role });
    const cookie = await cookieOf(claims);
    expect((await get("/closed", { ...asFetch, cookie })).status).toBe(status);
    const page = await get("/closed", { ...asPage, cookie });
    expect(page.status).toBe(status);
    if (status === 403) expect(await page.text()).toContain("have access to this page");
  });

  it("counts a role among several", async () => {
    const callbacks = {
      session: ({ session }: { session: object }) => ({ ...session, user: { roles: ["a", "b"] } }),
    };
    const get = await start(configOf({ callbacks: callbacks as never }), { role: "b" });
    expect((await get("/closed", { ...asFetch, cookie: await cookieOf({}) })).status).toBe(200);
  });

  it("sends who may not see a page to the app's own error page", async () => {
    const get = await start(configOf({ pages: { error: "/oops" } }), { role: "admin" });
    const answer = await get("/closed", { ...asPage, cookie: await cookieOf({}) });
    expect(answer.headers.get("location")).toBe("/oops?error=Forbidden");
  });

  it("asks for a new sign-in when the last one is too long ago, and for one whose time is unknown", async () => {
    const get = await start(configOf(), { maxAge: 600 });
    const now = Math.floor(Date.now() / 1000);
    const at = async (claims: object) =>
      (await get("/closed", { ...asFetch, cookie: await cookieOf(claims) })).status;
    expect(await at({ auth_time: now - 500 })).toBe(200);
    expect(await at({ auth_time: now - 700 })).toBe(401);
    expect(await at({})).toBe(401);
    const page = await get("/closed", { ...asPage, cookie: await cookieOf({ auth_time: now - 700 }) });
    expect(page.headers.get("location")).toContain("/auth/signin?callbackUrl=");
  });

  it("keeps the time of the sign-in however often the token is made anew", async () => {
    const get = await start(configOf(), { maxAge: 600 });
    const [{ origin }] = running.slice(-1) as [Running];
    const first = await get("/auth/csrf", {});
    const { csrfToken } = (await first.json()) as { csrfToken: string };
    const cookiesOf = (response: Response) =>
      response.headers
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; ");
    const signedIn = await fetch(`${origin}/auth/callback/credentials`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie: cookiesOf(first) },
      body: new URLSearchParams({ csrfToken, username: "Ann" }),
    });
    let cookie = cookiesOf(signedIn);
    expect((await get("/closed", { ...asFetch, cookie })).status).toBe(200);
    vi.useFakeTimers({ now: Date.now() + 500_000, toFake: ["Date"] });
    cookie = cookiesOf(await get("/auth/session", { cookie }));
    expect((await get("/closed", { ...asFetch, cookie })).status).toBe(200);
    vi.setSystemTime(Date.now() + 200_000);
    expect((await get("/closed", { ...asFetch, cookie })).status).toBe(401);
  });

  it("is not fooled by a jwt callback that renews the time", async () => {
    const config = configOf({ callbacks: { jwt: ({ token }) => ({ ...token, auth_time: 9_999_999_999 }) } });
    const get = await start(config);
    const old = await cookieOf({ auth_time: 1000 });
    const renewed = await get("/auth/session", { cookie: old });
    const [, token = ""] =
      /authjs\.session-token=([^;]+)/.exec(renewed.headers.getSetCookie().join("\n")) ?? [];
    expect(await decode({ secret, salt: "authjs.session-token", token })).toMatchObject({ auth_time: 1000 });
  });
});

describe("while the store is down", () => {
  const adapter = new Proxy({}, { get: () => () => Promise.reject(new Error("down")), has: () => true });

  it("answers 503 to a guard, asks once, and lets an open page go on", async () => {
    const asks = vi.fn(() => Promise.reject(new Error("down")));
    const auth = createAuth(
      configOf({
        session: { strategy: "database" },
        adapter: new Proxy(adapter, {
          get: (_, name) => (name === "getSessionAndUser" ? asks : () => Promise.resolve(null)),
        }) as never,
      }),
    );
    const app = expresses[5]();
    app.use(auth.session);
    app.get("/open", (req, res) => void res.json({ auth: req.auth }));
    app.get("/closed", auth.require(), (_req, res) => void res.json({}));
    const started = await listen(app);
    running.push(started);
    const cookie = "authjs.session-token=abc";
    expect(await (await fetch(`${started.origin}/open`, { headers: { cookie } })).json()).toEqual({
      auth: null,
    });
    asks.mockClear();
    const json = await fetch(`${started.origin}/closed`, { headers: { ...asFetch, cookie } });
    expect(json.status).toBe(503);
    expect(await json.json()).toMatchObject({ error: "unavailable" });
    expect(asks).toHaveBeenCalledTimes(1);
    const page = await request(`${started.origin}/closed`, { ...asPage, cookie });
    expect([page.status, await page.text()]).toEqual([
      503,
      expect.stringContaining("Not possible at the moment"),
    ]);
  });

  it("says that database sessions do not tell when somebody signed in", async () => {
    const auth = createAuth(configOf({ session: { strategy: "database" }, adapter: adapter as never }));
    const app = expresses[5]();
    const seen: unknown[] = [];
    app.get("/closed", auth.require({ maxAge: 60 }), (_req, res) => void res.json({}));
    app.use(
      (error: unknown, _req: unknown, res: { status(code: number): { end(): void } }, _next: unknown) => {
        seen.push(error);
        res.status(500).end();
      },
    );
    const started = await listen(app);
    running.push(started);
    expect((await fetch(`${started.origin}/closed`)).status).toBe(500);
    expect(String(seen[0])).toContain('session: { strategy: "jwt" }');
  });
});
