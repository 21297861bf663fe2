/** What a sign-out ends, here and in other processes. */
import { afterEach, describe, expect, it, vi } from "vitest";
import type { AuthConfig, RevocationStore } from "../../src/runtime/types/config.js";
import { memoryStore } from "../../src/runtime/shared-store/memory.js";
import type { SharedStore } from "../../src/runtime/types/shared-store.js";
import { encode } from "../../src/runtime/jwt.js";
import { resolveConfig } from "../../src/runtime/settings/resolve-config.js";
import { gate } from "../support/gate.js";
import { Browser, coreApp, locationOf, origin, secret } from "../support/browser.js";

const name = "authjs.session-token";
afterEach(() => void vi.useRealTimers());

/** Each call is another process: nothing but the revocation store is shared. */
function processOf(revocation: RevocationStore | undefined, more: Partial<AuthConfig> = {}) {
  const logged: string[] = [];
  const config: AuthConfig = {
    secret,
    trustHost: true,
    session: { revocation },
    providers: [
      {
        id: "credentials",
        name: "P",
        type: "credentials",
        credentials: {},
        authorize: () => ({ id: "1", name: "Ada" }),
      },
    ],
    logger: { error: (error) => void logged.push(error.name), warn: () => undefined },
    ...more,
  };
  return { browser: new Browser(coreApp(config)), logged };
}

function memoryRevocation() {
  const rows = new Map<string, Date>();
  const store: RevocationStore = {
    add: async (id, until) => void rows.set(id, until),
    has: async (id) => rows.has(id),
  };
  return { rows, store };
}

async function post(browser: Browser, url: string): Promise<Response> {
  const { csrfToken } = (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
  return browser.post(url, { csrfToken });
}
const signIn = (browser: Browser) => post(browser, "/auth/callback/credentials");

describe("COOK-13: a copied cookie after sign-out", () => {
  it("COOK-13: is dead in this process, and in every other one with a store", async () => {
    const { store, rows } = memoryRevocation();
    const [here, there] = [processOf(store), processOf(store)];
    await signIn(here.browser);
    const first = here.browser.cookies.get(name)!;
    await here.browser.session();
    const second = here.browser.cookies.get(name)!;
    expect(second).not.toBe(first);
    there.browser.cookies.set(name, second);
    expect(await there.browser.session()).not.toBeNull();
    const third = there.browser.cookies.get(name)!;
    await post(here.browser, "/auth/signout");
    for (const copy of [first, second, third]) {
      for (const { browser } of [here, there]) {
        browser.cookies.set(name, copy);
        expect(await browser.session()).toBeNull();
        expect(browser.cookies.has(name)).toBe(false);
      }
    }
    // Another tab that has not heard of it is no fault of anybody.
    const signOut = await post(here.browser, "/auth/signout");
    expect(signOut.status).toBe(302);
    expect([...here.logged, ...there.logged]).toEqual([]);
    expect(rows.size).toBe(1);
    expect(Math.abs([...rows.values()][0]!.valueOf() - Date.now() - 30 * 86_400_000)).toBeLessThan(60_000);
  });

  it("F-74: is dead everywhere with `revocation: true`, by what processes share; a store that is down says nobody is known", async () => {
    const memory = memoryStore();
    let isDown = false;
    const sharedStore: SharedStore = {
      ...memory,
      has: (keys) => (isDown ? Promise.reject(new Error("down")) : memory.has(keys)),
    };
    const more = { sharedStore, session: { revocation: true } } as const;
    const here = processOf(undefined, more);
    await signIn(here.browser);
    const copy = here.browser.cookies.get(name)!;
    await post(here.browser, "/auth/signout");
    // As in another process.
    delete (globalThis as Record<symbol, unknown>)[Symbol.for("authwright.ended-sessions")];
    const there = processOf(undefined, {
      ...more,
      secret: ["a-newer-test-secret-of-enough-characters", secret],
    });
    there.browser.cookies.set(name, copy);
    expect(await there.browser.session()).toBeNull();
    isDown = true;
    there.browser.cookies.set(name, copy);
    const answer = await there.browser.send("/auth/session");
    expect([answer.status, there.browser.cookies.get(name)]).toEqual([503, copy]);
  });

  it("COOK-13: of another sign-in of the same person goes on", async () => {
    const { store } = memoryRevocation();
    const [here, there] = [processOf(store), processOf(store)];
    await signIn(here.browser);
    await signIn(there.browser);
    await post(here.browser, "/auth/signout");
    expect(await there.browser.session()).not.toBeNull();
  });

  it("COOK-13: made before there was a store ends as well", async () => {
    const { store } = memoryRevocation();
    const token = await encode({ token: { sub: "1", name: "Ada" }, secret, salt: name });
    const [here, there] = [processOf(store), processOf(store)];
    here.browser.cookies.set(name, token);
    expect(await here.browser.session()).not.toBeNull();
    await post(here.browser, "/auth/signout");
    there.browser.cookies.set(name, token);
    expect(await there.browser.session()).toBeNull();
  });

  it("COOK-13: a client cannot give its session another id", async () => {
    const { store } = memoryRevocation();
    const jwt: NonNullable<AuthConfig["callbacks"]>["jwt"] = ({ token, session }) => ({
      ...token,
      ...(session as object),
    });
    const [here, there] = [
      processOf(store, { callbacks: { jwt } }),
      processOf(store, { callbacks: { jwt } }),
    ];
    await signIn(here.browser);
    const { csrfToken } = (await (await here.browser.send("/auth/csrf")).json()) as { csrfToken: string };
    const before = here.browser.cookies.get(name)!;
    await here.browser.send("/auth/session", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ csrfToken, data: { rid: "chosen" } }),
    });
    const after = here.browser.cookies.get(name)!;
    expect(after).not.toBe(before);
    await post(here.browser, "/auth/signout");
    there.browser.cookies.set(name, after);
    expect(await there.browser.session()).toBeNull();
  });
});

