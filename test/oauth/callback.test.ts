import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { AuthError } from "../../src/runtime/errors/index.js";
import { memoryStore } from "../../src/runtime/shared-store/memory.js";
import { customFetch } from "../../src/runtime/types/symbols.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { OAuth2Config, OIDCConfig } from "../../src/runtime/types/provider.js";
import { cpuMilliseconds } from "../support/measure.js";
import { appWithEnv, Browser, coreApp, locationOf, origin, watched } from "../support/browser.js";
import { FakeProvider, foreignKey, hmacSigned, issuer, person, tampered, unsigned } from "./fake-provider.js";

const client = { clientId: "cid", clientSecret: "test-secret" };

function setUp(changes: Partial<OIDCConfig> = {}, more: Partial<AuthConfig> = {}) {
  const fake = new FakeProvider();
  const { seen, config } = watched();
  const op: OIDCConfig = {
    id: "op",
    name: "OP",
    type: "oidc",
    issuer,
    ...client,
    [customFetch]: fake.fetch,
    ...changes,
  };
  const oa: OAuth2Config = {
    id: "oa",
    name: "OA",
    type: "oauth",
    ...client,
    [customFetch]: fake.fetch,
    authorization: `${issuer}/authorize?scope=read`,
    token: `${issuer}/token`,
    userinfo: `${issuer}/userinfo`,
  };
  const browser = new Browser(coreApp({ providers: [op, oa], ...config, ...more }));
  return { fake, seen, browser };
}

type Scene = ReturnType<typeof setUp>;

async function start({ browser, fake }: Scene, id = "op"): Promise<URLSearchParams> {
  return fake.authorize(locationOf(await browser.startSignIn(id)));
}

const callback = ({ browser }: Scene, answer: URLSearchParams | string, id = "op") =>
  browser.send(`/auth/callback/${id}?${answer}`);

async function signIn(scene: Scene, id = "op"): Promise<Response> {
  return callback(scene, await start(scene, id), id);
}

const failed = `${origin}/auth/error?error=Configuration`;

/** Where the browser ends, and what is left in it of a session or a sign-in under way. */
function outcome({ browser }: Scene, response: Response) {
  const left = ["session-token", "authjs.state", "authjs.pkce", "authjs.nonce"].filter((part) =>
    browser.has(part),
  );
  return { status: response.status, location: locationOf(response), left };
}

const refused = { status: 302, location: failed, left: [] };

/** The answer to another start, or to none: what this browser began last may still come back. */
const notOurs = { ...refused, left: ["authjs.state", "authjs.pkce", "authjs.nonce"] };

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a sign-in at an OpenID provider", () => {
  test.each(["op", "oa"])(
    "OAUTH-00: ends at the callback URL, signed in, check cookies gone (%s)",
    async (id) => {
      const scene = setUp();
      const end = await signIn(scene, id);
      expect(scene.seen.errors).toEqual([]);
      expect(end.status).toBe(302);
      expect(locationOf(end)).toBe(`${origin}/after`);
      expect((await scene.browser.session())?.user).toEqual({
        name: "Olga Pavlova",
        email: "olga@example.com",
        image: person["picture"],
      });
      expect(scene.seen.accounts[0]).toMatchObject({
        provider: id,
        providerAccountId: "user-1",
        access_token: "at-1",
        token_type: "bearer",
      });
      expect(scene.seen.accounts[0]?.["expires_at"]).toBeCloseTo(Date.now() / 1000 + 3600, -1);
      for (const check of ["state", "pkce", "nonce"])
        expect(scene.browser.has(`authjs.${check}`)).toBe(false);
    },
  );

  test("OAUTH-35: carries S256, state and nonce; values are fresh and long", async () => {
    const scene = setUp();
    const [one, two] = [await scene.browser.startSignIn("op"), await scene.browser.startSignIn("op")].map(
      (answer) => new URL(locationOf(answer)).searchParams,
    );
    for (const name of ["state", "nonce", "code_challenge"]) {
      expect(one?.get(name)?.length).toBeGreaterThanOrEqual(43);
      expect(one?.get(name)).not.toBe(two?.get(name));
    }
    expect(one?.get("code_challenge_method")).toBe("S256");
    await callback(scene, scene.fake.authorize(`${issuer}/authorize?${two}`));
    expect(scene.fake.lastCall("token").form.get("code_verifier")?.length).toBeGreaterThanOrEqual(43);
  });

  test("OAUTH-38: GET /signin/op starts nothing", async () => {
    const answer = await setUp().browser.send("/auth/signin/op");
    expect(locationOf(answer)).not.toContain(issuer);
  });

  test("OAUTH-40: reserved parameters of the request are dropped, others pass", async () => {
    const scene = setUp();
    const evil =
      "?redirect_uri=https://evil.example&client_id=evil&response_type=token&response_mode=form_post&state=x&nonce=x" +
      "&code_challenge=x&code_challenge_method=plain&request=x&request_uri=https://evil.example&login_hint=ada&prompt=login&scope=openid";
    const url = new URL(locationOf(await scene.browser.startSignIn("op", evil)));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: "cid",
      redirect_uri: `${origin}/auth/callback/op`,
      response_type: "code",
      code_challenge_method: "S256",
      login_hint: "ada",
      prompt: "login",
      scope: "openid",
    });
    for (const name of ["request", "request_uri", "response_mode"])
      expect(url.searchParams.has(name)).toBe(false);
    for (const [, value] of url.searchParams) expect(["x", "evil"]).not.toContain(value);
    for (const name of new Set(url.searchParams.keys()))
      expect(url.searchParams.getAll(name)).toHaveLength(1);
  });

  test("claims of the authorization request are JSON", async () => {
    const claims = { id_token: { acr: null } };
    const { browser } = setUp({ authorization: { params: { claims, prompt: "consent" } } });
    const url = new URL(locationOf(await browser.startSignIn("op")));
    expect(url.searchParams.get("claims")).toBe(JSON.stringify(claims));
    expect(url.searchParams.get("scope")).toBe("openid profile email");
  });

  test("without a client id the log names the variable and the command", async () => {
    const { browser, seen } = setUp({ id: "my-op", clientId: "" });
    expect(locationOf(await browser.startSignIn("my-op"))).toBe(failed);
    expect(seen.errors[0]).toMatchObject({ type: "InvalidProvider" });
    expect(seen.errors[0]?.message).toContain("AUTH_MY_OP_ID");
    expect(seen.errors[0]?.message).toContain("npx auth add-provider my-op");
  });
});

