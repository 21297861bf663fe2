import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { NextRequest } from "next/server.js";
import { beforeEach, describe, expect, it } from "vitest";
import { guard, type GuardConfig } from "../../src/runtime/integrations/next/guard-only.js";
import { FrameworkAuth, type FrameworkAuthConfig } from "../../src/runtime/integrations/next/index.js";
import { encode } from "../../src/runtime/jwt.js";

const secret = "test-secret-test-secret-test-secret-000";
const salt = "authjs.session-token";
const origin = "http://localhost:3000";

const log: string[] = [];
beforeEach(() => void (log.length = 0));
const logger = {
  error: (error: Error) => void log.push(error.name),
  warn: (text: string) => void log.push(text),
  debug: () => undefined,
};

const session = async (more: object = {}): Promise<string> =>
  `${salt}=${await encode({ token: { sub: "7", name: "Alice", email: "alice@example.com", ...more }, secret, salt })}`;

interface Sent {
  readonly path: string;
  readonly headers?: Record<string, string>;
}

const requestOf = ({ path, headers = {} }: Sent): NextRequest =>
  new NextRequest(origin + path, {
    headers: { host: "localhost:3000", "x-forwarded-proto": "http", ...headers },
  });

/** What can be compared of an answer: sealed values are new at each one. */
const shownOf = async (answer: Response): Promise<object> => ({
  status: answer.status,
  location: answer.headers.get("location"),
  next: answer.headers.get("x-middleware-next"),
  cache: answer.headers.get("cache-control"),
  cookies: answer.headers
    .getSetCookie()
    .map((line) => line.replace(/=[^;]{20,}/, "=sealed").replace(/Expires=[^;]+/, "Expires")),
  body: await answer.text(),
});

type Case = Omit<GuardConfig, "logger">;
const configs: Readonly<Record<string, Case>> = {
  "without authorized": { secret },
  "asking who it is": { secret, callbacks: { authorized: ({ auth }) => auth?.user?.name === "Alice" } },
  "with a page, a base path and a session callback": {
    secret,
    basePath: "/auth",
    pages: { signIn: "/login" },
    session: { maxAge: 60 },
    callbacks: {
      authorized: ({ auth }) => Boolean(auth),
      session: ({ session: made, token }) => ({ ...made, extra: token["extra"] }),
    },
  },
  "answering itself": {
    secret,
    callbacks: { authorized: ({ auth }) => auth !== null || Response.json("no", { status: 401 }) },
  },
  "whose callback throws": {
    secret,
    callbacks: {
      authorized: () => {
        throw new Error("broken");
      },
    },
  },
  "without a secret": { secret: "" },
  "with cookies of other names": {
    secret,
    cookies: { sessionToken: { name: "mine" } },
    callbacks: { authorized: ({ auth }) => auth !== null },
  },
};

const requests: Readonly<Record<string, () => Promise<Sent>>> = {
  "a stranger": async () => ({ path: "/account?tab=1" }),
  "a stranger on the sign-in page": async () => ({ path: "/login" }),
  "a stranger at an endpoint": async () => ({ path: "/api/auth/signin" }),
  Alice: async () => ({ path: "/account", headers: { cookie: await session({ extra: 1 }) } }),
  Bob: async () => ({ path: "/account", headers: { cookie: await session({ name: "Bob" }) } }),
  "a broken cookie": async () => ({ path: "/account", headers: { cookie: `${salt}=broken` } }),
  "a host that is foreign": async () => ({ path: "/account", headers: { host: "evil.example" } }),
};

describe.each(Object.entries(configs))("the guard %s", (_name, config) => {
  it.each(Object.entries(requests))("answers %s as the whole middleware does", async (_who, made) => {
    const sent = await made();
    const full = FrameworkAuth({ ...config, logger, providers: [] } satisfies FrameworkAuthConfig);
    const expected = await shownOf((await full.auth(requestOf(sent) as never)) as unknown as Response);
    const told = log.splice(0);
    expect(await shownOf(await guard({ ...config, logger })(requestOf(sent)))).toEqual(expected);
    expect(log).toEqual(told);
  });
});

it("lets people in and sends strangers away", async () => {
  const alone = guard({ secret, logger, callbacks: { authorized: ({ auth }) => auth !== null } });
  const stranger = await alone(requestOf({ path: "/account" }));
  expect(stranger.status).toBe(307);
  expect(stranger.headers.get("location")).toContain("/api/auth/signin?callbackUrl=");
  const known = await alone(requestOf({ path: "/account", headers: { cookie: await session() } }));
  expect(known.headers.get("x-middleware-next")).toBe("1");
  expect(known.headers.getSetCookie().some((line) => line.startsWith(salt))).toBe(true);
});

it("says at the start what to write in place of it for sessions in a store", () => {
  expect(() => guard({ secret, session: { strategy: "database" } })).toThrow(
    'import { auth } from "./auth"; export default auth',
  );
});

