import express from "express";
import { afterEach, expect, vi } from "vitest";
import { CredentialsSignin } from "../../src/runtime/errors/index.js";
import { MiddlewareAuth } from "../../src/runtime/integrations/express.js";
import { listen } from "../support/app.js";
import { group } from "./group.js";
import { jarOf, locationOf, origin, sessionCookie, signIn, Stage, tokenOf } from "./stage.js";

afterEach(() => void vi.restoreAllMocks());

const json = { "content-type": "application/json" };

/** Posts a body as it is, with a token that fits. `TOKEN` in it becomes the CSRF token. */
async function post(stage: Stage, type: string, body: string | ((token: string) => string)) {
  const browser = stage.browser();
  const token = await tokenOf(browser);
  const response = await browser.send("/auth/callback/credentials", {
    method: "POST",
    headers: { "content-type": type },
    body: typeof body === "string" ? body.replaceAll("TOKEN", token) : body(token),
  });
  return { browser, response };
}

/** Fields that reached authorize(). */
function watching(): { stage: Stage; seen: Record<string, unknown>[] } {
  const seen: Record<string, unknown>[] = [];
  const stage = new Stage({
    authorize: (fields) => {
      seen.push(fields);
      return { id: "1", name: "Bob" };
    },
  });
  return { stage, seen };
}