describe("the answer in the browser", () => {
  test("OAUTH-01: without state is refused, no token request", async () => {
    const scene = setUp();
    const answer = await start(scene);
    answer.delete("state");
    expect(outcome(scene, await callback(scene, answer))).toEqual(notOurs);
    expect(scene.fake.called("token")).toBe(0);
  });

  test("OAUTH-03: in another browser is refused, no token request", async () => {
    const scene = setUp();
    const answer = await start(scene);
    scene.browser.cookies.clear();
    expect(outcome(scene, await callback(scene, answer))).toEqual(refused);
    expect(scene.fake.called("token")).toBe(0);
    expect(scene.seen.errors.map((error) => (error as { type?: string }).type)).toEqual(["InvalidCheck"]);
  });

  test("OAUTH-05: works once; the second time its cookies are gone", async () => {
    const scene = setUp();
    const answer = await start(scene);
    expect(locationOf(await callback(scene, answer))).toBe(`${origin}/after`);
    scene.browser.cookies.delete("authjs.session-token");
    expect(locationOf(await callback(scene, answer))).toBe(failed);
    expect(scene.fake.called("token")).toBe(1);
  });

  test("OAUTH-06: delivered to another provider is refused", async () => {
    const scene = setUp();
    expect(outcome(scene, await callback(scene, await start(scene, "oa"), "op"))).toEqual({
      ...refused,
      left: ["authjs.state", "authjs.pkce"],
    });
    expect(scene.fake.called("token")).toBe(0);
  });

  test("OAUTH-08: without iss, where the metadata promises it, is refused", async () => {
    const scene = setUp();
    scene.fake.faults.discovery = (document) => ({
      ...document,
      authorization_response_iss_parameter_supported: true,
    });
    const answer = await start(scene);
    answer.delete("iss");
    expect(outcome(scene, await callback(scene, answer))).toEqual(refused);
    expect(scene.fake.called("token")).toBe(0);
  });

  test("with the iss of another server is refused; without an issuer to compare it is not judged", async () => {
    const scene = setUp();
    const answer = await start(scene);
    answer.set("iss", "https://evil.example");
    expect(outcome(scene, await callback(scene, answer))).toEqual(refused);
    const other = await start(scene, "oa");
    other.set("iss", "https://anything.example");
    expect(locationOf(await callback(scene, other, "oa"))).toBe(`${origin}/after`);
  });

  test("OAUTH-15: without a code is refused", async () => {
    const scene = setUp();
    const answer = await start(scene);
    answer.delete("code");
    expect(outcome(scene, await callback(scene, answer))).toEqual(refused);
  });

  test.each(["code", "state", "iss"])("OAUTH-16: with %s twice is refused", async (name) => {
    const scene = setUp();
    const answer = await start(scene);
    answer.append(name, answer.get(name) ?? "");
    expect(outcome(scene, await callback(scene, answer))).toEqual(refused);
    expect(scene.fake.called("token")).toBe(0);
  });

  test("OAUTH-36: without the verifier's cookie is refused, and no exchange goes without it", async () => {
    const scene = setUp();
    const answer = await start(scene);
    scene.browser.cookies.delete("authjs.pkce.code_verifier");
    expect(outcome(scene, await callback(scene, answer))).toEqual({
      ...refused,
      left: ["authjs.state", "authjs.nonce"],
    });
    expect(scene.fake.called("token")).toBe(0);
  });

  test("OAUTH-46: with 20 000 parameters is answered soon", async () => {
    const scene = setUp();
    await start(scene);
    const many = Array.from({ length: 20_000 }, (_value, at) => `p${at}=1`).join("&");
    const before = cpuMilliseconds();
    const answer = await callback(scene, many);
    expect(answer.status).toBe(302);
    expect(cpuMilliseconds() - before).toBeLessThan(1000);
  });

  test("OAUTH-51: with a code of another sign-in fails at the verifier", async () => {
    const scene = setUp();
    const answer = await start(scene);
    const stolen = scene.fake.authorize(`${issuer}/authorize?code_challenge=of-the-victim&client_id=cid`);
    answer.set("code", stolen.get("code") ?? "");
    expect(outcome(scene, await callback(scene, answer))).toEqual(refused);
    expect(scene.fake.called("token")).toBe(1);
  });

  test("says that the person refused: back to the sign-in page, cookies cleared", async () => {
    const scene = setUp();
    const answer = await start(scene);
    answer.delete("code");
    answer.set("error", "access_denied");
    expect(outcome(scene, await callback(scene, answer))).toEqual({
      ...refused,
      location: `${origin}/auth/signin?error=OAuthCallbackError`,
    });
    expect(scene.seen.errors[0]).toMatchObject({
      type: "OAuthCallbackError",
      cause: { providerId: "op", error: "access_denied" },
    });
  });

  test.each<[string, NonNullable<OIDCConfig["authorization"]>]>([
    ["by a parameter", { params: { response_mode: "form_post" } }],
    ["in the address", `${issuer}/authorize?response_mode=form_post&scope=openid`],
  ])(
    "comes as a form where the provider posts it; cookies cross sites and are cleared the same way (asked %s)",
    async (_, authorization) => {
      const scene = setUp({ authorization });
      const started = await scene.browser.startSignIn("op");
      const lines = started.headers.getSetCookie().filter((line) => /authjs\.(state|nonce|pkce)/.test(line));
      expect(lines).toHaveLength(3);
      for (const line of lines) expect(line).toMatch(/Secure; SameSite=None/);
      const answer = scene.fake.authorize(locationOf(started));
      const end = await scene.browser.send("/auth/callback/op", {
        method: "POST",
        body: answer,
        headers: { origin: issuer },
      });
      expect(locationOf(end)).toBe(`${origin}/after`);
      const cleared = end.headers.getSetCookie().filter((line) => /authjs\.(state|nonce|pkce)/.test(line));
      for (const line of cleared) expect(line).toMatch(/Max-Age=0.*Secure; SameSite=None/);
    },
  );

  test("counts only where it was asked for: a form in place of the query, or the other way round, is none", async () => {
    const asked = setUp({ authorization: { params: { response_mode: "form_post" } } });
    expect(outcome(asked, await callback(asked, await start(asked)))).toEqual(notOurs);
    const usual = setUp();
    const body = await start(usual);
    expect(outcome(usual, await usual.browser.send("/auth/callback/op", { method: "POST", body }))).toEqual(
      notOurs,
    );
  });

  test("goes to userinfo.request() with the provider and our own addresses for it", async () => {
    const request = vi.fn<(context: { provider: object }) => { sub: string }>(() => ({ sub: "1" }));
    const { fake, seen } = setUp();
    const { config } = watched();
    const oa: OAuth2Config = {
      id: "oa",
      name: "OA",
      type: "oauth",
      ...client,
      [customFetch]: fake.fetch,
      authorization: `${issuer}/authorize?scope=read`,
      token: `${issuer}/token`,
      userinfo: { url: `${issuer}/userinfo`, request },
    };
    const scene = { fake, seen, browser: new Browser(coreApp({ ...config, providers: [oa] })) };
    await signIn(scene, "oa");
    expect(request.mock.calls[0]?.[0].provider).toMatchObject({
      id: "oa",
      signinUrl: `${origin}/auth/signin/oa`,
      callbackUrl: `${origin}/auth/callback/oa`,
    });
    // Nothing of what we add to it for ourselves.
    const shown = Object.keys(request.mock.calls[0]?.[0].provider ?? {});
    const given = [...Object.keys(oa), "checks", "signinUrl", "callbackUrl"];
    expect(new Set(shown)).toEqual(new Set(given));
  });

  test("gives profile() the tokens with the time at which they end", async () => {
    const profile = vi.fn<NonNullable<OIDCConfig["profile"]>>(({ sub }) => ({ id: String(sub) }));
    const scene = setUp({ profile });
    await signIn(scene);
    const [, tokens] = profile.mock.calls[0]!;
    expect(tokens).toMatchObject({ expires_in: 3600, expires_at: expect.any(Number) });
  });
});

