/** Answers that got lost, lie, belong to somebody else or never end, and rows that are not the user's. */
import { jwtVerify } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MemoryAdapter } from "../../../src/runtime/adapters/memory.js";
import { MissingTable } from "../../../src/runtime/adapters/rows/driver-errors.js";
import { MissingPlugin } from "../../../src/runtime/errors/index.js";
import { AccessTokenError } from "../../../src/runtime/plugins/access-tokens/index.js";
import { accessTokens } from "../../../src/runtime/plugins/access-tokens/tables.js";
import type { AuthConfig } from "../../../src/runtime/types/config.js";
import { askerOf, configOf, setHoursLater } from "./renewing.js";
import { RotatingServer, send } from "./rotating-server.js";
import { signIn } from "./sign-in.js";

let server: RotatingServer;
let store: ReturnType<typeof MemoryAdapter>;
let errors: Error[];
let told: unknown[];

beforeEach(async () => {
  server = new RotatingServer();
  await server.start();
  store = MemoryAdapter();
  errors = [];
  told = [];
});
afterEach(() => {
  setHoursLater(0);
  server.stop();
});

const config = (more: Partial<AuthConfig> = {}): AuthConfig =>
  configOf({
    server: server.origin,
    adapter: store,
    strategy: "database",
    options: { onRefreshFailure: (failure) => void told.push(failure) },
    more: { logger: { error: (error) => void errors.push(error), warn: () => undefined }, ...more },
  });
