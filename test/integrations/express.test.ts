import { readNodeBody } from "../../src/runtime/integrations/server/node-body.js";
import { Agent, request as httpRequest } from "node:http";
import { connect } from "node:net";
import type { Express, RequestHandler } from "express";
import express from "express";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  getSession,
  MiddlewareAuth,
  type MiddlewareAuthConfig,
} from "../../src/runtime/integrations/express.js";
import { ExpressAuth } from "../../src/runtime/integrations/express.js";
import { encode as sealToken } from "../../src/runtime/jwt.js";
import { expresses, listen, type Running } from "../support/app.js";

const secret = "test-secret-test-secret-test-secret-000";
const errors: Error[] = [];

function configOf(more: Partial<MiddlewareAuthConfig> = {}): MiddlewareAuthConfig {
  return {
    secret,
    logger: { error: (error) => void errors.push(error), warn: () => undefined },
    providers: [
      {
        id: "credentials",
        name: "Credentials",
        type: "credentials",
        credentials: { username: {} },
        authorize: ({ username }) => (username === "bob" ? { id: "1", name: "Bob" } : null),
      },
    ],
    ...more,
  };
}

const running: Running[] = [];
async function start(app: Express): Promise<Running> {
  const started = await listen(app);
  running.push(started);
  return started;
}

beforeEach(() => {
  errors.length = 0;
  for (const name of [
    "AUTH_URL",
    "NEXTAUTH_URL",
    "AUTH_SECRET",
    "NEXTAUTH_SECRET",
    "AUTH_TRUST_HOST",
    "VERCEL",
  ]) {
    vi.stubEnv(name, undefined);
  }
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(running.splice(0).map((each) => each.close()));
});

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");

