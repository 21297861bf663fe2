/** `auth.require` in components, route handlers, API routes and getServerSideProps, beside each other. */
import type { GetServerSidePropsContext, NextApiRequest, NextApiResponse } from "next";
import { NextRequest } from "next/server.js";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FrameworkAuth, type FrameworkAuthConfig } from "../../src/runtime/integrations/next/index.js";
import { encode } from "../../src/runtime/jwt.js";

const secret = "test-secret-test-secret-test-secret-000";
const cookieName = "authjs.session-token";
const origin = "http://localhost:3000";

const request = vi.hoisted(() => ({ headers: new Headers() }));
vi.mock("next/headers", () => ({ headers: async () => request.headers }));
vi.mock("next/navigation", () => ({
  redirect: (url: string) => {
    throw Object.assign(new Error("NEXT_REDIRECT"), { url });
  },
}));

const errors: Error[] = [];
const config: FrameworkAuthConfig = {
  secret,
  trustHost: true,
  providers: [],
  logger: { error: (error) => void errors.push(error), warn: () => undefined },
  callbacks: {
    session: ({ session, token }) => ({ ...session, user: { ...session.user, role: token?.["role"] } }),
    authorized: () => false,
  },
};
beforeEach(() => {
  errors.length = 0;
  request.headers = new Headers({ host: "localhost:3000", "x-forwarded-proto": "http" });
});

const cookieOf = async (claims: object = {}) =>
  `${cookieName}=${await encode({ token: { sub: "7", name: "Alice", ...claims }, secret, salt: cookieName })}`;
const down = { getSessionAndUser: () => Promise.reject(new Error("down")) };
const storeDown: FrameworkAuthConfig = {
  ...config,
  session: { strategy: "database" },
  adapter: new Proxy(down, {
    get: (methods, name) => Reflect.get(methods, name) ?? (() => Promise.resolve(null)),
    has: () => true,
  }) as never,
};

const redirected = (running: Promise<unknown>): Promise<string> =>
  running.then(
    () => "no redirect",
    (thrown: { url?: string }) => String(thrown.url ?? thrown),
  );

describe("server components and actions", () => {
  it("get the session", async () => {
    const { auth } = FrameworkAuth({ ...config });
    request.headers.set("cookie", await cookieOf({ role: "admin" }));
    expect((await auth.require({ role: "admin" })).user).toMatchObject({ name: "Alice" });
  });

  it("send a stranger to sign-in, and back to where the page says it is", async () => {
    const { auth } = FrameworkAuth({ ...config });
    const callbackUrl = (text: string) => new URL(text).searchParams.get("callbackUrl");
    const target = await redirected(auth.require({ redirectTo: "/account?tab=1" }));
    expect(new URL(target).pathname).toBe("/api/auth/signin");
    expect(callbackUrl(target)).toBe("/account?tab=1");
    expect(callbackUrl(await redirected(auth.require()))).toBeNull();
    request.headers.set("referer", `${origin}/before`);
    expect(callbackUrl(await redirected(auth.require()))).toBe(`${origin}/before`);
  });

  it("RT-11: no page of another site says where people go after the sign-in", async () => {
    const { auth } = FrameworkAuth({ ...config, pages: { signIn: "/login" } });
    for (const referer of ["https://evil.test/x", `${origin}.evil.test/x`, "javascript:alert(1)"]) {
      request.headers.set("referer", referer);
      expect(await redirected(auth.require())).not.toContain("callbackUrl");
    }
  });

  it("send who lacks the role to the page that says so, and an old sign-in to sign-in", async () => {
    const { auth } = FrameworkAuth({ ...config });
    request.headers.set("cookie", await cookieOf({ auth_time: 1000 }));
    expect(await redirected(auth.require({ role: "admin" }))).toBe(
      `${origin}/api/auth/error?error=Forbidden`,
    );
    expect(await redirected(auth.require({ maxAge: 60 }))).toContain("/api/auth/signin");
  });

  it("throw while the store is down: nobody is called signed out", async () => {
    const { auth } = FrameworkAuth({ ...storeDown });
    request.headers.set("cookie", `${cookieName}=abc`);
    expect(await redirected(auth.require())).toContain("down");
  });
});

