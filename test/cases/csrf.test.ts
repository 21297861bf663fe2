import { expect } from "vitest";
import { skipCSRFCheck } from "../../src/runtime/index.js";
import { group } from "./group.js";
import {
  jarOf,
  locationOf,
  origin,
  secureSite,
  sessionCookie,
  signedIn,
  signIn,
  Stage,
  tokenOf,
} from "./stage.js";

const missing = `${origin}/auth/signin?error=MissingCSRF`;
const actions = [
  "providers",
  "session",
  "csrf",
  "signin",
  "signout",
  "callback/credentials",
  "callback/op",
  "verify-request",
  "error",
  "webauthn-options",
];

/** Sends a sign-in at the provider and says whether it was refused without a trace. */
async function expectRefused(stage: Stage, init: RequestInit, cookie = ""): Promise<void> {
  for (const path of ["/auth/signin/op", "/auth/callback/credentials", "/auth/signout"]) {
    const headers = new Headers(init.headers);
    if (cookie !== "") headers.set("cookie", cookie);
    const response = await stage.app(new Request(origin + path, { method: "POST", ...init, headers }));
    expect([path, response.status, locationOf(response)]).toEqual([path, 302, missing]);
    expect(response.headers.getSetCookie().filter((line) => !line.includes("csrf-token"))).toEqual([]);
  }
  expect(stage.fake.calls).toEqual([]);
}

const form = (fields: Record<string, string>): RequestInit => ({ body: new URLSearchParams(fields) });