group("credentials", {
  "CRED-01": async () => {
    const { stage, seen } = watching();
    for (const body of [
      '{"csrfToken":"TOKEN","__proto__":{"polluted":1,"isAdmin":true},"constructor":{"prototype":{"polluted":1}}}',
      '{"csrfToken":"TOKEN","a":{"__proto__":{"polluted":1}},"b":[{"__proto__":{"polluted":1}}]}',
      '{"csrfToken":"TOKEN","a":{"\\u005f_proto__":{"polluted":1}},"b":[{"__\\u0070roto__":{"polluted":1}}]}',
    ])
      await post(stage, "application/json", body);
    await post(
      stage,
      "application/x-www-form-urlencoded",
      "csrfToken=TOKEN&__proto__=x&__proto__[polluted]=1&constructor[prototype][polluted]=1",
    );
    expect(seen).toHaveLength(4);
    for (const fields of seen) {
      expect((fields as { polluted?: unknown }).polluted).toBeUndefined();
      expect(fields["isAdmin"]).toBeUndefined();
      expect(Object.hasOwn(fields, "__proto__")).toBe(false);
      expect(JSON.stringify(fields)).not.toContain('"__proto__":');
    }
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    // A parser before us that makes objects of brackets.
    const { config } = stage;
    const app = express()
      .use(express.urlencoded({ extended: true }), express.json())
      .use("/auth", MiddlewareAuth(config));
    const site = await listen(app);
    const first = await fetch(`${site.origin}/auth/csrf`);
    const { csrfToken } = (await first.json()) as { csrfToken: string };
    const response = await fetch(`${site.origin}/auth/callback/credentials`, {
      method: "POST",
      redirect: "manual",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        cookie: first.headers
          .getSetCookie()
          .map((line) => line.split(";")[0])
          .join("; "),
      },
      body: `csrfToken=${csrfToken}&a[__proto__][polluted]=1&__proto__[polluted]=1&constructor[prototype][polluted]=1`,
    });
    expect(response.status).toBe(302);
    expect(seen).toHaveLength(5);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    await site.close();
  },

  "CRED-03": async () => {
    const stage = new Stage();
    for (const body of [
      '{"csrfToken":',
      "",
      "{",
      "nul",
      '{"a":1}}',
      "\0",
      "[1,",
      '{"password":"test-password"',
    ]) {
      const { response } = await post(stage, "application/json", body);
      expect([body, response.status]).toEqual([body, 400]);
      expect(await response.json()).toBe("Bad request.");
    }
    expect(stage.logged.map((error) => `${error.message}${String(error.cause)}`).join()).not.toContain(
      "test-password",
    );
    // JSON that is no object holds no token.
    for (const body of ["[]", "5", '"x"', "null", "true"])
      expect(locationOf((await post(stage, "application/json", body)).response)).toContain(
        "error=MissingCSRF",
      );
  },

  "CRED-05": async () => {
    const hostile: unknown[] = [
      new Error("test-secret-text"),
      "test-secret-text",
      undefined,
      null,
      Object.create(null),
      Object.assign(new Error("test-secret-text"), { type: "CredentialsSignin", code: "test-secret-text" }),
    ];
    for (const thrown of hostile) {
      for (const authorize of [
        () => {
          throw thrown;
        },
        () => Promise.reject(thrown as Error),
        () => new Promise<never>((_, reject) => setTimeout(() => reject(thrown as Error), 2)),
      ]) {
        const stage = new Stage({ authorize });
        const browser = stage.browser();
        const response = await signIn(browser);
        expect(locationOf(response)).toBe(`${origin}/auth/error?error=Configuration`);
        const page = await browser.send(locationOf(response));
        expect(page.status).toBe(500);
        expect((await page.text()) + JSON.stringify([...response.headers])).not.toContain("test-secret-text");
        expect(browser.has(sessionCookie)).toBe(false);
        expect(stage.errors()).toEqual(["CallbackRouteError"]);
      }
    }
  },

  "CRED-06": async () => {
    for (const code of [
      "bad code&error=x#<script>",
      "\r\nSet-Cookie: a=b",
      "ü\u2028",
      "&callbackUrl=//evil.test",
    ]) {
      class Odd extends CredentialsSignin {
        override code = code;
      }
      const stage = new Stage({
        authorize: () => {
          throw new Odd();
        },
      });
      const browser = stage.browser();
      const location = new URL(locationOf(await signIn(browser)));
      expect([...location.searchParams]).toEqual([
        ["error", "CredentialsSignin"],
        ["code", code],
      ]);
      expect([location.origin, location.hash]).toEqual([origin, ""]);
      expect(await (await browser.send(location.href)).text()).not.toContain("<script");
    }
  },

  "CRED-08": async () => {
    const { stage, seen } = watching();
    const browser = stage.browser();
    const body = new FormData();
    body.set("csrfToken", await tokenOf(browser));
    body.set("username", "bob");
    body.set("file", new Blob(["x".repeat(1000)]), "a.txt");
    const response = await browser.send("/auth/callback/credentials", { method: "POST", body });
    expect(locationOf(response)).toContain("error=MissingCSRF");
    expect(seen).toEqual([]);
  },

  // The rule: the last one wins, as in JSON.
  "CRED-10": async () => {
    const { stage, seen } = watching();
    await post(stage, "application/x-www-form-urlencoded", "csrfToken=TOKEN&username=bob&username=alice");
    await post(stage, "application/json", '{"csrfToken":"TOKEN","username":"bob","username":"alice"}');
    for (const parser of [express.urlencoded({ extended: true }), express.urlencoded({ extended: false })]) {
      const site = await listen(express().use(parser).use("/auth", MiddlewareAuth(stage.config)));
      const first = await fetch(`${site.origin}/auth/csrf`);
      const { csrfToken } = (await first.json()) as { csrfToken: string };
      await fetch(`${site.origin}/auth/callback/credentials`, {
        method: "POST",
        redirect: "manual",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          cookie: first.headers
            .getSetCookie()
            .map((line) => line.split(";")[0])
            .join("; "),
        },
        body: `csrfToken=${csrfToken}&username=bob&username=alice`,
      });
      await site.close();
    }
    expect(seen.map(({ username }) => username)).toEqual(["alice", "alice", "alice", "alice"]);
  },

  "CRED-11": async () => {
    const stage = new Stage({ store: {} });
    const browser = stage.browser();
    const response = await signIn(browser);
    expect(locationOf(response)).toBe(`${origin}/auth/error?error=Configuration`);
    expect(browser.has(sessionCookie)).toBe(false);
    expect(stage.logged.at(-1)?.message).toMatch(/adapter|store/);
    // A user of the store gets a row, and a cookie that finds it.
    stage.store.users.set("1", { id: "1", name: "Bob", email: "bob@example.com", emailVerified: null });
    await signIn(browser);
    expect([...stage.store.sessions.keys()]).toEqual([browser.cookies.get(sessionCookie)]);
    expect((await browser.session())?.user?.["name"]).toBe("Bob");
    const alone = new Stage({ store: {}, config: { session: { strategy: "database" } } });
    alone.config.providers = alone.config.providers.filter(
      (provider) => (provider as { type?: string }).type === "credentials",
    );
    expect((await alone.app(new Request(`${origin}/auth/session`))).status).toBe(500);
    expect(alone.errors()).toEqual(["UnsupportedStrategy"]);
  },

  "CRED-13": async () => {
    const serve = async (trustProxy: unknown) => {
      let calls = 0;
      const stage = new Stage({
        authorize: ({ username, password }) => {
          calls++;
          return password === "test-right" ? { id: String(username) } : null;
        },
      });
      const site = await listen(
        express().set("trust proxy", trustProxy).use("/auth", MiddlewareAuth(stage.config)),
      );
      const first = await fetch(`${site.origin}/auth/csrf`);
      const { csrfToken } = (await first.json()) as { csrfToken: string };
      const cookie = first.headers
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; ");
      const login = (username: string, password: string, from: string) =>
        fetch(`${site.origin}/auth/callback/credentials`, {
          method: "POST",
          redirect: "manual",
          headers: { cookie, "x-forwarded-for": from },
          body: new URLSearchParams({ csrfToken, username, password, callbackUrl: "/home" }),
        });
      return { site, login, calls: () => calls };
    };
    // Nobody vouches for the header: however it rotates, one client is one client, and one name one name.
    const direct = await serve(false);
    for (let index = 0; index < 20; index++)
      expect(
        (await direct.login(index % 2 === 0 ? "Bob" : " bob", "wrong", `203.0.113.${index}`)).status,
      ).toBe(302);
    const refused = await direct.login("bob", "test-right", "198.51.100.1");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.headers.getSetCookie().join()).not.toContain(sessionCookie);
    // Who the clients are nobody knows here: other names go on (F-01).
    expect(locationOf(await direct.login("alice", "test-right", "198.51.100.2"))).toContain("/home");
    expect(direct.calls()).toBe(21);
    await direct.site.close();
    // Behind a proxy that the app trusts the address counts: IPv6 by its first 64 bits, in any spelling.
    const behind = await serve("loopback");
    for (let index = 0; index < 60; index++) {
      const from =
        index % 2 === 0 ? `2001:db8:0:1::${index.toString(16)}` : `2001:0DB8:0000:0001:ffff:${index}::1`;
      expect((await behind.login(`user-${index}`, "wrong", from)).status).toBe(302);
    }
    expect((await behind.login("carol", "test-right", "2001:db8:0:1:1234::9")).status).toBe(429);
    expect(locationOf(await behind.login("carol", "test-right", "2001:db8:0:2::1"))).toContain("/home");
    expect(locationOf(await behind.login("dave", "test-right", "203.0.113.7"))).toContain("/home");
    await behind.site.close();
  },

  "CRED-15": async () => {
    const { stage, seen } = watching();
    const odd = [
      "\0",
      "a\0b",
      "\ud800",
      "\udfff\ud800",
      "\u202e",
      "🜁".repeat(1000),
      " ",
      "\r\n",
      "x".repeat(90_000),
    ];
    for (const password of odd) {
      const { response } = await post(stage, "application/json", (csrfToken) =>
        JSON.stringify({ csrfToken, password }),
      );
      expect(response.status).toBe(302);
      expect(seen.at(-1)?.["password"]).toBe(password);
    }
    const wellFormed = odd.filter((text) => !/[\ud800-\udfff]/.test(text) && text.length < 50_000);
    for (const password of wellFormed) {
      await post(
        stage,
        "application/x-www-form-urlencoded",
        (csrfToken) => `${new URLSearchParams({ csrfToken, password })}`,
      );
      expect(seen.at(-1)?.["password"]).toBe(password);
    }
    const before = seen.length;
    for (const type of ["application/json", "application/x-www-form-urlencoded"]) {
      const password = "p".repeat(1024 * 1024);
      const { response } = await post(stage, type, (csrfToken) =>
        type === "application/json"
          ? JSON.stringify({ csrfToken, password })
          : `csrfToken=${csrfToken}&password=${password}`,
      );
      expect(response.status).toBe(413);
    }
    expect(seen).toHaveLength(before);
  },

  "CRED-16": async () => {
    const lines: string[] = [];
    for (const level of ["error", "warn", "log"] as const)
      vi.spyOn(console, level).mockImplementation(
        (...args: unknown[]) => void lines.push(JSON.stringify(args), args.map(String).join()),
      );
    const fields = { username: "bob@example.com", password: "test-password-1" };
    for (const authorize of [
      () => null,
      () => {
        throw new Error("no");
      },
      () => {
        throw new CredentialsSignin();
      },
    ]) {
      const stage = new Stage({ authorize, config: { logger: undefined, debug: true } });
      const browser = stage.browser();
      const csrfToken = await tokenOf(browser);
      for (const init of [
        { body: new URLSearchParams({ ...fields, csrfToken }) },
        { body: JSON.stringify({ ...fields, csrfToken }), headers: json },
        { body: JSON.stringify({ ...fields, csrfToken }).slice(0, -1), headers: json },
        { body: new URLSearchParams(fields) },
      ]) {
        const response = await browser.send("/auth/callback/credentials", { method: "POST", ...init });
        lines.push(JSON.stringify([...response.headers]), await response.text());
        if (response.status === 302) lines.push(await (await browser.send(locationOf(response))).text());
      }
      lines.push(jarOf(browser));
    }
    expect(lines.join("\n")).not.toContain("test-password-1");
    expect(lines.join("\n")).toContain("CredentialsSignin");
  },
});
