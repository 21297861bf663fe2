/** Sessions of next-auth 4 go on: their cookies are read, and answered with ours. */
import { hkdfSync, randomUUID } from "node:crypto";
import { EncryptJWT } from "jose";
import { describe, expect, it } from "vitest";
import { decode, encode, getToken } from "../../src/runtime/jwt.js";
import { resolveConfig } from "../../src/runtime/settings/resolve-config.js";
import { siteAt } from "../../src/runtime/settings/origin.js";
import { readSession } from "../../src/runtime/operations.js";
import * as web from "../../src/runtime/security/crypto-web.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { Browser, coreApp, origin, secret } from "../support/browser.js";
import { MemoryStore } from "../support/memory-store.js";

const legacyName = "next-auth.session-token";
const ourName = "authjs.session-token";
const info = "NextAuth.js Generated Encryption Key";
const claims = { name: "Ada", email: "ada@example.com", picture: "https://example.com/a.png", sub: "7" };

function legacyToken(payload: object = claims, ofSecret = secret, maxAge = 3600): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new EncryptJWT({ ...payload })
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setIssuedAt(now)
    .setExpirationTime(now + maxAge)
    .setJti(randomUUID())
    .encrypt(new Uint8Array(hkdfSync("sha256", ofSecret, "", info, 32)));
}

const configOf = (more: Partial<AuthConfig> = {}): AuthConfig => ({
  secret,
  trustHost: true,
  providers: [],
  logger: { error: () => undefined, warn: () => undefined },
  ...more,
});

const browserWith = (config: AuthConfig, cookies: Record<string, string>): Browser => {
  const browser = new Browser(coreApp(config));
  for (const [name, value] of Object.entries(cookies)) browser.cookies.set(name, value);
  return browser;
};

