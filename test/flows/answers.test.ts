import { describe, expect, test } from "vitest";
import Credentials from "../../src/providers/credentials.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { OAuth2Config } from "../../src/runtime/types/provider.js";
import { Browser, coreApp, locationOf, origin, watched } from "../support/browser.js";

const github: OAuth2Config = {
  id: "oa",
  name: "OA",
  type: "oauth",
  clientId: "cid",
  clientSecret: "test-secret",
  authorization: "https://op.example.com/authorize",
  token: "https://op.example.com/token",
  userinfo: "https://op.example.com/me",
};
const password = Credentials({
  credentials: { username: {}, password: {} },
  authorize: () => ({ id: "1", name: "Ada" }),
});
const umlauts = { ...github, id: "zähler 1" };

function setUp(more: Partial<AuthConfig> = {}) {
  const { config, seen } = watched();
  const app = coreApp({ providers: [github, password, umlauts], ...config, ...more });
  return { app, seen, browser: new Browser(app) };
}

async function csrfOf(browser: Browser): Promise<string> {
  return ((await (await browser.send("/auth/csrf")).json()) as { csrfToken: string }).csrfToken;
}

const bytesOf = (response: Response): number[] =>
  response.headers.getSetCookie().map((line) => Buffer.byteLength(line));
const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

const longest = `/${"r".repeat(1500)}?${"q=1&".repeat(100)}`;
const targets = [`/${"€".repeat(2000)}`, `/?${"&=".repeat(1000)}`, `/${"%".repeat(2000)}`, longest];

describe("SEC2-34 the Set-Cookie lines of one answer", () => {
  test.each(targets)(
    "are at most 4,096 bytes each and 8,000 together, whatever the way back",
    async (callbackUrl) => {
      const { browser } = setUp({ callbacks: { redirect: ({ url }) => url } });
      const csrfToken = await csrfOf(browser);
      for (const action of ["signin/oa", "callback/credentials", "signout"]) {
        const answer = await browser.post(`/auth/${action}`, {
          csrfToken: await csrfOf(browser),
          callbackUrl,
        });
        expect(answer.status).toBe(302);
        for (const bytes of bytesOf(answer)) expect(bytes).toBeLessThanOrEqual(4096);
        expect(sum(bytesOf(answer))).toBeLessThanOrEqual(8000);
      }
      const page = await browser.send(`/auth/signin?${new URLSearchParams({ callbackUrl })}`);
      expect(sum(bytesOf(page))).toBeLessThanOrEqual(8000);
      expect(csrfToken).not.toBe("");
    },
  );

  test("a large session comes first: a long way back is not remembered beside it, and reached all the same", async () => {
    const { browser } = setUp({
      callbacks: { jwt: ({ token }) => ({ ...token, rights: "x".repeat(4500) }) },
    });
    const callbackUrl = `/${"r".repeat(2000)}`;
    const fields = { csrfToken: await csrfOf(browser), username: "ada", password: "x", callbackUrl };
    const answer = await browser.post("/auth/callback/credentials", fields);
    expect(locationOf(answer)).toBe(origin + callbackUrl);
    expect(decodeURIComponent(browser.cookies.get("authjs.callback-url") ?? "")).toBe(origin);
    expect(browser.has("session-token.1")).toBe(true);
    expect((await browser.session())?.user).toMatchObject({ name: "Ada" });
  });

  test("a normal way back is kept in its cookie", async () => {
    const { browser } = setUp();
    await browser.send(`/auth/signin?${new URLSearchParams({ callbackUrl: longest })}`);
    const kept = browser.cookies.get("authjs.callback-url") ?? "";
    expect(decodeURIComponent(kept)).toBe(origin + longest);
  });
});

describe("SEC2-35 a path that is written another way", () => {
  const post = async (path: string) => {
    const { browser } = setUp();
    const csrfToken = await csrfOf(browser);
    return browser.post(path, { csrfToken, username: "ada", password: "x", callbackUrl: "/after" });
  };

  test.each([
    "/auth/callback/%63redentials",
    "/auth/callback/credential%73",
    "/auth/%63allback/credentials",
    "/auth/callback/c%72edentials",
    "/auth/signin/o%61",
    "/auth/signin/%6F%61",
    "/auth/callback/%7Ex",
    "/auth/callback/my%2Did",
    "/auth/callback/a%5Fb",
  ])("%s is 400", async (path) => {
    const answer = await post(path);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toBe("Bad request.");
  });

  test("doubled slashes stay, as does what has to be encoded", async () => {
    expect(locationOf(await post("/auth//callback///credentials"))).toBe(`${origin}/after`);
    for (const id of ["z%C3%A4hler%201", "z%c3%a4hler%201"])
      expect(locationOf(await post(`/auth/signin/${id}`))).toMatch(/^https:\/\/op\.example\.com/);
  });
});

describe("SEC2-38 an answer that sets a cookie", () => {
  test("is stored by nobody, whatever it is", async () => {
    const { browser } = setUp();
    const csrfToken = await csrfOf(browser);
    const forms = ["/auth/signin/oa", "/auth/callback/credentials", "/auth/signout"];
    const answers = await Promise.all([
      ...forms.map((path) => browser.post(path, { csrfToken, callbackUrl: "/after" })),
      ...["signin?callbackUrl=/x", "signout?callbackUrl=/y", "session", "csrf", "verify-request"].map(
        (path) => new Browser(setUp().app).send(`/auth/${path}`),
      ),
    ]);
    const setting = answers.filter(({ headers }) => headers.getSetCookie().length > 0);
    expect(setting.length).toBeGreaterThan(6);
    for (const { headers } of setting) expect(headers.get("cache-control")).toMatch(/private|no-store/);
  });

  test("and one that sets none says nothing of it", async () => {
    const { browser } = setUp();
    expect((await browser.send("/auth/providers")).headers.has("cache-control")).toBe(false);
  });
});

describe("RA-09 the field `json` of version 4's client", () => {
  const fields = { username: "ada", password: "right" };

  test.each(["true", "false", "1"])("json=%s", async (json) => {
    const { browser } = setUp();
    const answer = await browser.post("/auth/callback/credentials", {
      ...fields,
      json,
      csrfToken: await csrfOf(browser),
    });
    const isJson = json === "true";
    expect(answer.status).toBe(isJson ? 200 : 302);
    if (isJson) expect(await answer.json()).toEqual({ url: origin });
  });

  test("a refused form: the address with its error, as the header gets it", async () => {
    const { browser } = setUp();
    const csrfToken = "0".repeat(64);
    const asked = (body: Record<string, string>, headers: Record<string, string> = {}) =>
      browser.send("/auth/signin/oa", { method: "POST", body: new URLSearchParams(body), headers });
    const [field, header] = [
      await asked({ csrfToken, json: "true" }),
      await asked({ csrfToken }, { "x-auth-return-redirect": "1" }),
    ];
    expect(field.status).toBe(header.status);
    expect(await field.json()).toEqual(await header.json());
  });

  test.each([{ toString: 1 }, ["true"], null, 1])("json: %j in a JSON body is no wish", async (json) => {
    const { browser } = setUp();
    const answer = await browser.send("/auth/callback/credentials", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...fields, json, csrfToken: await csrfOf(browser) }),
    });
    expect([answer.status, locationOf(answer)]).toEqual([302, origin]);
  });

  test("a query says nothing", async () => {
    const { browser } = setUp();
    const answer = await browser.post("/auth/callback/credentials?json=true", {
      ...fields,
      csrfToken: await csrfOf(browser),
    });
    expect(answer.status).toBe(302);
  });
});