describe("the ID token", () => {
  const now = () => Math.floor(Date.now() / 1000);

  test.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ["OAUTH-10: of another audience", (claims) => ({ ...claims, aud: "other" })],
    ["OAUTH-11: with further audiences and no azp", (claims) => ({ ...claims, aud: ["cid", "other"] })],
    ["OAUTH-13: with another nonce", (claims) => ({ ...claims, nonce: "wrong" })],
    ["OAUTH-13: without the nonce", ({ nonce: _nonce, ...claims }) => claims],
    ["of another issuer", (claims) => ({ ...claims, iss: "https://evil.example" })],
    ["of an issuer with one slash more", (claims) => ({ ...claims, iss: `${issuer}/` })],
    ["that has expired", (claims) => ({ ...claims, exp: now() - 400 })],
    ["without a subject", ({ sub: _sub, ...claims }) => claims],
  ])("%s is refused", async (_what, claims) => {
    const scene = setUp();
    scene.fake.faults.claims = claims;
    expect(outcome(scene, await signIn(scene))).toEqual(refused);
  });

  test("OAUTH-18: unsigned is refused, also when the metadata lists `none`", async () => {
    const scene = setUp();
    scene.fake.faults = {
      sign: unsigned,
      discovery: (document) => ({ ...document, id_token_signing_alg_values_supported: ["none", "ES256"] }),
    };
    expect(outcome(scene, await signIn(scene))).toEqual(refused);
  });

  test("OAUTH-18: signed with the client secret is refused, also when the metadata lists HS256", async () => {
    const scene = setUp();
    scene.fake.faults = {
      sign: (claims) => hmacSigned(claims, client.clientSecret),
      discovery: (document) => ({ ...document, id_token_signing_alg_values_supported: ["HS256", "ES256"] }),
    };
    expect(outcome(scene, await signIn(scene))).toEqual(refused);
  });

  test("OAUTH-20: with an altered payload is refused", async () => {
    const scene = setUp();
    scene.fake.faults.sign = (claims) => tampered(claims, { sub: "admin" });
    expect(outcome(scene, await signIn(scene))).toEqual(refused);
  });

  test("OAUTH-21: by a key that is not published costs one fetch of the keys per cool-down", async () => {
    const scene = setUp();
    const other = await foreignKey();
    scene.fake.faults.keys = () => [other];
    vi.useFakeTimers({ toFake: ["Date"] });
    for (let at = 0; at < 3; at++) expect(outcome(scene, await signIn(scene))).toEqual(refused);
    expect(scene.fake.called("jwks")).toBe(1);
    vi.setSystemTime(Date.now() + 61_000);
    expect(outcome(scene, await signIn(scene))).toEqual(refused);
    expect(outcome(scene, await signIn(scene))).toEqual(refused);
    expect(scene.fake.called("jwks")).toBe(2);
  });

  test("a new key is found by one more fetch", async () => {
    const scene = setUp();
    const other = await foreignKey();
    vi.useFakeTimers({ toFake: ["Date"] });
    scene.fake.faults.keys = () => [other];
    expect(outcome(scene, await signIn(scene))).toEqual(refused);
    scene.fake.faults.keys = undefined;
    vi.setSystemTime(Date.now() + 61_000);
    expect(locationOf(await signIn(scene))).toBe(`${origin}/after`);
  });

  test("F-78 a key that was replaced at once is found by the next sign-in, after 5 seconds", async () => {
    const scene = setUp();
    const other = await foreignKey();
    vi.useFakeTimers({ toFake: ["Date"] });
    scene.fake.faults.keys = () => [other];
    expect(outcome(scene, await signIn(scene))).toEqual(refused);
    scene.fake.faults.keys = undefined;
    vi.setSystemTime(Date.now() + 6_000);
    expect(locationOf(await signIn(scene))).toBe(`${origin}/after`);
    expect(scene.fake.called("jwks")).toBe(2);
  });

  test("F-78 invented keys cost one request in 5 seconds, however many sign in, and whether it succeeds or not", async () => {
    const scene = setUp();
    const other = await foreignKey();
    vi.useFakeTimers({ toFake: ["Date"] });
    scene.fake.faults.keys = () => [other];
    expect(outcome(scene, await signIn(scene))).toEqual(refused);
    vi.setSystemTime(Date.now() + 6_000);
    scene.fake.faults.answer = { jwks: () => new Response(null, { status: 503 }) };
    for (let at = 0; at < 4; at++) expect(outcome(scene, await signIn(scene))).toEqual(refused);
    expect(scene.fake.called("jwks")).toBe(2);
    // The keys that were known stay known.
    vi.setSystemTime(Date.now() + 6_000);
    scene.fake.faults = {};
    expect(locationOf(await signIn(scene))).toBe(`${origin}/after`);
    expect(scene.fake.called("jwks")).toBe(3);
  });

  test.each([300, -290])("OAUTH-23: of a provider whose clock is %i s off signs in", async (offset) => {
    const scene = setUp();
    scene.fake.faults.claims = (claims) => ({ ...claims, iat: now() + offset, exp: now() + offset + 300 });
    expect(locationOf(await signIn(scene))).toBe(`${origin}/after`);
  });

  test("OAUTH-23: of a provider whose clock is 400 s slow has expired", async () => {
    const scene = setUp();
    scene.fake.faults.claims = (claims) => ({ ...claims, iat: now() - 400, exp: now() - 100 });
    expect(outcome(scene, await signIn(scene))).toEqual(refused);
  });

  test("OAUTH-25: speaks of the same person as userinfo, or nobody signs in", async () => {
    const scene = setUp({ idToken: false });
    scene.fake.faults.userinfo = (answer) => ({ ...answer, sub: "victim" });
    expect(outcome(scene, await signIn(scene))).toEqual(refused);
    scene.fake.faults.userinfo = (answer) => ({ ...answer, name: "From userinfo" });
    await signIn(scene);
    expect((await scene.browser.session())?.user?.["name"]).toBe("From userinfo");
  });

  test("is required of an OpenID provider", async () => {
    const scene = setUp();
    scene.fake.faults.tokens = ({ id_token: _token, ...tokens }) => tokens;
    expect(outcome(scene, await signIn(scene))).toEqual(refused);
  });

  test("of a multi-tenant server names its tenant's issuer", async () => {
    const expectedIssuer = (claims: Record<string, unknown>, template: string) =>
      template.replace("{tenantid}", String(claims["tid"]));
    const scene = setUp({ expectedIssuer });
    scene.fake.faults = {
      discovery: (document) => ({ ...document, issuer: `${issuer}/{tenantid}` }),
      claims: (claims) => ({ ...claims, tid: "t1", iss: `${issuer}/t1` }),
    };
    expect(locationOf(await signIn(scene))).toBe(`${origin}/after`);
    scene.fake.faults.claims = (claims) => ({ ...claims, tid: "t1", iss: `${issuer}/t2` });
    expect(locationOf(await signIn(scene))).toBe(failed);
  });
});

