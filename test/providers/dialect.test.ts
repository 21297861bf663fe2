import { createHash, generateKeyPairSync, verify } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { appleSecret } from "../../src/providers/functions/apple-secret.js";
import { importPrivateKey } from "../../src/providers/functions/private-key.js";
import { md5 } from "../../src/providers/functions/md5.js";
import { compilePath } from "../../src/runtime/oauth/profile-path.js";
import { tokenDialect } from "../../src/runtime/oauth/exchange.js";
import { userinfoDialect } from "../../src/runtime/oauth/userinfo.js";
import { normalizeProvider } from "../../src/runtime/settings/provider.js";
import { conformToken } from "../../src/providers/kit/token-answer.js";
import type { OAuthProvider } from "../../src/runtime/types/finished-provider.js";
import type { ProviderRecord } from "../../src/providers/kit/record.js";
import { appWithEnv, Browser, locationOf, watched } from "../support/browser.js";
import { all } from "./all.js";
import { client, json, makeOf, signIn } from "./staged.js";

describe("the token request in the provider's words", () => {
  test.each([
    ["WebsiteApp", "https://open.weixin.qq.com/connect/qrconnect", "snsapi_login"],
    ["OfficialAccount", "https://open.weixin.qq.com/connect/oauth2/authorize", "snsapi_userinfo"],
  ])("WeChat as %s: its own page and scope", async (platformType, page, scope) => {
    const { start } = await signIn("wechat", { platformType }, {}, []);
    expect(start.origin + start.pathname).toBe(page);
    expect(start.searchParams.get("scope")).toBe(scope);
    expect(start.searchParams.get("appid")).toBe("cid");
    expect(start.hash).toBe("#wechat_redirect");
  });

  test("WeChat: a GET with appid and secret; the openid goes into the next address", async () => {
    const { calls, start, session } = await signIn("wechat", { idFrom: "openid" }, {}, [
      () =>
        new Response(JSON.stringify({ access_token: "at", expires_in: 7200, openid: "o/1" }), {
          headers: { "content-type": "text/plain" },
        }),
      json({ openid: "o/1", nickname: "Mira" }),
    ]);
    expect(start.searchParams.get("appid")).toBe("cid");
    expect(start.searchParams.has("client_id")).toBe(false);
    expect(start.hash).toBe("#wechat_redirect");
    expect(Object.fromEntries(calls[0]?.url.searchParams ?? [])).toEqual({
      appid: "cid",
      secret: "test-secret",
      code: "the-code",
      grant_type: "authorization_code",
    });
    expect([calls[0]?.method, calls[0]?.body]).toEqual(["GET", ""]);
    expect(calls[1]?.url.search).toBe("?openid=o%2F1&lang=zh_CN&access_token=at");
    expect(calls[1]?.headers.has("authorization")).toBe(false);
    expect(session?.user).toMatchObject({ name: "Mira" });
  });

  test("DingTalk: JSON with names of its own, and a header for the token", async () => {
    const { calls, session } = await signIn("dingtalk", {}, {}, [
      json({ accessToken: "at", refreshToken: "rt", expireIn: 7200 }),
      json({ unionId: "u1", nick: "Mira" }),
    ]);
    expect(JSON.parse(calls[0]?.body ?? "")).toEqual({
      clientId: "cid",
      clientSecret: "test-secret",
      code: "the-code",
      grantType: "authorization_code",
    });
    expect(calls[0]?.headers.get("content-type")).toBe("application/json");
    expect(calls[1]?.headers.get("x-acs-dingtalk-access-token")).toBe("at");
    expect(session?.user).toMatchObject({ name: "Mira" });
  });

  test("Zalo: the secret travels in a header, not in the body", async () => {
    const { calls } = await signIn("zalo", {}, {}, [
      json({ access_token: "at", expires_in: "3600" }),
      json({ id: "1", name: "Mira" }),
    ]);
    expect(calls[0]?.headers.get("secret_key")).toBe("test-secret");
    expect(calls[0]?.body).toContain("app_id=cid");
    expect(calls[0]?.body).not.toContain("test-secret");
    expect(calls[1]?.headers.get("access_token")).toBe("at");
  });

  test("VK ID: device_id and state of the callback are repeated; the user endpoint takes a form", async () => {
    const { calls, state } = await signIn("vk-id", {}, { device_id: "d1" }, [
      json({ access_token: "at", expires_in: 3600 }),
      json({ user: { user_id: 7, first_name: "Mira", last_name: "Osei" } }),
    ]);
    const sent = new URLSearchParams(calls[0]?.body);
    expect(sent.get("device_id")).toBe("d1");
    expect(sent.get("state")).toBe(state);
    expect(calls[1]?.method).toBe("POST");
    expect(Object.fromEntries(new URLSearchParams(calls[1]?.body))).toEqual({
      client_id: "cid",
      access_token: "at",
    });
  });

  test.each([
    ["https://accounts.zoho.eu", "accounts.zoho.eu"],
    ["https://accounts.zoho.evil.example", "accounts.zoho.com"],
    ["http://accounts.zoho.eu", "accounts.zoho.com"],
    ["https://accounts.zoho.eu@evil.example/", "accounts.zoho.com"],
    ["https://accounts.zoho.eu:444", "accounts.zoho.com"],
  ])("Zoho: the callback names %s, the token is asked for at %s", async (server, host) => {
    const { calls } = await signIn("zoho", {}, { "accounts-server": server }, [
      json({ access_token: "at", token_type: "Bearer" }),
      json({ ZUID: 1, Email: "mira@example.com" }),
    ]);
    expect(calls.map(({ url }) => url.host)).toEqual([host, host]);
  });

  test("Zoho: an address of the app's own is not moved to the data centre", async () => {
    const own = { token: "https://own.example.com/token", userinfo: "https://own.example.com/me" };
    const { calls } = await signIn("zoho", own, { "accounts-server": "https://accounts.zoho.eu" }, [
      json({ access_token: "at", token_type: "Bearer" }),
      json({ ZUID: 1, Email: "mira@example.com" }),
    ]);
    expect(calls.map(({ url }) => url.host)).toEqual(["own.example.com", "own.example.com"]);
  });
});

