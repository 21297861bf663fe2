/** Limits on tries, through the handler and part by part. */
import express from "express";
import { afterEach, describe, expect, it, vi } from "vitest";
import { AdapterError } from "../../src/runtime/errors/index.js";
import { MiddlewareAuth } from "../../src/runtime/integrations/express.js";
import { clientRange, directClient } from "../../src/runtime/security/client-address.js";
import { createThrottle } from "../../src/runtime/security/throttle.js";
import { tryCounters } from "../../src/runtime/flows/tries.js";
import { memoryStore } from "../../src/runtime/shared-store/memory.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { SharedStore, ThrottleStore } from "../../src/runtime/types/shared-store.js";
import { Browser, coreApp, locationOf, secret } from "../support/browser.js";
import { listen } from "../support/app.js";
import { MemoryStore } from "../support/memory-store.js";

afterEach(() => void vi.useRealTimers());

interface Seen {
  readonly calls: string[];
  readonly mails: { url: string; token: string }[];
  readonly logged: string[];
  readonly store: MemoryStore;
}

function appOf(more: Partial<AuthConfig> = {}, code?: string): { config: AuthConfig; seen: Seen } {
  const store = new MemoryStore();
  const seen: Seen = { calls: [], mails: [], logged: [], store };
  const config: AuthConfig = {
    secret,
    trustHost: true,
    session: { strategy: "jwt" },
    adapter: store.with({
      useVerificationToken: (params) => {
        seen.calls.push("useVerificationToken");
        return store.adapter.useVerificationToken(params);
      },
    }),
    providers: [
      {
        id: "credentials",
        name: "Password",
        type: "credentials",
        credentials: { username: {}, password: { type: "password" } },
        authorize: ({ username, password }) => {
          seen.calls.push(`authorize ${String(username)}`);
          return password === "test-right" ? { id: "1", name: String(username) } : null;
        },
      },
      {
        id: "email",
        name: "E-mail",
        type: "email",
        sendVerificationRequest: (params) => void seen.mails.push(params),
        ...(code !== undefined && { generateVerificationToken: () => code }),
      },
    ],
    logger: { error: (error) => void seen.logged.push(error.name), warn: () => undefined },
    ...more,
  };
  return { config, seen };
}

async function tokenOf(browser: Browser): Promise<string> {
  return ((await (await browser.send("/auth/csrf")).json()) as { csrfToken: string }).csrfToken;
}

async function logIn(browser: Browser, username: string, password = "test-wrong", headers = {}) {
  return browser.send("/auth/callback/credentials", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ csrfToken: await tokenOf(browser), username, password }),
  });
}

async function askMail(browser: Browser, email: string) {
  return browser.post("/auth/signin/email", {
    csrfToken: await tokenOf(browser),
    email,
    callbackUrl: "/after",
  });
}