describe("route handlers", () => {
  const visit = (headers: Record<string, string>, method = "GET") =>
    new NextRequest(`${origin}/api/things?a=1`, { method, headers: { host: "localhost:3000", ...headers } });

  it("get a request with the session, and keep it alive", async () => {
    const { auth } = FrameworkAuth({ ...config });
    const GET = auth.require({ role: ["admin", "editor"] }, (asked) => Response.json(asked.auth));
    const answer = await GET(visit({ cookie: await cookieOf({ role: "editor" }) }), {});
    expect(await answer.json()).toMatchObject({ user: { name: "Alice", role: "editor" } });
    expect(answer.headers.getSetCookie().join("\n")).toContain(`${cookieName}=`);
  });

  it.each([
    ["a fetch without a session", { "sec-fetch-mode": "cors" }, {}, 401],
    ["a fetch without the role", { "sec-fetch-mode": "cors" }, { role: "guest" }, 403],
    ["a program that takes JSON", { accept: "application/json" }, {}, 401],
  ])("%s", async (_what, headers, claims, status) => {
    const { auth } = FrameworkAuth({ ...config });
    const handler = vi.fn(() => Response.json({}));
    const cookie = Object.keys(claims).length > 0 ? { cookie: await cookieOf(claims) } : {};
    const answer = await auth.require({ role: "admin" }, handler)(visit({ ...headers, ...cookie }), {});
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toContain("application/json");
    expect(handler).not.toHaveBeenCalled();
  });

  it("lead a browser to sign-in and back", async () => {
    const { auth } = FrameworkAuth({ ...config });
    const answer = await auth.require({}, () => Response.json({}))(
      visit({ "sec-fetch-mode": "navigate" }),
      {},
    );
    expect([answer.status, answer.headers.get("location")]).toEqual([
      302,
      "/api/auth/signin?callbackUrl=%2Fapi%2Fthings%3Fa%3D1",
    ]);
  });

  it("lead a browser to a whole address from the proxy, where Next.js takes no other", async () => {
    const { auth } = FrameworkAuth({ ...config });
    const proxy = auth.require({ path: "/api" }, () => {});
    const event = { waitUntil: () => {} };
    const answer = await proxy(visit({ "sec-fetch-mode": "navigate" }), event);
    expect([answer.status, answer.headers.get("location")]).toEqual([
      302,
      `${origin}/api/auth/signin?callbackUrl=%2Fapi%2Fthings%3Fa%3D1`,
    ]);
    const fetched = await proxy(visit({ "sec-fetch-mode": "cors" }), event);
    expect([fetched.status, fetched.headers.get("location")]).toEqual([401, null]);
  });

  it("answer 503 while the store is down", async () => {
    const { auth } = FrameworkAuth({ ...storeDown });
    const handler = vi.fn(() => Response.json({}));
    const answer = await auth.require({}, handler)(visit({ cookie: `${cookieName}=abc` }), {});
    expect([answer.status, handler.mock.calls.length]).toEqual([503, 0]);
  });
});

describe("Pages Router", () => {
  const req = (headers: Record<string, string>) =>
    ({
      method: "GET",
      url: "/api/things",
      headers: { host: "localhost:3000", "x-forwarded-proto": "http", ...headers },
    }) as never;
  const answerOf = () => {
    const sent = { statusCode: 200, headers: {} as Record<string, unknown>, body: "" };
    const res = Object.assign(sent, {
      getHeader: (name: string) => sent.headers[name] as string | undefined,
      setHeader: (name: string, value: unknown) => void (sent.headers[name] = value),
      end: (body = "") => void (sent.body = body),
    });
    return res as unknown as typeof sent & NextApiResponse;
  };

  it("API routes: JSON to a fetch, the session in req.auth", async () => {
    const { auth } = FrameworkAuth({ ...config });
    const handler = auth.require(
      {},
      (asked: NextApiRequest & { auth: { user?: unknown } }, res: NextApiResponse) =>
        res.end(JSON.stringify(asked.auth.user)),
    );
    const refused = answerOf();
    await handler(req({ "sec-fetch-mode": "cors" }), refused);
    expect([refused.statusCode, JSON.parse(refused.body)]).toEqual([
      401,
      { error: "unauthenticated", message: "Sign in first" },
    ]);
    const shown = answerOf();
    await handler(req({ cookie: await cookieOf() }), shown);
    expect(JSON.parse(shown.body)).toMatchObject({ name: "Alice" });
  });

  it("getServerSideProps: a redirect as data, the session in context.auth", async () => {
    const { auth } = FrameworkAuth({ ...config });
    const props = auth.require(
      {},
      async (context: GetServerSidePropsContext & { auth: { user?: { name?: string | null } } }) => ({
        props: { name: context.auth.user?.name },
      }),
    );
    const context = (headers: Record<string, string>) =>
      ({ req: req(headers), res: answerOf(), resolvedUrl: "/account?tab=1" }) as never;
    expect(await props(context({}))).toEqual({
      redirect: {
        destination: `http://localhost:3000/api/auth/signin?callbackUrl=%2Faccount%3Ftab%3D1`,
        permanent: false,
      },
    });
    expect(await props(context({ cookie: await cookieOf() }))).toEqual({ props: { name: "Alice" } });
  });
});