const account = () => [...store.rows.accounts.values()][0]!;
const userId = () => [...store.rows.users.keys()][0]!;
const row = () => store.records(accessTokens).find({ userId: userId(), provider: "rot" });
const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.x`;

describe("an access token", () => {
  it("is the one of the sign-in until it ends, then a new one, which the Account row gets too", async () => {
    const setup = config();
    const cookie = await signIn(setup);
    const ask = askerOf(setup);
    expect(await ask(cookie)).toBe("at-1");
    setHoursLater(0.99);
    expect(await ask(cookie)).toBe("at-2");
    expect(server.refreshes).toMatchObject([{ grant_type: "refresh_token" }]);
    expect(account()).toMatchObject({ access_token: "at-2", refresh_token: expect.stringMatching(/^rt-2/) });
    expect(JSON.stringify(await row())).not.toMatch(/[ar]t-\d/);
  });

  it("comes from the Account row for whoever signed in before the plugin was there", async () => {
    const setup = config();
    const cookie = await signIn({ ...setup, plugins: [] });
    setHoursLater(1);
    expect(await askerOf(setup)(cookie)).toBe("at-2");
  });

  it("is that of a new sign-in, which also ends that the user has to sign in again", async () => {
    const setup = config();
    const cookie = await signIn(setup);
    const ask = askerOf(setup);
    setHoursLater(1);
    server.revokeAll();
    await expect(ask(cookie)).rejects.toMatchObject({ code: "sign-in-again" });
    const again = await signIn(setup);
    expect(await ask(again)).toBe("at-2");
    expect(account().access_token).toBe("at-2");
  });

  it("outlives a sign-in that brings no refresh token", async () => {
    const setup = config();
    await signIn(setup);
    server.givesRefreshToken = false;
    const cookie = await signIn(setup);
    setHoursLater(1);
    expect(await askerOf(setup)(cookie)).toBe("at-3");
  });

  it("that another library has renewed in the Account row is taken from there", async () => {
    const setup = config();
    const cookie = await signIn(setup);
    setHoursLater(1);
    const end = Math.floor(Date.now() / 1000) + 3600;
    Object.assign(account(), { access_token: "at-other", refresh_token: "rt-other", expires_at: end });
    expect(await askerOf(setup)(cookie)).toBe("at-other");
    expect(server.refreshes).toHaveLength(0);
  });

  it("without anybody signed in, and of a provider that is none, is an error with a code", async () => {
    const setup = config();
    const ask = askerOf(setup);
    await expect(ask("")).rejects.toMatchObject({ code: "signed-out", type: "AccessTokenError" });
    await expect(ask("", "nope")).rejects.toMatchObject({ code: "no-account" });
    await expect(ask("")).rejects.toBeInstanceOf(AccessTokenError);
  });
});

describe("a refresh authenticates the client as the sign-in does", () => {
  const provider = (client: object, token: object = {}): Partial<AuthConfig> => {
    const [usual] = config().providers ?? [];
    const given = { ...(usual as object), client, token: { url: `${server.origin}/token`, ...token } };
    return { providers: [given] as unknown as AuthConfig["providers"] };
  };

  it.each<[string, string[], RegExp | undefined]>([
    ["client_secret_basic", [], /^Basic Y2lkOmNsaWVudC1zZWNyZXQ=$/],
    ["client_secret_post", ["client_id", "client_secret"], undefined],
    ["none", ["client_id"], undefined],
  ])("%s", async (method, members, header) => {
    const setup = config(provider({ token_endpoint_auth_method: method }));
    const cookie = await signIn(setup);
    setHoursLater(1);
    expect(await askerOf(setup)(cookie)).toBe("at-2");
    const [form = {}] = server.refreshes;
    expect(Object.keys(form).sort()).toEqual(["grant_type", "refresh_token", ...members].sort());
    if (header === undefined) expect(server.authorizations).toEqual([undefined]);
    else expect(server.authorizations[0]).toMatch(header);
  });

  it("private_key_jwt, with an assertion of its own", async () => {
    const algorithm = { name: "ECDSA", namedCurve: "P-256" } as const;
    const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
    const client = { token_endpoint_auth_method: "private_key_jwt" };
    const token = {
      clientPrivateKey: { key: privateKey, kid: "client-key" },
      assertionAudience: "token_endpoint",
    };
    const setup = config(provider(client, token));
    const cookie = await signIn(setup);
    const ask = askerOf(setup);
    for (const hours of [1, 3]) {
      setHoursLater(hours);
      await ask(cookie);
    }
    const assertions = await Promise.all(
      server.refreshes.map(({ client_assertion: assertion = "" }) =>
        jwtVerify(assertion, publicKey, {
          audience: `${server.origin}/token`,
          issuer: "cid",
          currentDate: new Date(),
          clockTolerance: 3 * 3600,
        }),
      ),
    );
    expect(assertions.map(({ payload }) => payload.sub)).toEqual(["cid", "cid"]);
    expect(new Set(assertions.map(({ payload }) => payload.jti)).size).toBe(2);
    expect(server.refreshes[0]).toMatchObject({
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    });
    expect(server.refreshes[0]).not.toHaveProperty("client_secret");
  });
});

describe("a refresh token that is withdrawn", () => {
  it("is asked about once; the app is told once, without a token", async () => {
    const setup = config();
    const cookie = await signIn(setup);
    const ask = askerOf(setup);
    setHoursLater(1);
    server.revokeAll();
    for (let call = 0; call < 3; call += 1)
      await expect(ask(cookie)).rejects.toMatchObject({ code: "sign-in-again", provider: "rot" });
    expect(server.refreshes).toHaveLength(1);
    expect(told).toMatchObject([{ userId: userId(), provider: "rot" }]);
    expect(errors.filter((error) => error instanceof AccessTokenError)).toHaveLength(1);
    expect(errors.map((error) => `${error.message} ${error.stack}`).join()).not.toMatch(/rt-\d/);
  });
});

describe("a refresh token that is withdrawn a minute before the end", () => {
  it("leaves the access token good until then", async () => {
    const setup = config();
    const cookie = await signIn(setup);
    const ask = askerOf(setup);
    server.revokeAll();
    setHoursLater(0.99);
    expect([await ask(cookie), await ask(cookie)]).toEqual(["at-1", "at-1"]);
    expect(told).toHaveLength(1);
    setHoursLater(1);
    await expect(ask(cookie)).rejects.toMatchObject({ code: "sign-in-again" });
    expect(server.refreshes).toHaveLength(1);
  });
});

describe("an answer that gets lost", () => {
  it("is asked for once more with the same token, which a lenient server answers", async () => {
    const setup = config();
    const cookie = await signIn(setup);
    server.isLenient = true;
    server.answers.push((response) => response.destroy());
    setHoursLater(1);
    expect(await askerOf(setup)(cookie)).toMatch(/^at-/);
    expect(server.refreshes).toHaveLength(2);
    expect(server.refreshes[1]).toEqual(server.refreshes[0]);
  });

  it("is an error with a code where the server takes the repetition for a theft, after two calls", async () => {
    const setup = config();
    const cookie = await signIn(setup);
    server.answers.push((response) => response.destroy());
    setHoursLater(1);
    await expect(askerOf(setup)(cookie)).rejects.toMatchObject({ code: "sign-in-again" });
    expect(server.refreshes).toHaveLength(2);
  });

  it("of a process that has died is asked for again when its time is over", async () => {
    const setup = config();
    const cookie = await signIn(setup);
    setHoursLater(1);
    await store
      .records(accessTokens)
      .update(
        { userId: userId(), provider: "rot" },
        {},
        { renewedUntil: new Date(Date.now() + 300), version: "dead" },
      );
    expect(await askerOf(setup)(cookie)).toBe("at-2");
  });
});

const hostile: readonly [string, (typeof server)["answers"][number]][] = [
  ["is endless", (response) => send(response, 200, `{"access_token":"${"x".repeat(2 ** 21)}"}`)],
  ["is no JSON", (response) => send(response, 200, "<html>", "text/html")],
  ["ends before it begins", (response, usual) => send(response, 200, { ...usual, expires_in: -5 })],
  ["has a number for a token", (response, usual) => send(response, 200, { ...usual, access_token: 7 })],
  ["is an error with status 200", (response) => send(response, 200, { error: "temporarily_unavailable" })],
  ["is a 401", (response) => send(response, 401, { error: "invalid_client" })],
  ["leads elsewhere", (response) => response.writeHead(307, { location: "http://127.0.0.1:1/" }).end()],
];

describe("an answer that", () => {
  it.each(hostile)("%s is refused, and the old tokens stay", async (_name, answer) => {
    const setup = config();
    const cookie = await signIn(setup);
    const before = (await row())?.["tokens"];
    server.isLenient = true;
    server.answers.push(answer, answer);
    setHoursLater(1);
    await expect(askerOf(setup)(cookie)).rejects.toMatchObject({ code: "unavailable" });
    expect(await row()).toMatchObject({ tokens: before, renewedUntil: null, refusedAt: null });
  });

  it("is of another user is refused", async () => {
    const setup = config();
    const cookie = await signIn(setup);
    Object.assign(account(), { id_token: jwt({ sub: "user-1", aud: "cid" }) });
    await store.records(accessTokens).consume({ userId: userId(), provider: "rot" });
    server.answers.push((response, usual) =>
      send(response, 200, { ...usual, id_token: jwt({ sub: "user-2", aud: "cid" }) }),
    );
    setHoursLater(1);
    const error: unknown = await askerOf(setup)(cookie).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "unavailable" });
    expect(String((error as AccessTokenError).cause?.err)).toContain("tokens of another user");
    expect(account().access_token).toBe("at-1");
  });

  it("says that the server is busy costs nothing while the old token is good", async () => {
    const setup = config();
    const cookie = await signIn(setup);
    server.isLenient = true;
    const bad: (typeof server)["answers"][number] = (response) => send(response, 503, { error: "busy" });
    server.answers.push(bad, bad);
    setHoursLater(0.99);
    expect(await askerOf(setup)(cookie)).toBe("at-1");
    expect(errors.at(-1)).toMatchObject({ code: "unavailable" });
  });

  it("claims to last for ever is renewed some day", async () => {
    server.expiresIn = 1e300;
    const setup = config();
    const cookie = await signIn({ ...setup, plugins: [] });
    setHoursLater(1);
    account().expires_at = 1;
    expect(await askerOf(setup)(cookie)).toBe("at-2");
    expect(account().expires_at).toBeLessThan(Date.now() / 1000 + 11 * 365 * 24 * 3600);
  });
});

describe("a row of tokens", () => {
  it("that was copied to another user gives that user nothing", async () => {
    const setup = config();
    await signIn(setup);
    const stolen = (await row()) ?? {};
    await store.createUser({ id: "thief", email: "t@x.example", emailVerified: null });
    await store.createSession({
      sessionToken: "thief-session",
      userId: "thief",
      expires: new Date(Date.now() + 1e8),
    });
    await store.records(accessTokens).insert({ ...stolen, userId: "thief" });
    const ask = askerOf(setup);
    await expect(ask("authjs.session-token=thief-session")).rejects.toMatchObject({ code: "no-account" });
  });

  it("of an account that was unlinked gives nothing", async () => {
    const setup = config();
    const cookie = await signIn(setup);
    store.rows.accounts.clear();
    await expect(askerOf(setup)(cookie)).rejects.toMatchObject({ code: "no-account" });
  });

  it("sealed with a secret that is gone is made anew from the Account row", async () => {
    const setup = config();
    const cookie = await signIn(setup);
    expect(await askerOf({ ...setup, secret: "another-secret-another-secret-another-00" })(cookie)).toBe(
      "at-1",
    );
  });

  it("without its table leaves the sign-in alone, and says so once", async () => {
    const records: typeof store.records = () =>
      new Proxy({} as ReturnType<typeof store.records>, {
        get: () => () => Promise.reject(new MissingTable("auth_access_tokens")),
      });
    const setup = config({ adapter: { ...store, records } });
    const cookie = await signIn(setup);
    const ask = askerOf(setup);
    await expect(ask(cookie)).rejects.toBeInstanceOf(MissingPlugin);
    await expect(ask(cookie)).rejects.toThrow('the plugin "access-tokens" is off');
    // One line of the core for its own configuration, one for the one that the environment completes.
    expect(new Set(errors.map(({ message }) => message))).toEqual(
      new Set([
        'The plugin "access-tokens" is off: The database has no table auth_access_tokens. Create its tables to switch it on',
      ]),
    );
  });
});