describe("the token endpoint", () => {
  test("OAUTH-28: down gives the error page, the cause goes to the log", async () => {
    const scene = setUp();
    scene.fake.faults.answer = { token: () => Promise.reject(new TypeError("connect ECONNREFUSED")) };
    expect(outcome(scene, await signIn(scene))).toEqual(refused);
    expect(scene.seen.errors[0]).toMatchObject({ type: "CallbackRouteError", cause: { provider: "op" } });
    expect(scene.seen.errors[0]).toMatchObject({
      cause: { err: { message: `Provider "op": op.example.com could not be asked: connect ECONNREFUSED` } },
    });
  });

  test.each<[string, () => Response]>([
    [
      "OAUTH-31: malformed JSON",
      () => new Response('{"access_token":', { headers: { "content-type": "application/json" } }),
    ],
    ["OAUTH-31: no access token", () => Response.json({ token_type: "bearer" })],
    ["OAUTH-33: a redirect", () => Response.redirect("https://169.254.169.254/", 302)],
    ["a server error", () => Response.json({}, { status: 500 })],
    ["an OAuth error", () => Response.json({ error: "invalid_grant" }, { status: 400 })],
    ["a page", () => new Response("<html>", { headers: { "content-type": "text/html" } })],
  ])("%s signs nobody in", async (_what, answer) => {
    const scene = setUp();
    scene.fake.faults.answer = { token: answer };
    expect(outcome(scene, await signIn(scene))).toEqual(refused);
    expect(scene.fake.calls.some(({ url }) => url.hostname === "169.254.169.254")).toBe(false);
  });

  test("OAUTH-48: an error beside tokens, with status 200, signs nobody in", async () => {
    const scene = setUp();
    scene.fake.faults.tokens = (tokens) => ({ ...tokens, error: "invalid_grant" });
    expect(outcome(scene, await signIn(scene))).toEqual(refused);
  });

  test.each(["bearer", "Bearer", "BEARER"])(
    "OAUTH-45: token_type %s is kept in lower case",
    async (token_type) => {
      const scene = setUp();
      scene.fake.faults.tokens = (tokens) => ({ ...tokens, token_type });
      await signIn(scene);
      expect(scene.seen.accounts[0]?.["token_type"]).toBe("bearer");
    },
  );

  const secretive = { clientId: "c id:1", clientSecret: "s+/ é!*'()" };
  test.each([undefined, "client_secret_basic"])("authenticates the client by Basic (%s)", async (method) => {
    const scene = setUp({ ...secretive, ...(method && { client: { token_endpoint_auth_method: method } }) });
    await signIn(scene);
    const { headers, form } = scene.fake.lastCall("token");
    const [, encoded = ""] = headers.get("authorization")?.split(" ") ?? [];
    expect(atob(encoded)).toBe("c+id%3A1:s%2B%2F+%C3%A9!*'()");
    expect([...form.keys()].sort()).toEqual(["code", "code_verifier", "grant_type", "redirect_uri"]);
  });

  test.each<[string, string[]]>([
    ["client_secret_post", ["client_id", "client_secret"]],
    ["client_secret_jwt", ["client_assertion", "client_assertion_type", "client_id"]],
    ["none", ["client_id"]],
  ])("authenticates the client by %s", async (method, members) => {
    const scene = setUp({ client: { token_endpoint_auth_method: method } });
    expect(locationOf(await signIn(scene))).toBe(`${origin}/after`);
    const { headers, form } = scene.fake.lastCall("token");
    expect(headers.has("authorization")).toBe(false);
    const usual = ["code", "code_verifier", "grant_type", "redirect_uri"];
    expect([...form.keys()].sort()).toEqual([...usual, ...members].sort());
  });

  test.each([
    ["the issuer alone", undefined, issuer],
    ["the endpoint alone, where the provider asks for it", "token_endpoint", `${issuer}/token`],
  ] as const)(
    "SEC2-36 authenticates the client by private_key_jwt, addressed to %s",
    async (_to, assertionAudience, aud) => {
      const algorithm = { name: "ECDSA", namedCurve: "P-256" } as const;
      const { privateKey } = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
      const scene = setUp({
        client: { token_endpoint_auth_method: "private_key_jwt" },
        token: {
          clientPrivateKey: { key: privateKey, kid: "client-key" },
          ...(assertionAudience && { assertionAudience }),
        },
      });
      expect(locationOf(await signIn(scene))).toBe(`${origin}/after`);
      const [header = "", payload = ""] =
        scene.fake.lastCall("token").form.get("client_assertion")?.split(".") ?? [];
      const decoded = (part: string) =>
        JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
      expect(decoded(header)).toMatchObject({ alg: "ES256", kid: "client-key" });
      expect(decoded(payload)).toMatchObject({ iss: "cid", sub: "cid", aud });
    },
  );

  test("an unknown way to authenticate is an error, not no authentication", async () => {
    const scene = setUp({ client: { token_endpoint_auth_method: "magic" } });
    expect(outcome(scene, await signIn(scene))).toEqual(refused);
    expect(scene.fake.called("token")).toBe(0);
  });

  test("an answer that breaks the rules can be mended by conform", async () => {
    const conform = async (response: Response) =>
      Response.json({ token_type: "bearer", ...((await response.json()) as object) });
    const scene = setUp({ token: { conform } });
    scene.fake.faults.tokens = ({ token_type: _type, ...tokens }) => tokens;
    expect(locationOf(await signIn(scene))).toBe(`${origin}/after`);
  });
});

describe("what the log sees of a failure", () => {
  /** Everything that hangs on an error, as a logger of the user may print it. */
  const everything = (error: unknown): string =>
    error instanceof Error
      ? [error.message, error.stack, everything(error.cause), JSON.stringify({ ...error })].join("\n")
      : typeof error === "object" && error !== null
        ? Object.values(error).map(everything).join("\n")
        : String(error);

  test("RESP-13: no token, code or state, but what is wrong", async () => {
    const scene = setUp();
    scene.fake.faults = {
      tokens: (tokens) => ({ ...tokens, access_token: "at-secret", refresh_token: 7 }),
    };
    const answer = await start(scene);
    expect(outcome(scene, await callback(scene, answer))).toEqual(refused);
    const text = scene.seen.errors.map(everything).join("\n");
    expect(text).toContain("refresh_token");
    for (const secret of ["at-secret", answer.get("state"), client.clientSecret])
      expect(text).not.toContain(secret);
  });

  test("an issuer that does not fit is named with the one that was expected", async () => {
    const scene = setUp();
    scene.fake.faults.claims = (claims) => ({ ...claims, iss: "https://other.example" });
    await signIn(scene);
    expect(scene.seen.errors[0]?.message).toContain(`expected "${issuer}", got "https://other.example"`);
  });

  test("the provider's own words about a refused code are there", async () => {
    const scene = setUp();
    const body = { error: "invalid_client", error_description: "The secret is wrong" };
    scene.fake.faults.answer = { token: () => Response.json(body, { status: 401 }) };
    await signIn(scene);
    expect(scene.seen.errors[0]?.message).toContain("status 401, invalid_client, The secret is wrong");
  });
});

