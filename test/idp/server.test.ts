import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type IdentityProvider, startIdentityProvider } from "../../src/commands/dev/server/index.js";
import { record as github } from "../../src/providers/github.js";
import { record as google } from "../../src/providers/google.js";

let idp: IdentityProvider;
beforeAll(async () => {
  idp = await startIdentityProvider({ records: { github, google } });
});
afterAll(() => idp.close());

const callback = "http://localhost:3000/auth/callback/google";
const stage = () => `${idp.url}/play/google/https/accounts.google.com`;

function authorizeUrl(changes: Record<string, string> = {}): string {
  const query = {
    response_type: "code",
    client_id: "cid",
    redirect_uri: callback,
    scope: "openid",
    ...changes,
  };
  return `${stage()}/authorize?${new URLSearchParams(query)}`;
}

async function codeFor(changes: Record<string, string> = {}): Promise<string> {
  const chosen = await post(authorizeUrl(changes), { person: "mira" });
  return new URL(chosen.headers.get("location") ?? "").searchParams.get("code") ?? "";
}

const post = (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url, { method: "POST", body: new URLSearchParams(form), headers, redirect: "manual" });

const exchange = (code: string, changes: Record<string, string> = {}) =>
  post(`${stage()}/token`, {
    grant_type: "authorization_code",
    code,
    redirect_uri: callback,
    client_id: "cid",
    client_secret: "test-secret",
    ...changes,
  });

