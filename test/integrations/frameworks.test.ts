/** The same behaviours over every server that has an integration. */
import { once } from "node:events";
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import type { ServerAuthConfig } from "../../src/runtime/integrations/node.js";
import { encode } from "../../src/runtime/jwt.js";
import type { Running } from "../support/app.js";
import { type AppOptions, ofApp, own, servers } from "../support/servers.js";
import { type Forwarded, proxies } from "./proxies.js";

const secret = "test-secret-test-secret-test-secret-000";
const messages: string[] = [];
const configOf = (more: Partial<ServerAuthConfig> = {}): ServerAuthConfig => ({
  secret,
  providers: [
    {
      id: "credentials",
      name: "Credentials",
      type: "credentials",
      credentials: { username: {} },
      authorize: ({ username }: Partial<Record<string, unknown>>) =>
        username === "nobody" ? null : { id: "1", name: String(username) },
    },
  ],
  logger: { error: (error) => void messages.push(String(error)), warn: (code) => void messages.push(code) },
  callbacks: {
    session: ({ session, token }) => ({ ...session, user: { ...session.user, role: token?.["role"] } }),
  },
  ...more,
});

/** Sessions in a store, for a provider that goes with it. */
const stored = (adapter: ServerAuthConfig["adapter"]) => ({
  session: { strategy: "database" as const },
  adapter,
  providers: [
    {
      id: "work",
      name: "Work",
      type: "oidc" as const,
      issuer: "https://id.example",
      clientId: "a",
      clientSecret: "b",
    },
  ],
});

const running: Running[] = [];
const agents: Agent[] = [];
beforeEach(() => {
  messages.length = 0;
  for (const name of [
    "AUTH_URL",
    "NEXTAUTH_URL",
    "AUTH_SECRET",
    "NEXTAUTH_SECRET",
    "AUTH_TRUST_HOST",
    "VERCEL",
    "CF_PAGES",
  ])
    vi.stubEnv(name, undefined);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const agent of agents.splice(0)) agent.destroy();
  await Promise.all(running.splice(0).map((each) => each.close()));
});

interface Sent {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
  readonly agent?: Agent;
}

/** A request with exactly these headers, Host included. */
async function call(
  address: string,
  { method = "GET", headers = {}, body, agent }: Sent = {},
): Promise<Response> {
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  const sent = httpRequest(address, { method, headers: { ...length, ...headers }, ...(agent && { agent }) });
  sent.end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const shown = await text(answer);
  const pairs = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const { statusCode: status = 0 } = answer;
  return new Response(status === 204 || status === 304 ? null : shown, { status, headers: pairs });
}

const asPage = { "sec-fetch-mode": "navigate", accept: "text/html" };
const asFetch = { "sec-fetch-mode": "cors", accept: "*/*" };
const asForm = { "content-type": "application/x-www-form-urlencoded" };
const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
const cookieOf = async (claims: object): Promise<string> =>
  `authjs.session-token=${await encode({ secret, salt: "authjs.session-token", token: { sub: "1", name: "Bob", ...claims } })}`;

