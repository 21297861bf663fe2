import { describe, expect, test, vi } from "vitest";
import {
  AuthError,
  CallbackRouteError,
  InvalidCheck,
  OAuthCallbackError,
} from "../../src/runtime/errors/index.js";
import { finish, start } from "../../src/runtime/oauth-client/index.js";
import { customFetch } from "../../src/runtime/types/symbols.js";
import type { OIDCConfig } from "../../src/runtime/types/provider.js";
import { FakeProvider, hmacSigned, tampered, unsigned } from "../oauth/fake-provider.js";

const redirectUri = "https://app.example/login/callback";
const secret = "an app's own secret with enough characters";

const providerOf = (server: FakeProvider, id = "op"): OIDCConfig => ({
  id,
  name: "OP",
  type: "oidc",
  issuer: server.issuer,
  clientId: "cid",
  clientSecret: "csecret",
  [customFetch]: server.fetch as typeof fetch,
});

/** A sign-in that came back, and is not finished yet. */
async function begun(server = new FakeProvider(), options: { secret?: string } = {}) {
  const provider = providerOf(server);
  const { url, keep } = await start(provider, { redirectUri, ...options });
  return { server, provider, url, keep, answer: server.authorize(url), options };
}

const failure = async (end: Promise<unknown>): Promise<AuthError> => {
  const error: unknown = await end.then(
    () => new Error("somebody signed in"),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AuthError);
  return error as AuthError;
};

/** Everything that an error can show. */
function shown(error: unknown): string {
  if (!(error instanceof Error)) return String(JSON.stringify(error) ?? error);
  const under = error.cause as { err?: unknown } | Error | undefined;
  const facts = under instanceof Error ? shown(under) : JSON.stringify(under) + shown(under?.err ?? "");
  return `${error.name} ${error.message} ${error.stack} ${facts}`;
}

const decoded = (keep: string) =>
  JSON.parse(Buffer.from(keep, "base64url").toString()) as Record<string, unknown> & {
    checks: Record<string, string>;
  };
const encoded = (kept: object) => Buffer.from(JSON.stringify(kept)).toString("base64url");

describe.each([{}, { secret }])("with %o", (options) => {
  test("OC-02: state, PKCE and nonce are sent and judged; profile, user and tokens come back", async () => {
    const { server, provider, url, keep, answer } = await begun(undefined, options);
    const query = new URL(url).searchParams;
    for (const name of ["state", "code_challenge", "nonce"]) expect(query.get(name)).toMatch(/^[\w-]{43}$/);
    expect(query.get("redirect_uri")).toBe(redirectUri);
    expect(keep).toMatch(/^[\w.-]+$/);
    expect(keep.length).toBeLessThan(1200);
    const end = await finish(provider, new URL(`${redirectUri}?${answer}`), keep, options);
    expect(end.user).toEqual({
      id: "user-1",
      name: "Olga Pavlova",
      email: "olga@example.com",
      image: "https://p.example/1",
    });
    expect(end.profile).toMatchObject({ sub: "user-1", iss: server.issuer });
    expect(end.tokens).toMatchObject({ access_token: "at-1", refresh_token: "rt-1", token_type: "bearer" });
    expect(end.tokens.expires_at).toBeGreaterThan(Date.now() / 1000);
    expect(Object.keys(end.tokens)).not.toContain("providerAccountId");
  });

  test("OC-03: `keep` of another start is refused", async () => {
    const first = await begun(undefined, options);
    const second = await begun(first.server, options);
    const error = await failure(finish(first.provider, first.answer, second.keep, options));
    expect(error).toBeInstanceOf(CallbackRouteError);
    expect(first.server.called("token")).toBe(0);
  });

  test("OC-04: `keep` of another provider is refused before anybody is asked", async () => {
    const { server, keep, answer } = await begun(undefined, options);
    const error = await failure(finish(providerOf(server, "other"), answer, keep, options));
    expect(error).toBeInstanceOf(InvalidCheck);
    expect(error.message).toContain("another provider");
    expect(server.called("token")).toBe(0);
  });

  test("OC-05: a second use ends at the provider, which takes a code once", async () => {
    const { provider, keep, answer } = await begun(undefined, options);
    const strict = new Set<string>();
    const once = { ...provider };
    const send = provider[customFetch] as typeof fetch;
    once[customFetch] = async (input, init) => {
      const code = new URLSearchParams(String(init?.body ?? "")).get("code");
      if (code !== null && strict.has(code))
        return Response.json({ error: "invalid_grant" }, { status: 400 });
      if (code !== null) strict.add(code);
      return send(input, init);
    };
    expect((await finish(once, answer, keep, options)).user.id).toBe("user-1");
    const error = await failure(finish(once, answer, keep, options));
    expect(error).toBeInstanceOf(CallbackRouteError);
    expect(error.message).toContain("invalid_grant");
  });

  test.each([
    ["none", undefined],
    ["null", null],
    ["an empty text", ""],
    ["any text", "foreign"],
    ["JSON that is no object", Buffer.from("[1]").toString("base64url")],
    ["an object of somebody else", encoded({ provider: "op", exp: 9e9 })],
    ["one without an end", encoded({ provider: "op", redirectUri, checks: {} })],
    ["a JWT", "eyJhbGciOiJub25lIn0.eyJwcm92aWRlciI6Im9wIn0."],
    ["five parts", "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAA.AAAA.AAAA"],
    ["4097 characters", "a".repeat(4097)],
    ["bytes that are no text", Buffer.from([0xff, 0xfe]).toString("base64url")],
    ["letters that are not base64url", "ä%00\r\n"],
  ])("OC-06: %s in place of `keep` is refused", async (_what, keep) => {
    const { server, provider, answer } = await begun(undefined, options);
    expect(await failure(finish(provider, answer, keep, options))).toBeInstanceOf(InvalidCheck);
    expect(server.called("token")).toBe(0);
  });

  test("OC-07: `keep` is good for 15 minutes", async () => {
    const { server, provider, keep, answer } = await begun(undefined, options);
    vi.useFakeTimers({ now: Date.now() + 916_000, toFake: ["Date"] });
    try {
      expect(await failure(finish(provider, answer, keep, options))).toBeInstanceOf(InvalidCheck);
    } finally {
      vi.useRealTimers();
    }
    expect(server.called("token")).toBe(0);
  });

  test("OC-08: no error shows a code, a verifier, a secret or a token", async () => {
    const round = await begun(undefined, options);
    const { server, provider, keep, answer } = round;
    server.faults = { tokens: (tokens) => ({ ...tokens, id_token: "broken.token.here" }) };
    const errors = [
      await failure(finish(provider, answer, keep, options)),
      await failure(finish(provider, answer, `${keep.slice(0, -9)}AAAAAAAAA`, options)),
      await failure(finish(provider, answer, "x", options)),
    ];
    const secrets = ["csecret", secret, "at-1", "rt-1", "broken.token", keep, answer.get("state") ?? "-"];
    if (options.secret === undefined) secrets.push(decoded(keep).checks["pkce"] ?? "-");
    for (const error of errors) for (const text of secrets) expect(shown(error)).not.toContain(text);
  });
});