group("csrf", {
  "CSRF-01": async () => {
    const stage = new Stage();
    await expectRefused(stage, form({}));
    await expectRefused(stage, { headers: { "content-type": "application/x-www-form-urlencoded" } });
  },

  "CSRF-03": async () => {
    const stage = new Stage();
    const [one, other] = [stage.browser(), stage.browser()];
    const foreign = await tokenOf(one);
    const own = await tokenOf(other);
    await expectRefused(stage, form({ csrfToken: foreign }), jarOf(other));
    await expectRefused(stage, form({ csrfToken: own }));
    const cookie = [...other.cookies]
      .map(([name, value]) => `${name}=${value.slice(0, -1)}${value.endsWith("0") ? "1" : "0"}`)
      .join("; ");
    await expectRefused(stage, form({ csrfToken: own }), cookie);
  },

  "CSRF-05": async () => {
    const { browser } = await signedIn();
    const before = browser.cookies.get(sessionCookie);
    const answer = await browser.send("/auth/signout");
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(/<form [^>]*method="post"/i);
    expect(browser.cookies.get(sessionCookie)).toBe(before);
    expect((await browser.session())?.user?.["name"]).toBe("Bob");
  },

  "CSRF-06": async () => {
    const stage = new Stage();
    const browser = stage.browser();
    const answer = await browser.post("/auth/callback/credentials", { username: "bob", password: "x" });
    expect(locationOf(answer)).toBe(missing);
    expect(browser.has(sessionCookie)).toBe(false);
    expect(stage.errors()).toEqual(["MissingCSRF"]);
  },

  "CSRF-08": async () => {
    const stage = new Stage();
    const browser = stage.browser();
    const csrfToken = await tokenOf(browser);
    const text = `csrfToken=${csrfToken}&username=bob`;
    const parts = new FormData();
    for (const [name, value] of new URLSearchParams(text)) parts.append(name, value);
    const json = JSON.stringify({ csrfToken, username: "bob" });
    for (const init of [
      { body: text, headers: { "content-type": "text/plain" } },
      { body: text, headers: { "content-type": "text/plain; application/x-www-form-urlencoded" } },
      { body: json, headers: { "content-type": "text/plain; a=application/json" } },
      { body: json, headers: { "content-type": "text/plain,application/json" } },
      { body: new TextEncoder().encode(text) },
      { body: parts },
    ]) {
      await expectRefused(stage, init, jarOf(browser));
    }
  },

  "CSRF-10": async () => {
    // A sibling host cannot set a __Host- cookie; the plain name that it can set counts for nothing.
    const secure = new Stage({ site: secureSite });
    const attacker = secure.browser();
    const planted = await tokenOf(attacker);
    const [[name, value] = ["", ""]] = [...attacker.cookies].filter(([each]) => each.includes("csrf"));
    expect(name).toBe("__Host-authjs.csrf-token");
    const victim = secure.browser();
    victim.cookies.set("authjs.csrf-token", value);
    victim.cookies.set("__Secure-authjs.csrf-token", value);
    await victim.post("/auth/callback/credentials", { csrfToken: planted, username: "bob" });
    expect(victim.has(sessionCookie)).toBe(false);

    // A pair that was not made with our secret is none, and the one known before a sign-in is worth nothing after.
    const stage = new Stage();
    await expectRefused(
      stage,
      form({ csrfToken: "a".repeat(64) }),
      `authjs.csrf-token=${"a".repeat(64)}%7C${"b".repeat(64)}`,
    );
    const browser = stage.browser();
    const before = await tokenOf(browser);
    await signIn(browser);
    await expectRefused(stage, form({ csrfToken: before }), jarOf(browser));
  },

  "CSRF-11": async () => {
    const stage = new Stage();
    const answer = await stage.app(
      new Request(`${origin}/auth/csrf`, {
        headers: { origin: "https://evil.test", "sec-fetch-site": "cross-site" },
      }),
    );
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  },

  "CSRF-13": async () => {
    const stage = new Stage();
    const browser = stage.browser();
    const token = await tokenOf(browser);
    for (const csrfToken of [[token], { a: 1 }, { toString: token }, 1, null, true, "", [[token]]]) {
      await expectRefused(
        stage,
        {
          body: JSON.stringify({ csrfToken, username: "bob" }),
          headers: { "content-type": "application/json" },
        },
        jarOf(browser),
      );
    }
  },

  "CSRF-15": async () => {
    const { stage, browser } = await signedIn();
    for (const method of ["HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      for (const action of actions) {
        const answer = await browser.send(`/auth/${action}`, { method });
        expect([method, action, answer.status]).toEqual([method, action, 405]);
        expect(answer.headers.get("allow")).toBe("GET, POST");
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
    }
    expect((await browser.session())?.user?.["name"]).toBe("Bob");
    expect(stage.fake.calls).toEqual([]);
  },

  "CSRF-16": async () => {
    const { browser } = await signedIn();
    const csrfToken = await tokenOf(browser);
    const overrides = {
      "x-http-method-override": "POST",
      "x-http-method": "POST",
      "x-method-override": "DELETE",
    };
    const page = await browser.send(`/auth/signout?_method=POST&csrfToken=${csrfToken}`, {
      headers: overrides,
    });
    expect(await page.text()).toContain("<form");
    const read = await browser.send("/auth/session?_method=DELETE", { headers: overrides });
    expect(((await read.json()) as { user: { name: string } }).user.name).toBe("Bob");
    const update = await browser.send("/auth/session?_method=DELETE", {
      method: "POST",
      headers: overrides,
      body: new URLSearchParams({ csrfToken, _method: "DELETE" }),
    });
    expect(update.status).toBe(200);
    expect(browser.has(sessionCookie)).toBe(true);
  },

  "CSRF-18": async () => {
    const stage = new Stage();
    const text = JSON.stringify({ skipCSRFCheck: true, "Symbol(skip-csrf-check)": true, csrfToken: true });
    await expectRefused(stage, { body: text, headers: { "content-type": "application/json" } });
    await expectRefused(stage, form({ skipCSRFCheck: "true", [String(skipCSRFCheck.description)]: "true" }));
    for (const value of [true, "skip-csrf-check", Symbol("skip-csrf-check")])
      await expectRefused(new Stage({ config: { skipCSRFCheck: value as never } }), form({}));
    const off = new Stage({ config: { skipCSRFCheck } }).browser();
    await off.post("/auth/callback/credentials", { username: "bob" });
    expect(off.has(sessionCookie)).toBe(true);
  },
});
