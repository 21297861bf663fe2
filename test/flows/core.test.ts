/** The core door: routes, errors, CSRF, credentials, sessions, pages, as a browser meets them. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AccessDenied, AuthError, CredentialsSignin } from "../../src/runtime/errors/index.js";
import { Auth, raw, skipCSRFCheck } from "../../src/runtime/index.js";
import { encode } from "../../src/runtime/jwt.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { CredentialsConfig } from "../../src/runtime/types/provider.js";
import { Browser, coreApp, locationOf, origin, secret } from "../support/browser.js";

const logged: Error[] = [];
const warned: string[] = [];
const logger = {
  error: (error: Error) => void logged.push(error),
  warn: (code: string) => void warned.push(code),
};
const name = "authjs.session-token";

beforeEach(() => {
  logged.length = 0;
  warned.length = 0;
});
afterEach(() => void vi.useRealTimers());

function configOf(
  more: Partial<AuthConfig> = {},
  authorize: (fields: Record<string, unknown>) => unknown = () => ({
    id: "1",
    name: "Ada",
    email: "ada@example.com",
  }),
): AuthConfig {
  return {
    secret,
    trustHost: true,
    logger,
    providers: [
      {
        id: "credentials",
        name: "Password",
        type: "credentials",
        credentials: { username: { label: "User" }, password: { type: "password" } },
        authorize: authorize as never,
      },
    ],
    ...more,
  };
}

const browserOf = (...args: Parameters<typeof configOf>): Browser => new Browser(coreApp(configOf(...args)));

async function tokenOf(browser: Browser): Promise<string> {
  return ((await (await browser.send("/auth/csrf")).json()) as { csrfToken: string }).csrfToken;
}

async function signIn(browser: Browser, fields: Record<string, string> = {}): Promise<Response> {
  return browser.post("/auth/callback/credentials", {
    csrfToken: await tokenOf(browser),
    callbackUrl: "/home",
    ...fields,
  });
}

const errorPage = (error: string): string => `${origin}/auth/error?error=${error}`;

describe("CSRF", () => {
  it("CSRF-01, CSRF-06: no form without its token", async () => {
    const browser = browserOf();
    for (const path of ["/auth/signin/credentials", "/auth/callback/credentials", "/auth/signout"]) {
      const answer = await browser.post(path, {});
      expect(locationOf(answer), path).toBe(`${origin}/auth/signin?error=MissingCSRF`);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  it("CSRF-09: a form of another site is refused even with its token", async () => {
    for (const headers of [
      { origin: "https://evil.test" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ]) {
      const browser = browserOf();
      const csrfToken = await tokenOf(browser);
      const answer = await browser.send("/auth/callback/credentials", {
        method: "POST",
        body: new URLSearchParams({ csrfToken }),
        headers: headers as Record<string, string>,
      });
      expect(locationOf(answer)).toBe(`${origin}/auth/signin?error=MissingCSRF`);
    }
  });

  it("CSRF-13: a token of another type is refused, never an error of ours", async () => {
    const browser = browserOf();
    const token = await tokenOf(browser);
    for (const csrfToken of [[token], { a: 1 }, 1, null, true]) {
      const answer = await browser.send("/auth/callback/credentials", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ csrfToken }),
      });
      expect(locationOf(answer)).toBe(`${origin}/auth/signin?error=MissingCSRF`);
    }
  });

  it("CSRF-15: other methods are 405 with Allow, and change nothing", async () => {
    const browser = browserOf();
    await signIn(browser);
    for (const method of ["HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      for (const action of ["session", "signout", "callback/credentials", "csrf"]) {
        const answer = await browser.send(`/auth/${action}`, { method });
        expect([answer.status, answer.headers.get("allow"), answer.headers.getSetCookie()]).toEqual([
          405,
          "GET, POST",
          [],
        ]);
      }
    }
    expect(await browser.session()).not.toBeNull();
  });

  it("CSRF-17: sign-in and sign-out bring a new token", async () => {
    const browser = browserOf();
    const before = await tokenOf(browser);
    await signIn(browser);
    const signedIn = await tokenOf(browser);
    await browser.post("/auth/signout", { csrfToken: signedIn });
    expect(new Set([before, signedIn, await tokenOf(browser)]).size).toBe(3);
  });

  it("CSRF-18: only the symbol in code switches the check off", async () => {
    const body = { skipCSRFCheck: "true", username: "x" };
    expect(locationOf(await browserOf().post("/auth/callback/credentials", body))).toContain("MissingCSRF");
    const open = browserOf({ skipCSRFCheck });
    expect(locationOf(await open.post("/auth/callback/credentials", body))).toBe(origin);
    const csrf = await open.send("/auth/csrf");
    expect([csrf.status, await csrf.text()]).toEqual([404, ""]);
    expect(warned).toContain("csrf-disabled");
    expect(await (await open.send("/auth/signin")).text()).not.toContain("csrfToken");
  });

  it("CSRF-11: the token endpoint is not stored, and not readable from elsewhere", async () => {
    const answer = await browserOf().send("/auth/csrf", { headers: { origin: "https://evil.test" } });
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });
});

describe("credentials", () => {
  it("CRED-05: what authorize throws stays in the log", async () => {
    const browser = browserOf({}, () => {
      throw new Error("the password is hunter2-test");
    });
    const answer = await signIn(browser);
    expect(locationOf(answer)).toBe(errorPage("Configuration"));
    expect((logged[0] as AuthError).cause?.err?.message).toContain("hunter2");
  });

  it("a jwt callback that throws at sign-in is logged as the failing of this provider's callback", async () => {
    const fails = () => {
      throw new Error("jwt");
    };
    expect(locationOf(await signIn(browserOf({ callbacks: { jwt: fails } })))).toBe(
      errorPage("Configuration"),
    );
    expect(logged.map((error) => error.name)).toEqual(["CallbackRouteError"]);
    expect((logged[0] as AuthError).cause).toMatchObject({
      provider: "credentials",
      err: { message: "jwt" },
    });
  });

  it("CRED-06: a hostile code is one percent-coded parameter", async () => {
    class Hostile extends CredentialsSignin {
      override code = "bad code&error=x#<script>";
    }
    const answer = await signIn(
      browserOf({}, () => {
        throw new Hostile();
      }),
    );
    const url = new URL(locationOf(answer));
    expect([...url.searchParams]).toEqual([
      ["error", "CredentialsSignin"],
      ["code", "bad code&error=x#<script>"],
    ]);
    expect(url.hash).toBe("");
  });

  it("CRED-11: with database sessions need a user of the store; there is never a cookie that cannot be read", async () => {
    const session = { sessionToken: "t", userId: "1", expires: new Date(Date.now() + 1e6) };
    const user = { id: "1", email: "ada@example.com", emailVerified: null };
    const adapterOf = (known: boolean) =>
      Object.fromEntries(
        [
          "createUser",
          "getUserByEmail",
          "getUserByAccount",
          "updateUser",
          "linkAccount",
          "updateSession",
          "deleteSession",
        ]
          .map((method) => [method, () => null] as [string, () => unknown])
          .concat([
            ["getUser", () => (known ? user : null)],
            ["createSession", () => session],
            ["getSessionAndUser", () => ({ session, user })],
          ]),
      );
    const other = { id: "x", name: "X", type: "oidc" as const, issuer: "https://x.example", clientId: "a" };
    for (const known of [true, false]) {
      const config = configOf();
      const browser = new Browser(
        coreApp({ ...config, providers: [...config.providers, other], adapter: adapterOf(known) as never }),
      );
      const answer = await signIn(browser);
      expect(locationOf(answer)).toBe(known ? `${origin}/home` : errorPage("Configuration"));
      expect(browser.cookies.get(name)).toBe(known ? "t" : undefined);
    }
  });

  it("gives authorize the fields, and a Request with the same address and headers", async () => {
    let seen: { url: string; method: string; body: unknown; agent: string | null } | undefined;
    const config = configOf();
    const provider = config.providers[0] as CredentialsConfig;
    provider.authorize = async (_fields, request) => {
      seen = {
        url: request.url,
        method: request.method,
        body: await request.json(),
        agent: request.headers.get("user-agent"),
      };
      return null;
    };
    const browser = new Browser(coreApp(config));
    const csrfToken = await tokenOf(browser);
    await browser.send("/auth/callback/credentials?q=1", {
      method: "POST",
      body: new URLSearchParams({ csrfToken, username: "ada" }),
      headers: { "user-agent": "test" },
    });
    expect(seen).toEqual({
      url: `${origin}/auth/callback/credentials?q=1`,
      method: "POST",
      body: { csrfToken, username: "ada" },
      agent: "test",
    });
  });
});

describe("the signIn callback", () => {
  const end = async (signInCallback: () => unknown) =>
    locationOf(await signIn(browserOf({ callbacks: { signIn: signInCallback as never } })));
  it("stops a sign-in by false and by throwing; AuthErrors keep their type", async () => {
    expect(await end(() => false)).toBe(errorPage("AccessDenied"));
    expect(await end(() => undefined)).toBe(errorPage("AccessDenied"));
    expect(await end(() => Promise.reject(new Error("not you")))).toBe(errorPage("AccessDenied"));
    expect(logged.at(-1)?.message).toBe("not you");
    expect(await end(() => Promise.reject(undefined))).toBe(errorPage("AccessDenied"));
    expect(await end(() => Promise.reject(new CredentialsSignin()))).toBe(
      `${origin}/auth/signin?error=CredentialsSignin&code=credentials`,
    );
    expect(await end(() => Promise.reject(new AuthError("x")))).toBe(errorPage("Configuration"));
  });

  it("RESP-12: redirects by a string, on the own origin", async () => {
    expect(await end(() => "/terms")).toBe(`${origin}/terms`);
    expect(await end(() => "https://evil.test/")).toBe(origin);
    expect(new AccessDenied().type).toBe("AccessDenied");
  });
});

describe("a JWT session", () => {
  it("REL-10: a read that a sign-out overtook does not bring the cookie back", async () => {
    let release: (() => void) | undefined;
    let slow = false;
    const browser = browserOf({
      callbacks: {
        jwt: async ({ token }) => {
          if (slow) await new Promise<void>((resolve) => (release = resolve));
          return token;
        },
      },
    });
    await signIn(browser);
    const csrfToken = await tokenOf(browser);
    slow = true;
    const reading = browser.send("/auth/session");
    await vi.waitFor(() => expect(release).toBeDefined());
    slow = false;
    await browser.post("/auth/signout", { csrfToken });
    release?.();
    expect((await reading).headers.getSetCookie().join()).not.toContain(name);
    expect(browser.cookies.get(name)).toBeFalsy();
  });

  it("COOK-06: a stale cookie beside valid chunks does not sign out, and is cleared", async () => {
    const token = await encode({
      token: { sub: "1", name: "Ada", big: "x".repeat(6000) },
      secret,
      salt: name,
    });
    const browser = browserOf();
    browser.cookies.set(name, "stale");
    for (let part = 0; part * 3936 < token.length; part++)
      browser.cookies.set(`${name}.${part}`, token.slice(part * 3936, part * 3936 + 3936));
    expect((await browser.session())?.user).toMatchObject({ name: "Ada" });
    expect(browser.cookies.get(name)).toBeFalsy();
    expect((await browser.session())?.user).toMatchObject({ name: "Ada" });
  });

  it("COOK-01, JWE-08: a tampered cookie is nobody: null, 200, cleared", async () => {
    const browser = browserOf();
    await signIn(browser);
    browser.cookies.set(name, `${browser.cookies.get(name)!.slice(0, -2)}xx`);
    const answer = await browser.send("/auth/session");
    expect([answer.status, await answer.json(), browser.cookies.get(name) || ""]).toEqual([200, null, ""]);
  });

  it("COOK-10: on https the name without prefix counts for nothing", async () => {
    const token = await encode({ token: { sub: "1" }, secret, salt: name });
    const answer = await Auth(
      new Request("https://app.example.com/auth/session", { headers: { cookie: `${name}=${token}` } }),
      configOf(),
    );
    expect(await answer.json()).toBeNull();
  });

  it("RESP-05, RESP-08: the body holds what the callback gave; nothing may store it", async () => {
    const browser = browserOf();
    await signIn(browser);
    const answer = await browser.send("/auth/session");
    expect(answer.headers.get("vary")).toBe("Cookie");
    expect(answer.headers.get("cache-control")).toBe("private, no-cache, no-store");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    const body = (await answer.json()) as { user: object };
    expect(Object.keys(body)).toEqual(["user", "expires"]);
    expect(body.user).toEqual({ name: "Ada", email: "ada@example.com" });
  });

  it("JWE-15: a token of the older secret goes on under the newer one", async () => {
    const old = "old-test-secret-old-test-secret-00000";
    const token = await encode({ token: { sub: "1" }, secret: old, salt: name });
    const browser = browserOf({ secret: [secret, old] });
    browser.cookies.set(name, token);
    expect(await browser.session()).not.toBeNull();
    const only = browserOf();
    only.cookies.set(name, browser.cookies.get(name)!);
    expect(await only.session()).not.toBeNull();
  });

  it("a jwt callback that gives null ends it", async () => {
    const browser = browserOf({
      callbacks: { jwt: ({ trigger, token }) => (trigger === "signIn" ? token : null) },
    });
    await signIn(browser);
    expect(await browser.session()).toBeNull();
    expect(browser.cookies.get(name)).toBeFalsy();
  });
});

describe("hooks of the user", () => {
  it("REL-14, REL-16: events and loggers that throw or reject change nothing", async () => {
    const bad = [
      () => {
        throw new Error("x");
      },
      () => Promise.reject(new Error("x")),
      () => Promise.reject(undefined),
    ];
    for (const hook of bad) {
      const browser = browserOf({
        events: { signIn: hook as never, session: hook as never, signOut: hook as never },
        logger: { error: hook as never, warn: hook as never, debug: hook as never },
      });
      expect(locationOf(await signIn(browser))).toBe(`${origin}/home`);
      expect(await browser.session()).not.toBeNull();
      expect(locationOf(await browser.post("/auth/signout", { csrfToken: await tokenOf(browser) }))).toBe(
        `${origin}/home`,
      );
    }
  });

  it("REL-15: an event that never ends is left behind", async () => {
    const browser = browserOf({ events: { signIn: () => new Promise<void>(() => undefined) } });
    const csrfToken = await tokenOf(browser);
    vi.useFakeTimers();
    const answer = browser.post("/auth/callback/credentials", { csrfToken });
    await vi.advanceTimersByTimeAsync(11_000);
    expect((await answer).status).toBe(302);
    expect((logged[0] as AuthError).type).toBe("EventError");
  });

  it("a redirect callback that throws ends in the error page, on every route", async () => {
    const browser = browserOf({
      callbacks: {
        redirect: () => {
          throw new Error("x");
        },
      },
    });
    for (const action of ["csrf", "session", "signin"]) {
      expect(locationOf(await browser.send(`/auth/${action}?callbackUrl=/a`))).toBe(
        errorPage("Configuration"),
      );
    }
  });

  it("an update of the session that fails is 400 null for the client, never a page", async () => {
    let isBroken = false;
    const browser = browserOf({
      callbacks: {
        redirect: ({ url }) => {
          if (isBroken) throw new Error("x");
          return url;
        },
      },
    });
    const { csrfToken } = (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
    isBroken = true;
    const answer = await browser.post("/auth/session", { csrfToken, callbackUrl: "/a" });
    expect([answer.status, await answer.text()]).toEqual([400, "null"]);
  });
});

describe("raw", () => {
  it("gives the answer as data, and throws AuthErrors", async () => {
    const config = {
      ...configOf({ skipCSRFCheck }, ({ password }) => (password === "pw" ? { id: "1" } : null)),
      raw,
    } as const;
    const post = (body: string) =>
      new Request(`${origin}/auth/callback/credentials`, { method: "POST", body: new URLSearchParams(body) });
    const answer = await Auth(post("password=pw&callbackUrl=/home"), config);
    expect(answer).toMatchObject({ redirect: `${origin}/home` });
    expect(answer.cookies?.map((each) => each.name)).toEqual(["authjs.callback-url", name]);
    await expect(Auth(post("password=no"), config)).rejects.toMatchObject({
      type: "CredentialsSignin",
      code: "credentials",
    });
    await expect(Auth(post("password=no"), { ...config, secret: undefined })).rejects.toMatchObject({
      type: "MissingSecret",
    });
    expect(logged.map(({ name: each }) => each)).toEqual(["CredentialsSignin", "MissingSecret"]);
  });

  it("throws the error itself, also where cookies would go with it, and logs it", async () => {
    const config: AuthConfig & { raw: typeof raw } = {
      ...configOf(),
      providers: [{ id: "op", name: "OP", type: "oidc", issuer: "https://op.example", clientId: "cid" }],
      raw,
    };
    const callback = new Request(`${origin}/auth/callback/op?code=c&state=s`, {
      headers: { cookie: "authjs.state=old" },
    });
    const error: unknown = await Auth(callback, config).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AuthError);
    expect(logged).toEqual([error]);
  });

  it("says what the body is, and where to go, to clients of any kind", async () => {
    const get = (path: string) =>
      Auth(new Request(`${origin}/auth${path}`, { headers: { "x-auth-return-redirect": "1" } }), {
        ...configOf({ pages: { signOut: "/leave" } }),
        raw,
      });
    expect((await get("/providers")).headers).toEqual({ "content-type": "application/json" });
    expect((await get("/error")).headers).toMatchObject({ "content-type": "text/html; charset=utf-8" });
    expect(await get("/signout")).toMatchObject({ redirect: "/leave" });
  });
});

describe("pages", () => {
  const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>';

  it("RESP-01: whatever the query says is escaped or ignored", async () => {
    const query = new URLSearchParams({
      error: hostile,
      callbackUrl: hostile,
      email: hostile,
      csrfToken: hostile,
      theme: hostile,
      providers: hostile,
    });
    for (const action of ["signin", "error", "signout", "verify-request"]) {
      const text = await (await browserOf().send(`/auth/${action}?${query}`)).text();
      expect(text).not.toContain("<script");
      expect(text).not.toContain("<img");
    }
  });

  it("RESP-03: colours and images of the config cannot leave their place", async () => {
    const evil = "red;}</style><script>alert(1)</script>";
    const provider = {
      id: "x",
      name: hostile,
      type: "oidc" as const,
      issuer: "https://x.example",
      clientId: "a",
      style: { bg: evil, text: "url(https://evil.test)", logo: "javascript:alert(1)" },
    };
    const theme = {
      brandColor: evil,
      buttonText: "expression(1)",
      logo: "javascript:alert(1)",
      colorScheme: evil as never,
    };
    const text = await (await browserOf({ providers: [provider], theme }).send("/auth/signin")).text();
    expect(text).not.toMatch(/<script|javascript:|expression|evil\.test|<img/);
    expect(text).toContain('class="__next-auth-theme-auto"');
  });

  it("RESP-04: carry a policy that lets nothing in, and the nonce of their style", async () => {
    for (const action of ["signin", "error", "signout", "verify-request"]) {
      const answer = await browserOf().send(`/auth/${action}`);
      const policy = answer.headers.get("content-security-policy")!;
      const nonce = /style-src 'nonce-([^']+)'/.exec(policy)?.[1];
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(await answer.text()).toContain(`<style nonce="${nonce}">`);
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("referrer-policy")).not.toBeNull();
      expect(answer.headers.get("cache-control")).toContain("no-store");
      expect(answer.headers.get("content-type")).toContain("text/html");
    }
  });

  it("RESP-15: the error page has the status of its error, and no stack", async () => {
    const status = async (error: string) => (await browserOf().send(`/auth/error?error=${error}`)).status;
    expect(
      await Promise.all(
        ["Configuration", "AccessDenied", "Verification", "Default", "constructor"].map(status),
      ),
    ).toEqual([500, 403, 403, 200, 200]);
  });

  it("every field has a label, every page a language and one heading", async () => {
    const mail = {
      id: "email",
      name: "Mail",
      type: "email" as const,
      sendVerificationRequest: () => undefined,
    };
    const adapter = {
      createVerificationToken() {},
      useVerificationToken: () => null,
      getUserByEmail: () => null,
    } as never;
    const config = configOf();
    const text = await (
      await new Browser(
        coreApp({ ...config, adapter, session: { strategy: "jwt" }, providers: [...config.providers, mail] }),
      ).send("/auth/signin")
    ).text();
    expect(text).toContain('<html lang="en">');
    expect(text.match(/<h1>/g)).toHaveLength(1);
    const ids = [...text.matchAll(/<input(?![^>]*hidden)[^>]* id="([^"]+)"/g)].map((match) => match[1]);
    expect(ids).toEqual([
      "input-username-for-credentials-provider",
      "input-password-for-credentials-provider",
      "input-email-for-email-provider",
    ]);
    for (const id of ids) expect(text).toContain(`<label for="${id}">`);
  });

  it("a path in the config stays a path, whichever host a proxy shows", async () => {
    const pages = { signIn: "/in?a=1", signOut: "/out", error: "/oops", verifyRequest: "/look" };
    const browser = browserOf({ pages });
    for (const [from, to] of [
      ["signin?callbackUrl=/x&error=e", `/in?a=1&callbackUrl=${encodeURIComponent(`${origin}/x`)}&error=e`],
      ["signin?error=", `/in?a=1&callbackUrl=${encodeURIComponent(`${origin}/x`)}`],
      ["signout", "/out"],
      ["error?error=AccessDenied", "/oops?error=AccessDenied"],
      ["verify-request?type=email", "/look?type=email"],
    ]) {
      expect(locationOf(await browser.send(`/auth/${from}`))).toBe(to);
    }
  });

  it("absolute pages of the config are used as they are (contract 0.2.9)", async () => {
    const browser = browserOf(
      { pages: { signIn: "https://login.example.com/in?a=1", error: "/oops?b=2" } },
      () => null,
    );
    expect(locationOf(await signIn(browser))).toBe(
      "https://login.example.com/in?a=1&error=CredentialsSignin&code=credentials",
    );
    expect(locationOf(await browser.send("/auth/error?error=AccessDenied"))).toBe(
      "/oops?b=2&error=AccessDenied",
    );
  });
});

describe("RESP-13: logs", () => {
  it("show no token and no password, at level debug too", async () => {
    const lines: string[] = [];
    for (const level of ["error", "warn", "log"] as const) {
      vi.spyOn(console, level).mockImplementation(
        (...args) =>
          void lines.push(
            args.map((each) => (typeof each === "string" ? each : JSON.stringify(each))).join(" "),
          ),
      );
    }
    const browser = browserOf({ logger: undefined, debug: true }, ({ password }) => {
      if (password === "boom")
        throw new Error("failed at https://x.example/?code=test-code&state=test-state");
      return { id: "1" };
    });
    await signIn(browser, { password: "boom" });
    await signIn(browser, { password: "test-password" });
    browser.cookies.set(name, `${browser.cookies.get(name)}x`);
    await browser.session();
    vi.restoreAllMocks();
    const text = lines.join("\n");
    expect(text).toContain("CallbackRouteError");
    for (const hidden of [secret, "test-password", 'boom"', "test-code", "test-state", "eyJhbGciOiJkaXIi"])
      expect(text).not.toContain(hidden);
  });
});
