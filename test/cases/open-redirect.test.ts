import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMilliseconds } from "../support/measure.js";
import { group } from "./group.js";
import { type Browser, jarOf, locationOf, origin, signIn, signOut, Stage, tokenOf } from "./stage.js";

/** The catalogue's host is app.example.com; here it is the host of the stage. */
const host = new URL(origin).host;

const home: Readonly<Record<string, string>> = {
  "REDIR-01": "https://evil.test/",
  "REDIR-03": "/\\evil.test",
  "REDIR-05": "http:evil.test",
  "REDIR-06": "https:evil.test",
  "REDIR-08": `http://${host}@evil.test/`,
  "REDIR-10": `https://evil.test#@${host}`,
  "REDIR-11": `https://evil.test?${host}`,
  "REDIR-13": "/\n/evil.test",
  "REDIR-15": "\t//evil.test",
  "REDIR-16": "javascript:alert(1)",
  "REDIR-18": "data:text/html,<script>1</script>",
  "REDIR-23": "http://localhost\u3002evil.test/",
  "REDIR-25": "http://localhost.:3000/",
  "REDIR-26": "http://localhost:8443/",
  "REDIR-31": "///evil.test",
  "REDIR-33": `ftp://${host}/x`,
  "REDIR-35": "vbscript:msgbox(1)",
  "REDIR-36": `http://${host}\\@evil.test`,
  "REDIR-38": "/\u2028//evil.test",
  "REDIR-40": "/dash\r\nSet-Cookie: x=1",
  "REDIR-41": `/${"a".repeat(20_000)}`,
  "REDIR-43": "/\0/evil.test",
  "REDIR-45": "",
};

const foreign = new Set(Object.values(home));

const own: Readonly<Record<string, string>> = {
  "REDIR-20": "/%2F/evil.test",
  "REDIR-21": "/%5Cevil.test",
  "REDIR-28": "/..//evil.test",
  "REDIR-30": "/a/..//evil.test",
};

const json = { "content-type": "application/json" };
const cookieName = "authjs.callback-url";
const stage = new Stage();

/** Every way in, and where each of them ends. */
const doors: Readonly<Record<string, (url: string, browser: Browser) => Promise<Response>>> = {
  form: (url, browser) => signIn(browser, { username: "bob", callbackUrl: url }),
  JSON: async (url, browser) => {
    const body = JSON.stringify({ csrfToken: await tokenOf(browser), username: "bob", callbackUrl: url });
    return browser.send("/auth/callback/credentials", { method: "POST", headers: json, body });
  },
  query: async (url, browser) =>
    browser.post(`/auth/callback/credentials?${new URLSearchParams({ callbackUrl: url })}`, {
      csrfToken: await tokenOf(browser),
      username: "bob",
    }),
  cookie: async (url, browser) => {
    browser.cookies.set(cookieName, encodeURIComponent(url));
    const csrfToken = await tokenOf(browser);
    browser.cookies.set(cookieName, encodeURIComponent(url));
    return browser.post("/auth/callback/credentials", { csrfToken, username: "bob" });
  },
  "sign-out": async (url, browser) => {
    await signIn(browser);
    browser.cookies.delete(cookieName);
    return browser.post("/auth/signout", { csrfToken: await tokenOf(browser), callbackUrl: url });
  },
  "the sign-in page": async (url, browser) => {
    const page = await browser.send(`/auth/signin?${new URLSearchParams({ callbackUrl: url })}`);
    const text = await page.text();
    expect(page.status).toBe(200);
    const [, value = ""] = /name="callbackUrl" value="([^"]*)"/.exec(text) ?? [];
    return new Response(null, { headers: { location: value.replaceAll("&amp;", "&") } });
  },
  "a client that wants the address": async (url, browser) => {
    const answer = await browser.send("/auth/callback/credentials", {
      method: "POST",
      headers: { "x-auth-return-redirect": "1" },
      body: new URLSearchParams({ csrfToken: await tokenOf(browser), username: "bob", callbackUrl: url }),
    });
    expect(answer.status).toBe(200);
    const { url: location } = (await answer.json()) as { url: string };
    return new Response(null, { headers: { location } });
  },
  "an OAuth flow": async (url, browser) => {
    const csrfToken = await tokenOf(browser);
    const started = await browser.post("/auth/signin/op", { csrfToken, callbackUrl: url });
    return browser.send(`/auth/callback/op?${stage.fake.authorize(locationOf(started))}`);
  },
};