describe("the profile", () => {
  test.each<[string, unknown]>([
    ["undefined", undefined],
    ["null", null],
    ["empty", ""],
    ["an object", {}],
    ["NaN", Number.NaN],
  ])("OAUTH-43: with an id that is %s signs nobody in", async (_what, id) => {
    const scene = setUp({ profile: () => ({ id: id as string, name: "x" }) });
    expect(outcome(scene, await signIn(scene))).toEqual(refused);
  });

  test("ids are text, whatever profile() returns", async () => {
    const scene = setUp({ profile: () => ({ id: 7 as unknown as string }) });
    await signIn(scene);
    expect(scene.seen.accounts[0]?.["providerAccountId"]).toBe("7");
  });

  test("profile() that throws is logged and ends on the sign-in page", async () => {
    const scene = setUp({
      profile: () => {
        throw new TypeError("no such member");
      },
    });
    expect(outcome(scene, await signIn(scene))).toEqual({
      ...refused,
      location: `${origin}/auth/signin?error=OAuthCallbackError`,
    });
    expect(scene.seen.errors.map((error) => (error as { type?: string }).type)).toEqual([
      "OAuthProfileParseError",
    ]);
  });

  test.each<[string, () => Response]>([
    ["a status of 500", () => Response.json({ id: "1" }, { status: 500 })],
    ["a status of 401", () => Response.json({}, { status: 401 })],
    ["OAUTH-48: an error with status 200", () => Response.json({ error: { error_code: 5 } })],
    ["a list", () => Response.json([])],
    ["null", () => Response.json(null)],
    ["a redirect", () => Response.redirect("https://evil.example/", 302)],
  ])("%s of a plain OAuth provider signs nobody in", async (_what, answer) => {
    const scene = setUp();
    scene.fake.faults.answer = { userinfo: answer };
    expect(outcome(scene, await signIn(scene, "oa"))).toEqual(refused);
  });
});

describe("discovery", () => {
  test("OAUTH-26: that names another issuer starts nothing", async () => {
    const scene = setUp();
    scene.fake.faults.discovery = (document) => ({
      ...document,
      issuer: "https://evil.example",
      authorization_endpoint: "https://evil.example/a",
    });
    const answer = await scene.browser.startSignIn("op");
    expect(locationOf(answer)).toBe(failed);
  });

  test.each([`${issuer}/`, issuer.toUpperCase(), ""])(
    "is compared byte for byte: %j is another issuer",
    async (named) => {
      const scene = setUp();
      scene.fake.faults.discovery = (document) => ({ ...document, issuer: named });
      expect(locationOf(await scene.browser.startSignIn("op"))).toBe(failed);
    },
  );

  test("OAUTH-56: is taken once; keys cannot move between start and callback", async () => {
    const scene = setUp();
    const answer = await start(scene);
    scene.fake.faults.discovery = (document) => ({ ...document, jwks_uri: "https://evil.example/jwks" });
    expect(locationOf(await callback(scene, answer))).toBe(`${origin}/after`);
    await signIn(scene);
    expect(scene.fake.called("discovery")).toBe(1);
    expect(scene.fake.calls.some(({ url }) => url.hostname === "evil.example")).toBe(false);
  });

  test("that failed is asked again at the next sign-in", async () => {
    const scene = setUp();
    scene.fake.faults.answer = { discovery: () => new Response("down", { status: 503 }) };
    expect(locationOf(await scene.browser.startSignIn("op"))).toBe(failed);
    scene.fake.faults = {};
    expect(locationOf(await signIn(scene))).toBe(`${origin}/after`);
  });

  test("is shared by those who ask at the same time", async () => {
    const scene = setUp();
    await scene.browser.send("/auth/csrf");
    await Promise.all([
      scene.browser.startSignIn("op"),
      scene.browser.startSignIn("op"),
      scene.browser.startSignIn("op"),
    ]);
    expect(scene.fake.called("discovery")).toBe(1);
  });

  test("wellKnown is its address; the issuer must still fit", async () => {
    const scene = setUp({ wellKnown: "https://elsewhere.example/own-discovery" });
    expect(locationOf(await signIn(scene))).toBe(`${origin}/after`);
    expect(scene.fake.lastCall("discovery").url.href).toBe("https://elsewhere.example/own-discovery");
  });

  test("without a userinfo endpoint is fine while nobody needs it", async () => {
    const scene = setUp();
    scene.fake.faults.discovery = ({ userinfo_endpoint: _endpoint, ...document }) => document;
    expect(locationOf(await signIn(scene))).toBe(`${origin}/after`);
  });

  test("OAUTH-37: a server without S256 gets state and nonce, never a plain challenge", async () => {
    const scene = setUp({ checks: ["pkce"] });
    scene.fake.faults.discovery = (document) => ({
      ...document,
      code_challenge_methods_supported: ["plain"],
    });
    const started = await scene.browser.startSignIn("op");
    const { searchParams } = new URL(locationOf(started));
    expect(searchParams.has("code_challenge")).toBe(false);
    expect(searchParams.has("state")).toBe(true);
    expect(searchParams.has("nonce")).toBe(true);
    const end = await callback(scene, scene.fake.authorize(locationOf(started)));
    expect(locationOf(end)).toBe(`${origin}/after`);
  });
});