describe("a session cookie of next-auth 4", () => {
  it.each([undefined, { updateAge: 3600 }])(
    "is answered with the session, ours takes its place, and it is cleared (jwt: %o)",
    async (jwt) => {
      const browser = browserWith(configOf(jwt && { jwt }), { [legacyName]: await legacyToken() });
      expect((await browser.session())?.user).toEqual({
        name: "Ada",
        email: claims.email,
        image: claims.picture,
      });
      expect([browser.cookies.has(legacyName), browser.cookies.has(ourName)]).toEqual([false, true]);
      expect((await browser.session())?.user).toMatchObject({ name: "Ada" });
    },
  );

  it("in chunks, and under an older secret, is read too", async () => {
    const token = await legacyToken(
      { ...claims, data: "x".repeat(6000) },
      "test-older-secret-test-older-secret-000",
    );
    const browser = browserWith(configOf({ secret: [secret, "test-older-secret-test-older-secret-000"] }), {
      [`${legacyName}.0`]: token.slice(0, 3933),
      [`${legacyName}.1`]: token.slice(3933),
    });
    expect((await browser.session())?.user).toMatchObject({ name: "Ada" });
    expect([...browser.cookies.keys()].filter((name) => name.startsWith("next-auth"))).toEqual([]);
  });

  it("on https is the one with the prefix", async () => {
    const token = await legacyToken();
    const answer = await coreApp(configOf())(
      new Request("https://app.example.com/auth/session", {
        headers: { cookie: `__Secure-${legacyName}=${token}` },
      }),
    );
    expect(await answer.json()).toMatchObject({ user: { name: "Ada" } });
    const lines = answer.headers.getSetCookie();
    expect(lines.find((line) => line.startsWith(`__Secure-${legacyName}=;`))).toMatch(/Max-Age=0.*Secure/);
    expect(lines.find((line) => line.startsWith(`__Secure-${ourName}=ey`))).toBeDefined();
  });

  it("counts for guards, which send no cookie", async () => {
    const compiled = resolveConfig(configOf());
    const read = await readSession(
      compiled,
      siteAt(compiled, origin),
      `${legacyName}=${await legacyToken()}`,
    );
    expect([read.session?.user?.name, read.cookies]).toEqual(["Ada", []]);
  });

  it("that does not open, or is too old, is nobody; it may be another app's and stays", async () => {
    for (const token of [
      await legacyToken(claims, "test-another-secret-test-another-secret-0"),
      await legacyToken(claims, secret, -60),
      "garbage",
    ]) {
      const browser = browserWith(configOf(), { [legacyName]: token });
      expect(await browser.session()).toBeNull();
      expect(browser.cookies.get(legacyName)).toBe(token);
    }
  });

  it("is no session when any byte of it is changed", async () => {
    const token = await legacyToken();
    for (let at = token.indexOf("..") + 2; at < token.length - 1; at += 7) {
      const changed = token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
      const browser = browserWith(configOf(), { [legacyName]: changed });
      expect([at, await browser.session()]).toEqual([at, null]);
    }
  });

  it("ends with the sign-out, also beside one of ours", async () => {
    const browser = browserWith(configOf(), { [legacyName]: await legacyToken() });
    await browser.session();
    const copy = await legacyToken();
    browser.cookies.set(legacyName, copy);
    const { csrfToken } = (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
    await browser.post("/auth/signout", { csrfToken });
    expect(await browser.session()).toBeNull();
    browser.cookies.set(legacyName, copy);
    expect(await browser.session()).toBeNull();
  });

  it("in a store finds its row, which goes on under our name", async () => {
    const store = new MemoryStore();
    const user = await store.adapter.createUser({
      id: "1",
      name: "Ada",
      email: claims.email,
      emailVerified: null,
    });
    const sessionToken = randomUUID();
    store.sessions.set(sessionToken, {
      sessionToken,
      userId: user.id,
      expires: new Date(Date.now() + 86_400_000),
    });
    const browser = browserWith(configOf({ adapter: store.adapter }), { [legacyName]: sessionToken });
    expect((await browser.session())?.user).toMatchObject({ name: "Ada" });
    expect([browser.cookies.get(ourName), browser.cookies.has(legacyName)]).toEqual([sessionToken, false]);
    const stranger = browserWith(configOf({ adapter: store.adapter }), { [legacyName]: "of-another-app" });
    expect(await stranger.session()).toBeNull();
    expect(stranger.cookies.has(legacyName)).toBe(true);
  });

  it("is what getToken reads last, raw or opened", async () => {
    const token = await legacyToken();
    const of = (cookie: string) => ({ headers: new Headers({ cookie }) });
    expect(await getToken({ req: of(`${legacyName}=${token}`), secret })).toMatchObject({ sub: "7" });
    expect(await getToken({ req: of(`${legacyName}=${token}`), secret, raw: true })).toBe(token);
    expect(await getToken({ req: of(`${legacyName}=${token}`), secret, secureCookie: true })).toBeNull();
    expect(await getToken({ req: of(`${legacyName}=${token}`), secret, cookieName: ourName })).toBeNull();
  });

  it("is read by getToken, too, in a cookie that the app has named itself", async () => {
    const token = await legacyToken();
    const params = { req: { headers: { cookie: `sid=${token}` } }, secret, cookieName: "sid" };
    expect(await getToken(params)).toMatchObject({ sub: "7" });
    expect(await getToken({ ...params, cookieName: "other" })).toBeNull();
  });

  it("opens under WebCrypto too", async () => {
    const token = await legacyToken();
    const dot = token.indexOf(".");
    const key = await web.deriveKey(secret, "", info);
    const text = await web.decrypt(key, "A256GCM", token.slice(0, dot), token.slice(dot + 2));
    expect(JSON.parse(text!)).toMatchObject(claims);
  });
});

describe("RA-01 an app that gave our session cookie a name of next-auth 4", () => {
  const names = [legacyName, `__Secure-${legacyName}`];
  const req = (name: string, token: string) => ({
    headers: new Headers({ cookie: `${name}=${token}`, authorization: "Bearer x" }),
  });

  it.each(names)("%s: getToken opens what the handler seals, and what next-auth 4 sealed", async (name) => {
    const config = configOf({ cookies: { sessionToken: { name } } });
    const old = await legacyToken();
    expect(await getToken({ req: req(name, old), secret })).toMatchObject({ email: claims.email });
    expect(await getToken({ req: req(name, old), secret, cookieName: name })).toMatchObject({ sub: "7" });
    const browser = browserWith(config, { [name]: old });
    expect((await browser.session())?.user).toMatchObject({ name: "Ada" });
    // The handler has sealed it anew, under the same name.
    const ours = browser.cookies.get(name) ?? "";
    expect(ours).not.toBe(old);
    for (const given of [{}, { cookieName: name }, { secureCookie: name.startsWith("__Secure-") }])
      expect(await getToken({ req: req(name, ours), secret, ...given }), JSON.stringify(given)).toMatchObject(
        {
          email: claims.email,
        },
      );
    expect((await browser.session())?.user).toMatchObject({ name: "Ada" });
  });

  it("what another name's key sealed opens under none of them", async () => {
    const token = await encode({ token: { sub: "1" }, secret, salt: ourName });
    for (const name of names) expect(await getToken({ req: req(name, token), secret })).toBeNull();
    // A token of next-auth 4 belongs under its names.
    expect(await getToken({ req: req(ourName, await legacyToken()), secret })).toBeNull();
  });
});

describe("tokens that next-auth 4 handed out", () => {
  const otherSecret = "test-another-secret-test-another-secret-0";
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

  it("RA2-A1: getToken opens one in Authorization: Bearer, whatever the names are", async () => {
    const handedOut = await legacyToken({ id: 7 }, secret, 200 * 365 * 86_400);
    for (const given of [
      {},
      { secureCookie: true },
      { secureCookie: false },
      { cookieName: "sid" },
      { secret: [otherSecret, secret] },
    ])
      expect(
        (await getToken({ req: bearer(handedOut), secret, ...given }))?.["id"],
        JSON.stringify(given),
      ).toBe(7);
    const fetched = new Request("https://app.example.com/api", bearer(handedOut));
    expect((await getToken({ req: fetched, secret }))?.["id"]).toBe(7);
    expect(await getToken({ req: bearer(handedOut), raw: true })).toBe(handedOut);
  });

  it("RA2-A1: none opens that is too old, changed, of another secret, or under a salt of the app's", async () => {
    const handedOut = await legacyToken();
    expect(await getToken({ req: bearer(await legacyToken(claims, secret, -60)), secret })).toBeNull();
    // One token in 256 ends in the very byte that another one is put in place of.
    const other = handedOut.at(-2) === "A" ? "BA" : "AA";
    expect(await getToken({ req: bearer(handedOut.slice(0, -2) + other), secret })).toBeNull();
    expect(await getToken({ req: bearer(handedOut), secret: otherSecret })).toBeNull();
    expect(await getToken({ req: bearer(handedOut), secret, salt: "of the app" })).toBeNull();
  });

  it("RA2-A1: decode opens one with an empty salt, as what encode made with it", async () => {
    const handedOut = await legacyToken({ id: 7 });
    expect((await decode({ token: handedOut, secret, salt: "" }))?.["id"]).toBe(7);
    expect((await decode({ token: handedOut, secret: [otherSecret, secret], salt: "" }))?.["id"]).toBe(7);
    const own = await encode({ token: { id: 8 }, secret, salt: "" });
    expect((await decode({ token: own, secret, salt: "" }))?.["id"]).toBe(8);
    await expect(decode({ token: handedOut, secret, salt: ourName })).rejects.toThrow("cannot be opened");
    await expect(decode({ token: handedOut, secret: otherSecret, salt: "" })).rejects.toThrow(
      "cannot be opened",
    );
  });
});

describe("RA2-A8: cookies that somebody else has read", () => {
  const ours = () => encode({ token: { id: 8 }, secret, salt: ourName });
  const jar = (pairs: Record<string, string>) => ({
    getAll: () => Object.entries(pairs).map(([name, value]) => ({ name, value })),
  });

  it("getToken reads by name, in pieces, and from getAll(), with or without headers", async () => {
    const old = await legacyToken({ id: 7 });
    const pieces = { [`${legacyName}.0`]: old.slice(0, 90), [`${legacyName}.1`]: old.slice(90) };
    for (const cookies of [{ [legacyName]: old }, pieces, jar({ [legacyName]: old })]) {
      expect((await getToken({ req: { headers: {}, cookies }, secret }))?.["id"]).toBe(7);
      expect((await getToken({ req: { cookies } as never, secret }))?.["id"]).toBe(7);
    }
    const cookies = { other: undefined, [ourName]: await ours() };
    expect((await getToken({ req: { headers: new Headers(), cookies }, secret }))?.["id"]).toBe(8);
  });

  it("the header counts before them, and a value never holds another cookie", async () => {
    const cookies = { [legacyName]: await legacyToken({ id: 7 }) };
    const headers = { cookie: `${ourName}=${await ours()}` };
    expect((await getToken({ req: { headers, cookies }, secret }))?.["id"]).toBe(8);
    const smuggled = { lang: `x; ${ourName}=${await ours()}`, broken: "%E0%A4%A\ud800" };
    expect(await getToken({ req: { headers: {}, cookies: smuggled }, secret })).toBeNull();
  });
});
