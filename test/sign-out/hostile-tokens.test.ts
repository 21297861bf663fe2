import { generateKeyPair, SignJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { foreignKey, hmacSigned, publicKeyText, tampered, unsigned } from "../oauth/fake-provider.js";
import type { App } from "../support/browser.js";
import "../support/fresh-memory.js";
import {
  goodClaims,
  listening,
  logoutEvent,
  logoutToken,
  nowSeconds,
  send,
  visitor,
} from "./back-channel.js";

type Json = Record<string, unknown>;

const stranger = await generateKeyPair("ES256");
const byStranger = (header: Json, claims = goodClaims()): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: "k1", ...header }).sign(stranger.privateKey);
const strangersJwk = await foreignKey();

interface Hostile {
  readonly what: string;
  readonly token: () => string | Promise<string>;
  /** The same with the one thing right. Default: a good token. */
  readonly control?: () => string | Promise<string>;
}

const hostile: readonly Hostile[] = [
  { what: "signed with another key under the provider's kid", token: () => byStranger({}) },
  {
    what: "signed with a key that it brings along (jwk)",
    token: () => byStranger({ kid: undefined, jwk: strangersJwk }),
  },
  {
    what: "with the address of its keys (jku)",
    token: () => byStranger({ kid: "k7", jku: "https://evil.example/keys" }),
  },
  {
    what: "with its certificate's address (x5u)",
    token: () => byStranger({ kid: "k7", x5u: "https://evil.example/c" }),
  },
  { what: "with a kid that nobody has", token: () => byStranger({ kid: "../../dev/null" }) },
  {
    what: "changed after it was signed",
    token: () => tampered(goodClaims({ sid: "session-9" }), { sid: "session-1" }),
  },
  { what: "without a signature (alg none)", token: () => unsigned(goodClaims()) },
  { what: "signed with the public key as HS256", token: () => hmacSigned(goodClaims(), publicKeyText) },
  {
    what: "signed with the client secret as HS256, which was not declared",
    token: () => hmacSigned(goodClaims(), "secret-1"),
  },
  { what: "of another issuer", token: () => logoutToken({ iss: "https://evil.example" }) },
  { what: "of the issuer with a slash", token: () => logoutToken({ iss: "https://op.example.com/" }) },
  { what: "without an issuer", token: () => logoutToken({ iss: undefined }) },
  { what: "for another client", token: () => logoutToken({ aud: "client-2" }) },
  { what: "for nobody", token: () => logoutToken({ aud: undefined }) },
  {
    what: "for a list without us",
    token: () => logoutToken({ aud: ["client-2", "client-3"] }),
    control: () => logoutToken({ aud: ["client-1"] }),
  },
  { what: "with a nonce", token: () => logoutToken({ nonce: "n-1" }) },
  { what: "with a nonce of null", token: () => logoutToken({ nonce: null }) },
  { what: "without events", token: () => logoutToken({ events: undefined }) },
  {
    what: "with events of another kind",
    token: () =>
      logoutToken({ events: { "https://schemas.openid.net/secevent/risc/event-type/sessions-revoked": {} } }),
  },
  { what: "with events that are a list", token: () => logoutToken({ events: [logoutEvent] }) },
  { what: "with an event that is no object", token: () => logoutToken({ events: { [logoutEvent]: true } }) },
  {
    what: "from the future",
    token: () => logoutToken({ iat: nowSeconds() + 60 }),
    control: () => logoutToken({ iat: nowSeconds() + 5 }),
  },
  {
    what: "made long ago",
    token: () => logoutToken({ iat: nowSeconds() - 700 }),
    control: () => logoutToken({ iat: nowSeconds() }),
  },
  { what: "that does not say when it was made", token: () => logoutToken({ iat: undefined }) },
  {
    what: "that is over",
    token: () => logoutToken({ exp: nowSeconds() - 20 }),
    control: () => logoutToken({ exp: undefined }),
  },
  {
    what: "not good yet",
    token: () => logoutToken({ nbf: nowSeconds() + 60 }),
    control: () => logoutToken({ nbf: nowSeconds() }),
  },
  { what: "without an id", token: () => logoutToken({ jti: undefined }) },
  { what: "with an id that is no text", token: () => logoutToken({ jti: 7 }) },
  {
    what: "that names neither person nor session",
    token: () => logoutToken({ sub: undefined, sid: undefined }),
    control: () => logoutToken({ sub: undefined }),
  },
  { what: "whose sub is an object", token: () => logoutToken({ sub: { $ne: "" } }) },
  { what: "whose sid is a list", token: () => logoutToken({ sid: ["session-1"] }) },
  {
    what: "that is an ID token",
    token: () => logoutToken({ events: undefined, jti: undefined, nonce: "n" }, { typ: "JWT" }),
    control: () => logoutToken({}, { typ: "JWT" }),
  },
  {
    what: "that is an access token by its type",
    token: () => logoutToken({}, { typ: "at+jwt" }),
    control: () => logoutToken({}, {}),
  },
  {
    what: "with a critical header that nobody knows",
    token: async () =>
      `${Buffer.from(JSON.stringify({ alg: "ES256", kid: "k1", crit: ["exp"], exp: 1 })).toString("base64url")}.${(await logoutToken()).split(".").slice(1).join(".")}`,
  },
  {
    what: "longer than any provider writes",
    token: () => logoutToken({ filler: "x".repeat(20_000) }),
    control: () => logoutToken({ filler: "x".repeat(200) }),
  },
  { what: "encrypted (five parts)", token: async () => `${await logoutToken()}.e30.e30` },
  { what: "without payload", token: async () => (await logoutToken()).replace(/\.[^.]+\./, "..") },
  { what: "that is no token", token: () => "logout" },
  { what: "that is empty", token: () => "" },
];