it.each([
  ["session", { session: { maxAge: 0 } }],
  ["jwt", { jwt: { maxAge: -1 } }],
])(
  "PR-11: a guard whose %s.maxAge would end each session that it extends refuses, and says so",
  async (_name, more) => {
    const errors: unknown[] = [];
    const told = { ...logger, error: (error: Error) => void errors.push(error.message) };
    const answer = await guard({ secret, logger: told, ...more })(
      requestOf({ path: "/", headers: { cookie: await session() } }),
    );
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([500, []]);
    expect(errors.join()).toContain("maxAge: seconds, more than 0");
  },
);

describe("E1: a reader that cannot ask whether a session was ended gives it no new end", () => {
  const cookies = async (make: () => (request: NextRequest) => Promise<Response>, more: object) => {
    const answer = await make()(requestOf({ path: "/", headers: { cookie: await session(more) } }));
    expect(answer.headers.get("x-middleware-next")).toBe("1");
    return answer.headers.getSetCookie().length;
  };
  const counted = { session_epoch: 3, rid: "r1" };
  const split = () => {
    const { auth } = FrameworkAuth({ secret, providers: [], trustHost: true, logger } as FrameworkAuthConfig);
    return auth as unknown as (request: NextRequest) => Promise<Response>;
  };
  const alone = (config: Partial<GuardConfig> = {}) =>
    guard({ secret, trustHost: true, logger, ...config } as GuardConfig);

  it("where a plugin counts sessions", async () => {
    expect(await cookies(() => alone(), counted)).toBe(0);
    // A configuration for the proxy alone, without the store.
    expect(await cookies(split, counted)).toBe(0);
    expect(await cookies(() => alone(), {})).toBe(1);
    expect(await cookies(split, {})).toBe(1);
  });

  it("where sign-outs are remembered in another process", async () => {
    expect(await cookies(() => alone({ session: { revocation: true } }), {})).toBe(0);
  });
});

describe("X4: an answer with a session in it is kept by no shared cache", () => {
  const rule = { "cache-control": "public, max-age=60, s-maxage=600", "cdn-cache-control": "max-age=600" };
  const shown = ({ headers }: Response): unknown[] => [
    ...["cache-control", "vary", "cdn-cache-control"].map((name) => headers.get(name)),
    headers.getSetCookie().length,
  ];
  const forOne = ["private, max-age=60", "Cookie", null, 1];
  const forAll = ["public, max-age=60, s-maxage=600", null, "max-age=600", 0];
  const { auth } = FrameworkAuth({ secret, logger, providers: [] });
  const asked = async () => requestOf({ path: "/news", headers: { cookie: await session() } });
  const answerOf = async (route: (request: never, context: never) => unknown): Promise<unknown[]> =>
    shown((await route((await asked()) as never, {} as never)) as Response);

  it("of a route handler that looks at the session, or is guarded", async () => {
    expect(
      await answerOf(auth((request) => Response.json(request.auth, { headers: rule }) as never)),
    ).toEqual(forOne);
    expect(await answerOf(auth.require({}, () => new Response("x", { headers: rule })))).toEqual(forOne);
  });

  it("of authorized()", async () => {
    const own = FrameworkAuth({
      secret,
      logger,
      providers: [],
      callbacks: { authorized: (given) => Response.json(given.auth, { headers: rule }) as never },
    });
    expect(await answerOf(own.auth as never)).toEqual(forOne);
  });

  it("leaves the app's rule where nobody looked, and what says nothing to Next", async () => {
    expect(await answerOf(auth(() => new Response("x", { headers: rule }) as never))).toEqual(forAll);
    const silent = await answerOf(auth((request) => Response.json(request.auth) as never));
    expect(silent).toEqual([null, null, null, 1]);
    const byNobody = await auth((request) => Response.json(request.auth, { headers: rule }) as never)(
      requestOf({ path: "/news" }) as never,
      {} as never,
    );
    expect(shown(byNobody as unknown as Response)).toEqual(forAll);
  });

  it("of getServerSideProps and API routes, whose rule comes later", async () => {
    const server = createServer(async (req, res) => {
      const found = await auth(req as never, res as never);
      for (const [name, value] of Object.entries(rule)) res.setHeader(name, value);
      res.end(JSON.stringify(found));
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    try {
      const { port } = server.address() as AddressInfo;
      const at = `http://127.0.0.1:${port}/`;
      const answer = await fetch(at, {
        headers: { cookie: await session(), "x-forwarded-proto": "http" },
      });
      expect(shown(answer)).toEqual(forOne);
      expect(await answer.json()).toMatchObject({ user: { name: "Alice" } });
      expect(shown(await fetch(at))).toEqual(forAll);
    } finally {
      server.close();
    }
  });

  it("of a Response that the session is asked with", async () => {
    const { headers } = await asked();
    const res = new Response("x", { headers: rule });
    await auth({ headers: Object.fromEntries(headers) } as never, res as never);
    expect(shown(res)).toEqual(forOne);
  });
});