describe("signs of failure with status 200", () => {
  const tokens = json({ access_token: "at", token_type: "bearer" });
  test.each([
    ["tiktok", [tokens, json({ error: { code: "access_token_invalid" }, data: { user: { open_id: "1" } } })]],
    ["naver", [tokens, json({ resultcode: "024", response: { id: "1" } })]],
    ["kook", [tokens, json({ code: 401, data: { id: "1" } })]],
    ["wechat", [json({ errcode: 40029, access_token: "at" })]],
    ["withings", [json({ status: 503, body: { access_token: "at", userid: 1 } })]],
    ["slack", [json({ ok: false, access_token: "at", token_type: "bearer", id_token: "x.y.z" })]],
  ] as const)("%s: nobody is signed in", async (id, answers) => {
    const discovery = json({
      issuer: "https://slack.com",
      authorization_endpoint: "https://slack.com/a",
      token_endpoint: "https://slack.com/t",
    });
    const { end, session } = await signIn(id, {}, {}, id === "slack" ? [discovery, ...answers] : answers);
    expect(locationOf(end)).toContain("/auth/error?error=Configuration");
    expect(session).toBeNull();
  });

  test("TikTok says ok in a member that others use for errors", async () => {
    const { session } = await signIn("tiktok", {}, {}, [
      tokens,
      json({ error: { code: "ok" }, data: { user: { open_id: "1", display_name: "Mira" } } }),
    ]);
    expect(session?.user).toMatchObject({ name: "Mira" });
  });
});

describe("a value that is missing", () => {
  test("an issuer: which option, which variable", async () => {
    const { seen, config } = watched();
    const browser = new Browser(appWithEnv({ providers: [makeOf("mastodon")(client)], ...config }));
    await browser.startSignIn("mastodon");
    expect(JSON.stringify(seen.errors.map((error) => [error.message, String(error.cause)]))).toContain(
      "AUTH_MASTODON_ISSUER",
    );
  });
});

test("Login.gov: the client signs with the key that stands as its secret", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const { calls } = await signIn("login-gov", { clientSecret: privateKey }, {}, [
    json({
      issuer: "https://secure.login.gov/",
      authorization_endpoint: "https://secure.login.gov/authorize",
      token_endpoint: "https://secure.login.gov/token",
    }),
    () => new Response(null, { status: 500 }),
  ]);
  const assertion = new URLSearchParams(calls[1]?.body).get("client_assertion") ?? "";
  const [header, payload, signature = ""] = assertion.split(".");
  expect(
    verify("sha256", Buffer.from(`${header}.${payload}`), publicKey, Buffer.from(signature, "base64url")),
  ).toBe(true);
  expect(calls[1]?.body).not.toContain("PRIVATE");
});