describe("F-76 a sign-out in this process", () => {
  it("F-76 ends every copy of the session, also those from before its last refresh", async () => {
    const { browser } = processOf(undefined);
    await signIn(browser);
    const copies = [browser.cookies.get(name)!];
    for (let round = 0; round < 3; round++) {
      await browser.session();
      copies.push(browser.cookies.get(name)!);
    }
    expect(new Set(copies).size).toBe(4);
    const other = processOf(undefined).browser;
    await signIn(other);
    await post(browser, "/auth/signout");
    for (const copy of copies) {
      browser.cookies.set(name, copy);
      expect(await browser.session()).toBeNull();
    }
    expect(await other.session()).not.toBeNull();
  });

  it("F-76 is remembered over 1500 others, and by a configuration that is made for each request", async () => {
    const { browser } = processOf(undefined);
    await signIn(browser);
    const copy = browser.cookies.get(name)!;
    await post(browser, "/auth/signout");
    const { revokedSessions } = resolveConfig({ secret, trustHost: true, providers: [] });
    for (let other = 0; other < 1500; other++)
      await revokedSessions.add({ jti: `other-${other}` }, new Date());
    const { browser: later } = processOf(undefined);
    later.cookies.set(name, copy);
    expect(await later.session()).toBeNull();
  });

  it("F-76 of one app says nothing of another one in the same process", async () => {
    const jti = "the-same-id";
    const ended = (key: string) =>
      resolveConfig({ secret: key.repeat(40), trustHost: true, providers: [] }).revokedSessions;
    await ended("a").add({ jti }, new Date());
    expect([ended("a").has({ jti }), ended("b").has({ jti })]).toEqual([true, false]);
  });
});

