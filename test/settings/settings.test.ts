import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Auth, createActionURL, setEnvDefaults } from "../../src/runtime/index.js";
import { resolveConfig, resolveConfigWithEnv } from "../../src/runtime/settings/resolve-config.js";
import { envSecrets, envTrustsHost } from "../../src/runtime/settings/env.js";
import { mailedSites } from "../../src/runtime/settings/mailed-site.js";
import {
  type OriginClaim,
  untrustedHostError,
  resolveOrigin,
  siteAt,
} from "../../src/runtime/settings/origin.js";
import { normalizeProvider } from "../../src/runtime/settings/provider.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { OAuthProvider } from "../../src/runtime/types/finished-provider.js";
import type { ResolvedConfig } from "../../src/runtime/types/resolved-config.js";
import type { AnyProviderConfig, OAuth2Config } from "../../src/runtime/types/provider.js";

const secret = "test-secret-test-secret-test-secret-000";
const warnings: string[] = [];
const logged: Error[] = [];
const logger = {
  error: (error: Error) => void logged.push(error),
  warn: (code: string) => void warnings.push(code),
};
const config = (more: Partial<AuthConfig> = {}): AuthConfig => ({
  providers: [],
  secret,
  trustHost: true,
  logger,
  ...more,
});

beforeEach(() => {
  warnings.length = 0;
  logged.length = 0;
  for (const name of Object.keys(process.env).filter((key) => /^(?:NEXT)?AUTH_|^VERCEL|^CF_/.test(key)))
    vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

const frozen = <T>(value: T): T => {
  if (typeof value === "object" && value !== null) for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
};

describe("a config", () => {
  it.each([
    ["session", 0],
    ["session", -1],
    ["session", Number.NaN],
    ["jwt", 0],
  ] as const)("PR-11 %s.maxAge %s is an error: nobody could stay signed in", (part, maxAge) => {
    expect(resolveConfig(config({ [part]: { maxAge } })).problem?.message).toContain(
      `${part}.maxAge: seconds`,
    );
  });

  it.each([1, 0.5, undefined])("PR-11 a maxAge of %s is none", (maxAge) => {
    const session = { maxAge } as AuthConfig["session"];
    expect(resolveConfig(config({ ...(session && { session }) })).problem).toBeUndefined();
  });

  it("is compiled once, never changed, and may be frozen through and through", async () => {
    const oauth = {
      id: "x",
      name: "X",
      type: "oauth" as const,
      authorization: "https://a.example/authorize",
      token: "https://a.example/token",
      userinfo: "https://a.example/me",
      options: { authorization: { params: { scope: "all" } } },
    };
    const given = frozen(config({ providers: [oauth], cookies: { state: { options: { maxAge: 5 } } } }));
    const before = JSON.stringify(given);
    expect(resolveConfig(given)).toBe(resolveConfig(given));
    await Auth(new Request("http://localhost/auth/providers"), given);
    expect(JSON.stringify(given)).toBe(before);
  });

  it("works where NODE_ENV may not be read (Deno without --allow-env)", async () => {
    const env = new Proxy({}, { get: (_, name) => expect.unreachable(String(name)) });
    vi.stubGlobal("process", { env });
    try {
      const answer = await Auth(new Request("http://localhost/auth/session"), config());
      expect([answer.status, await answer.json()]).toEqual([200, null]);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it("REL-06: one with a problem says nothing about the next one", async () => {
    const mail = { id: "email", name: "E", type: "email" as const, sendVerificationRequest: () => undefined };
    const answer = (given: AuthConfig) => Auth(new Request("http://localhost/auth/session"), given);
    expect((await answer(config({ providers: [mail] }))).status).toBe(500);
    expect((await answer(config())).status).toBe(200);
  });
});

describe("the secret", () => {
  const problemIn = (mode: string, given: AuthConfig["secret"]) => {
    vi.stubEnv("NODE_ENV", mode);
    return resolveConfig(config({ secret: given })).problem?.message;
  };

  it("JWE-20: missing is an error everywhere but in development", () => {
    for (const mode of ["production", "test", ""]) {
      expect(problemIn(mode, undefined)).toBe(
        "AUTH_SECRET is not set. Run: npx auth secret generate --write. Is it in an env file? Then nothing loads that file: npx auth doctor",
      );
    }
    expect(problemIn("development", undefined)).toBeUndefined();
    expect(warnings.join()).toContain("npx auth secret generate --write");
    warnings.length = 0;
    vi.stubEnv("NODE_ENV", "development");
    const [one, two] = [resolveConfig(config({ secret: [] })), resolveConfig(config({ secret: undefined }))];
    expect(one.secrets).toEqual(two.secrets);
    expect(one.secrets[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(warnings).toEqual([]);
  });

  it("under 32 characters is an error in production, a warning elsewhere; older ones may be short", () => {
    expect(problemIn("production", "short")).toContain("32");
    expect(problemIn("production", [secret, "short"])).toBeUndefined();
    expect(problemIn("production", ["short", secret])).toContain("32");
    expect(problemIn("test", "short")).toBeUndefined();
    expect(warnings).toHaveLength(1);
  });

  it("JWE-21: an empty entry is refused", () => {
    for (const given of [
      ["", secret],
      [secret, ""],
    ])
      expect(problemIn("test", given)).toContain("empty");
  });
});

describe("the environment", () => {
  it("gives secrets newest first, and next-auth's name last", () => {
    expect(
      envSecrets({ AUTH_SECRET: "0", AUTH_SECRET_1: "1", AUTH_SECRET_3: "3", NEXTAUTH_SECRET: "n" }),
    ).toEqual(["3", "1", "0"]);
    expect(envSecrets({ NEXTAUTH_SECRET: "n" })).toEqual(["n"]);
    expect(envSecrets({ AUTH_SECRET: "" })).toEqual([]);
  });

  it("trusts the host by the first variable that is defined; false, 0 and empty mean no", () => {
    const rows: [Record<string, string>, boolean][] = [
      [{}, true],
      [{ NODE_ENV: "production" }, false],
      [{ NODE_ENV: "production", AUTH_TRUST_HOST: "true" }, true],
      [{ AUTH_TRUST_HOST: "false" }, false],
      [{ AUTH_TRUST_HOST: "0" }, false],
      [{ AUTH_TRUST_HOST: "" }, false],
      [{ NODE_ENV: "production", VERCEL: "1" }, true],
      [{ NODE_ENV: "production", AUTH_URL: "https://a.example", AUTH_TRUST_HOST: "" }, true],
    ];
    for (const [env, trusted] of rows) expect(envTrustsHost(env), JSON.stringify(env)).toBe(trusted);
  });

  it("fills providers, but not over what the config says", () => {
    vi.stubEnv("AUTH_MY_IDP_ID", "env-id");
    vi.stubEnv("AUTH_MY_IDP_SECRET", "env-secret");
    vi.stubEnv("AUTH_MY_IDP_ISSUER", "https://env.example");
    const factory = (options: object = {}) => ({ id: "my-idp", name: "I", type: "oidc" as const, options });
    const object: AnyProviderConfig = {
      id: "my-idp",
      name: "I",
      type: "oidc",
      clientId: "own",
      issuer: undefined as never,
    };
    const of = (provider: AuthConfig["providers"][number]) =>
      resolveConfigWithEnv(config({ providers: [provider] })).provider("my-idp") as OAuthProvider;
    expect(of(factory)).toMatchObject({
      clientId: "env-id",
      clientSecret: "env-secret",
      issuer: "https://env.example",
    });
    expect(of(object)).toMatchObject({
      clientId: "own",
      clientSecret: "env-secret",
      issuer: "https://env.example",
    });
    expect(of(factory({ clientId: "option" }))).toMatchObject({
      clientId: "option",
      clientSecret: "env-secret",
    });
    expect(
      (resolveConfig(config({ providers: [factory] })).provider("my-idp") as OAuthProvider).clientId,
    ).toBeUndefined();
  });

  it("is not read by the core door", () => {
    vi.stubEnv("AUTH_SECRET", secret);
    expect(resolveConfig(config({ secret: undefined })).problem?.type).toBe("MissingSecret");
    expect(resolveConfigWithEnv(config({ secret: undefined })).problem).toBeUndefined();
  });
});

describe("a provider", () => {
  const base: OAuth2Config = {
    id: "vk",
    name: "VK",
    type: "oauth",
    authorization: "https://oauth.example/authorize?scope=email&v=5.126",
    token: { url: "https://oauth.example/token", params: { a: 1 } },
  };
  const normal = (more: object, options?: object) =>
    normalizeProvider({
      ...base,
      ...more,
      ...(options && { options }),
    } as AnyProviderConfig) as OAuthProvider;

  it("merges options over a string endpoint (contract 0.2.8)", () => {
    expect(normal({}, { authorization: { params: { prompt: "login" } } }).authorization).toEqual({
      url: base.authorization,
      params: { prompt: "login" },
    });
    expect(normal({}, { token: "https://own.example/token" }).token).toEqual({
      url: "https://own.example/token",
      params: { a: 1 },
    });
  });

  it("has pkce and state by default, nonce too for OIDC, and exactly the checks that somebody lists", () => {
    expect(normal({}).checks).toEqual(["pkce", "state"]);
    expect(normal({ type: "oidc" }).checks).toEqual(["pkce", "state", "nonce"]);
    expect(normal({ checks: ["pkce", "state"] }, { checks: ["none"] }).checks).toEqual(["none"]);
  });

  it("is frozen, and leaves what it came from alone", () => {
    const options = Object.freeze({ client: Object.freeze({ extra: true }) });
    const provider = normal({ client: { token_endpoint_auth_method: "none" } }, options);
    expect(Object.isFrozen(provider)).toBe(true);
    expect(provider.client).toEqual({ token_endpoint_auth_method: "none", extra: true });
  });
});

describe("the origin", () => {
  const compiled = resolveConfig(config());
  it("HOST-11: default ports are the same as none; only plain hosts and http(s) pass", () => {
    const judge = (protocol: string, host: string | undefined) => resolveOrigin(compiled, { protocol, host });
    expect(judge("https", "App.Example.com:443")).toBe("https://app.example.com");
    expect(judge("http", "app.example.com:80")).toBe("http://app.example.com");
    expect(judge("http", "[::1]:3000")).toBe("http://[::1]:3000");
    for (const host of [
      undefined,
      "",
      "a@b",
      "a/b",
      "a b",
      "a,b",
      "a\\b",
      "a?b",
      "a#b",
      "a:b:c",
      "a:",
      ":80",
      "a\r\nb",
      "-",
      "é.example",
    ]) {
      expect(judge("http", host), String(host)).toBeNull();
    }
    for (const protocol of ["ftp", "javascript", "", "http:"])
      expect(judge(protocol, "a.example"), protocol).toBeNull();
  });

  it("loopback needs no trust in the integrations, and only there", () => {
    vi.stubEnv("NODE_ENV", "production");
    const open = config({ trustHost: undefined });
    const hosts = {
      "http://localhost:3000": true,
      "http://127.0.0.1": true,
      "http://[::1]:80": true,
      "http://a.localhost": true,
      "http://localhost.evil.test": false,
      "http://127.0.0.1.evil.test": false,
    };
    for (const [origin, trusted] of Object.entries(hosts)) {
      expect(untrustedHostError(resolveConfigWithEnv(open), origin) === undefined, origin).toBe(trusted);
      expect(untrustedHostError(resolveConfig(open), origin)).toBeDefined();
    }
  });

  /** Whether links to an origin may stand in mails. */
  function isMailed(resolved: ResolvedConfig, origin: string, claim: OriginClaim = {}): boolean {
    try {
      return mailedSites(resolved, process.env)(siteAt(resolved, origin, claim)).origin === origin;
    } catch {
      return false;
    }
  }

  it("HOST-07: only more than a header vouches for a mail link in production", () => {
    vi.stubEnv("NODE_ENV", "production");
    const vouched = (isVouchedFor: boolean) =>
      isMailed(resolveConfigWithEnv(config()), "https://a.example", { isVouchedFor });
    expect([vouched(false), vouched(true)]).toEqual([false, true]);
    vi.stubEnv("AUTH_URL", "https://a.example");
    expect(vouched(false)).toBe(true);
  });

  describe("SEC2-19, SEC2-20: what gets into a mail", () => {
    const open = () => config({ trustHost: undefined });
    const at = (origin: string, peer?: string) => isMailed(resolveConfigWithEnv(open()), origin, { peer });

    it("SEC2-19: without NODE_ENV a Host header vouches for nothing, not even one of this machine", () => {
      for (const mode of ["", "production", "staging"]) {
        vi.stubEnv("NODE_ENV", mode);
        expect([at("http://evil.test"), at("http://localhost:3000", "127.0.0.1")]).toEqual([false, false]);
      }
      vi.stubEnv("NODE_ENV", undefined as unknown as string);
      expect(at("http://evil.test", "127.0.0.1")).toBe(false);
    });

    it("SEC2-19: in development this machine and its network do, a client from elsewhere does not", () => {
      vi.stubEnv("NODE_ENV", "development");
      for (const peer of ["127.0.0.1", "::1", "::ffff:127.0.0.1", "192.168.1.7", "fd00::1"])
        expect([peer, at("http://localhost:3000", peer)]).toEqual([peer, true]);
      expect(at("http://localhost:3000")).toBe(true);
      for (const peer of ["203.0.113.9", "2001:db8::1"])
        expect([peer, at("http://localhost:3000", peer)]).toEqual([peer, false]);
    });

    it("SEC2-20: AUTH_TRUST_HOST alone does not; a list does for its hosts, `*` for one label", () => {
      vi.stubEnv("NODE_ENV", "production");
      vi.stubEnv("AUTH_TRUST_HOST", "true");
      expect(at("https://app.example.com")).toBe(false);
      vi.stubEnv("AUTH_TRUST_HOST", "app.example.com, *.preview.example.com,localhost:3000");
      const verdicts: Record<string, boolean> = {
        "https://app.example.com": true,
        "https://app.example.com:8443": true,
        "https://pr-1.preview.example.com": true,
        "https://a.b.preview.example.com": false,
        "https://preview.example.com": false,
        "https://evil.test": false,
        "https://app.example.com.evil.test": false,
        "http://localhost:3000": true,
        "http://localhost:4000": false,
      };
      const seen = Object.keys(verdicts).map((origin) => [origin, at(origin)]);
      expect(Object.fromEntries(seen)).toEqual(verdicts);
      const listed = resolveConfigWithEnv(open());
      expect(untrustedHostError(listed, "https://evil.test")?.type).toBe("UntrustedHost");
      expect(untrustedHostError(listed, "https://app.example.com")).toBeUndefined();
    });

    it("SEC2-20: a list in the config counts as one in the environment; AUTH_URL and platforms go on", () => {
      vi.stubEnv("NODE_ENV", "production");
      const listed = resolveConfigWithEnv({ ...config(), trustHost: ["App.example.com"] });
      const vouched = (origin: string) => isMailed(listed, origin);
      expect([vouched("https://app.example.com"), vouched("https://evil.test")]).toEqual([true, false]);
      vi.stubEnv("VERCEL", "1");
      expect(at("https://app.vercel.app")).toBe(true);
      vi.stubEnv("VERCEL", "");
      vi.stubEnv("AUTH_URL", "https://app.example.com");
      vi.stubEnv("AUTH_TRUST_HOST", "other.example.com");
      const withUrl = resolveConfigWithEnv(open());
      expect(untrustedHostError(withUrl, "https://app.example.com")).toBeUndefined();
      expect(isMailed(withUrl, "https://app.example.com")).toBe(true);
    });
  });

  it("HOST-06: an AUTH_URL that is no http(s) URL trusts no host; setEnvDefaults reads it as the reference does", () => {
    const { trustHost: _, ...open } = config();
    const trusted = (): boolean =>
      untrustedHostError(resolveConfigWithEnv({ ...open }), "https://evil.test") === undefined;
    vi.stubEnv("AUTH_URL", "app.example.com");
    vi.stubEnv("NODE_ENV", "production");
    expect(trusted()).toBe(false);
    vi.stubEnv("NEXTAUTH_URL", "https://app.example.com");
    expect(trusted()).toBe(false);
    vi.stubEnv("AUTH_TRUST_HOST", "true");
    expect(trusted()).toBe(true);
    vi.stubEnv("AUTH_TRUST_HOST", "app.example.com");
    expect(trusted()).toBe(false);
    vi.stubEnv("AUTH_TRUST_HOST", undefined);
    vi.stubEnv("NODE_ENV", "development");
    expect(trusted()).toBe(true);
    const filled: AuthConfig = { providers: [] };
    setEnvDefaults({ AUTH_URL: "app.example.com", NODE_ENV: "production" }, filled);
    expect(filled).toMatchObject({ trustHost: true, basePath: "/auth" });
  });

  it("F-10: createActionURL takes headers as the judge of origins does, and forwarded ones only where trusted", () => {
    const url = (headers: Record<string, string>, env = {}, trustHost?: boolean) =>
      createActionURL("session", "https", new Headers({ host: "app.example.com", ...headers }), env, {
        basePath: "/auth",
        ...(trustHost !== undefined && { trustHost }),
      }).href;
    const forwarded = { "x-forwarded-host": "proxy.example.com", "x-forwarded-proto": "http" };
    expect(url(forwarded, { AUTH_TRUST_HOST: "true" })).toBe("http://proxy.example.com/auth/session");
    expect(url(forwarded, {}, false)).toBe("https://app.example.com/auth/session");
    expect(url(forwarded, { NODE_ENV: "production" })).toBe("https://app.example.com/auth/session");
    for (const bad of [
      { "x-forwarded-proto": "javascript" },
      { "x-forwarded-host": "a@evil.test" },
      { "x-forwarded-host": "evil.test/path" },
    ]) {
      expect(() => url(bad, { AUTH_TRUST_HOST: "true" })).toThrow("no plain http(s) host");
    }
  });
});

describe("setEnvDefaults", () => {
  it("fills the object that it is given, and warns of a base path said twice", () => {
    const given: AuthConfig = { providers: [], logger };
    setEnvDefaults(
      {
        AUTH_SECRET: "s",
        AUTH_SECRET_1: "t",
        AUTH_URL: "https://a.example/api/auth/",
        AUTH_REDIRECT_PROXY_URL: "https://p.example/auth",
      },
      given,
    );
    expect(given).toMatchObject({
      secret: ["t", "s"],
      basePath: "/api/auth",
      trustHost: true,
      redirectProxyUrl: "https://p.example/auth",
    });
    const withOrigins: AuthConfig = { providers: [], logger, redirectProxyUrl: "https://p.example/auth" };
    setEnvDefaults({ AUTH_REDIRECT_PROXY_ORIGINS: "https://b.example" }, withOrigins);
    expect(withOrigins.redirectProxyUrl).toEqual({
      url: "https://p.example/auth",
      origins: ["https://b.example"],
    });
    setEnvDefaults({ AUTH_URL: "https://a.example/x" }, given);
    expect(given.basePath).toBe("/api/auth");
    expect(warnings).toEqual(["env-url-basepath-redundant"]);
    const bare: AuthConfig = { providers: [] };
    setEnvDefaults({ AUTH_URL: "https://a.example" }, bare);
    expect(bare.basePath).toBe("/");
  });
});

describe("RT-01 forwarded hosts: one judge for createActionURL and the handler", () => {
  const url = (trust: AuthConfig["trustHost"], headers: Record<string, string>, env = {}) =>
    createActionURL("session", "https", new Headers(headers), env, {
      basePath: "/auth",
      ...(trust !== undefined && { trustHost: trust }),
    }).origin;
  const handled = (trust: AuthConfig["trustHost"], headers: Record<string, string>) => {
    const resolved = resolveConfig({ secret: "x".repeat(32), providers: [], trustHost: trust });
    const origin = resolveOrigin(resolved, {
      protocol: "https",
      host: headers["host"],
      forwardedHost: headers["x-forwarded-host"],
    });
    if (origin === null) throw new Error("list");
    const refusal = untrustedHostError(resolved, origin);
    if (refusal !== undefined) throw refusal;
    return origin;
  };
  const evil = { host: "good.test", "x-forwarded-host": "evil.test" };

  it.each([
    ["createActionURL", url],
    ["the handler", handled],
  ] as const)("%s", (_name, judge) => {
    expect(judge(["good.test"], evil)).toBe("https://good.test");
    expect(judge(["good.test", "evil.test"], evil)).toBe("https://evil.test");
    expect(judge(["*.good.test"], { ...evil, host: "a.good.test" })).toBe("https://a.good.test");
    expect(judge(true, evil)).toBe("https://evil.test");
    expect(() => judge(["good.test"], { ...evil, host: "other.test" })).toThrow();
    expect(() => judge(["good.test"], { host: "other.test" })).toThrow();
    for (const list of ["good.test, evil.test", "evil.test,good.test", "good.test,", ",good.test"])
      for (const trust of [true, ["good.test"]])
        expect(() => judge(trust, { host: "good.test", "x-forwarded-host": list }), list).toThrow();
  });

  it("createActionURL throws UntrustedHost, reads the list of the environment, and needs no headers", () => {
    const env = { AUTH_TRUST_HOST: "good.test,*.shops.test" };
    expect(url(undefined, evil, env)).toBe("https://good.test");
    expect(() => url(undefined, { host: "evil.test" }, env)).toThrow(
      expect.objectContaining({ type: "UntrustedHost" }),
    );
    expect(() => url(undefined, { ...evil, "x-forwarded-host": "a.test,b.test" }, env)).toThrow(
      expect.objectContaining({ type: "UntrustedHost" }),
    );
    expect(url(undefined, { cookie: "a=1" }, env)).toBe("https://localhost");
  });
});

describe("createActionURL", () => {
  const headers = new Headers({
    host: "h.example",
    "x-forwarded-proto": "http",
    "x-forwarded-host": "f.example:8080",
  });
  it("takes AUTH_URL, then forwarded headers, then Host", () => {
    const make = (env: Record<string, string>, basePath?: string, from = headers) =>
      createActionURL("signin", "https", from, env, { ...(basePath && { basePath }), logger }).href;
    expect(make({ AUTH_URL: "https://a.example/api/auth" })).toBe("https://a.example/api/auth/signin");
    expect(make({ NEXTAUTH_URL: "https://n.example" }, "/auth")).toBe("https://n.example/auth/signin");
    expect(make({ AUTH_URL: "https://a.example/other" }, "/auth")).toBe("https://a.example/auth/signin");
    expect(warnings).toEqual(["env-url-basepath-mismatch"]);
    expect(make({}, "/auth/")).toBe("http://f.example:8080/auth/signin");
    expect(make({}, "/auth", new Headers({ host: "h.example" }))).toBe("https://h.example/auth/signin");
  });
});