async function endOf(door: string, url: string): Promise<string> {
  const browser = stage.browser();
  const response = await doors[door]!(url, browser);
  expect(response.status, door).toBeLessThan(400);
  for (const line of response.headers.getSetCookie()) {
    expect(line.length).toBeLessThanOrEqual(4096);
    if (foreign.has(url)) expect(line).not.toContain("evil.test");
  }
  expect(response.headers.get("x")).toBeNull();
  return locationOf(response);
}

group(
  "open-redirect",
  Object.fromEntries([
    ...Object.entries(home).map(([id, url]) => [
      id,
      async () => {
        for (const door of Object.keys(doors)) {
          expect([door, await endOf(door, url)]).toEqual([door, origin]);
        }
      },
    ]),
    ...Object.entries(own).map(([id, url]) => [
      id,
      async () => {
        for (const door of Object.keys(doors))
          expect([door, await endOf(door, url)]).toEqual([door, new URL(url, origin).href]);
      },
    ]),
  ]),
);

describe("any callback URL at all", () => {
  const part = fc.oneof(
    fc.constantFrom(
      "/",
      "//",
      "\\",
      "http:",
      "https:",
      "javascript:",
      "@",
      "#",
      "?",
      ":",
      ".",
      "..",
      "%2f",
      "%5c",
      "%00",
      "evil.test",
      host,
      origin,
      "\t",
      "\r\n",
      "\0",
      "\u2028",
      "\uFF0F",
      "\u3002",
      "[::1]",
      ":8443",
      " ",
    ),
    fc.string({ unit: "binary", maxLength: 8 }),
  );
  const url = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(""));

  it("ends on the own origin, whichever door it comes through", async () => {
    const browser = stage.browser();
    const csrfToken = await tokenOf(browser);
    const cookie = jarOf(browser);
    await fc.assert(
      fc.asyncProperty(url, fc.constantFrom("form", "JSON", "query", "cookie"), async (callbackUrl, door) => {
        const inBody = {
          csrfToken,
          username: "bob",
          ...((door === "form" || door === "JSON") && { callbackUrl }),
        };
        const query = door === "query" ? `?${new URLSearchParams({ callbackUrl })}` : "";
        const planted = door === "cookie" ? `; ${cookieName}=${encodeURIComponent(callbackUrl)}` : "";
        const response = await stage.app(
          new Request(`${origin}/auth/callback/credentials${query}`, {
            method: "POST",
            headers: { cookie: cookie + planted, ...(door === "JSON" && json) },
            body:
              door === "JSON"
                ? JSON.stringify(inBody)
                : new URLSearchParams(inBody as Record<string, string>),
          }),
        );
        const location = locationOf(response);
        expect(response.status).toBe(302);
        expect(new URL(location).origin).toBe(origin);
        expect(location === origin || new URL(location).href === location).toBe(true);
        expect(location.length).toBeLessThanOrEqual(2048);
      }),
      { numRuns: 300 },
    );
  });

  it("is answered within 100 ms of CPU and never fails, whatever the page", async () => {
    for (const action of ["signin", "signout", "session", "error", "verify-request", "csrf", "providers"]) {
      for (const value of Object.values(home)) {
        const start = cpuMilliseconds();
        const answer = await stage.app(
          new Request(
            `${origin}/auth/${action}?${new URLSearchParams({ callbackUrl: value.slice(0, 9000) })}`,
          ),
        );
        expect(answer.status).toBeLessThan(500);
        expect(cpuMilliseconds() - start).toBeLessThan(100);
      }
    }
  });

  it("does not matter to a sign-out of nobody", async () => {
    expect(locationOf(await signOut(stage.browser()))).toBe(`${origin}/bye`);
  });
});