test("OC-09: a readable `keep` that was changed signs nobody in", async () => {
  const changes: ((kept: ReturnType<typeof decoded>) => object)[] = [
    (kept) => ({ ...kept, checks: { ...kept.checks, state: "x".repeat(43) } }),
    (kept) => ({ ...kept, checks: { ...kept.checks, pkce: "x".repeat(43) } }),
    (kept) => ({ ...kept, checks: { ...kept.checks, nonce: "x".repeat(43) } }),
    (kept) => ({ ...kept, checks: { pkce: kept.checks["pkce"], nonce: kept.checks["nonce"] } }),
    (kept) => ({ ...kept, checks: { ...kept.checks, state: { toString: 1 } } }),
    (kept) => ({ ...kept, checks: { ...kept.checks, more: "x" } }),
    (kept) => ({ ...kept, checks: [] }),
    (kept) => ({ ...kept, redirectUri: "no address" }),
    (kept) => ({ ...kept, exp: 1 }),
    (kept) => ({ ...kept, exp: "9999999999" }),
  ];
  for (const change of changes) {
    const { provider, keep, answer } = await begun();
    const error = await failure(finish(provider, answer, encoded(change(decoded(keep)))));
    expect(["InvalidCheck", "CallbackRouteError"]).toContain(error.type);
  }
});

test("OC-10: where there is a secret, only what it sealed counts; without one, a sealed `keep` is not read", async () => {
  const plain = await begun();
  const sealed = await begun(plain.server, { secret });
  const ends = [
    finish(plain.provider, plain.answer, plain.keep, { secret }),
    finish(sealed.provider, sealed.answer, sealed.keep),
    finish(sealed.provider, sealed.answer, sealed.keep, { secret: "another secret, of somebody else" }),
    finish(sealed.provider, sealed.answer, `${sealed.keep.slice(0, -6)}AAAAAA`, { secret }),
  ];
  for (const end of ends) expect(await failure(end)).toBeInstanceOf(InvalidCheck);
  const rotated = ["a newer secret of the same app, long", secret];
  expect((await finish(sealed.provider, sealed.answer, sealed.keep, { secret: rotated })).user.id).toBe(
    "user-1",
  );
  expect(sealed.keep).not.toContain(Buffer.from("provider").toString("base64url").slice(0, 8));
});