describe("token answers", () => {
  const conform = async (record: Partial<ProviderRecord>, text: string) => {
    const response = await conformToken(record as ProviderRecord)?.(
      new Response(text, { headers: { "www-authenticate": "Bearer" } }),
    );
    expect(response?.headers.has("www-authenticate")).toBe(false);
    return (await response?.json()) as Record<string, unknown>;
  };
  test.each([
    ["a scope list is joined", {}, '{"scope":["a","b"]}', { scope: "a b" }],
    ["a scope of null is left out", {}, '{"scope":null,"access_token":"x"}', { access_token: "x" }],
    ["text in expires_in is a number", {}, '{"expires_in":"3600"}', { expires_in: 3600 }],
    ["nonsense in expires_in is left out", {}, '{"expires_in":"soon"}', {}],
    [
      "a form-encoded answer is read",
      {},
      "access_token=x&expires_in=60",
      { access_token: "x", expires_in: 60 },
    ],
    [
      "a prefix is removed",
      { prefix: "&&&START&&&" },
      '&&&START&&&{"access_token":"x"}',
      { access_token: "x" },
    ],
    [
      "a wrapped answer is unwrapped",
      { unwrap: "data[0]" },
      '{"data":[{"access_token":"x"}]}',
      { access_token: "x" },
    ],
    [
      "an answer without the wrapping is taken as it is",
      { unwrap: "data[0]" },
      '{"access_token":"x"}',
      { access_token: "x" },
    ],
    [
      "own names become standard ones",
      { rename: { expires: "expires_in" } },
      '{"expires":9}',
      { expires_in: 9 },
    ],
  ])("%s", async (_what, tokenAnswer, text, expected) => {
    expect(await conform({ tokenAnswer }, text)).toEqual(expected);
  });

  test("a date in expires_at becomes seconds", async () => {
    const end = new Date(Date.now() + 60_000).toISOString();
    const { expires_in: left } = await conform({ tokenAnswer: {} }, JSON.stringify({ expires_at: end }));
    expect(left).toBeGreaterThan(55);
    expect(left).toBeLessThanOrEqual(60);
  });

  test("a refusal stays as it is", async () => {
    const refusal = new Response("{}", { status: 400 });
    expect(await conformToken({ tokenAnswer: {} } as ProviderRecord)?.(refusal)).toBeUndefined();
  });
});

describe("path expressions for texts", () => {
  test.each([
    ["uri[$/]", { uri: "/users/123" }, "123"],
    ["sub[$:]", { sub: "CHARACTER:EVE:9" }, "9"],
    ["icon[^?]", { icon: "https://i.example/a.png?w=1&amp;s=2" }, "https://i.example/a.png"],
    ["uri[$/]", { uri: 7 }, undefined],
    ["https://i.example${path}", { path: "/a b/c.png" }, "https://i.example/a%20b/c.png"],
    ["https://i.example/${id}.png", { id: "../x" }, "https://i.example/..%2Fx.png"],
  ])("%s of %j", (path, profile, expected) => {
    expect(compilePath(path)(profile)).toBe(expected);
  });

  test("options of the factory", () => {
    expect(compilePath("https://${options.domain}/a")({}, {}, { domain: "c.example" })).toBe(
      "https://c.example/a",
    );
    expect(compilePath("https://${options.domain}/a")({}, {}, {})).toBeUndefined();
  });
});

describe("Apple", () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });

  test("a client secret is made and signed for each sign-in", async () => {
    const secret = await appleSecret("com.example.web", { teamId: "T1", keyId: "K1", privateKey });
    const [header = "", payload = "", signature = ""] = secret.split(".");
    const read = (part: string) =>
      JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
    expect(read(header)).toEqual({ alg: "ES256", kid: "K1", typ: "JWT" });
    expect(read(payload)).toMatchObject({
      iss: "T1",
      sub: "com.example.web",
      aud: "https://appleid.apple.com",
    });
    expect(Number(read(payload)["exp"]) - Number(read(payload)["iat"])).toBe(300);
    const key = { key: publicKey, dsaEncoding: "ieee-p1363" as const };
    expect(
      verify("sha256", Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, "base64url")),
    ).toBe(true);
  });

  test("line breaks of the key may be written out, as environment variables have them", async () => {
    const key = await importPrivateKey(privateKey.replaceAll("\n", "\\n"), "ES256");
    expect([key.type, key.algorithm, key.usages]).toEqual([
      "private",
      { name: "ECDSA", namedCurve: "P-256" },
      ["sign"],
    ]);
    await expect(importPrivateKey("-----BEGIN EC PRIVATE KEY-----", "ES256")).rejects.toThrow("PKCS #8");
  });

  test("the key does not stay in the configuration", () => {
    const config = makeOf("apple")({ ...client, teamId: "T1", keyId: "K1", privateKey });
    expect(JSON.stringify(config)).not.toContain("PRIVATE KEY");
  });
});

