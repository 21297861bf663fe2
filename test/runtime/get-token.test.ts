import { afterEach, describe, expect, it, vi } from "vitest";
import { MissingSecretError, MissingSecret } from "../../src/runtime/errors/index.js";
import { encode, getToken } from "../../src/runtime/jwt.js";

const secret = "test-secret-test-secret-test-secret-000";
const plain = "authjs.session-token";
const secure = `__Secure-${plain}`;
const cookie = async (name: string, sub = "1") =>
  `${name}=${await encode({ token: { sub }, secret, salt: name })}`;
const req = (headers: Record<string, string>) => ({ headers });

afterEach(() => vi.unstubAllEnvs());

describe("getToken", () => {
  it("reads Requests, Headers and plain headers", async () => {
    const header = await cookie(plain);
    const request = new Request("http://localhost/", { headers: { cookie: header } });
    for (const from of [request, { headers: request.headers }, req({ cookie: header })]) {
      expect(await getToken({ req: from, secret })).toMatchObject({ sub: "1" });
    }
  });

  it("without a name tries the one for https first, then the one for http", async () => {
    const both = `${await cookie(plain, "http")}; ${await cookie(secure, "https")}`;
    expect(await getToken({ req: req({ cookie: both }), secret })).toMatchObject({ sub: "https" });
    expect(await getToken({ req: req({ cookie: both }), secret, secureCookie: false })).toMatchObject({
      sub: "http",
    });
    expect(
      await getToken({ req: req({ cookie: await cookie(plain) }), secret, secureCookie: true }),
    ).toBeNull();
  });

  it("SEC2-38 on https takes no cookie without a prefix, which a neighbouring site can plant", async () => {
    const planted = `${await cookie(plain, "planted")}; next-auth.session-token=x`;
    const at = (url: string, header = planted) => new Request(url, { headers: { cookie: header } });
    expect(await getToken({ req: at("https://a.example/"), secret })).toBeNull();
    expect(await getToken({ req: at("https://a.example/"), raw: true })).toBeNull();
    const both = `${planted}; ${await cookie(secure, "own")}`;
    expect(await getToken({ req: at("https://a.example/", both), secret })).toMatchObject({ sub: "own" });
    // Told otherwise, on http, and where the request has no URL that says it.
    for (const params of [
      { req: at("https://a.example/"), secureCookie: false },
      { req: at("https://a.example/"), cookieName: plain },
      { req: at("http://a.example/") },
      { req: { url: "/account", headers: { cookie: planted } } },
      { req: req({ cookie: planted }) },
    ])
      expect(await getToken({ ...params, secret })).toMatchObject({ sub: "planted" });
  });

  it("takes its own cookie name and salt", async () => {
    const token = await encode({ token: { sub: "1" }, secret, salt: "pepper" });
    const params = { req: req({ cookie: `sid=${token}` }), secret, cookieName: "sid" };
    expect(await getToken({ ...params, salt: "pepper" })).toMatchObject({ sub: "1" });
    expect(await getToken(params)).toBeNull();
  });

  it("joins chunks", async () => {
    const token = await encode({ token: { sub: "1", big: "x".repeat(5000) }, secret, salt: plain });
    const header = `${plain}.1=${token.slice(3936)}; ${plain}.0=${token.slice(0, 3936)}`;
    expect(await getToken({ req: req({ cookie: header }), secret })).toMatchObject({ sub: "1" });
    expect(await getToken({ req: req({ cookie: header }), raw: true })).toBe(token);
  });

  it("reads a bearer token, url-encoded", async () => {
    const token = await encode({ token: { sub: "1" }, secret, salt: plain });
    const headers = { authorization: `Bearer ${encodeURIComponent(token)}` };
    expect(await getToken({ req: req(headers), secret })).toMatchObject({ sub: "1" });
    expect(await getToken({ req: req(headers), raw: true })).toBe(token);
    expect(await getToken({ req: req({ authorization: `bearer ${token}` }), secret })).toBeNull();
  });

  it("asks the bearer token only where there is no cookie", async () => {
    const token = await encode({ token: { sub: "1" }, secret, salt: plain });
    const headers = { cookie: `${plain}=broken`, authorization: `Bearer ${token}` };
    expect(await getToken({ req: req(headers), secret })).toBeNull();
  });

  it("JWE-17, HOST-08: malformed input is null, never a throw", async () => {
    for (const authorization of [
      "Bearer %",
      "Bearer",
      "Bearer ",
      "Bearer a.b.c",
      "Basic x",
      "Bearer %E0%A4%A",
      "Bearer ....",
    ]) {
      expect(await getToken({ req: req({ authorization }), secret }), authorization).toBeNull();
    }
    for (const value of [`${plain}=%`, `${plain}=`, `${plain}`, "=", ";;;", `${plain}.0=`, "__proto__=1"]) {
      expect(await getToken({ req: req({ cookie: value }), secret }), value).toBeNull();
    }
  });

  it("takes the secret from the environment, newest first, and throws without one", async () => {
    for (const name of ["AUTH_SECRET", "AUTH_SECRET_1", "NEXTAUTH_SECRET"]) vi.stubEnv(name, undefined);
    const header = req({ cookie: await cookie(plain) });
    await expect(getToken({ req: header })).rejects.toThrow(MissingSecretError);
    expect(MissingSecretError).toBe(MissingSecret);
    vi.stubEnv("AUTH_SECRET", secret);
    vi.stubEnv("AUTH_SECRET_1", "another-test-secret-another-test-0000");
    expect(await getToken({ req: header })).toMatchObject({ sub: "1" });
    // Without any token there is nothing to open, hence nothing to ask for.
    vi.stubEnv("AUTH_SECRET", undefined);
    vi.stubEnv("AUTH_SECRET_1", undefined);
    expect(await getToken({ req: req({}) })).toBeNull();
  });

  it("names its argument when there is no request", async () => {
    await expect(getToken({ secret } as never)).rejects.toThrow(/req/);
  });
});