describe("CRED-13: wrong credentials", () => {
  it("CRED-13: after 20 for one name end in 429 with Retry-After, and authorize is not called", async () => {
    const { config, seen } = appOf();
    const browser = new Browser(coreApp(config));
    for (let at = 0; at < 20; at++) {
      expect(locationOf(await logIn(browser, at % 2 ? "ada" : " ADA"))).toContain("error=CredentialsSignin");
    }
    const answer = await logIn(browser, "ada", "test-right");
    expect([answer.status, seen.calls.length]).toEqual([429, 20]);
    const seconds = Number(answer.headers.get("retry-after"));
    expect([seconds > 800, seconds <= 900]).toEqual([true, true]);
    expect(answer.headers.get("content-type")).toContain("text/html");
    expect(await answer.text()).toContain("Too many tries");
    expect(seen.logged.at(-1)).toBe("TooManyAttempts");
    expect(locationOf(await logIn(browser, "eve", "test-right"))).not.toContain("error");
  });

  it("CRED-13: a client that reads JSON gets 429 as JSON with the address of the page", async () => {
    const { config } = appOf();
    const browser = new Browser(coreApp(config));
    for (let at = 0; at < 20; at++) await logIn(browser, "ada");
    const answer = await logIn(browser, "ada", "test-right", { "x-auth-return-redirect": "1" });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([429, "application/json"]);
    const { url } = (await answer.json()) as { url: string };
    expect(new URL(url).searchParams.get("error")).toBe("TooManyAttempts");
  });

  it("CRED-13: are forgotten after 15 minutes, and right ones are never counted", async () => {
    const { config } = appOf();
    const browser = new Browser(coreApp(config));
    for (let at = 0; at < 30; at++) {
      expect(locationOf(await logIn(browser, "ada", "test-right"))).not.toContain("error");
    }
    vi.useFakeTimers({ toFake: ["Date"] });
    for (let at = 0; at < 20; at++) await logIn(browser, "ada");
    expect((await logIn(browser, "ada")).status).toBe(429);
    vi.setSystemTime(Date.now() + 15 * 60_000 + 1000);
    expect(locationOf(await logIn(browser, "ada", "test-right"))).not.toContain("error");
  });

  it("CRED-13: sent all at once do not slip through", async () => {
    let called = 0;
    const slow = {
      id: "credentials",
      name: "Slow",
      type: "credentials" as const,
      credentials: {},
      authorize: async () => {
        called++;
        await new Promise((resolve) => setTimeout(resolve, 20));
        return null;
      },
    };
    const { config } = appOf({ providers: [slow] });
    const browser = new Browser(coreApp(config));
    await tokenOf(browser);
    await Promise.all(Array.from({ length: 100 }, () => logIn(browser, "ada")));
    expect(called).toBe(20);
  });

  it("CRED-13: from one client count whatever the names, and what the client says of itself counts for nothing", async () => {
    const { config, seen } = appOf();
    const app = express();
    // One proxy in front, here the test itself: the last address of the list is the one that it has seen.
    app.set("trust proxy", 1);
    app.use("/auth", MiddlewareAuth(config));
    const { origin, close } = await listen(app);
    try {
      const post = await expressForms(origin);
      const statuses: number[] = [];
      for (let at = 0; at < 65; at++)
        statuses.push(await post(`name-${at}`, { "x-forwarded-for": `198.51.100.${at}, 203.0.113.7` }));
      expect(statuses).toEqual([...Array<number>(60).fill(302), ...Array<number>(5).fill(429)]);
      expect(seen.calls).toHaveLength(60);
      expect(await post("name-0", { "x-forwarded-for": "203.0.113.8" }, "test-right")).toBe(302);
    } finally {
      await close();
    }
  });

  it("CRED-13: without a limit when the config says false", async () => {
    const { config, seen } = appOf({ throttle: false });
    const browser = new Browser(coreApp(config));
    for (let at = 0; at < 30; at++) expect((await logIn(browser, "ada")).status).toBe(302);
    expect(seen.calls).toHaveLength(30);
  });
});