describe.each(Object.entries(servers))("%s", (_name, startApp) => {
  async function start(config: ServerAuthConfig, options?: AppOptions) {
    const started = await startApp(config, options);
    running.push(started);
    return (path: string, sent?: Sent) => call(started.origin + path, sent);
  }
  type Get = Awaited<ReturnType<typeof start>>;

  async function signIn(
    get: Get,
    { headers = {}, username = "Ann" }: { headers?: object; username?: string } = {},
  ) {
    const first = await get("/auth/csrf", { headers: { ...headers } });
    const { csrfToken } = (await first.json()) as { csrfToken: string };
    return get("/auth/callback/credentials", {
      method: "POST",
      headers: { ...asForm, ...headers, cookie: cookiesOf(first) },
      body: new URLSearchParams({ csrfToken, username, callbackUrl: "/closed/a" }).toString(),
    });
  }

  it.each([
    [
      "JSON",
      "application/json",
      (fields: object) => JSON.stringify({ ...fields, username: { equals: "Ann" } }),
    ],
    [
      "a form",
      asForm["content-type"],
      (fields: object) => new URLSearchParams({ ...fields, "username[equals]": "Ann" } as never).toString(),
    ],
  ])("EDG-10: authorize gets no object for a name, from %s", async (_kind, type, bodyOf) => {
    const got: unknown[] = [];
    const [base] = configOf().providers;
    const authorize = ({ username }: Partial<Record<string, unknown>>) => (got.push(username), null);
    const get = await start(configOf({ providers: [{ ...(base as object), authorize } as never] }));
    const first = await get("/auth/csrf");
    const { csrfToken } = (await first.json()) as { csrfToken: string };
    const answer = await get("/auth/callback/credentials", {
      method: "POST",
      headers: { "content-type": type, cookie: cookiesOf(first) },
      body: bodyOf({ csrfToken }),
    });
    expect(answer.headers.get("location")).toContain("error=CredentialsSignin");
    expect(got.filter((name) => name !== undefined)).toEqual([]);
  });

  it.each([
    ["in a token", {}],
    ["in a token, behind a body parser", { isParsed: true }],
    ["in a store", stored(MemoryAdapter())],
  ])(
    "signs in, guards a page and signs out, with the session %s",
    async (_kind: string, { isParsed = false, ...more }: AppOptions & Partial<ServerAuthConfig>) => {
      const { adapter } = more;
      const get = await start(configOf(more), { isParsed });
      let cookie: string;
      if (adapter === undefined) {
        const signedIn = await signIn(get);
        expect([signedIn.status, new URL(signedIn.headers.get("location") ?? "").pathname]).toEqual([
          302,
          "/closed/a",
        ]);
        cookie = cookiesOf(signedIn);
      } else {
        const user = await adapter.createUser!({
          id: "1",
          name: "Ann",
          email: "ann@example.com",
          emailVerified: null,
        });
        await adapter.createSession!({
          sessionToken: "token-1",
          userId: user.id,
          expires: new Date(Date.now() + 9e7),
        });
        cookie = "authjs.session-token=token-1";
      }
      expect(await (await get("/auth/session", { headers: { cookie } })).json()).toMatchObject({
        user: { name: "Ann" },
      });
      expect(await (await get("/open", { headers: { cookie } })).json()).toMatchObject({
        auth: { user: { name: "Ann" } },
      });
      expect(await (await get("/closed/a", { headers: { cookie, ...asPage } })).json()).toEqual({
        name: "Ann",
      });

      const csrf = await get("/auth/csrf", { headers: { cookie } });
      const { csrfToken } = (await csrf.json()) as { csrfToken: string };
      const out = await get("/auth/signout", {
        method: "POST",
        headers: { ...asForm, cookie: `${cookie}; ${cookiesOf(csrf)}` },
        body: new URLSearchParams({ csrfToken }).toString(),
      });
      expect(out.status).toBe(302);
      expect(out.headers.getSetCookie().join("\n")).toMatch(/authjs\.session-token=;.*Max-Age=0/);
      if (adapter !== undefined)
        expect((await get("/closed", { headers: { cookie, ...asFetch } })).status).toBe(401);
    },
  );

  it("sends several cookies, and leaves headers and cookies of the app as they are", async () => {
    const answer = await signIn(await start(configOf()));
    expect(answer.headers.get(own.header)).toBe("1");
    const names = answer.headers.getSetCookie().map((line) => line.split("=")[0]);
    expect(names).toEqual(expect.arrayContaining(["own", "authjs.session-token"]));
    const first = await (await start(configOf()))("/auth/signin");
    expect(first.headers.getSetCookie().length).toBeGreaterThanOrEqual(3);
    expect(first.headers.get("content-type")).toBe("text/html; charset=utf-8");
  });

  it("leads a page to sign-in and back, with its query", async () => {
    const get = await start(configOf());
    const answer = await get("/closed/a?b=1&c=2", { headers: asPage });
    expect(answer.status).toBe(302);
    expect(await answer.text()).toBe("");
    expect(answer.headers.get("location")).toBe("/auth/signin?callbackUrl=%2Fclosed%2Fa%3Fb%3D1%26c%3D2");
  });

  it("answers a fetch with 401, and with 403 who lacks the role, as JSON that nobody keeps", async () => {
    const get = await start(configOf(), { requirement: { role: "admin" } });
    const stranger = await get("/closed", { headers: asFetch });
    expect([stranger.status, await stranger.json()]).toEqual([
      401,
      { error: "unauthenticated", message: "Sign in first" },
    ]);
    expect(stranger.headers.get("cache-control")).toContain("no-store");
    const headers = { ...asFetch, cookie: await cookieOf({ role: "editor" }) };
    const editor = await get("/closed", { headers });
    expect([editor.status, await editor.json()]).toMatchObject([403, { error: "forbidden" }]);
    const page = await get("/closed", { headers: { ...headers, ...asPage } });
    expect([page.status, await page.text()]).toEqual([
      403,
      expect.stringContaining("have access to this page"),
    ]);
    const admin = await get("/closed", {
      headers: { ...asFetch, cookie: await cookieOf({ role: "admin" }) },
    });
    expect([admin.status, await admin.json()]).toEqual([200, { name: "Bob" }]);
  });

  it("EDG-12: answers 500 where a callback throws, to pages and to fetch, and never calls it signed out", async () => {
    for (const callbacks of [
      { session: () => Promise.reject(new Error("the app's own database is down")) },
      { jwt: () => Promise.reject(new Error("the app's own database is down")) },
    ]) {
      const get = await start(configOf({ callbacks: callbacks as never }));
      const cookie = await cookieOf({});
      const page = await get("/closed/a", { headers: { ...asPage, cookie } });
      expect([page.status, page.headers.get("location")]).toEqual([500, null]);
      const data = await get("/closed/a", { headers: { ...asFetch, cookie } });
      expect([data.status, await data.json()]).toMatchObject([500, { error: "failed" }]);
      expect(data.headers.getSetCookie().join()).not.toContain("authjs.session-token=;");
      expect((await get("/auth/session", { headers: { cookie } })).status).toBe(500);
    }
  });

  it("EDG-11: a request without a Host gets no address of ours", async () => {
    const started = await startApp(configOf({ trustHost: true }), { isBare: true });
    running.push(started);
    const socket = connect(Number(new URL(started.origin).port), "127.0.0.1");
    socket.write("GET /auth/session HTTP/1.0\r\n\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1\.[01] 400 /);
  });

  it("answers 503 while the store is down, asks it once a request, and lets an open page go on", async () => {
    const asks = vi.fn(() => Promise.reject(new Error("down")));
    const adapter = new Proxy(
      {},
      {
        get: (_, name) => (name === "getSessionAndUser" ? asks : () => Promise.resolve(null)),
        has: () => true,
      },
    );
    const get = await start(configOf(stored(adapter as never)));
    const cookie = "authjs.session-token=abc";
    expect(await (await get("/open", { headers: { cookie } })).json()).toEqual({ auth: null });
    asks.mockClear();
    const json = await get("/closed", { headers: { ...asFetch, cookie } });
    expect([json.status, await json.json()]).toMatchObject([503, { error: "unavailable" }]);
    expect(asks).toHaveBeenCalledTimes(1);
    const page = await get("/closed", { headers: { ...asPage, cookie } });
    expect([page.status, await page.text()]).toEqual([
      503,
      expect.stringContaining("Not possible at the moment"),
    ]);
  });

  it("answers 500, and goes on, where a guard asks for what the session cannot tell", async () => {
    const config = configOf(stored(MemoryAdapter()));
    const get = await start(config, { requirement: { maxAge: 60 } });
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect((await get("/closed")).status).toBe(500);
    expect((await get("/auth/csrf")).status).toBe(200);
  });

  it.each(["HEAD", "OPTIONS", "PUT", "DELETE"])("answers %s with 405 and nothing else", async (method) => {
    const answer = await (await start(configOf()))("/auth/session", { method });
    expect([answer.status, await answer.text()]).toEqual([405, ""]);
  });

  it("takes a slash at the end, and answers what only begins with an action without a crash", async () => {
    const get = await start(configOf());
    expect((await get("/auth/csrf/")).status).toBe(200);
    for (const path of ["/auth/session/nothing", "/auth/callback/b/c"])
      expect((await get(path)).status, path).toBe(400);
  });

  it("RA2-B1: a route of the app below the mount answers, where the framework can hand on", async () => {
    const get = await start(configOf());
    const answer = await get("/auth/own");
    const refused = [400, "Bad request."];
    expect([answer.status, await answer.json()]).toEqual(_name === "node:http" ? refused : [200, ofApp]);
    expect(messages).toEqual(
      _name === "node:http" ? ["UnknownAction: The URL leads to nothing below /auth"] : [],
    );
  });

  it("refuses a host that is none", async () => {
    const answer = await (await start(configOf()))("/auth/csrf", { headers: { host: "user@evil.example" } });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await answer.text()).not.toContain("csrfToken");
  });

  it("refuses a body that is too large, and the connection is not misread after it", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    agents.push(agent);
    const get = await start(configOf());
    const body = `csrfToken=${"x".repeat(300_000)}`;
    const refused = await get("/auth/signin/credentials", { method: "POST", headers: asForm, body, agent });
    expect(refused.status).toBe(413);
    expect((await get("/auth/csrf", { agent })).status).toBe(200);
  });

  it.each([
    ["a JSON body", "application/json", (fields: object) => JSON.stringify(fields), 200],
    ["JSON that is none", "application/json", () => "{", 400],
    ["another character set", "application/json; charset=latin1", () => "{}", 415],
    ["a type that is not read", "text/plain", () => "x", 302],
    ["no type", undefined, () => "x", 302],
  ])("takes %s as Express's does", async (_what, type, encodeBody, status) => {
    const get = await start(configOf());
    const first = await get("/auth/csrf");
    const { csrfToken } = (await first.json()) as { csrfToken: string };
    const answer = await get("/auth/signout", {
      method: "POST",
      headers: {
        cookie: cookiesOf(first),
        ...(type && { "content-type": type }),
        ...(status === 200 && { "x-auth-return-redirect": "1" }),
      },
      body: encodeBody({ csrfToken }),
    });
    expect(answer.status).toBe(status);
  });

  describe("behind a proxy", () => {
    const callbackOf = async (get: Get, headers: OutgoingHttpHeaders): Promise<string> => {
      const list = (await (await get("/auth/providers", { headers })).json()) as Record<
        string,
        { callbackUrl: string }
      >;
      return list["credentials"]?.callbackUrl ?? "";
    };

    it.each(proxies)(
      "believes what $name says of the address, where it is trusted",
      async ({ headers, hops, origin }: Forwarded) => {
        const trusting = await start(configOf(), { trustProxy: hops });
        expect(await callbackOf(trusting, headers)).toBe(`${origin}/auth/callback/credentials`);
        const cautious = await start(configOf());
        expect(await callbackOf(cautious, headers)).toBe(`http://${headers.host}/auth/callback/credentials`);
        expect(messages.filter((message) => message.includes("proxy")).length).toBe(1);
      },
    );

    it("keeps the port that Docker has mapped: no proxy says anything, and nothing is warned of", async () => {
      for (const options of [{}, { trustProxy: 1 }]) {
        const get = await start(configOf(), options);
        expect(await callbackOf(get, { host: "localhost:8080" })).toBe(
          "http://localhost:8080/auth/callback/credentials",
        );
      }
      expect(messages).toEqual([]);
    });

    it("counts tries by the client's address, where the proxy is trusted", async () => {
      const from = (address: string, name: string) => ({
        username: "nobody",
        headers: { "x-forwarded-for": `198.51.100.${name.length}, ${address}` },
      });
      const get = await start(configOf(), { trustProxy: 1 });
      const statuses = new Set<number>();
      for (let at = 0; at < 25; at++)
        statuses.add((await signIn(get, from("203.0.113.7", "x".repeat(at)))).status);
      expect([...statuses]).toEqual([302, 429]);
      expect((await signIn(get, from("203.0.113.8", ""))).status).toBe(302);
    });
  });
});