/** `fetch` does not let a script choose its Host header. */
function statusWith(headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${idp.url}/`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });
}

describe("the local identity provider", () => {
  test("does not start with NODE_ENV=production", async () => {
    vi.stubEnv("NODE_ENV", "production");
    await expect(startIdentityProvider({ records: {} })).rejects.toThrow("NODE_ENV=production");
    vi.unstubAllEnvs();
  });

  test("listens on the loopback address and says which providers it plays", () => {
    expect(idp.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(idp.providers).toEqual(["github", "google"]);
  });

  test("answers to local host names only (DNS rebinding)", async () => {
    expect(await statusWith({ host: "evil.example.com" })).toBe(421);
    expect(await statusWith({ host: "localhost.evil.example.com:80" })).toBe(421);
    expect(await statusWith({ host: "localhost:4000" })).toBe(200);
    expect(await statusWith({ host: "[::1]:4000" })).toBe(200);
  });

  test("refuses forms of foreign pages", async () => {
    const answer = await post(authorizeUrl(), { person: "mira" }, { origin: "https://evil.example.com" });
    expect(answer.status).toBe(403);
  });

  describe("who asks", () => {
    const cross = { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" };
    const form = { name: "Eve", roles: "admin" };
    const users = () => `${idp.url}/users`;
    const signOut = () =>
      `${idp.url}/play/google/https/accounts.google.com/.well-known/end-session?post_logout_redirect_uri=http://localhost:3000/`;
    const refusedForms: readonly (readonly [string, () => Promise<Response>])[] = [
      ["a form of a page without referrer", () => post(users(), form, { origin: "null" })],
      ["the same by its site", () => post(users(), form, { ...cross, origin: "null" })],
      [
        "a choice of another page",
        () => post(authorizeUrl(), { person: "mira" }, { ...cross, origin: "null" }),
      ],
      ["a form of another port", () => post(users(), form, { origin: "http://127.0.0.1:1" })],
      [
        "the same by its site",
        () => post(users(), form, { "sec-fetch-site": "same-site", "sec-fetch-dest": "document" }),
      ],
      [
        "a call of another page",
        () => fetch(authorizeUrl(), { headers: { "sec-fetch-site": "cross-site" } }),
      ],
      [
        "a form to sign out of a foreign page",
        () => post(signOut(), form, { origin: "https://evil.example.com" }),
      ],
    ];
    test.each(refusedForms)("D1: refuses %s", async (_, ask) => {
      const before = await (await fetch(idp.url)).text();
      expect((await ask()).status).toBe(403);
      expect(await (await fetch(idp.url)).text()).toBe(before);
    });

    const answered: readonly (readonly [string, () => Promise<Response>, number])[] = [
      ["the app itself", () => fetch(authorizeUrl()), 200],
      ["a browser that the app sends to sign in", () => fetch(authorizeUrl(), { headers: cross }), 200],
      [
        "one that it sends by a form to sign out",
        () => post(signOut(), { state: "s" }, { ...cross, origin: "null" }),
        303,
      ],
      [
        "a picture in a page of the app",
        () =>
          fetch(`${idp.url}/people/mira.svg`, {
            headers: { "sec-fetch-site": "cross-site", "sec-fetch-dest": "image" },
          }),
        200,
      ],
      [
        "a form of its own page",
        () => post(authorizeUrl(), { person: "mira" }, { origin: idp.url, "sec-fetch-site": "same-origin" }),
        303,
      ],
    ];
    test.each(answered)("D1: answers %s", async (_, ask, status) => {
      expect((await ask()).status).toBe(status);
    });

    test("D1: its pages send their own origin with a form", async () => {
      expect((await fetch(authorizeUrl())).headers.get("referrer-policy")).toBe("same-origin");
    });
  });

  test.each([
    "https://evil.example.com/cb",
    "http://localhost@evil.example.com/",
    "javascript:alert(1)",
    "com.app:/cb",
    "",
  ])("sends nobody to %j", async (redirect_uri) => {
    const answer = await fetch(authorizeUrl({ redirect_uri }), { redirect: "manual" });
    expect([400, 404]).toContain(answer.status);
    expect(answer.headers.get("location")).toBeNull();
  });

  test("escapes what the request put into the picker", async () => {
    const page = await (await fetch(authorizeUrl({ client_id: "<img src=x>", scope: '"><script>' }))).text();
    expect(page).not.toContain("<img src=x>");
    expect(page).not.toContain("<script>");
  });

  test("a picker is a labelled form that works without scripts", async () => {
    const answer = await fetch(authorizeUrl());
    const page = await answer.text();
    expect(page).toContain('<html lang="en">');
    expect(page).toContain("<legend>");
    expect(page).toContain('<label for="fault">');
    expect(page).toContain("plays <strong>Google</strong>");
    expect(page.match(/name="person"/g)).toHaveLength(3);
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  test("a code works once", async () => {
    const code = await codeFor();
    expect((await exchange(code)).status).toBe(200);
    expect(await (await exchange(code)).json()).toMatchObject({ error: "invalid_grant" });
  });

  test("a code ends after 60 seconds", async () => {
    const code = await codeFor();
    const now = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(now + 61_000);
    expect((await exchange(code)).status).toBe(400);
    vi.restoreAllMocks();
  });

  test.each([
    ["another redirect_uri", { redirect_uri: "http://localhost:3000/other" }],
    ["another client", { client_id: "other" }],
    ["a wrong verifier", { code_verifier: "wrong" }],
  ])("a code is refused with %s", async (_what, changes) => {
    const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
    const code = await codeFor({ code_challenge: challenge, code_challenge_method: "S256" });
    const proof = { code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk" };
    expect((await exchange(code, { ...proof, ...changes })).status).toBe(400);
  });

  test("the verifier of RFC 7636 appendix B fits its challenge", async () => {
    const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
    const code = await codeFor({ code_challenge: challenge, code_challenge_method: "S256" });
    const answer = await exchange(code, { code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk" });
    expect(answer.status).toBe(200);
  });

  test("a refresh token gives a new access token, unless the fault revokes it", async () => {
    const tokens = (await (await exchange(await codeFor())).json()) as Record<string, string>;
    const refresh = (token: string | undefined) =>
      post(`${stage()}/token`, {
        grant_type: "refresh_token",
        refresh_token: token ?? "",
        client_id: "cid",
        client_secret: "test-secret",
      });
    const renewed = (await (await refresh(tokens["refresh_token"])).json()) as Record<string, string>;
    expect(renewed["access_token"]).not.toBe(tokens["access_token"]);
    const revokedChoice = await post(authorizeUrl(), { person: "mira", fault: "revoked-refresh" });
    const code = new URL(revokedChoice.headers.get("location") ?? "").searchParams.get("code") ?? "";
    const revoked = (await (await exchange(code)).json()) as Record<string, string>;
    expect((await refresh(revoked["refresh_token"])).status).toBe(400);
  });

  test("GitHub's token answer is a form unless JSON is asked for", async () => {
    const at = `${idp.url}/play/github/https/github.com/login/oauth`;
    const query = { response_type: "code", client_id: "cid", redirect_uri: callback };
    for (const [accept, type] of [
      ["*/*", "application/x-www-form-urlencoded"],
      ["application/json", "application/json"],
    ] as const) {
      const chosen = await post(`${at}/authorize?${new URLSearchParams(query)}`, { person: "mira" });
      const code = new URL(chosen.headers.get("location") ?? "").searchParams.get("code") ?? "";
      const form = {
        grant_type: "authorization_code",
        code,
        redirect_uri: callback,
        client_id: "cid",
        client_secret: "x",
      };
      const answer = await post(`${at}/access_token`, form, { accept });
      expect(answer.headers.get("content-type")).toContain(type);
    }
  });

  test("discovery keeps the issuer that the app asked for, byte for byte", async () => {
    const issuer = "https://login.example.com/realm/";
    const tail = Buffer.from(issuer).toString("base64url");
    const url = `${idp.url}/play/oidc~${tail}/https/login.example.com/realm/.well-known/openid-configuration`;
    const metadata = (await (await fetch(url)).json()) as Record<string, string>;
    expect(metadata["issuer"]).toBe(issuer);
    expect(metadata["token_endpoint"]).toBe("https://login.example.com/realm/token");
  });

  test("the end of a session leads back to local pages only", async () => {
    const end = (target: string) =>
      fetch(
        `${stage()}/.well-known/end-session?${new URLSearchParams({ post_logout_redirect_uri: target })}`,
        {
          redirect: "manual",
        },
      );
    expect((await end("http://localhost:3000/bye")).status).toBe(303);
    expect((await end("https://evil.example.com/")).status).toBe(400);
  });

  test("the end of a session that is posted gives its state back", async () => {
    const form = { post_logout_redirect_uri: "http://localhost:3000/bye", state: "s-1", client_id: "any" };
    const answer = await fetch(`${stage()}/.well-known/end-session`, {
      method: "POST",
      body: new URLSearchParams(form),
      redirect: "manual",
    });
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      "http://localhost:3000/bye?state=s-1",
    ]);
  });

  test("what happened is on its home page, without codes and tokens", async () => {
    const code = await codeFor();
    await exchange(code);
    const page = await (await fetch(`${idp.url}/`)).text();
    expect(page).toContain("token (authorization_code): 200");
    expect(page).not.toContain(code);
  });
});