/** Posts to the form of an Express app, as a browser with one CSRF cookie. */
async function expressForms(origin: string) {
  const csrf = await fetch(`${origin}/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const cookie = csrf.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return async (username: string, headers: Record<string, string> = {}, password = "test-wrong") => {
    const body = new URLSearchParams({ csrfToken, username, password });
    const request = { method: "POST", redirect: "manual", headers: { cookie, ...headers }, body } as const;
    return (await fetch(`${origin}/auth/callback/credentials`, request)).status;
  };
}

describe("mail", () => {
  it("EMAIL-10: of 20 requests for one address 10 send a mail, others get 429; other addresses go on", async () => {
    const { config, seen } = appOf();
    const browser = new Browser(coreApp(config));
    const statuses: number[] = [];
    for (let at = 0; at < 20; at++) {
      statuses.push((await askMail(browser, at % 2 ? "Ada@example.com" : "ada@example.com")).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(302), ...Array<number>(10).fill(429)]);
    expect(seen.mails).toHaveLength(10);
    expect((await askMail(browser, "eve@example.com")).status).toBe(302);
  });

  it("EMAIL-11: after 200 wrong tokens the real one still works", async () => {
    const { config, seen } = appOf();
    const browser = new Browser(coreApp(config));
    await askMail(browser, "ada@example.com");
    const statuses: number[] = [];
    for (let at = 0; at < 200; at++) {
      const wrong = `/auth/callback/email?token=${String(at).padStart(64, "0")}&email=ada%40example.com`;
      statuses.push((await browser.open(wrong)).status);
    }
    expect(statuses.slice(0, 20).every((status) => status === 302)).toBe(true);
    expect(statuses.slice(20).every((status) => status === 429)).toBe(true);
    expect(locationOf(await browser.send(seen.mails[0]!.url))).toContain("/after");
  });

  it("EMAIL-11: a code that can be guessed is not looked at after 5 wrong ones", async () => {
    const { config, seen } = appOf({}, "123456");
    const browser = new Browser(coreApp(config));
    await askMail(browser, "ada@example.com");
    const guesses = Array.from({ length: 30 }, (_, at) =>
      browser.send(`/auth/callback/email?token=${100_000 + at}&email=ada%40example.com`),
    );
    await Promise.all(guesses);
    expect(seen.calls).toHaveLength(5);
    expect((await browser.send(seen.mails[0]!.url)).status).toBe(429);
    expect(seen.store.verificationTokens).toHaveLength(1);
  });
});

describe("a shared store", () => {
  const shared = (change: Partial<SharedStore> = {}) => {
    const keys: string[] = [];
    const memory = memoryStore();
    const store: SharedStore = {
      ...memory,
      increment: async (key, seconds, by) => {
        keys.push(key);
        return memory.increment(key, seconds, by);
      },
      ...change,
    };
    return { store, keys };
  };

  it("F-84: counts for all processes, and learns no names", async () => {
    const { store, keys } = shared();
    const [first, second] = [appOf({ sharedStore: store }), appOf({ sharedStore: store })];
    const one = new Browser(coreApp(first.config));
    const other = new Browser(coreApp(second.config));
    for (let at = 0; at < 20; at++) await logIn(at % 2 ? one : other, "ada");
    expect([(await logIn(one, "ada")).status, (await logIn(other, "ada")).status]).toEqual([429, 429]);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  });

  it("that is down is logged once, and this process counts for itself", async () => {
    const down = () => Promise.reject(new Error("down"));
    const { store } = shared({ increment: down, add: down, has: down, delete: down });
    const { config, seen } = appOf({ sharedStore: store });
    const browser = new Browser(coreApp(config));
    for (let at = 0; at < 20; at++) expect((await logIn(browser, "ada")).status).toBe(302);
    expect((await logIn(browser, "ada")).status).toBe(429);
    expect(seen.logged.filter((name) => name === "AdapterError")).toHaveLength(1);
  });

  it("that never answers holds nobody up for longer than the deadline", async () => {
    const never = () => new Promise<never>(() => undefined);
    const { store } = shared({ increment: never });
    const { config } = appOf({ sharedStore: store, deadlineSeconds: 0.01 });
    expect(locationOf(await logIn(new Browser(coreApp(config)), "ada", "test-right"))).not.toContain("error");
  });

  it("may answer with plain numbers: Retry-After is the whole window then", async () => {
    const memory = memoryStore();
    const { store } = shared({ increment: (...call) => memory.increment(...call).count });
    const browser = new Browser(coreApp(appOf({ sharedStore: store }).config));
    for (let at = 0; at < 20; at++) await logIn(browser, "ada");
    const answer = await logIn(browser, "ada");
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "900"]);
  });

  it("of the older kind goes on working as `throttle`, tries at once included", async () => {
    const memory = memoryStore();
    const old: ThrottleStore = {
      add: async (key, seconds) => memory.increment(key, seconds, 1),
      read: async (key) => {
        const opened = memory.increment(key, 900, 1);
        memory.increment(key, 900, -1);
        return opened.count === 1 ? null : { ...opened, count: opened.count - 1 };
      },
    };
    const { config, seen } = appOf({ throttle: old });
    const browser = new Browser(coreApp(config));
    for (let at = 0; at < 30; at++) await logIn(browser, "eve", "test-right");
    await tokenOf(browser);
    await Promise.all(Array.from({ length: 60 }, () => logIn(browser, "ada")));
    expect(seen.calls.filter((call) => call === "authorize ada")).toHaveLength(20);
    expect((await logIn(browser, "ada", "test-right")).status).toBe(429);
  });
});

describe("the parts", () => {
  const throttleOf = () => createThrottle(tryCounters(memoryStore()), [secret]);
  const isWrong = (error: unknown) => error instanceof Error && error.message === "wrong";

  it("F-72: what fails for another reason is no wrong answer", async () => {
    const throttle = throttleOf();
    const who = { provider: "passwords", identifiers: ["ada"], clientAddress: "203.0.113.1" };
    const down = () => throttle.attempt(who, () => Promise.reject(new AdapterError("down")), isWrong);
    for (let at = 0; at < 30; at++) await expect(down()).rejects.toThrow("down");
    await expect(throttle.attempt(who, async () => 1, isWrong)).resolves.toBe(1);
  });

  it("CRED-13: an IPv6 client is its first 64 bits, and each spelling of an address is one client", () => {
    const same = [
      ["2001:db8:0:1::1", "2001:0DB8:0:1:ffff:2:3:4", "2001:db8::1:0:0:0:9"],
      ["127.0.0.1", "::ffff:127.0.0.1", "::FFFF:7f00:1", "0:0:0:0:0:ffff:7f00:1"],
      ["fe80::1%eth0", "fe80::2"],
      ["::1", "0:0:0:0:0:0:0:1"],
    ];
    for (const spellings of same)
      expect([spellings[0], new Set(spellings.map(clientRange)).size]).toEqual([spellings[0], 1]);
    expect(clientRange("2001:db8:0:2::1")).not.toBe(clientRange("2001:db8:0:1::1"));
    expect(clientRange("10.0.0.1")).not.toBe(clientRange("10.0.0.2"));
  });

  it("F-01: a peer is the client only with a public address and without a sign of a proxy", () => {
    const seen = (peer: string | undefined, headers: Record<string, string> = {}) =>
      directClient(peer, (name) => headers[name] ?? null);
    expect(seen("203.0.113.9")).toBe("203.0.113.9");
    expect(seen("2001:db8::1")).toBe("2001:db8::1");
    for (const peer of [
      "127.0.0.1",
      "::1",
      "::ffff:127.0.0.1",
      "10.1.2.3",
      "192.168.0.1",
      "172.16.0.1",
      "172.31.9.9",
    ])
      expect([peer, seen(peer)]).toEqual([peer, undefined]);
    for (const peer of ["100.64.0.1", "169.254.1.1", "fd12:3456::1", "fe80::1%eth0", undefined])
      expect([peer, seen(peer)]).toEqual([peer, undefined]);
    for (const peer of ["172.15.0.1", "172.32.0.1", "100.63.0.1", "100.128.0.1"])
      expect(seen(peer)).toBe(peer);
    for (const name of ["x-forwarded-for", "forwarded", "x-real-ip", "via", "x-forwarded-host"])
      expect([name, seen("203.0.113.9", { [name]: "x" })]).toEqual([name, undefined]);
  });

  it("counts are bounded, and go on counting when full", () => {
    const counts = memoryStore({ maxKeys: 1000 });
    for (let at = 0; at < 30_000; at++) counts.increment(`key-${at}`, 900, 1);
    expect(counts.has(["key-0"])).toBe(false);
    expect(counts.increment("key-29999", 900, 1)).toMatchObject({ count: 2 });
  });

  it("SEC2-16: a flood of names tried once frees no name that was tried often", () => {
    const counts = memoryStore();
    for (let at = 0; at < 21; at++) counts.increment("locked", 900, 1);
    for (let at = 0; at < 9; at++) counts.increment("mails", 900, 1);
    for (let at = 0; at < 50_000; at++) counts.increment(`flood-${at}`, 900, 1);
    expect(counts.increment("locked", 900, 1)).toMatchObject({ count: 22 });
    expect(counts.increment("mails", 900, 1)).toMatchObject({ count: 10 });
  });

  it("SEC2-16: remembered values have a table of their own, which a flood of counts doesn't touch", () => {
    const store = memoryStore({ maxKeys: 100 });
    expect([store.add("state", 900), store.add("state", 900)]).toEqual([true, false]);
    for (let at = 0; at < 10_000; at++) store.increment(`flood-${at}`, 900, 1);
    expect(store.add("state", 900)).toBe(false);
  });

  it("a try that was right is given back, also after its window has ended", () => {
    const counts = memoryStore();
    expect(counts.increment("key", 900, -1)).toEqual({ count: 0, secondsLeft: 0 });
    counts.increment("key", 900, 1);
    expect(counts.increment("key", 900, -1)).toMatchObject({ count: 0 });
    expect(counts.increment("key", 900, -1)).toMatchObject({ count: 0 });
    expect(counts.increment("key", 900, 1)).toMatchObject({ count: 1 });
  });

  it("anything can be tried through the same entry point", async () => {
    const throttle = throttleOf();
    const who = { provider: "codes", identifiers: ["name-1"], clientAddress: undefined };
    const wrong = () => throttle.attempt(who, () => Promise.reject(new Error("wrong")), isWrong);
    for (let at = 0; at < 20; at++) await expect(wrong()).rejects.toThrow("wrong");
    await expect(wrong()).rejects.toMatchObject({ type: "TooManyAttempts", limit: "identifier" });
    await expect(throttle.attempt({ ...who, provider: "other" }, async () => 1, isWrong)).resolves.toBe(1);
  });
});