// What a token is does not depend on where sessions are.
describe("hostile logout tokens", () => {
  let app: ReturnType<typeof listening>;
  let browser: Awaited<ReturnType<typeof visitor>>;
  beforeAll(async () => {
    app = listening("jwt");
    browser = await visitor(app);
  });

  test.each(hostile)("a token $what ends nothing", async ({ token }) => {
    const sent = await token();
    const answer = await send(app.app, sent);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([400, "no-store"]);
    expect(await answer.json()).toEqual({ error: "invalid_request" });
    expect(await browser.isSignedIn()).toBe(true);
    const logged = app.seen.errors.splice(0);
    expect(logged.map(({ name }) => name)).toEqual(["InvalidCheck"]);
    // The token itself is in no log.
    if (sent.length > 10)
      expect(logged.map((error) => JSON.stringify(error) + String(error.cause)).join()).not.toContain(sent);
    expect(app.ended).toEqual([]);
  });
});

describe("what is right ends the session", () => {
  const controls: readonly Required<Hostile>[] = hostile.flatMap((row) =>
    row.control === undefined ? [] : [{ ...row, control: row.control }],
  );
  test.each(controls)("not $what, but right", async ({ control }) => {
    const app = listening("database");
    const browser = await visitor(app);
    expect((await send(app.app, await control())).status).toBe(200);
    expect(await browser.isSignedIn()).toBe(false);
  });
});

describe("hostile requests", () => {
  const stage = async (): Promise<{ app: App; isSignedIn: () => Promise<boolean> }> => {
    const all = listening("database");
    const browser = await visitor(all);
    return { app: all.app, isSignedIn: () => browser.isSignedIn() };
  };
  const form = "application/x-www-form-urlencoded";

  test.each<[string, (token: string) => RequestInit, number]>([
    [
      "JSON",
      (token) => ({
        body: JSON.stringify({ logout_token: token }),
        headers: { "content-type": "application/json" },
      }),
      400,
    ],
    ["text", (token) => ({ body: `logout_token=${token}`, headers: { "content-type": "text/plain" } }), 400],
    [
      "a form in another character set",
      (token) => ({ body: `logout_token=${token}`, headers: { "content-type": `${form}; charset=utf-16` } }),
      415,
    ],
    [
      "a multipart form",
      (token) => {
        const body = new FormData();
        body.set("logout_token", token);
        return { body };
      },
      400,
    ],
    [
      "a body of 200 kB",
      (token) => ({
        body: `logout_token=${token}&x=${"y".repeat(200_000)}`,
        headers: { "content-type": form },
      }),
      413,
    ],
    ["another field", (token) => ({ body: new URLSearchParams({ id_token: token }) }), 400],
    [
      "the last of two tokens counts, and it is none",
      (token) => ({ body: `logout_token=${token}&logout_token=x`, headers: { "content-type": form } }),
      400,
    ],
    ["GET", () => ({ method: "GET", body: null }), 302],
    ["PUT", () => ({ method: "PUT" }), 405],
  ])("%s ends nothing", async (_what, init, status) => {
    const { app, isSignedIn } = await stage();
    expect((await send(app, "", init(await logoutToken()))).status).toBe(status);
    expect(await isSignedIn()).toBe(true);
  });

  test("a token in the address ends nothing", async () => {
    const { app, isSignedIn } = await stage();
    const answer = await app(
      new Request(`http://localhost:3000/auth/backchannel-logout/oidc?logout_token=${await logoutToken()}`, {
        method: "POST",
        headers: { "content-type": form },
      }),
    );
    expect(answer.status).toBe(400);
    expect(await isSignedIn()).toBe(true);
  });

  test("the same token again, and twice at once: one is taken", async () => {
    const { app, isSignedIn } = await stage();
    const token = await logoutToken();
    const both = await Promise.all([send(app, token), send(app, token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await send(app, token)).status).toBe(400);
    expect(await isSignedIn()).toBe(false);
  });

  test("two tokens at once end what each means", async () => {
    const all = listening("jwt");
    const [one, other, third] = [
      await visitor(all, "s-1"),
      await visitor(all, "s-2"),
      await visitor(all, "s-3"),
    ];
    const answers = await Promise.all(
      ["s-1", "s-2"].map(async (sid) => send(all.app, await logoutToken({ sid }))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect([await one.isSignedIn(), await other.isSignedIn(), await third.isSignedIn()]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test("at the address of another provider a token is another issuer's", async () => {
    const { app, isSignedIn } = await stage();
    expect((await send(app, await logoutToken(), {}, "github")).status).toBe(302);
    expect(await isSignedIn()).toBe(true);
  });
});

test("a provider that signs with the client secret is heard where the app declares it", async () => {
  const app = listening(
    "database",
    {},
    {
      backchannelLogout: { cacheSeconds: 0 },
      client: { id_token_signed_response_alg: "HS256" },
    },
  );
  app.fake.faults.sign = (claims) => hmacSigned(claims, "secret-1");
  const browser = await visitor(app);
  expect(await browser.isSignedIn()).toBe(true);
  expect((await send(app.app, await hmacSigned(goodClaims(), "another"))).status).toBe(400);
  expect((await send(app.app, await hmacSigned(goodClaims(), "secret-1"))).status).toBe(200);
  expect(await browser.isSignedIn()).toBe(false);
});