describe("requests to providers", () => {
  test.each(["file:///etc", "gopher://op.example.com"])("OAUTH-50: %s is never asked", async (address) => {
    const scene = setUp({ issuer: address });
    expect(locationOf(await scene.browser.startSignIn("op"))).toBe(failed);
    expect(scene.fake.calls).toEqual([]);
  });

  test.each([
    ["token_endpoint", "http://op.example.com/token"],
    ["token_endpoint", "http://169.254.169.254/token"],
    ["jwks_uri", "http://10.0.0.1/keys"],
    ["jwks_uri", "file:///etc/keys"],
  ])(
    "OAUTH-50: metadata leads to no %s at %s, which the configuration does not write",
    async (member, address) => {
      const scene = setUp();
      scene.fake.faults.discovery = (document) => ({ ...document, [member]: address });
      expect(outcome(scene, await signIn(scene))).toEqual(refused);
      expect(scene.fake.calls.filter(({ url }) => url.href === address)).toEqual([]);
    },
  );

  test.each([
    ["idp.example.com", "https://idp.example.com"],
    ["//idp.example.com/x", "https://idp.example.com/x"],
    ["idp example", "https://idp example"],
  ])("F-42 the issuer %j is named, with the provider, the variable and the repair", async (value, repair) => {
    const scene = setUp({ issuer: value });
    expect(locationOf(await scene.browser.startSignIn("op"))).toBe(failed);
    const said = scene.seen.errors.map(String).join();
    expect(said).toContain(`Provider "op": the issuer ${JSON.stringify(value)} is not a URL`);
    expect(said).toContain(`Set AUTH_OP_ISSUER=${repair}`);
    expect(said).not.toContain("TypeError");
  });

  test.each(["authorization", "token", "userinfo"] as const)(
    "F-42 so is the address of %s, without what a sign-in brought",
    async (endpoint) => {
      const address = endpoint === "userinfo" ? "idp.example.com/{accessToken}" : "idp.example.com/x";
      const scene = setUp({ type: "oauth", issuer, [endpoint]: { url: address } } as object);
      const location = locationOf(await scene.browser.startSignIn("op"));
      if (endpoint === "userinfo") await callback(scene, scene.fake.authorize(location));
      const errors = scene.seen.errors.map((error) => `${error} ${String((error as AuthError).cause?.err)}`);
      expect(errors.join()).toContain(`Provider "op": ${JSON.stringify(address)} is not a URL`);
      expect(errors.join()).not.toContain("at-1");
    },
  );

  test.each(["http://127.0.0.1:9", "http://localhost:9", "http://[::1]:9"])(
    "%s is of this machine and may be asked",
    async (address) => {
      const scene = setUp({ issuer: address });
      scene.fake.faults.discovery = (document) => ({ ...document, issuer: address });
      await scene.browser.startSignIn("op");
      expect(scene.fake.called("discovery")).toBe(1);
    },
  );

  test.each([
    ["token_endpoint", "http://127.0.0.1:4107/token"],
    ["token_endpoint", "https://localhost:4107/token"],
    ["jwks_uri", "http://[::1]:4107/keys"],
    ["jwks_uri", "http://app.localhost/keys"],
  ])("SEC2-29 metadata of a server elsewhere leads to no %s at %s", async (member, address) => {
    const scene = setUp();
    scene.fake.faults.discovery = (document) => ({ ...document, [member]: address });
    const end = await signIn(scene);
    expect(outcome(scene, end)).toEqual(refused);
    expect(scene.fake.calls.map(({ url }) => String(url)).filter((url) => url.includes("4107"))).toEqual([]);
    const said = scene.seen.errors.map((error) => String((error as AuthError).cause?.err ?? error)).join();
    expect(said).toContain(`names ${new URL(address).origin}, an address of this machine`);
  });

  test("SEC2-29 a local issuer may name local addresses, and so may the app itself", async () => {
    const local = "http://127.0.0.1:9";
    const scene = setUp({ issuer: local });
    scene.fake.faults.discovery = (document) => ({
      ...document,
      issuer: local,
      token_endpoint: "http://localhost:8/token",
    });
    const answer = await start(scene);
    answer.set("iss", local);
    await callback(scene, answer);
    expect(scene.fake.called("token")).toBe(1);
    const written = setUp({ token: { url: "http://127.0.0.1:8/token" } });
    await signIn(written);
    expect(written.fake.called("token")).toBe(1);
  });

  describe("PR-07: a provider on a private network, without https", () => {
    const inside = "http://keycloak:8080/realms/main";
    const outside = "https://login.example.com/realms/main";
    const playing = (name: string, document: object = {}) => {
      const fake = new FakeProvider(name);
      fake.faults.discovery = (own) => ({ ...own, ...document });
      return fake;
    };
    const asked = (fake: FakeProvider) => fake.calls.map(({ url }) => String(url));
    const come = async (fake: FakeProvider, more: Partial<OIDCConfig>, env = "development") => {
      vi.stubEnv("NODE_ENV", env);
      const scene = setUp({ issuer: fake.issuer, [customFetch]: fake.fetch, ...more });
      const began = await scene.browser.startSignIn("op");
      if (locationOf(began) === failed) return { scene, end: failed };
      const answer = fake.authorize(locationOf(began));
      const end = locationOf(await scene.browser.send(`/auth/callback/op?${answer}`));
      vi.unstubAllEnvs();
      return { scene, end };
    };

    test("PR-07 an issuer that the configuration writes is asked; production warns once", async () => {
      const fake = playing(inside);
      const { end, scene } = await come(fake, {}, "production");
      expect(end).toBe(`${origin}/after`);
      expect(scene.seen.warnings.filter((code) => code.startsWith("provider-without-https"))).toEqual([
        "provider-without-https: op (http://keycloak:8080)",
      ]);
      expect((await come(playing(inside), {})).scene.seen.warnings).toEqual([]);
    });

    test("PR-07 another origin without https is not, and the text says what to write", async () => {
      const { end, scene } = await come(
        playing(outside, { token_endpoint: "http://keycloak:8080/token" }),
        {},
      );
      expect(end).toBe(failed);
      const said = scene.seen.errors.map((error) => String((error as AuthError).cause?.err ?? error)).join();
      expect(said).toContain("must use https: http://keycloak. On a private network write that address");
      expect(said).toContain("jwks_endpoint");
    });

    test("PR-07 the document from inside, the issuer of outside", async () => {
      const fake = playing(outside, { token_endpoint: `${inside}/token`, jwks_uri: `${inside}/jwks` });
      const { end } = await come(fake, { wellKnown: `${inside}/.well-known/openid-configuration` });
      expect(end).toBe(`${origin}/after`);
      expect(asked(fake).every((url) => url.startsWith(inside))).toBe(true);
    });

    test("PR-07 every address written, the key set too: no document is asked for, and a foreign key signs nobody in", async () => {
      const written = {
        authorization: `${outside}/authorize`,
        token: `${inside}/token`,
        userinfo: `${inside}/userinfo`,
        jwks_endpoint: `${inside}/jwks`,
        client: { id_token_signed_response_alg: "ES256" },
      };
      const fake = playing(outside);
      expect((await come(fake, written)).end).toBe(`${origin}/after`);
      expect(fake.called("discovery")).toBe(0);
      expect(asked(fake).every((url) => url.startsWith(inside))).toBe(true);
      const forged = playing(outside);
      forged.faults.keys = () => [];
      expect((await come(forged, written)).end).toBe(failed);
    });
  });

  test.each(["DEPTH_ZERO_SELF_SIGNED_CERT", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "ECONNREFUSED"])(
    "F-80 a host that cannot be reached (%s) is named, with the provider",
    async (code) => {
      const down = () =>
        Promise.reject(new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) }));
      const scene = setUp({ [customFetch]: down });
      expect(locationOf(await scene.browser.startSignIn("op"))).toBe(failed);
      const said = scene.seen.errors.map(String).join();
      expect(said).toContain(`Provider "op": ${new URL(issuer).host} could not be asked: ${code}`);
      expect(said.includes("NODE_EXTRA_CA_CERTS")).toBe(code !== "ECONNREFUSED");
    },
  );

  describe("over HTTP", () => {
    let server: Server | undefined;
    afterEach(() => {
      server?.closeAllConnections();
      server?.close();
    });

    async function withTokenServer(answer: Parameters<typeof createServer>[1]): Promise<Scene> {
      server = createServer(answer);
      await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const fake = new FakeProvider();
      const mixed: typeof fetch = (input, init) =>
        String(input).startsWith(address) ? fetch(input, init) : fake.fetch(input as string, init);
      return { ...setUpWith(fake, { [customFetch]: mixed, token: `${address}/token` }) };
    }

    function setUpWith(fake: FakeProvider, changes: Partial<OIDCConfig>): Scene {
      const scene = setUp(changes);
      return { ...scene, fake };
    }

    test("OAUTH-30: an answer of 64 MiB is left after 1 MiB", async () => {
      let sent = 0;
      const scene = await withTokenServer((_request, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        const chunk = Buffer.alloc(64 * 1024, " ");
        const push = () => {
          while (sent < 64 * 1024 * 1024 && !response.destroyed) {
            sent += chunk.length;
            if (!response.write(chunk)) return void response.once("drain", push);
          }
          response.end();
        };
        push();
      });
      expect(outcome(scene, await signIn(scene))).toEqual(refused);
      expect(sent).toBeLessThan(16 * 1024 * 1024);
      const cause = scene.seen.errors[0]?.cause as { err: Error };
      expect(cause.err.message).toContain("more than 1048576 bytes");
    });

    test("OAUTH-29: a byte now and then does not extend 10 seconds", async () => {
      const scene = await withTokenServer((_request, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        const drip = setInterval(() => response.write(" "), 200);
        response.on("close", () => clearInterval(drip));
      });
      const before = Date.now();
      expect(outcome(scene, await signIn(scene))).toEqual(refused);
      expect(Date.now() - before).toBeGreaterThan(9000);
      expect(Date.now() - before).toBeLessThan(20_000);
    });
  });
});