describe("Odnoklassniki", () => {
  const expected = (text: string) => createHash("md5").update(text).digest("hex");

  test("MD5 is MD5, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => md5(text) === expected(text)),
    );
    for (const length of [55, 56, 63, 64, 65, 119, 120])
      expect(md5("a".repeat(length))).toBe(expected("a".repeat(length)));
  });

  test("every call is signed", async () => {
    const { calls, session } = await signIn("odnoklassniki", { publicKey: "PK" }, {}, [
      json({ access_token: "at", expires_in: "1800" }),
      json({ uid: "7", name: "Mira" }),
    ]);
    const inner = "application_key=PKformat=jsonmethod=users.getCurrentUser";
    expect(calls[1]?.url.searchParams.get("sig")).toBe(expected(inner + expected("attest-secret")));
    expect(calls[1]?.url.searchParams.get("access_token")).toBe("at");
    expect(session?.user).toMatchObject({ name: "Mira" });
  });

  test("an error with status 200 signs nobody in", async () => {
    const { session } = await signIn("odnoklassniki", { publicKey: "PK" }, {}, [
      json({ access_token: "at" }),
      json({ error_code: 104, error_msg: "PARAM_SIGNATURE", uid: "7" }),
    ]);
    expect(session).toBeNull();
  });
});

test("a record that says how the token answer differs comes with what reads it", () => {
  const differing = all.filter(([, { tokenAnswer, tokenDefaults }]) => tokenAnswer ?? tokenDefaults);
  expect(differing.length).toBeGreaterThan(20);
  const deaf = differing.filter(([, , make]) => {
    const { token } = make({ ...client, shop: "a" }) as { token?: { conform?: unknown } };
    return typeof token?.conform !== "function";
  });
  expect(deaf.map(([id]) => id)).toEqual([]);
});

const ownWords = ["format", "rename", "body", "headers", "fromCallback", "hostFromCallback"] as const;
const hasOwn = (given: object | undefined, names: readonly string[]): boolean =>
  names.some((name) => given !== undefined && Object.hasOwn(given, name));

test.each<[string, typeof tokenDialect | typeof userinfoDialect, (record: ProviderRecord) => boolean]>([
  ["token request", tokenDialect, ({ tokenRequest }) => hasOwn(tokenRequest, ownWords)],
  [
    "request for the profile",
    userinfoDialect,
    (record) =>
      hasOwn(record, ["userinfoForm", "userinfoBody", "userinfoTokenIn", "userinfoFromCallback"]) ||
      (record.userinfoExtra ?? []).some((each) => hasOwn(each, ["as", "body", "hosts"])),
  ],
])("a %s with own words in the record is sent in them, and no other is", async (_what, dialect, isOwn) => {
  const wrong: string[] = [];
  for (const [id, record, make] of all) {
    const finished = normalizeProvider(make({ ...client, shop: "a" }) as never) as OAuthProvider;
    if (isOwn(record) !== ((await dialect(finished)) !== undefined)) wrong.push(id);
  }
  expect(all.filter(([, record]) => isOwn(record)).length).toBeGreaterThan(12);
  expect(wrong).toEqual([]);
});

test.each([
  ...ownWords.map((name) => ["token", { [name]: {} }] as const),
  ...["form", "body", "tokenIn", "sign", "fromCallback"].map((name) => ["userinfo", { [name]: {} }] as const),
  ...["as", "body", "hosts"].map((name) => ["userinfo", { extra: [{ [name]: {} }] }] as const),
])("what an app writes itself is sent in its own words: %s %j", async (at, words) => {
  const provider = {
    id: "own",
    name: "Own",
    type: "oauth" as const,
    authorization: "https://own.example/authorize",
    token: "https://own.example/token",
    userinfo: "https://own.example/me",
    [at]: { url: "https://own.example/any", ...words },
  };
  const finished = normalizeProvider(provider as never) as OAuthProvider;
  const dialects = { token: await tokenDialect(finished), userinfo: await userinfoDialect(finished) };
  expect(dialects[at]).toBeDefined();
  expect(dialects[at === "token" ? "userinfo" : "token"]).toBeUndefined();
});