/** CSRF token, sign-in, session: the whole way of a browser. */
async function signIn(base: string, encode: (fields: Record<string, string>) => RequestInit = form) {
  const first = await fetch(`${base}/csrf`);
  const { csrfToken } = (await first.json()) as { csrfToken: string };
  const init = encode({ csrfToken, username: "bob", callbackUrl: "/home" });
  const response = await fetch(`${base}/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    ...init,
    headers: { ...(init.headers as Record<string, string>), cookie: cookiesOf(first) },
  });
  return { response, cookie: cookiesOf(response) };
}

const form = (fields: Record<string, string>): RequestInit => ({
  body: new URLSearchParams(fields),
  headers: { "content-type": "application/x-www-form-urlencoded" },
});
const json = (fields: Record<string, string>): RequestInit => ({
  body: JSON.stringify(fields),
  headers: { "content-type": "application/json" },
});

describe("FW-08: the middleware is mounted", () => {
  const places: Record<string, (build: typeof express, auth: RequestHandler) => [Express, string]> = {
    "with app.use": (build, auth) => [build().use("/auth", auth), "/auth"],
    "deep, with a slash at the end": (build, auth) => [build().use("/api/v1/auth/", auth), "/api/v1/auth"],
    "in a router": (build, auth) => [build().use("/api", build.Router().use("/auth", auth)), "/api/auth"],
    "in a router of its own path": (build, auth) => [build().use("/auth", build.Router().use(auth)), "/auth"],
  };
  const wildcards = { "4": ["/auth/*"], "5": ["/auth/*splat", "/auth/{*splat}"] } as const;

  for (const version of ["4", "5"] as const) {
    const build = expresses[version];
    const all = { ...places };
    for (const path of wildcards[version]) {
      all[`with app.use(${path})`] = (make, auth) => [make().use(path, auth), "/auth"];
      all[`with app.all(${path})`] = (make, auth) => [make().all(path, auth), "/auth"];
      all[`with router.use(${path})`] = (make, auth) => [
        make().use("/deep", make.Router().use(path, auth)),
        "/deep/auth",
      ];
      all[`with router.all(${path})`] = (make, auth) => [
        make().use("/deep", make.Router().all(path, auth)),
        "/deep/auth",
      ];
    }
    for (const [name, place] of Object.entries(all)) {
      it(`Express ${version} ${name}`, async () => {
        const [app, path] = place(build, MiddlewareAuth(configOf()) as RequestHandler);
        const { origin } = await start(app);
        const providers = (await (await fetch(`${origin}${path}/providers`)).json()) as Record<
          string,
          { callbackUrl: string }
        >;
        expect(providers.credentials?.callbackUrl).toBe(`${origin}${path}/callback/credentials`);
        const { response, cookie } = await signIn(origin + path);
        expect(response.headers.get("location")).toBe(`${origin}/home`);
        const session = await fetch(`${origin}${path}/session`, { headers: { cookie } });
        expect(await session.json()).toMatchObject({ user: { name: "Bob" } });
        expect((await fetch(`${origin}${path}/nonsense`)).status).toBe(400);
      });
    }
  }

  it("HOST-13: one frozen config at two places keeps both paths, and stays as it is", async () => {
    const config = Object.freeze(configOf({ basePath: "/elsewhere" }));
    const before = { ...config };
    const app = express()
      .use("/auth", MiddlewareAuth(config) as RequestHandler)
      .use("/admin/auth", MiddlewareAuth(config) as RequestHandler);
    const { origin } = await start(app);
    for (const path of ["/auth", "/admin/auth", "/auth"]) {
      const providers = (await (await fetch(`${origin}${path}/providers`)).json()) as Record<
        string,
        { signinUrl: string }
      >;
      expect(providers.credentials?.signinUrl).toBe(`${origin}${path}/signin/credentials`);
    }
    expect(config).toEqual(before);
  });

  it("ExpressAuth is the same function", () => {
    expect(ExpressAuth).toBe(MiddlewareAuth);
  });
});

describe("FW-10: bodies", () => {
  const parsers: Record<string, (build: typeof express) => RequestHandler[]> = {
    "are read by the middleware": () => [],
    "may be parsed before": (build) => [build.json(), build.urlencoded({ extended: true })],
    "may be parsed flat": (build) => [build.urlencoded({ extended: false }), build.json()],
    "may be raw buffers": (build) => [build.raw({ type: "*/*" })],
    "may be text": (build) => [build.text({ type: "*/*" })],
    "may meet a parser of another type": (build) => [build.json({ type: "application/vnd.api+json" })],
  };
  for (const version of ["4", "5"] as const) {
    for (const [name, parsersOf] of Object.entries(parsers)) {
      for (const [kind, encode] of Object.entries({ form, json })) {
        it(`Express ${version}: ${name} (${kind})`, async () => {
          const build = expresses[version];
          const app = build();
          for (const parser of parsersOf(build)) app.use(parser);
          const { origin } = await start(app.use("/auth", MiddlewareAuth(configOf()) as RequestHandler));
          const { response } = await signIn(`${origin}/auth`, encode);
          expect([response.status, response.headers.get("location")]).toEqual([302, `${origin}/home`]);
        });
      }
    }
  }

  it("CRED-04: over 100 kB are answered 413, whole or in pieces", async () => {
    const { origin } = await start(express().use("/auth", MiddlewareAuth(configOf()) as RequestHandler));
    const response = await fetch(`${origin}/auth/callback/credentials`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: `a=${"x".repeat(120_000)}`,
    });
    expect(response.status).toBe(413);
  });

  it("CRED-01: no field reaches a prototype", async () => {
    const seen: unknown[] = [];
    const config = configOf({
      providers: [
        {
          id: "credentials",
          name: "C",
          type: "credentials",
          // Declared, so that the other members come as they are.
          credentials: { username: {} },
          authorize: (fields) => {
            seen.push(fields);
            return null;
          },
        },
      ],
    });
    const { origin } = await start(express().use("/auth", MiddlewareAuth(config) as RequestHandler));
    const polluted = (fields: Record<string, string>): RequestInit => ({
      ...json(fields),
      body: `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},${JSON.stringify(fields).slice(1)}`,
    });
    await signIn(`${origin}/auth`, polluted);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect((seen[0] as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe("the origin", () => {
  const providersOf = async (origin: string, headers: Record<string, string>) => {
    const answer = await fetch(`${origin}/auth/providers`, { headers });
    return answer.ok
      ? ((await answer.json()) as { credentials: { signinUrl: string } }).credentials.signinUrl
      : answer.status;
  };
  const forwarded = { "x-forwarded-proto": "https", "x-forwarded-host": "pub.example.com" };

  for (const version of ["4", "5"] as const) {
    it(`HOST-03: Express ${version} without trust proxy ignores forwarded headers; with it they count`, async () => {
      const plain = await start(
        expresses[version]().use("/auth", MiddlewareAuth(configOf()) as RequestHandler),
      );
      expect(await providersOf(plain.origin, forwarded)).toBe(`${plain.origin}/auth/signin/credentials`);
      const trusting = expresses[version]()
        .set("trust proxy", true)
        .use("/auth", MiddlewareAuth(configOf()) as RequestHandler);
      const { origin } = await start(trusting as Express);
      expect(await providersOf(origin, forwarded)).toBe("https://pub.example.com/auth/signin/credentials");
    });
  }

  it("HOST-04, HOST-05, HOST-09: forwarded values that are no plain host and scheme are refused", async () => {
    const { origin } = await start(
      express()
        .set("trust proxy", true)
        .use("/auth", MiddlewareAuth(configOf()) as RequestHandler),
    );
    for (const host of [
      "user@evil.test",
      "evil.test/path",
      "evil.test#x",
      "a b",
      "evil.test\\x",
      "ev?il.test",
      "one.example.com, two.example.com",
    ]) {
      expect(await providersOf(origin, { "x-forwarded-host": host }), host).toBe(400);
    }
    for (const proto of ["javascript", "file"]) {
      expect(await providersOf(origin, { "x-forwarded-proto": proto }), proto).toBe(400);
    }
  });

  it("EDG-10: a form makes no object, whatever parser stood in front", async () => {
    const body = { name: { equals: "alice", not: "n1" }, list: ["a", "b"], deep: [{ a: 1 }], plain: "x" };
    const req = {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      readableEnded: true,
      body,
      async *[Symbol.asyncIterator]() {},
    };
    expect(await readNodeBody(req)).toEqual({ list: "b", plain: "x" });
  });

  it("HOST-06: AUTH_URL wins over every header", async () => {
    vi.stubEnv("AUTH_URL", "https://app.example.com/ignored");
    const { origin } = await start(
      express()
        .set("trust proxy", true)
        .use("/auth", MiddlewareAuth(configOf()) as RequestHandler),
    );
    expect(await providersOf(origin, forwarded)).toBe("https://app.example.com/auth/signin/credentials");
  });

  it("HOST-01: an untrusted host in production is refused, and the log names host and line", async () => {
    vi.stubEnv("NODE_ENV", "production");
    const app = express()
      .set("trust proxy", true)
      .use("/auth", MiddlewareAuth(configOf()) as RequestHandler);
    const { origin } = await start(app as Express);
    expect(await providersOf(origin, forwarded)).toBe(500);
    expect(errors[0]?.message).toContain("AUTH_URL=https://pub.example.com");
    expect(errors[0]?.message).toContain("AUTH_TRUST_HOST=true");
    expect(await providersOf(origin, {})).toBe(`${origin}/auth/signin/credentials`);
  });
});

describe("getSession", () => {
  async function app(config: MiddlewareAuthConfig) {
    const built = express();
    built.use("/auth", MiddlewareAuth(config) as RequestHandler);
    built.use(async (req, res, next) => {
      res.locals.session = await getSession(req, config);
      next();
    });
    built.get("/me", (_req, res) => void res.json(res.locals.session));
    return start(built);
  }

  it("fills res.locals, sets no cookie, and is null for nobody", async () => {
    const { origin } = await app(configOf());
    const { cookie } = await signIn(`${origin}/auth`);
    const me = await fetch(`${origin}/me`, { headers: { cookie } });
    expect(await me.json()).toMatchObject({ user: { name: "Bob" } });
    expect(me.headers.getSetCookie()).toEqual([]);
    expect(await (await fetch(`${origin}/me`)).json()).toBeNull();
    expect(
      await (await fetch(`${origin}/me`, { headers: { cookie: "authjs.session-token=%; a=b" } })).json(),
    ).toBeNull();
  });

  it("RESP-10: throws on a wrong configuration, in place of saying that nobody is there", async () => {
    const config = configOf({ secret: [""] });
    await expect(getSession({ headers: { host: "localhost" } } as never, config)).rejects.toMatchObject({
      type: "MissingSecret",
    });
  });

  it("RESP-11: throws when a callback throws", async () => {
    const failing = configOf({
      callbacks: {
        session: () => {
          throw new Error("user code failed");
        },
      },
    });
    const { origin } = await app(failing);
    const { cookie } = await signIn(`${origin}/auth`);
    const answer = await fetch(`${origin}/auth/session`, { headers: { cookie } });
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain("user code");
    expect(answer.headers.getSetCookie().join()).not.toContain("session-token=;");
    await expect(
      getSession({ headers: { host: "localhost", cookie }, protocol: "http" } as never, failing),
    ).rejects.toMatchObject({ type: "JWTSessionError" });
  });
});

describe("what the log says of the usual first mistakes", () => {
  const warnings: string[] = [];
  const told = (more: Partial<MiddlewareAuthConfig> = {}) =>
    configOf({
      trustHost: true,
      logger: { error: (error) => void errors.push(error), warn: (text) => void warnings.push(text) },
      ...more,
    });
  const serve = (config: MiddlewareAuthConfig, prepare: (app: Express) => void = () => undefined) => {
    const app = express();
    prepare(app);
    return start(app.use("/auth", MiddlewareAuth(config)));
  };
  const lastError = () => errors.at(-1)?.message ?? "";
  const post = (url: string, fields: Record<string, string> = {}, cookie = "") =>
    fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: { cookie },
      body: new URLSearchParams(fields),
    });
  beforeEach(() => void (warnings.length = 0));

  it("https at the proxy and no trust proxy: once, with the line to add", async () => {
    const { origin: url } = await serve(told());
    const headers = { "x-forwarded-proto": "https" };
    for (let times = 0; times < 3; times += 1) await fetch(`${url}/auth/session`, { headers });
    expect(warnings).toEqual([expect.stringContaining('Add app.set("trust proxy", 1), or AUTH_URL')]);
  });

  it("nothing of it when Express trusts the proxy, AUTH_URL is set, or there is no proxy", async () => {
    const headers = { "x-forwarded-proto": "https" };
    const trusting = await serve(told(), (app) => app.set("trust proxy", 1));
    await fetch(`${trusting.origin}/auth/session`, { headers });
    const plain = await serve(told());
    await fetch(`${plain.origin}/auth/session`);
    vi.stubEnv("AUTH_URL", "https://app.example.com");
    const addressed = await serve(told());
    await fetch(`${addressed.origin}/auth/session`, { headers });
    expect(warnings).toEqual([]);
  });

  it("AUTH_URL of another local port: a sign-in that cannot end says so", async () => {
    vi.stubEnv("AUTH_URL", "http://localhost:1");
    const { origin: url } = await serve(told());
    await post(`${url}/auth/signin/credentials`);
    expect(warnings).toEqual([
      expect.stringMatching(/^AUTH_URL is http:\/\/localhost:1, .* started at .*Correct AUTH_URL/),
    ]);
  });

  it("AUTH_URL of the deployment, while developing", async () => {
    vi.stubEnv("AUTH_URL", "https://app.example.com");
    vi.stubEnv("NODE_ENV", "development");
    const { origin: url } = await serve(told());
    await post(`${url}/auth/signin/credentials`);
    expect(warnings).toEqual([expect.stringContaining("AUTH_URL is https://app.example.com")]);
    vi.stubEnv("NODE_ENV", "production");
    const behind = await serve(told());
    await post(`${behind.origin}/auth/signin/credentials`);
    expect(warnings).toHaveLength(1);
  });

  it("a provider that is not there: the ids that are", async () => {
    const { origin: url } = await serve(told());
    await post(`${url}/auth/signin/credentails`);
    expect(lastError()).toBe(
      'There is no provider "credentails" in the configuration; there is: credentials',
    );
  });

  it("a link to /signin/<id>: why it does nothing", async () => {
    const { origin: url } = await serve(told());
    await fetch(`${url}/auth/signin/credentials`, { redirect: "manual" });
    expect(lastError()).toContain("a link starts no sign-in");
  });

  it("each cause of a refused form has words of its own", async () => {
    const { origin: url } = await serve(told());
    const target = `${url}/auth/callback/credentials`;
    const first = await fetch(`${url}/auth/csrf`);
    const { csrfToken } = (await first.json()) as { csrfToken: string };
    const cookie = cookiesOf(first);
    await post(target, {}, cookie);
    expect(lastError()).toMatch(/^The form has no csrfToken\. Take it from GET .*\/auth\/csrf/);
    await post(target, { csrfToken });
    expect(lastError()).toContain(
      "came without the cookie authjs.csrf-token: it was opened at another address",
    );
    await post(target, { csrfToken }, cookie.replace(/%7C\w{8}/, "%7C00000000"));
    expect(lastError()).toContain("was made with another secret");
    await post(target, { csrfToken: "0".repeat(64) }, cookie);
    expect(lastError()).toContain("load the page again");
    vi.stubEnv("AUTH_URL", "https://app.example.com");
    const secure = await serve(told());
    await post(`${secure.origin}/auth/callback/credentials`, { csrfToken });
    expect(lastError()).toContain("__Host-authjs.csrf-token: is the page http?");
  });

  it("the console gets one line, not our stack", async () => {
    const lines: string[] = [];
    const spy = vi.spyOn(console, "error").mockImplementation((text: string) => void lines.push(text));
    const { logger: _, ...rest } = configOf({ secret: "" });
    const { origin: url } = await serve(rest);
    await fetch(`${url}/auth/session`);
    spy.mockRestore();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^\[auth\]\[error\] MissingSecret: AUTH_SECRET is not set\.[^\n]*npx auth doctor \(session, request [0-9a-f]{8}\)$/,
    );
  });
});

it("a session cookie of another secret: the log says what it may be, in one line", async () => {
  const lines: string[] = [];
  const spy = vi.spyOn(console, "error").mockImplementation((text: string) => void lines.push(text));
  const { logger: _, ...rest } = configOf();
  const { origin } = await start(express().use("/auth", MiddlewareAuth(rest)));
  const salt = "authjs.session-token";
  const foreign = await sealToken({ token: { sub: "1" }, secret: "x".repeat(40), salt });
  const answer = await fetch(`${origin}/auth/session`, { headers: { cookie: `${salt}=${foreign}` } });
  spy.mockRestore();
  expect(await answer.json()).toBeNull();
  expect(lines.join("\n")).toMatch(
    /^\[auth\]\[error\] JWTSessionError: The cookie authjs\.session-token does not open: [^\n]+auth token decode tells which \(session, request [0-9a-f]{8}\)$/,
  );
});

describe("F-83: a body that is too large, on a connection that is kept alive", () => {
  const requestLines = (path: string, headers: readonly string[], body = "") =>
    [`${body === "" ? "GET" : "POST"} ${path} HTTP/1.1`, "Host: localhost", ...headers, "", body].join(
      "\r\n",
    );

  it.each([101, 5000])(
    "F-83: of %i kB is answered with 413, and the next request gets an answer",
    async (kilobytes) => {
      const { origin } = await start(express().use("/auth", MiddlewareAuth(configOf())));
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const send = (options: { method: string; path: string }, body?: Buffer) =>
        new Promise<number | undefined>((resolve, reject) => {
          const headers = body && { "content-type": "application/json", "content-length": body.length };
          const request = httpRequest(`${origin}${options.path}`, {
            ...options,
            agent,
            ...(headers && { headers }),
          });
          request.once("error", reject).once("response", (response) => {
            response.resume().once("end", () => resolve(response.statusCode));
          });
          request.end(body);
        });
      const large = Buffer.alloc(kilobytes * 1024, "x");
      expect(await send({ method: "POST", path: "/auth/callback/credentials" }, large)).toBe(413);
      expect(await send({ method: "GET", path: "/auth/session" })).toBe(200);
      agent.destroy();
    },
  );

  it("F-83: whose rest comes after the answer: the next request gets one too, or the connection says that it closes", async () => {
    const { origin } = await start(express().use("/auth", MiddlewareAuth(configOf())));
    const socket = connect(Number(new URL(origin).port), "127.0.0.1");
    socket.on("error", () => undefined);
    let text = "";
    socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
    const closed = new Promise((resolve) => socket.once("close", resolve));
    const length = 1024 * 1024;
    const headers = ["Content-Type: application/json", `Content-Length: ${length}`];
    socket.write(requestLines("/auth/callback/credentials", headers, "x".repeat(150 * 1024)));
    await vi.waitFor(() => expect(text).toContain("413"), { timeout: 10_000 });
    socket.write("x".repeat(length - 150 * 1024) + requestLines("/auth/session", []));
    const answers = () => text.match(/HTTP\/1\.1 /g)?.length;
    await Promise.race([closed, vi.waitFor(() => expect(answers()).toBe(2), { timeout: 10_000 })]);
    if (answers() === 1) expect(text.toLowerCase()).toContain("connection: close");
    socket.destroy();
  });
});