describe("OC-11: hostile answers", () => {
  const change = (answer: URLSearchParams, set: Record<string, string | null>) => {
    const changed = new URLSearchParams(answer);
    for (const [name, value] of Object.entries(set))
      if (value === null) changed.delete(name);
      else changed.set(name, value);
    return changed;
  };
  test.each([
    ["without state", { state: null }],
    ["with another state", { state: "x" }],
    ["without code", { code: null }],
    ["with another code", { code: "stolen" }],
    ["of another issuer", { iss: "https://evil.example" }],
  ])("%s", async (_what, set: Record<string, string | null>) => {
    const { provider, keep, answer } = await begun();
    expect(await failure(finish(provider, change(answer, set), keep))).toBeInstanceOf(CallbackRouteError);
  });

  test("with a parameter twice", async () => {
    const { provider, keep, answer } = await begun();
    answer.append("code", "second");
    expect(await failure(finish(provider, answer, keep))).toBeInstanceOf(CallbackRouteError);
  });

  test("that say that it was refused, in words that a log can take", async () => {
    const { provider, keep, answer } = await begun();
    const said = change(answer, { code: null, error: "access_denied", error_description: "n".repeat(5000) });
    const error = await failure(finish(provider, said, keep));
    expect(error).toBeInstanceOf(OAuthCallbackError);
    expect(error.cause).toMatchObject({ providerId: "op", error: "access_denied" });
    expect(JSON.stringify(error.cause).length).toBeLessThan(500);
  });

  test.each([
    ["altered after signing", (claims: object) => tampered(claims as never, { sub: "admin" })],
    ["unsigned", (claims: object) => unsigned(claims as never)],
    ["signed with the client secret", (claims: object) => hmacSigned(claims as never, "csecret")],
  ])("whose ID token is %s", async (_what, sign) => {
    const { server, provider, keep, answer } = await begun();
    server.faults = { sign };
    expect(await failure(finish(provider, answer, keep))).toBeInstanceOf(CallbackRouteError);
  });

  test.each([
    ["the nonce of another sign-in", { nonce: "other" }],
    ["another audience", { aud: "somebody" }],
    ["an end that is over", { exp: 1 }],
    ["another issuer", { iss: "https://evil.example" }],
  ])("whose ID token has %s", async (_what, set) => {
    const { server, provider, keep, answer } = await begun();
    server.faults = { claims: (claims) => ({ ...claims, ...set }) };
    expect(await failure(finish(provider, answer, keep))).toBeInstanceOf(CallbackRouteError);
  });

  test("posted where the provider answers by query; posted too large; posted as text", async () => {
    const { provider, keep, answer } = await begun();
    const post = (body: BodyInit) => new Request(redirectUri, { method: "POST", body });
    expect(await failure(finish(provider, post(answer), keep))).toBeInstanceOf(CallbackRouteError);
    const posted = { ...provider, authorization: { params: { response_mode: "form_post" } } };
    const large = new URLSearchParams({ code: "x".repeat(200_000) });
    expect(await failure(finish(posted, post(large), keep))).toBeInstanceOf(CallbackRouteError);
    expect(await failure(finish(posted, post("code=1"), keep))).toBeInstanceOf(CallbackRouteError);
    expect((await finish(posted, post(answer), keep)).user.id).toBe("user-1");
  });
});

test("OC-12: what an app asks for is sent; what protects the sign-in is not to be changed", async () => {
  const params = { scope: "openid", prompt: "login", state: "mine", redirect_uri: "https://evil.example" };
  const { url } = await start(providerOf(new FakeProvider()), { redirectUri, params });
  const query = new URL(url).searchParams;
  expect(query.get("prompt")).toBe("login");
  expect(query.get("scope")).toBe("openid");
  expect(query.get("redirect_uri")).toBe(redirectUri);
  expect(query.get("state")).not.toBe("mine");
});

test("OC-13: a provider without a client id, or with another protocol, and an address that is none, are errors by class", async () => {
  const { clientId: _id, ...nameless } = providerOf(new FakeProvider());
  expect((await failure(start(nameless, { redirectUri }))).type).toBe("InvalidProvider");
  expect((await failure(start(providerOf(new FakeProvider()), { redirectUri: "/cb" }))).type).toBe(
    "InvalidEndpoints",
  );
  const mail = { id: "mail", type: "email" } as never;
  expect((await failure(start(mail, { redirectUri }))).type).toBe("InvalidProvider");
});

test("OC-14: a provider that cannot be reached is said by class, at the start and at the end", async () => {
  const server = new FakeProvider();
  server.faults = { answer: { discovery: () => new Response("", { status: 503 }) } };
  expect(await failure(start(providerOf(server), { redirectUri }))).toBeInstanceOf(CallbackRouteError);
  const round = await begun();
  round.server.faults = { answer: { token: () => new Response("bad gateway", { status: 502 }) } };
  expect(await failure(finish(round.provider, round.answer, round.keep))).toBeInstanceOf(CallbackRouteError);
});