describe("a redirect proxy", () => {
  const proxy = "https://auth.example.com/auth";
  const preview = "https://next.preview.example.com";
  const listed = { redirectProxyUrl: { url: proxy, origins: [preview] } };

  /** A deployment at this origin; the browser has one jar for all of them. */
  function deployedAt(site: string, changes: Partial<OIDCConfig>, more: Partial<AuthConfig> = {}) {
    const { seen, config } = watched();
    const fake = new FakeProvider();
    const op: OIDCConfig = {
      id: "op",
      name: "OP",
      type: "oidc",
      issuer,
      ...client,
      checks: ["pkce"],
      [customFetch]: fake.fetch,
      ...changes,
    };
    const app = coreApp({ providers: [op], ...config, ...more });
    const browser = new Browser((request) => app(new Request(request.url.replace(origin, site), request)));
    return { browser, fake, seen };
  }

  /** The provider's answer to a sign-in that was begun at this origin, as the proxy gets it. */
  async function answerFrom(site: string) {
    const scene = deployedAt(site, { redirectProxyUrl: proxy });
    const location = locationOf(await scene.browser.startSignIn("op"));
    return { scene, location, answer: scene.fake.authorize(location) };
  }

  const atProxy = (changes: Partial<OIDCConfig>, more: Partial<AuthConfig> = {}) =>
    deployedAt("https://auth.example.com", changes, more);

  test("gets the answer, with the way back sealed in the state", async () => {
    const { scene, location, answer } = await answerFrom(preview);
    expect(new URL(location).searchParams.get("redirect_uri")).toBe(`${proxy}/callback/op`);

    const onProxy = atProxy(listed);
    const hop = await onProxy.browser.send(`/auth/callback/op?${answer}`);
    expect(hop.status).toBe(302);
    expect(locationOf(hop)).toBe(`${preview}/auth/callback/op?${answer}`);
    expect(onProxy.fake.calls).toEqual([]);

    const end = await scene.browser.send(locationOf(hop).replace(preview, ""));
    expect(locationOf(end)).toBe(`${preview}/after`);
    expect(scene.fake.lastCall("token").form.get("redirect_uri")).toBe(`${proxy}/callback/op`);
  });

  test.each([
    ["no list at all", "https://evil.test", undefined],
    ["a host that a forged header named", "https://evil.test", [preview]],
    ["a name that only begins as a listed one", `${preview}.evil.test`, [preview]],
    ["http in place of https", "http://next.preview.example.com", [preview]],
    ["another port", `${preview}:8443`, [preview]],
    ["two labels for one star", "https://a.b.preview.example.com", ["https://*.preview.example.com"]],
    ["no label for the star", "https://preview.example.com", ["https://*.preview.example.com"]],
  ])("SEC2-12 hands no code to an origin that is not listed: %s", async (_case, site, origins) => {
    const { answer } = await answerFrom(site);
    const onProxy = atProxy({ redirectProxyUrl: { url: proxy, origins } });
    const end = await onProxy.browser.send(`/auth/callback/op?${answer}`);
    expect(locationOf(end)).toBe("https://auth.example.com/auth/error?error=Configuration");
    expect(onProxy.fake.calls).toEqual([]);
    expect(onProxy.seen.errors.map(String).join()).toContain(`AUTH_REDIRECT_PROXY_ORIGINS=${site}`);
  });

  test.each([
    [
      "for this provider",
      { redirectProxyUrl: { url: proxy, origins: ["https://*.preview.example.com/"] } },
      {},
    ],
    ["in the configuration, proxy too", {}, listed],
    ["in the configuration, proxy for this provider", { redirectProxyUrl: proxy }, listed],
  ])("SEC2-12 passes an answer on to a listed origin: %s", async (_case, changes, more) => {
    const { answer } = await answerFrom(preview);
    const hop = await atProxy(changes, more).browser.send(`/auth/callback/op?${answer}`);
    expect(locationOf(hop)).toBe(`${preview}/auth/callback/op?${answer}`);
  });

  test("SEC2-12 signs in at the proxy itself without a list", async () => {
    const { browser, fake } = atProxy({ redirectProxyUrl: proxy });
    const answer = fake.authorize(locationOf(await browser.startSignIn("op")));
    expect(locationOf(await browser.send(`/auth/callback/op?${answer}`))).toBe(
      "https://auth.example.com/after",
    );
  });

  test("SEC2-12 takes the list from the environment", async () => {
    vi.stubEnv("AUTH_REDIRECT_PROXY_URL", proxy);
    vi.stubEnv("AUTH_REDIRECT_PROXY_ORIGINS", `https://other.example.com, ${preview}`);
    const { answer } = await answerFrom(preview);
    const { fake } = atProxy({});
    const { config } = watched();
    const op: OIDCConfig = {
      id: "op",
      name: "OP",
      type: "oidc",
      issuer,
      ...client,
      [customFetch]: fake.fetch,
    };
    const app = appWithEnv({ providers: [op], ...config });
    const hop = await app(new Request(`${proxy}/callback/op?${answer}`));
    expect(locationOf(hop)).toBe(`${preview}/auth/callback/op?${answer}`);
    vi.unstubAllEnvs();
  });

  test.each([
    "http://localhost:3000",
    "https://*.vercel.app",
    "https://*.example.com",
    "https://next-*.preview.example.com",
    "https://next.preview.example.com/path",
    "https://user@next.preview.example.com",
    "next.preview.example.com",
    "*",
  ])("SEC2-12 a list that holds %s is an error of the configuration", async (entry) => {
    const { browser, seen } = atProxy({ redirectProxyUrl: { url: proxy, origins: [preview, entry] } });
    expect((await browser.send("/auth/providers")).status).toBe(500);
    expect(seen.errors.map(String).join()).toContain(JSON.stringify(entry));
  });

  test("refuses a state that was not sealed with its secret", async () => {
    const { browser } = atProxy(listed);
    const answer = await browser.send("/auth/callback/op?code=x&state=forged");
    expect(locationOf(answer)).toBe("https://auth.example.com/auth/error?error=Configuration");
  });

  test("PR-15: a posted answer is posted on, to listed origins alone, and signs in there", async () => {
    const posting: Partial<OIDCConfig> = {
      redirectProxyUrl: { url: proxy, origins: [preview] },
      authorization: { params: { response_mode: "form_post" } },
    };
    const begun = async (site: string) => {
      const scene = deployedAt(site, posting);
      const location = locationOf(await scene.browser.startSignIn("op"));
      expect(new URL(location).searchParams.get("redirect_uri")).toBe(`${proxy}/callback/op`);
      return { scene, body: scene.fake.authorize(location) };
    };
    const { scene, body } = await begun(preview);
    const onProxy = atProxy(posting);
    const hop = await onProxy.browser.send("/auth/callback/op", { method: "POST", body });
    expect([hop.status, locationOf(hop)]).toEqual([307, `${preview}/auth/callback/op`]);
    expect(onProxy.fake.calls).toEqual([]);
    const end = await scene.browser.send("/auth/callback/op", { method: "POST", body });
    expect(locationOf(end)).toBe(`${preview}/after`);
    expect(scene.fake.lastCall("token").form.get("redirect_uri")).toBe(`${proxy}/callback/op`);

    const stranger = await begun("https://evil.test");
    const elsewhere = await onProxy.browser.send("/auth/callback/op", {
      method: "POST",
      body: stranger.body,
    });
    expect(locationOf(elsewhere)).toBe("https://auth.example.com/auth/error?error=Configuration");
  });

  test("that is no URL is an error of the configuration", async () => {
    const { browser } = setUp({ redirectProxyUrl: "not a url" });
    expect(locationOf(await browser.startSignIn("op"))).toBe(failed);
  });
});