describe("REL-10: a read that a sign-out overtakes", () => {
  it.each([
    ["in this process", undefined],
    ["in another process", memoryRevocation().store],
  ])("REL-10: %s does not bring the session back", async (where, store) => {
    const [signedOut, read] = [gate(), gate()];
    let isSlow = false;
    const slow: NonNullable<AuthConfig["callbacks"]>["jwt"] = async ({ token }) => {
      if (isSlow) {
        read.open();
        await signedOut.opened;
      }
      return token;
    };
    const reader = processOf(store, { callbacks: { jwt: slow } });
    await signIn(reader.browser);
    const other = where === "in this process" ? reader : processOf(store);
    const jar = new Map(reader.browser.cookies);
    isSlow = true;
    const reading = reader.browser.send("/auth/session");
    await read.opened;
    for (const [key, value] of jar) other.browser.cookies.set(key, value);
    await post(other.browser, "/auth/signout");
    signedOut.open();
    const answer = await reading;
    expect(answer.headers.getSetCookie().filter((line) => line.startsWith(name))).toEqual([]);
  });
});

describe("a revocation store that is down", () => {
  const down = () => Promise.reject(new Error("down"));

  it("means that nobody can say who is signed in: 503, and the cookie stays", async () => {
    const { store } = memoryRevocation();
    const here = processOf(store);
    await signIn(here.browser);
    const there = processOf({ ...store, has: down });
    there.browser.cookies.set(name, here.browser.cookies.get(name)!);
    expect((await there.browser.send("/auth/session")).status).toBe(503);
    expect(there.browser.cookies.has(name)).toBe(true);
    expect(there.logged).toContain("AdapterError");
  });

  it("DB-08: at sign-out clears the cookie and says that the session may live on", async () => {
    const { store } = memoryRevocation();
    const { browser, logged } = processOf({ ...store, add: down });
    await signIn(browser);
    expect(locationOf(await post(browser, "/auth/signout"))).toBe(`${origin}/auth/error?error=Configuration`);
    expect(browser.cookies.has(name)).toBe(false);
    expect(logged).toEqual(["AdapterError", "SignOutError"]);
  });

  it("REL-10: that never answers is down after the deadline", async () => {
    const never = () => new Promise<never>(() => undefined);
    const { store } = memoryRevocation();
    const { browser } = processOf({ ...store, has: never }, { deadlineSeconds: 0.02 });
    await signIn(browser);
    expect((await browser.send("/auth/session")).status).toBe(503);
  });
});

describe("deadlines and loggers", () => {
  it("REL-15: an event that never ends, throws or rejects with nothing holds no sign-in up", async () => {
    for (const signInEvent of [
      () => new Promise<void>(() => undefined),
      () => Promise.reject(undefined),
      () => {
        throw new Error("broken");
      },
    ]) {
      const { browser, logged } = processOf(undefined, {
        events: { signIn: signInEvent },
        deadlineSeconds: 0.02,
      });
      expect(locationOf(await signIn(browser))).toBe(origin);
      expect(logged).toEqual(["EventError"]);
    }
  });

  it("REL-16: a logger that throws, rejects or hangs is survived on every way through the handler", async () => {
    const loggers = [
      () => {
        throw new Error("broken logger");
      },
      () => Promise.reject(new Error("broken logger")),
      () => new Promise(() => undefined),
      () => ({
        // oxlint-disable-next-line no-thenable -- what a library without promises may give back
        get then() {
          throw new Error("broken logger");
        },
      }),
    ] as (() => void)[];
    for (const log of loggers) {
      const { browser } = processOf(undefined, {
        debug: true,
        logger: { error: log, warn: log, debug: log },
        events: { signIn: () => Promise.reject(new Error("no")) },
      });
      expect(locationOf(await signIn(browser))).toBe(origin);
      expect((await browser.send("/auth/unknown")).status).toBe(400);
      expect((await browser.send("/auth/callback/credentials", { method: "POST" })).status).toBe(302);
      browser.cookies.set(name, "garbage");
      expect(await browser.session()).toBeNull();
    }
  });
});
