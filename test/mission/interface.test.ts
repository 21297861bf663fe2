/** What the interface says in prose, asked of the handler through its doors. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import Passkey from "../../src/providers/passkey.js";
import WebAuthn from "../../src/providers/webauthn.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import * as errors from "../../src/runtime/errors/index.js";
import { Auth } from "../../src/runtime/index.js";
import { decode, encode } from "../../src/runtime/jwt.js";
import { customFetch } from "../../src/runtime/types/symbols.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { Browser, coreApp, locationOf, origin, secret } from "../support/browser.js";
import { FakeProvider, issuer } from "../oauth/fake-provider.js";

const sessionCookie = "authjs.session-token";
let idp: FakeProvider;
let log: string[];
beforeEach(() => {
  idp = new FakeProvider();
  log = [];
});

const provider = (changes: object = {}) => ({
  id: "op",
  name: "OP",
  type: "oidc" as const,
  issuer,
  clientId: "cid",
  clientSecret: "client-secret-of-a-test",
  [customFetch]: idp.fetch as typeof fetch,
  ...changes,
});
const credentials = {
  id: "credentials",
  name: "Credentials",
  type: "credentials" as const,
  credentials: { password: {} },
  authorize: ({ password }: { password?: unknown }) =>
    password === "pw"
      ? { id: "7", name: "Alice", email: "alice@example.com", image: "/a.png", role: "admin" }
      : null,
};
const mail = (sent: { url: string; identifier: string }[]) => ({
  id: "email",
  name: "E-mail",
  type: "email" as const,
  sendVerificationRequest: (params: { url: string; identifier: string }) => void sent.push(params),
});
const base = (config: Partial<AuthConfig>): AuthConfig => ({
  secret,
  trustHost: true,
  providers: [credentials],
  logger: {
    error: (error) => void log.push(`${error.name}: ${error.message}`),
    warn: (code) => void log.push(code),
  },
  ...config,
});
const visitor = (config: Partial<AuthConfig>) => new Browser(coreApp(base(config)));

async function withPassword(browser: Browser, password = "pw"): Promise<Response> {
  const { csrfToken } = (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
  return browser.post("/auth/callback/credentials", { csrfToken, password });
}
async function withProvider(browser: Browser): Promise<Response> {
  const start = await browser.startSignIn("op");
  return browser.send(`/auth/callback/op?${idp.authorize(locationOf(start))}`);
}
async function post(browser: Browser, path: string, fields: Record<string, string> = {}): Promise<Response> {
  const { csrfToken } = (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
  return browser.post(path, { csrfToken, ...fields });
}

describe("sessions", () => {
  test("by default only name, e-mail and image of the token reach the client", async () => {
    const browser = visitor({
      callbacks: { jwt: ({ token, user }) => ({ ...token, ...(user && { role: "admin" }) }) },
    });
    await withPassword(browser);
    expect(await browser.session()).toEqual({
      user: { name: "Alice", email: "alice@example.com", image: "/a.png" },
      expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    const token = await decode({
      token: browser.cookies.get(sessionCookie) ?? "",
      secret,
      salt: sessionCookie,
    });
    expect(token).toMatchObject({ role: "admin" });
  });

  test("a database session's cookie holds the session token and nothing else", async () => {
    const adapter = MemoryAdapter();
    const app = coreApp(base({ providers: [provider()], adapter }));
    const browser = new Browser(app);
    const answer = await withProvider(browser);
    const [token] = [...adapter.rows.sessions.keys()];
    expect(browser.cookies.get(sessionCookie)).toBe(token);
    const line = answer.headers.getSetCookie().find((each) => each.startsWith(sessionCookie)) ?? "";
    expect(line).toMatch(/; HttpOnly/);
    const secure = coreApp(base({ providers: [provider()], adapter }));
    const csrf = await secure(new Request("https://app.example.com/auth/csrf"));
    for (const cookie of csrf.headers.getSetCookie())
      expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
  });

  test("the strategy is jwt, and database when there is an adapter; jwt can be forced", async () => {
    const adapter = MemoryAdapter();
    for (const [config, rows] of [
      [{ providers: [provider()] }, 0],
      [{ providers: [provider()], adapter }, 1],
      [{ providers: [provider()], adapter, session: { strategy: "jwt" as const } }, 1],
    ] as [Partial<AuthConfig>, number][]) {
      const browser = visitor(config);
      await withProvider(browser);
      expect((await browser.session())?.user).toBeDefined();
      expect(adapter.rows.sessions.size).toBe(rows);
    }
  });

  test("sessions last 30 days and are written once a day", async () => {
    const adapter = MemoryAdapter();
    const browser = visitor({ providers: [provider()], adapter });
    const update = vi.spyOn(adapter, "updateSession");
    await withProvider(browser);
    const [session] = [...adapter.rows.sessions.values()];
    const seconds = ((session?.expires.getTime() ?? 0) - Date.now()) / 1000;
    expect(Math.abs(seconds - 2_592_000)).toBeLessThan(5);
    await browser.session();
    expect(update).not.toHaveBeenCalled();
    vi.useFakeTimers({ now: Date.now() + 86_401_000, toFake: ["Date"] });
    await browser.session();
    await browser.session();
    vi.useRealTimers();
    expect(update).toHaveBeenCalledTimes(1);

    const token = await decode({ token: await encode({ token: {}, secret, salt: "x" }), secret, salt: "x" });
    expect((token?.exp ?? 0) - (token?.iat ?? 0)).toBe(2_592_000);
  });

  test("updateAge 0 writes at every access", async () => {
    const adapter = MemoryAdapter();
    const browser = visitor({ providers: [provider()], adapter, session: { updateAge: 0 } });
    const update = vi.spyOn(adapter, "updateSession");
    await withProvider(browser);
    await browser.session();
    await browser.session();
    expect(update).toHaveBeenCalledTimes(2);
  });

  test("generateSessionToken makes the token of a database session; by default it is random", async () => {
    const adapter = MemoryAdapter();
    let count = 0;
    const own = { generateSessionToken: () => `own-${(count += 1)}` };
    await withProvider(visitor({ providers: [provider()], adapter, session: own }));
    expect([...adapter.rows.sessions.keys()]).toEqual(["own-1"]);
    await withProvider(visitor({ providers: [provider()], adapter }));
    expect([...adapter.rows.sessions.keys()].at(-1)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  test("sign-out removes the database session and clears the cookie", async () => {
    const adapter = MemoryAdapter();
    const browser = visitor({ providers: [provider()], adapter });
    await withProvider(browser);
    await post(browser, "/auth/signout");
    expect(adapter.rows.sessions.size).toBe(0);
    expect(browser.cookies.has(sessionCookie)).toBe(false);
  });
});

describe("configuration", () => {
  test("providers may be objects and factories, in any order", async () => {
    const factory = (options: { clientId?: string } = {}) => ({ ...provider({ id: "made" }), options });
    const answer = await Auth(
      new Request(`${origin}/auth/providers`),
      base({ providers: [factory, credentials, provider()] }),
    );
    expect(Object.keys((await answer.json()) as object)).toEqual(["made", "credentials", "op"]);
  });

  test("a provider's callback URL is {origin}{basePath}/callback/{id}", async () => {
    const config = base({ providers: [provider()], basePath: "/login" });
    const answer = await Auth(new Request(`${origin}/login/providers`), config);
    expect(await answer.json()).toMatchObject({ op: { callbackUrl: `${origin}/login/callback/op` } });
  });

  test.each([secret, [secret]])(
    "jwt.encode is given the secret in the form of the config: %j",
    async (given) => {
      const seen: unknown[] = [];
      const encodeOwn = ({ secret: passed }: { secret: unknown }) => {
        seen.push(passed);
        return "own";
      };
      const browser = visitor({ providers: [provider()], secret: given, jwt: { encode: encodeOwn } });
      const answer = idp.authorize(locationOf(await browser.startSignIn("op")));
      await browser.send(`/auth/callback/op?${answer}`);
      expect(seen).toEqual([given]);
    },
  );

  test("jwt.encode and jwt.decode replace ours for the session, not for check cookies", async () => {
    const browser = visitor({
      providers: [provider()],
      jwt: {
        maxAge: 60,
        encode: ({ token, maxAge }) => `plain.${maxAge}.${encodeURIComponent(JSON.stringify(token))}`,
        decode: ({ token = "" }) =>
          JSON.parse(decodeURIComponent(token.split(".").slice(2).join("."))) as object as never,
      },
    });
    const start = await browser.startSignIn("op");
    expect(browser.cookies.get("authjs.state")).toMatch(/^ey/);
    await browser.send(`/auth/callback/op?${idp.authorize(locationOf(start))}`);
    expect(browser.cookies.get(sessionCookie)).toMatch(/^plain\.60\./);
    expect((await browser.session())?.user).toBeDefined();
  });

  test("pages override the built-in ones", async () => {
    const pages = {
      signIn: "/login",
      signOut: "/bye",
      error: "/oops",
      verifyRequest: "/mailed",
      newUser: "/welcome",
    };
    const sent: { url: string; identifier: string }[] = [];
    const adapter = MemoryAdapter();
    const browser = visitor({
      pages,
      adapter,
      providers: [provider(), mail(sent)],
      callbacks: { signIn: ({ account }) => account?.provider !== "op" },
    });
    const leads = async (path: string) => locationOf(await browser.send(path)).replace(origin, "");
    expect(await leads("/auth/signin")).toMatch(/^\/login\?callbackUrl=/);
    expect(await leads("/auth/signout")).toBe("/bye");
    expect(await leads("/auth/error?error=Verification")).toBe("/oops?error=Verification");
    expect(await leads("/auth/verify-request?type=email")).toBe("/mailed?type=email");
    expect(locationOf(await withProvider(browser))).toBe(`${origin}/oops?error=AccessDenied`);
    await post(browser, "/auth/signin/email", { email: "new@example.com", callbackUrl: "/next" });
    expect(locationOf(await browser.send(sent[0]?.url ?? "")).replace(origin, "")).toMatch(
      /^\/welcome\?callbackUrl=/,
    );
  });

  test("useSecureCookies follows the URL unless it is set", async () => {
    const names = async (url: string, useSecureCookies?: boolean) => {
      const answer = await Auth(
        new Request(url),
        base({ ...(useSecureCookies !== undefined && { useSecureCookies }) }),
      );
      return answer.headers.getSetCookie().map((line) => line.split("=")[0]);
    };
    const [plain, secure] = [
      ["authjs.csrf-token", "authjs.callback-url"],
      ["__Host-authjs.csrf-token", "__Secure-authjs.callback-url"],
    ];
    expect(await names("http://a.example/auth/csrf")).toEqual(plain);
    expect(await names("https://a.example/auth/csrf")).toEqual(secure);
    expect(await names("http://a.example/auth/csrf", true)).toEqual(secure);
    expect(await names("https://a.example/auth/csrf", false)).toEqual(plain);
  });

  test("debug messages come only with debug, or to the logger's own debug", async () => {
    const printed = vi.spyOn(console, "log").mockImplementation(() => undefined);
    const printedDebug = vi.spyOn(console, "debug").mockImplementation(() => undefined);
    const silent = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await withProvider(visitor({ providers: [provider()], logger: {} }));
    expect(printed.mock.calls.length + printedDebug.mock.calls.length).toBe(0);
    await withProvider(visitor({ providers: [provider()], logger: {}, debug: true }));
    expect(printed.mock.calls.length + printedDebug.mock.calls.length).toBeGreaterThan(0);
    const own: string[] = [];
    await withProvider(
      visitor({ providers: [provider()], logger: { debug: (message) => void own.push(message) } }),
    );
    expect(own.length).toBeGreaterThan(0);
    for (const spy of [printed, printedDebug, silent]) spy.mockRestore();
  });

  const keys = {
    enableConditionalUI: false,
    simpleWebAuthnBrowserVersion: false as const,
    formFields: {},
  };
  const adapter = MemoryAdapter();
  const providersOf = (config: object) =>
    coreApp(base({ adapter, ...config }))(new Request(`${origin}/auth/providers`));

  test("WebAuthn is off until experimental.enableWebAuthn is true, and then warns", async () => {
    const config = { providers: [WebAuthn(keys)] };
    expect((await providersOf(config)).status).toBe(500);
    expect(log.join()).toContain("enableWebAuthn");
    log = [];
    expect((await providersOf({ ...config, experimental: { enableWebAuthn: true } })).status).toBe(200);
    expect(log).toEqual(["experimental-webauthn"]);
  });

  test.each([undefined, { enableWebAuthn: true }, { enableWebAuthn: false }])(
    "F-03: Passkey needs no switch and warns of none: %j",
    async (experimental) => {
      expect((await providersOf({ providers: [Passkey(keys)], experimental })).status).toBe(200);
      expect(log).toEqual([]);
    },
  );

  test("F-03: beside Passkey, WebAuthn is off as before", async () => {
    expect((await providersOf({ providers: [Passkey(keys), WebAuthn(keys)] })).status).toBe(500);
    expect(log.join()).toContain("enableWebAuthn");
  });

  test("a passkey provider that is written by hand says so when it is used; the rest of the app goes on", async () => {
    const byHand = { id: "passkey", name: "Passkey", type: "webauthn" as const, formFields: {} };
    const app = coreApp(base({ providers: [byHand as never], adapter: MemoryAdapter() }));
    expect((await app(new Request(`${origin}/auth/providers`))).status).toBe(200);
    log = [];
    await app(new Request(`${origin}/auth/webauthn-options/passkey`));
    expect(log.join()).toContain('Provider "passkey": make it with WebAuthn() or Passkey()');
  });
});

describe("callbacks", () => {
  test("callbacks get the arguments of the interface", async () => {
    const calls: Record<string, string[]> = {};
    const note = (name: string, params: object) =>
      void (calls[name] ??= []).push(Object.keys(params).sort().join(" "));
    const callbacks: AuthConfig["callbacks"] = {
      signIn: (params) => {
        note("signIn", params);
        return true;
      },
      jwt: (params) => {
        note(`jwt ${params.trigger ?? "read"}`, params);
        return { ...params.token, anything: { else: true } };
      },
      session: (params) => {
        note("session", params);
        return params.session;
      },
      redirect: (params) => {
        note("redirect", params);
        return params.baseUrl;
      },
    };
    const browser = visitor({ providers: [provider()], callbacks });
    await withProvider(browser);
    await browser.session();
    await post(browser, "/auth/session", { data: "x" });
    expect(calls).toMatchObject({
      signIn: ["account profile user"],
      "jwt signIn": ["account profile token trigger user"],
      "jwt read": ["token"],
      "jwt update": ["session token trigger"],
      redirect: expect.arrayContaining(["baseUrl url"]),
    });
    expect(new Set(calls["session"])).toEqual(new Set(["session token"]));

    const adapter = MemoryAdapter();
    const stored: Record<string, string[]> = {};
    const keep = visitor({
      providers: [provider()],
      adapter,
      callbacks: {
        session: (params) => {
          (stored[params.trigger ?? "read"] ??= []).push(Object.keys(params).sort().join(" "));
          return params.session;
        },
      },
    });
    await withProvider(keep);
    await keep.session();
    await post(keep, "/auth/session", { data: "x" });
    expect(stored).toEqual({ read: ["session user"], update: ["newSession session trigger user"] });

    const forced: string[] = [];
    const jwtWithStore = (): Partial<AuthConfig> => ({
      providers: [provider()],
      adapter,
      session: { strategy: "jwt" },
      callbacks: {
        jwt: ({ token, trigger, isNewUser }) => {
          if (trigger) forced.push(`${trigger} ${isNewUser}`);
          return token;
        },
      },
    });
    await withProvider(visitor(jwtWithStore()));
    adapter.rows.users.clear();
    adapter.rows.accounts.clear();
    await withProvider(visitor(jwtWithStore()));
    expect(forced).toEqual(["signIn false", "signUp true"]);
  });

  test("signIn sees email.verificationRequest when the mail is asked for, and not when the link is followed", async () => {
    const seen: unknown[] = [];
    const sent: { url: string; identifier: string }[] = [];
    const browser = visitor({
      adapter: MemoryAdapter(),
      providers: [mail(sent)],
      callbacks: {
        signIn: ({ email }) => {
          seen.push(email);
          return true;
        },
      },
    });
    await post(browser, "/auth/signin/email", { email: "ada@example.com" });
    await browser.send(sent[0]?.url ?? "");
    expect(seen).toEqual([{ verificationRequest: true }, undefined]);
  });

  test("what signIn throws becomes an AccessDenied with its message", async () => {
    const browser = visitor({
      callbacks: {
        signIn: () => {
          throw new Error("not on the list");
        },
      },
    });
    const answer = await withPassword(browser);
    expect(locationOf(answer)).toBe(`${origin}/auth/error?error=AccessDenied`);
    expect(log).toEqual([expect.stringMatching(/^AccessDenied: not on the list/)]);
  });
});

describe("accounts", () => {
  test("providerAccountId is the profile's id, the address, or authorize's id", async () => {
    const ids: Record<string, string> = {};
    const sent: { url: string; identifier: string }[] = [];
    const config: Partial<AuthConfig> = {
      adapter: MemoryAdapter(),
      session: { strategy: "jwt" },
      providers: [
        provider({
          profile: (claims: { sub: string }) => ({ id: `x-${claims.sub}`, email: "op@example.com" }),
        }),
        mail(sent),
        credentials,
      ],
      events: { signIn: ({ account }) => void (account && (ids[account.type] = account.providerAccountId)) },
    };
    const browser = visitor(config);
    await withProvider(browser);
    const asking = visitor(config);
    await post(asking, "/auth/signin/email", { email: "ada@example.com" });
    await asking.send(sent[0]?.url ?? "");
    await withPassword(visitor(config));
    expect(ids).toEqual({ oidc: expect.stringMatching(/^x-/), email: "ada@example.com", credentials: "7" });
  });

  test("an account's token_type is in lower case and expires_at follows from expires_in", async () => {
    idp.faults = { tokens: (tokens) => ({ ...tokens, token_type: "Bearer", expires_in: 3600 }) };
    const adapter = MemoryAdapter();
    await withProvider(visitor({ providers: [provider()], adapter }));
    const [account] = [...adapter.rows.accounts.values()];
    expect(account?.token_type).toBe("bearer");
    expect(Math.abs((account?.expires_at ?? 0) - Date.now() / 1000 - 3600)).toBeLessThan(5);
  });
});

test("every event has the message of the interface", async () => {
  const seen: string[] = [];
  const note = (name: string) => (message: object) =>
    void seen.push(
      `${name}: ${Object.entries(message)
        .filter(([, value]) => value !== undefined)
        .map(([key]) => key)
        .sort()
        .join(" ")}`,
    );
  const names = ["createUser", "updateUser", "linkAccount", "session", "signIn", "signOut"] as const;
  const events = Object.fromEntries(names.map((name) => [name, note(name)])) as AuthConfig["events"];
  const sent: { url: string; identifier: string }[] = [];
  const adapter = MemoryAdapter();
  const browser = visitor({ adapter, providers: [provider(), mail(sent)], events });
  await withProvider(browser);
  await browser.session();
  await post(browser, "/auth/signout");
  const [user] = [...adapter.rows.users.values()];
  await post(browser, "/auth/signin/email", { email: user?.email ?? "" });
  await browser.send(sent[0]?.url ?? "");
  expect(seen).toEqual([
    "createUser: user",
    "linkAccount: account profile user",
    "signIn: account isNewUser profile user",
    "session: session",
    "signOut: session",
    "updateUser: user",
    "signIn: account isNewUser user",
  ]);

  seen.length = 0;
  const second = visitor({ events });
  await withPassword(second);
  await second.session();
  await post(second, "/auth/signout");
  expect(seen).toEqual(["signIn: account user", "session: session token", "signOut: token"]);
});

test("every error is an AuthError with a type of its own", () => {
  const classes = Object.values(errors).filter(
    (value): value is typeof errors.AuthError =>
      typeof value === "function" && value.prototype instanceof errors.AuthError,
  );
  const types = new Set(classes.map((Class) => Class.type));
  expect(types.size).toBe(new Set(classes).size);
  const missing = new errors.MissingSecretError("x");
  expect(missing).toBeInstanceOf(errors.MissingSecret);
  expect([missing.type, missing instanceof errors.AuthError]).toEqual(["MissingSecret", true]);
  const cause = new Error("why");
  expect(new errors.AuthError(cause).cause?.err).toBe(cause);
  expect(new errors.CredentialsSignin().code).toBe("credentials");
});