describe("further requests for the profile", () => {
  const extra = (more: object) =>
    ({ userinfo: { extra: [{ url: `${issuer}/photo`, at: "photo", ...more }] } }) as Partial<OIDCConfig>;
  const image = {
    profile: (profile: { sub?: string | null; photo?: unknown }) => ({
      id: String(profile.sub),
      image: profile.photo as string,
    }),
  };

  test("bring a picture as a data URL", async () => {
    const scene = setUp({ ...extra({ as: "data-url" }), ...image } as Partial<OIDCConfig>);
    scene.fake.faults.answer = {
      "/photo": () => new Response(new Uint8Array([1, 2, 3]), { headers: { "content-type": "image/png" } }),
    };
    await signIn(scene);
    expect((await scene.browser.session())?.user?.["image"]).toBe("data:image/png;base64,AQID");
    expect(scene.fake.lastCall("/photo").headers.get("authorization")).toBe("Bearer at-1");
  });

  test("that fail end the sign-in, unless they are optional", async () => {
    const strict = setUp(extra({}));
    expect(outcome(strict, await signIn(strict))).toEqual(refused);
    const lenient = setUp(extra({ optional: true }));
    expect(locationOf(await signIn(lenient))).toBe(`${origin}/after`);
  });

  test("are skipped when the profile has what they would bring", async () => {
    const scene = setUp(extra({ unless: "email" }));
    expect(locationOf(await signIn(scene))).toBe(`${origin}/after`);
    expect(scene.fake.called("/photo")).toBe(0);
  });
});

describe("PR-04 T1: two tabs that sign in", () => {
  test.each<[string, Parameters<typeof setUp>[0]]>([
    ["with state", {}],
    ["with PKCE alone", { checks: ["pkce"] }],
  ])(
    "PR-04 %s: the older answer ends nothing, the newer one signs in, and then the older one goes on to the app",
    async (_what, option) => {
      const scene = setUp(option);
      const older = await start(scene);
      const newer = await start(scene);
      const left = notOurs.left.filter((name) => scene.browser.has(name));
      expect(outcome(scene, await callback(scene, older))).toEqual({ ...refused, left });
      expect(scene.seen.errors.map((error) => (error as { type?: string }).type)).toEqual(["InvalidCheck"]);
      expect(outcome(scene, await callback(scene, newer))).toEqual({
        status: 302,
        location: `${origin}/after`,
        left: ["session-token"],
      });
      const again = await callback(scene, older);
      expect(outcome(scene, again)).toEqual({
        status: 302,
        location: `${origin}/after`,
        left: ["session-token"],
      });
      expect(again.headers.getSetCookie()).toEqual([]);
    },
  );

  test("T1 what the provider refuses leaves no mark, and a sign-out does not use up the memory of sign-ins", async () => {
    const sharedStore = memoryStore();
    const added: string[] = [];
    const add = sharedStore.add.bind(sharedStore);
    const scene = setUp(
      {},
      { sharedStore: { ...sharedStore, add: (key, ttl) => (added.push(key), add(key, ttl)) } },
    );
    const answer = await start(scene);
    answer.set("code", "invented");
    expect(outcome(scene, await callback(scene, answer))).toEqual(refused);
    expect(added).toEqual([]);
    expect(locationOf(await callback(scene, await start(scene)))).toBe(`${origin}/after`);
    expect(added).toHaveLength(1);
  });
});

describe("F-11: a sign-in that comes back again", () => {
  const restored = (from: Browser, to: Browser) => {
    for (const [name, value] of from.cookies) to.cookies.set(name, value);
  };

  test.each(["op", "oa"])(
    "F-11: with its check cookies restored signs nobody in, where %s takes a code twice",
    async (id) => {
      const scene = setUp();
      const answer = await start(scene, id);
      const kept = new Browser(coreApp({ providers: [] }));
      restored(scene.browser, kept);
      expect(locationOf(await callback(scene, answer, id))).toBe(`${origin}/after`);
      scene.browser.cookies.clear();
      restored(kept, scene.browser);
      expect(outcome(scene, await callback(scene, answer, id))).toEqual({
        ...refused,
        left: notOurs.left.filter((name) => kept.has(name)),
      });
      expect(scene.seen.errors.at(-1)?.message).toContain("came back before");
    },
  );

  test("F-11: nor at another process that shares a store", async () => {
    const sharedStore = memoryStore();
    const [one, two] = [setUp({}, { sharedStore }), setUp({}, { sharedStore })];
    const answer = await start(one);
    restored(one.browser, two.browser);
    expect(locationOf(await callback(one, answer))).toBe(`${origin}/after`);
    expect(outcome(two, await callback(two, answer)).location).toBe(failed);
    expect(two.seen.errors.at(-1)?.message).toContain("came back before");
  });

  test("F-11: a provider with PKCE alone is held to it too", async () => {
    const scene = setUp({ checks: ["pkce"] });
    const answer = await start(scene);
    const kept = new Browser(coreApp({ providers: [] }));
    restored(scene.browser, kept);
    await callback(scene, answer);
    scene.browser.cookies.clear();
    restored(kept, scene.browser);
    expect(outcome(scene, await callback(scene, answer)).location).toBe(failed);
  });
});

test("SEC2-10: the log has of a provider's refusal what the standard names, cut short, and nothing else", async () => {
  const scene = setUp();
  const answer = new URLSearchParams({
    state: (await start(scene)).get("state") ?? "",
    error: "access_denied",
    error_description: "a-".repeat(7500),
    error_uri: "https://op.example/why",
    iss: issuer,
    note: "x".repeat(5000),
  });
  await callback(scene, answer);
  const { cause } = scene.seen.errors.at(-1) as { cause?: Record<string, string> };
  expect(Object.keys(cause ?? {}).sort()).toEqual(["error", "error_description", "error_uri", "providerId"]);
  expect(cause?.["error_description"]).toHaveLength(300);
});
