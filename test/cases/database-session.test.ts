import { expect } from "vitest";
import type { AdapterSession, AdapterUser } from "../../src/runtime/types/adapter.js";
import { group } from "./group.js";
import { copyOf, jarOf, locationOf, origin, sessionCookie, signOut, Stage, tokenOf } from "./stage.js";

const down = () => Promise.reject(new Error("test-secret-text: the store is down"));
const refusedUrl = `${origin}/auth/signin?error=OAuthAccountNotLinked`;

/** A stage with a store, and a browser that is signed in by the provider. */
async function scene(options: ConstructorParameters<typeof Stage>[0] = {}) {
  const stage = new Stage({ store: {}, ...options });
  const browser = stage.browser();
  await stage.oauth(browser);
  return { stage, browser, token: browser.cookies.get(sessionCookie) ?? "" };
}

/** The same rows and jar, with a store that behaves otherwise. */
function twin(from: Stage, jar: ReturnType<Stage["browser"]>, store: object, config: object = {}) {
  const stage = new Stage({ store: { ...from.store.adapter, ...store }, config });
  return { stage, browser: copyOf(stage, jar) };
}

const as = (stage: Stage, claims: object) =>
  void (stage.fake.faults.claims = (given) => ({ ...given, ...claims }));

group("database-session", {
  "DB-01": async () => {
    const { stage, browser, token } = await scene();
    expect(token).toMatch(/^[0-9a-f-]{36}$/);
    for (const planted of ["planted", token]) {
      const victim = stage.browser();
      victim.cookies.set(sessionCookie, planted);
      await stage.oauth(victim);
      expect(victim.cookies.get(sessionCookie)).not.toBe(planted);
      expect(stage.store.sessions.has(victim.cookies.get(sessionCookie)!)).toBe(true);
    }
    expect(stage.store.sessions.has("planted")).toBe(false);
    expect(await browser.session()).toBeNull();
  },

  "DB-01 and odd token makers": async () => {
    for (const made of ["", undefined, null, 5, {}, Promise.resolve("")]) {
      const { stage, browser } = await scene({
        config: { session: { generateSessionToken: () => made as never } },
      });
      expect(browser.has(sessionCookie)).toBe(false);
      expect(stage.store.sessions.size).toBe(0);
    }
    const { stage, token } = await scene({
      config: { session: { generateSessionToken: () => Promise.resolve("made later") as never } },
    });
    expect([...stage.store.sessions.keys()]).toEqual(["made later"]);
    expect(decodeURIComponent(token)).toBe("made later");
  },

  "DB-03": async () => {
    let writes = 0;
    const { stage, browser } = await scene();
    const { adapter } = stage.store;
    const other = twin(
      stage,
      browser,
      {
        updateSession: async (changes: Parameters<typeof adapter.updateSession>[0]) => {
          writes++;
          await new Promise((resolve) => setTimeout(resolve, 1));
          return adapter.updateSession(changes);
        },
      },
      { session: { updateAge: 0 } },
    );
    const sessions = await Promise.all(Array.from({ length: 10 }, () => other.browser.session()));
    expect(sessions.every((session) => session?.user?.["name"] === "Olga Pavlova")).toBe(true);
    expect(writes).toBeLessThanOrEqual(10);
    expect(other.stage.errors()).toEqual([]);
  },

  "DB-05": async () => {
    const { stage, browser, token } = await scene();
    const failing: (() => unknown)[] = [
      down,
      () => {
        throw new Error("sync");
      },
      () => Promise.reject(undefined),
      () => new Promise((_, reject) => setTimeout(() => reject(new Error("late")), 5)),
    ];
    for (const getSessionAndUser of failing) {
      const { browser: visitor } = twin(stage, browser, { getSessionAndUser });
      const response = await visitor.send("/auth/session");
      expect([response.status, response.headers.getSetCookie()]).toEqual([503, []]);
      expect(await response.text()).not.toContain("test-secret-text");
      expect(visitor.cookies.get(sessionCookie)).toBe(token);
      const update = await visitor.post("/auth/session", { csrfToken: await tokenOf(visitor) });
      expect(update.status).toBe(503);
    }
  },

  "DB-06": async () => {
    for (const createSession of [down, () => Promise.reject(null as never)]) {
      const stage = new Stage({ store: { createSession } });
      const browser = stage.browser();
      const response = await stage.oauth(browser);
      expect(locationOf(response)).toBe(`${origin}/auth/error?error=Configuration`);
      expect(browser.has(sessionCookie)).toBe(false);
      expect(stage.errors()).toContain("AdapterError");
      // What the flow made is no obstacle for the next one.
      const next = twin(stage, browser, { createSession: stage.store.adapter.createSession });
      expect(locationOf(await next.stage.oauth(next.browser))).toBe(`${origin}/after`);
      expect(stage.store.users.size).toBe(1);
    }
  },

  // The Decisions: an error for the user, the cookie cleared, the row named in the log.
  "DB-08": async () => {
    const { stage, browser } = await scene();
    const other = twin(stage, browser, { deleteSession: down });
    const response = await signOut(other.browser);
    expect(locationOf(response)).toBe(`${origin}/auth/error?error=Configuration`);
    expect((await other.browser.send(locationOf(response))).status).toBe(500);
    expect(other.browser.has(sessionCookie)).toBe(false);
    expect(other.stage.errors()).toEqual(["AdapterError", "SignOutError"]);
    // A leftover of the same name in front does not keep the row alive.
    const { stage: fine, browser: visitor, token } = await scene();
    const csrfToken = await tokenOf(visitor);
    const headers = { cookie: `${sessionCookie}=junk; ${jarOf(visitor)}` };
    await fine.app(
      new Request(`${origin}/auth/signout`, {
        method: "POST",
        headers,
        body: new URLSearchParams({ csrfToken }),
      }),
    );
    expect(fine.store.sessions.has(token)).toBe(false);
  },

  "DB-10": async () => {
    const { stage, browser } = await scene();
    stage.store.users.clear();
    expect(await browser.session()).toBeNull();
    expect(browser.has(sessionCookie)).toBe(false);
    // A store that keeps the row of a user who is gone gives no user with it.
    const other = await scene();
    const odd = twin(other.stage, other.browser, {
      getSessionAndUser: (id: string) => ({ session: other.stage.store.sessions.get(id), user: null }),
    });
    const response = await odd.browser.send("/auth/session");
    expect([response.status, await response.json()]).toEqual([200, null]);
    expect(odd.browser.has(sessionCookie)).toBe(false);
    expect(other.stage.store.sessions.size).toBe(0);
  },

  "DB-11": async () => {
    const { stage, browser } = await scene();
    for (const updateSession of [
      down,
      () => Promise.reject(undefined),
      () => {
        throw new Error("read only");
      },
    ]) {
      const other = twin(stage, browser, { updateSession }, { session: { updateAge: 0 } });
      expect((await other.browser.session())?.user?.["name"]).toBe("Olga Pavlova");
      expect(other.stage.errors()).toEqual(["AdapterError"]);
    }
  },

  "DB-13": async () => {
    const stage = new Stage({
      store: {
        // A unique index, and a store that takes its time.
        createUser: async (user) => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          if ([...stage.store.users.values()].some(({ email }) => email === user.email))
            throw new Error("duplicate key");
          const stored = { ...user };
          stage.store.users.set(stored.id, stored);
          return stored;
        },
      },
    });
    const browsers = Array.from({ length: 5 }, () => stage.browser());
    const ends = await Promise.all(browsers.map(async (browser) => locationOf(await stage.oauth(browser))));
    expect(stage.store.users.size).toBe(1);
    expect(new Set(stage.store.accounts.map(({ userId }) => userId)).size).toBe(1);
    expect(ends).toContain(`${origin}/after`);
    // Whoever lost signs in by trying again.
    for (const browser of browsers) expect(locationOf(await stage.oauth(browser))).toBe(`${origin}/after`);
    expect(stage.store.users.size).toBe(1);
  },

  "DB-15": async () => {
    const { stage, browser } = await scene();
    const store = (expires: unknown) => {
      for (const row of stage.store.sessions.values()) (row as { expires: unknown }).expires = expires;
    };
    const later = Date.now() + 20 * 86_400_000;
    for (const expires of [new Date(later), new Date(later).toISOString(), later, String(new Date(later))]) {
      store(expires);
      expect((await browser.session())?.user?.["name"]).toBe("Olga Pavlova");
    }
    for (const expires of [
      "never",
      "",
      undefined,
      Number.NaN,
      {},
      new Date("x"),
      "9999999999999999",
      Infinity,
    ]) {
      store(expires);
      const response = await browser.send("/auth/session");
      expect([expires, response.status]).toEqual([expires, 503]);
      expect(browser.has(sessionCookie)).toBe(true);
    }
    store(null);
    expect(await browser.session()).toBeNull();
  },

  "DB-16": async () => {
    const { stage, browser } = await scene();
    const hostile = {
      ...[...stage.store.users.values()][0]!,
      passwordHash: "test-hash",
      role: "admin",
      toJSON: () => ({ stolen: "test-hash" }),
      get secretColumn() {
        return "test-hash";
      },
      ["__proto__"]: { admin: true },
    } as unknown as AdapterUser;
    const session = {
      ...[...stage.store.sessions.values()][0]!,
      ip: "127.0.0.1",
      toJSON: () => "test-hash",
    } as AdapterSession;
    const other = twin(stage, browser, { getSessionAndUser: () => ({ session, user: hostile }) });
    const text = await (await other.browser.send("/auth/session")).text();
    expect(text).not.toMatch(/test-hash|admin|127\.0\.0\.1|sessionToken/);
    const body = JSON.parse(text) as { user: object };
    expect(Object.keys(body).sort()).toEqual(["expires", "user"]);
    expect(Object.keys(body.user).sort()).toEqual(["email", "image", "name"]);
  },

  "DB-18": async () => {
    const seen: unknown[] = [];
    const stage = new Stage({
      store: {
        getSessionAndUser: (token) => {
          seen.push(token);
          return null;
        },
      },
    });
    const values = ['{"$ne":null}', "' OR 1=1 --", "[object Object]", "a[$gt]=", "\0", "../../x", "*", "%"];
    for (const value of values) {
      const browser = stage.browser();
      browser.cookies.set(sessionCookie, encodeURIComponent(value));
      const response = await browser.send("/auth/session");
      expect([response.status, await response.json()]).toEqual([200, null]);
      expect(browser.has(sessionCookie)).toBe(false);
    }
    expect(seen).toEqual(values);
  },

  "DB-20": async () => {
    const { stage, browser } = await scene();
    const other = stage.browser();
    as(stage, { sub: "user-2", email: "b@example.com", name: "B" });
    await stage.oauth(other);
    // Begun as one person, ended in the session of another.
    as(stage, { sub: "user-3", email: "c@example.com" });
    const answer = stage.fake.authorize(locationOf(await browser.startSignIn("op")));
    browser.cookies.set(sessionCookie, other.cookies.get(sessionCookie)!);
    expect(locationOf(await browser.send(`/auth/callback/op?${answer}`))).toBe(refusedUrl);
    // Begun by nobody, ended in somebody's session.
    const nobody = stage.browser();
    const second = stage.fake.authorize(locationOf(await nobody.startSignIn("op")));
    nobody.cookies.set(sessionCookie, other.cookies.get(sessionCookie)!);
    expect(locationOf(await nobody.send(`/auth/callback/op?${second}`))).toBe(refusedUrl);
    expect(stage.store.accounts.map(({ providerAccountId }) => providerAccountId)).toEqual([
      "user-1",
      "user-2",
    ]);
    // The person who began it may; an account of somebody else stays with its owner.
    expect(locationOf(await stage.oauth(other))).toBe(`${origin}/after`);
    expect(stage.store.accounts).toHaveLength(3);
    as(stage, { sub: "user-1" });
    expect(locationOf(await stage.oauth(other))).toBe(refusedUrl);
    // The same holds while sessions are tokens.
    const jwt = new Stage({ store: {}, config: { session: { strategy: "jwt" } } });
    const [one, two] = [jwt.browser(), jwt.browser()];
    await jwt.oauth(one);
    as(jwt, { sub: "user-2", email: "b@example.com" });
    await jwt.oauth(two);
    as(jwt, { sub: "user-3", email: "c@example.com" });
    const third = jwt.fake.authorize(locationOf(await one.startSignIn("op")));
    one.cookies.set(sessionCookie, two.cookies.get(sessionCookie)!);
    expect(locationOf(await one.send(`/auth/callback/op?${third}`))).toBe(refusedUrl);
    await two.session();
    expect(locationOf(await jwt.oauth(two))).toBe(`${origin}/after`);
  },
});
