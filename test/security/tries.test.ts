/** Guessing: passwords and typed codes, by one client, by many, all at once, and with every trick on the counted name. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CredentialsSignin } from "../../src/runtime/errors/index.js";
import { Auth } from "../../src/runtime/index.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { CredentialsConfig } from "../../src/runtime/types/provider.js";
import { appWithEnv, Browser, coreApp, locationOf, secret } from "../support/browser.js";
import { expressAt, type ExpressRequestFrom } from "../support/express-peer.js";
import { MemoryStore } from "../support/memory-store.js";

const right = "test-right";

interface Seen {
  readonly asked: unknown[];
  readonly warnings: string[];
  readonly errors: Error[];
  readonly events: unknown[];
}

function appOf(provider: Partial<CredentialsConfig> = {}, more: Partial<AuthConfig> = {}) {
  const seen: Seen = { asked: [], warnings: [], errors: [], events: [] };
  const config: AuthConfig = {
    secret,
    trustHost: true,
    providers: [
      {
        id: "credentials",
        name: "Password",
        type: "credentials",
        credentials: { username: {}, password: { type: "password" } },
        authorize: ({ username, password }) => {
          seen.asked.push(username);
          return password === right ? { id: "1", name: String(username) } : null;
        },
        ...provider,
      },
    ],
    logger: {
      error: (error) => void seen.errors.push(error),
      warn: (text) => void seen.warnings.push(text),
    },
    events: {
      signInFailure: ({ error, provider: id }) => void seen.events.push(["signInFailure", error.type, id]),
      tooManyAttempts: (message) => void seen.events.push(["tooManyAttempts", message]),
    },
    ...more,
  };
  return { config, seen };
}

async function logIn(browser: Browser, fields: Record<string, unknown>, headers = {}) {
  const { csrfToken } = (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
  return browser.send("/auth/callback/credentials", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ csrfToken, ...fields }),
  });
}

/** How many of so many wrong tries are looked at, and whether the right answer of another name still signs in. */
async function guess(config: AuthConfig, count: number, fieldsOf: (at: number) => Record<string, unknown>) {
  const browser = new Browser(coreApp(config));
  const statuses: number[] = [];
  for (let at = 0; at < count; at++) statuses.push((await logIn(browser, fieldsOf(at))).status);
  return {
    refused: statuses.filter((status) => status === 429).length,
    other: locationOf(await logIn(new Browser(coreApp(config)), { username: "somebody", password: right })),
  };
}

beforeEach(() => {
  for (const name of Object.keys(process.env).filter((key) => /^(?:NEXT)?AUTH_|^VERCEL|^CF_/.test(key)))
    vi.stubEnv(name, undefined);
});
afterEach(() => void vi.unstubAllEnvs());

describe("the counted name", () => {
  it("SEC2-13: is a number, a list or a list of lists as much as a text", async () => {
    const { config, seen } = appOf();
    const spellings = [4711, "4711", ["4711"], [["4711"]]];
    const { refused, other } = await guess(config, 60, (at) => ({
      username: spellings[at % 4],
      password: "x",
    }));
    // The other thirty are lists: refused unseen.
    expect([refused, seen.asked.length]).toEqual([10, 21]);
    expect(other).not.toContain("error");
  });

  it("SEC2-14: is each field that the form names; rotating one of them doesn't help", async () => {
    const fields = { email: {}, username: {}, password: { type: "password" } };
    const { config, seen } = appOf({ credentials: fields });
    const { refused, other } = await guess(config, 60, (at) => ({
      email: `decoy-${at}@example.com`,
      username: "ada",
      password: "x",
    }));
    expect([refused, seen.asked.length]).toEqual([40, 21]);
    expect(other).not.toContain("error");
  });

  it("SEC2-14: is each text field where the form names none", async () => {
    const { config, seen } = appOf({ credentials: {} });
    const { refused, other } = await guess(config, 60, (at) => ({
      email: `decoy-${at}@example.com`,
      member: "ada",
      password: `x${at}`,
      token: `t${at}`,
    }));
    expect([refused, seen.asked.length]).toEqual([40, 21]);
    expect(other).not.toContain("error");
  });

  it("SEC2-14: cannot be hidden among more fields than anybody needs", async () => {
    const { config, seen } = appOf({ credentials: {} });
    const decoys = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`decoy${at}`, `d${Math.random()}`]),
    );
    const answer = await logIn(new Browser(coreApp(config)), { ...decoys, username: "ada", password: right });
    expect(locationOf(answer)).toContain("error=CredentialsSignin");
    expect([seen.asked.length, seen.errors[0]?.message]).toEqual([0, expect.stringContaining("41 fields")]);
  });

  it("SEC2-14: checkboxes and hidden fields are nobody's name", async () => {
    const fields = { username: {}, remember: { type: "checkbox" }, tenant: { type: "hidden" }, password: {} };
    const { config, seen } = appOf({ credentials: fields });
    const browser = new Browser(coreApp(config));
    for (let at = 0; at < 40; at++)
      await logIn(browser, { username: `user-${at}`, remember: "on", tenant: "acme", password: "x" });
    expect(seen.asked).toHaveLength(40);
  });

  it("SEC2-15: is one name in all spellings that a database may take for it", async () => {
    const { config, seen } = appOf();
    const marks = ["", "\u0301", "\u0300", "\u0308", "\u0327", "\u200d"];
    const spellings = [..."alice"].flatMap((letter, place) =>
      marks.flatMap((mark) =>
        [letter, letter.toUpperCase()].map(
          (each) => `alice`.slice(0, place) + each + mark + `alice`.slice(place + 1),
        ),
      ),
    );
    const { refused, other } = await guess(config, spellings.length, (at) => ({
      username: at % 2 ? spellings[at] : `${spellings[at]} `,
      password: "x",
    }));
    expect(spellings.length).toBe(60);
    expect([refused, seen.asked.length]).toEqual([40, 21]);
    expect(other).not.toContain("error");
    for (const [one, two] of [
      ["straße", "STRASSE"],
      ["Łukasz", "lukasz"],
      ["ﬁona", "fiona"],
    ] as const) {
      const each = appOf();
      const result = await guess(each.config, 30, (at) => ({ username: at % 2 ? one : two, password: "x" }));
      expect([one, result.refused]).toEqual([one, 10]);
    }
  });
});

describe("tries", () => {
  it("SEC2-17, F-77: of a configuration that is made for each request are counted together", async () => {
    const { config, seen } = appOf();
    const perRequest = new Browser((request) => Auth(request, { ...config }));
    const statuses: number[] = [];
    for (let at = 0; at < 60; at++)
      statuses.push((await logIn(perRequest, { username: "ada", password: "x" })).status);
    expect([statuses.filter((status) => status === 429).length, seen.asked.length]).toEqual([40, 20]);
  });

  it("SEC2-17: with another secret are another app's", async () => {
    const { config } = appOf();
    await guess(config, 25, () => ({ username: "ada", password: "x" }));
    const other = new Browser(coreApp({ ...config, secret: "another-test-secret-of-enough-characters" }));
    expect(locationOf(await logIn(other, { username: "ada", password: right }))).not.toContain("error");
  });

  it("F-72: that an outage of the app's own database ends are no wrong passwords", async () => {
    let isDown = true;
    const { config } = appOf({
      authorize: () => {
        if (isDown) throw new Error("connect ECONNREFUSED");
        return { id: "1", name: "Ada" };
      },
    });
    const browser = new Browser(coreApp(config));
    for (let at = 0; at < 50; at++)
      expect(locationOf(await logIn(browser, { username: "ada", password: right }))).toContain(
        "Configuration",
      );
    isDown = false;
    expect(locationOf(await logIn(browser, { username: "ada", password: right }))).not.toContain("error");
  });

  it("F-72: that end in CredentialsSignin, or a class of the app's made from it, count", async () => {
    class WrongCode extends CredentialsSignin {
      override code = "wrong_code";
    }
    const { config, seen } = appOf({
      authorize: ({ username }) => {
        seen.asked.push(username);
        throw new WrongCode();
      },
    });
    await guess(config, 40, () => ({ username: "ada", password: "x" }));
    expect(seen.asked.filter((name) => name === "ada")).toHaveLength(20);
  });

  it("F-81: are told by events, 429 with the count that is full, and nobody's name", async () => {
    const { config, seen } = appOf();
    await guess(config, 21, () => ({ username: "ada", password: "x" }));
    const failure = ["signInFailure", "CredentialsSignin", "credentials"];
    expect(seen.events.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => failure));
    expect(seen.events[20]).toEqual([
      "tooManyAttempts",
      { provider: "credentials", limit: "identifier", retryAfterSeconds: expect.any(Number) as number },
    ]);
    const told = seen.errors.at(20);
    expect(told?.message).toBe("Too many wrong answers for one name: 20 in 15 minutes are allowed");
    expect(told).toMatchObject({ request: { action: "callback", provider: "credentials" } });
  });

  it("have the numbers that the configuration gives", async () => {
    const { config, seen } = appOf({}, { throttle: { credentials: { perIdentifier: 3 } } });
    const { refused } = await guess(config, 10, () => ({ username: "ada", password: "x" }));
    expect([refused, seen.asked.length]).toEqual([7, 4]);
  });
});

describe("Express", () => {
  const name = (at: number) => `name-${at}`;
  const submit = (send: ExpressRequestFrom, username: string, password = "x", from = {}) =>
    send("/auth/callback/credentials", { username, password }, from);

  it("SEC2-18: of 400 names at once from one client 60 are looked at, and another client signs in meanwhile", async () => {
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const { config, seen } = appOf({
      authorize: async ({ username, password }) => {
        seen.asked.push(username);
        if (password !== right) await gate;
        return password === right ? { id: "1", name: "Ada" } : null;
      },
    });
    const send = await expressAt(config);
    const client = { peer: "203.0.113.7" };
    const all = Array.from({ length: 400 }, (_, at) => submit(send, name(at), "x", client));
    await vi.waitFor(() => expect(seen.asked.length).toBeGreaterThanOrEqual(60));
    const other = await submit(send, "ada", right, { peer: "203.0.113.8" });
    open();
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect([other.status, other.headers["location"]]).toEqual([302, "http://localhost:3000"]);
    expect(statuses.filter((status) => status !== 429)).toHaveLength(60);
    expect(seen.asked).toHaveLength(61);
  });

  it("SEC2-26: a stranger's wrong passwords keep the stranger out, not the owner elsewhere", async () => {
    const { config } = appOf();
    const send = await expressAt(config);
    const stranger = { peer: "203.0.113.7" };
    for (let at = 0; at < 25; at++) await submit(send, "ada", "x", stranger);
    expect((await submit(send, "ada", right, stranger)).status).toBe(429);
    expect((await submit(send, "ada", right, { peer: "198.51.100.1" })).status).toBe(302);
  });

  it("SEC2-26: many clients together meet a limit for the name, except where the owner has signed in before", async () => {
    const { config, seen } = appOf();
    const send = await expressAt(config);
    const home = await submit(send, "ada", right, { peer: "198.51.100.1" });
    const cookie = home.cookies.find((line) => line.startsWith("authjs.known-browser="))?.split(";")[0];
    expect(home.cookies.at(-1)).toMatch(
      /^authjs\.known-browser=[\w.-]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    seen.asked.length = 0;
    for (let at = 0; at < 150; at++) await submit(send, "ada", "x", { peer: `203.0.113.${at}` });
    expect(seen.asked).toHaveLength(100);
    const owner = { peer: "198.51.100.2" };
    expect((await submit(send, "ada", right, owner)).status).toBe(429);
    expect((await submit(send, "ada", right, { ...owner, cookie })).status).toBe(302);
    // Wrong answers from such a browser are bounded too, and it speaks for no other name.
    for (let at = 0; at < 25; at++) await submit(send, "ada", "x", { ...owner, cookie });
    expect((await submit(send, "ada", right, { ...owner, cookie })).status).toBe(429);
    for (let at = 0; at < 150; at++) await submit(send, "eve", "x", { peer: `203.0.113.${at}`, cookie });
    expect((await submit(send, "eve", right, { peer: "198.51.100.3", cookie })).status).toBe(429);
  });

  it("F-01, SEC2-39: behind a proxy that Express doesn't trust, strangers don't lock everybody out, and the log names the line once", async () => {
    const { config, seen } = appOf();
    const send = await expressAt(config);
    const from = (at: number) => ({ peer: "10.0.0.2", headers: { "x-forwarded-for": `203.0.113.${at}` } });
    for (let at = 0; at < 100; at++) await submit(send, name(at), "x", from(at));
    expect((await submit(send, "ada", right, from(200))).status).toBe(302);
    expect(seen.warnings.filter((text) => text.includes('app.set("trust proxy", 1)'))).toHaveLength(1);
  });

  it("F-01: a direct client without such headers is slowed down", async () => {
    const { config, seen } = appOf();
    const send = await expressAt(config);
    const statuses: number[] = [];
    for (let at = 0; at < 70; at++)
      statuses.push((await submit(send, name(at), "x", { peer: "203.0.113.7" })).status);
    expect([statuses.filter((status) => status === 429).length, seen.asked.length]).toEqual([10, 60]);
    expect(seen.warnings).toEqual([]);
  });

  it("SEC2-19: without NODE_ENV no mail is sent for a host that only a header names", async () => {
    vi.stubEnv("NODE_ENV", undefined as unknown as string);
    const mails: unknown[] = [];
    const { config, seen } = appOf(
      {},
      {
        adapter: new MemoryStore().adapter,
        providers: [
          {
            id: "email",
            name: "Mail",
            type: "email",
            sendVerificationRequest: ({ url }) => void mails.push(url),
          },
        ],
      },
    );
    const ask = async (host: string, peer: string) => {
      const send = await expressAt({ ...config }, { host });
      return send("/auth/signin/email", { email: "ada@example.com" }, { peer });
    };
    for (const peer of ["203.0.113.7", "127.0.0.1"]) {
      expect((await ask("evil.test", peer)).headers["location"]).toContain("error=Configuration");
      expect((await ask("localhost", peer)).headers["location"]).toContain("error=Configuration");
    }
    expect(mails).toEqual([]);
    expect(seen.errors.at(-1)?.message).toContain("AUTH_URL=");
    vi.stubEnv("NODE_ENV", "development");
    expect((await ask("localhost:3000", "127.0.0.1")).headers["location"]).toContain("verify-request");
    vi.stubEnv("NODE_ENV", "production");
    vi.stubEnv("AUTH_URL", "https://app.example.com/auth");
    const made = { ...config };
    const send = await expressAt(made, { host: "evil.test" });
    await send("/auth/signin/email", { email: "ada@example.com" }, { peer: "203.0.113.7" });
    expect(mails.map((url) => new URL(String(url)).origin)).toEqual([
      "http://localhost:3000",
      "https://app.example.com",
    ]);
  });

  it("SEC2-31: AUTH_DEV_IDP is followed in development alone, and for this machine's own connections", async () => {
    vi.stubEnv("AUTH_DEV_IDP", "http://127.0.0.1:4010");
    const oauth = {
      id: "github",
      name: "GitHub",
      type: "oauth" as const,
      clientId: "id",
      clientSecret: "secret",
      authorization: "https://github.example/authorize",
      token: "https://github.example/token",
      userinfo: "https://github.example/user",
    };
    const target = async (peer: string, mode: string | undefined) => {
      vi.stubEnv("NODE_ENV", mode as string);
      const send = await expressAt({ ...appOf().config, providers: [oauth] }, { host: "localhost:3000" });
      const { headers } = await send("/auth/signin/github", {}, { peer });
      return new URL(String(headers["location"])).host;
    };
    expect(await target("127.0.0.1", "development")).toBe("127.0.0.1:4010");
    expect(await target("203.0.113.7", "development")).toBe("github.example");
    for (const mode of [undefined, "staging", "production"])
      expect([mode, await target("127.0.0.1", mode)]).toEqual([mode, "github.example"]);
  });

  it("a known browser's cookie comes last, and with `throttle: false` not at all", async () => {
    const on = await expressAt(appOf().config);
    const { cookies } = await submit(on, "ada", right, { peer: "203.0.113.7" });
    expect(cookies.map((line) => line.split("=")[0])).toEqual([
      "authjs.session-token",
      "authjs.csrf-token",
      "authjs.known-browser",
    ]);
    const off = await expressAt(appOf({}, { throttle: false }).config);
    const without = await submit(off, "ada", right, { peer: "203.0.113.7" });
    expect(without.cookies.some((line) => line.includes("known-browser"))).toBe(false);
  });

  it("RT-05: a known browser's cookie is made anew from half its life on, for a new name, and where it is cut", async () => {
    const send = await expressAt(appOf().config);
    const known = async (user: string, cookie?: string) => {
      const more = cookie === undefined ? {} : { cookie };
      const { status, cookies } = await submit(send, user, right, { peer: "203.0.113.7", ...more });
      expect(status).toBe(302);
      return cookies.find((line) => line.startsWith("authjs.known-browser="))?.split(";")[0];
    };
    const dayMs = 24 * 60 * 60 * 1000;
    const start = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: start });
    try {
      const first = (await known("ada")) ?? "";
      expect(await known("ada", first)).toBeUndefined();
      expect(await known("ada", first.slice(0, -4))).toBeDefined();
      const two = (await known("eve", first)) ?? "";
      expect([await known("ada", two), await known("eve", two)]).toEqual([undefined, undefined]);
      vi.setSystemTime(start + 89 * dayMs);
      expect(await known("ada", first)).toBeUndefined();
      vi.setSystemTime(start + 91 * dayMs);
      const renewed = await known("ada", two);
      expect(renewed).toBeDefined();
      vi.setSystemTime(start + 181 * dayMs);
      expect(await known("eve", renewed)).toBeDefined();
      expect(await known("eve", two)).toBeDefined();
    } finally {
      vi.useRealTimers();
    }
  });

  it("RT-05: a known browser's cookie of an older secret counts, and is made anew", async () => {
    const newer = "a-newer-test-secret-a-newer-test-secret";
    const cookieOf = async (config: AuthConfig, cookie?: string) => {
      const send = await expressAt(config);
      const { cookies } = await submit(send, "ada", right, {
        peer: "203.0.113.7",
        ...(cookie && { cookie }),
      });
      return cookies.find((line) => line.startsWith("authjs.known-browser="))?.split(";")[0];
    };
    const { config } = appOf();
    const old = await cookieOf(config);
    const rotated = { ...config, secret: [newer, String(config.secret)] };
    const renewed = await cookieOf(rotated, old);
    expect(renewed).toBeDefined();
    expect(await cookieOf(rotated, renewed)).toBeUndefined();
    // The older secret is gone: what was made anew in time is still known.
    expect(await cookieOf({ ...config, secret: newer }, renewed)).toBeUndefined();
  });
});

describe("F-02: what authorize returns", () => {
  class Person {
    readonly id = "7";
    readonly name = "Ada";
  }
  const values: readonly [string, unknown][] = [
    ["boolean", true],
    ["string", "ada"],
    ["number", 7],
    ["Array", [{ id: "1" }]],
    ["function", () => ({ id: "1" })],
    ["Date", new Date()],
    ["Map", new Map([["id", "1"]])],
    ["Set", new Set(["1"])],
  ];

  it.each(values)("F-02: a %s signs nobody in and is named in the log", async (kind, value) => {
    const { config, seen } = appOf({ authorize: () => value as never });
    const browser = new Browser(coreApp(config));
    const answer = await logIn(browser, { username: "ada", password: right });
    expect(locationOf(answer)).toContain("error=Configuration");
    expect(browser.cookies.has("authjs.session-token")).toBe(false);
    expect(seen.errors[0]?.message).toContain(`returned a ${kind}`);
  });

  it("F-02: an instance of the app's own class signs in", async () => {
    const { config } = appOf({ authorize: () => new Person() });
    const browser = new Browser(coreApp(config));
    expect(locationOf(await logIn(browser, { username: "ada", password: right }))).not.toContain("error");
    expect(await (await browser.send("/auth/session")).json()).toMatchObject({ user: { name: "Ada" } });
  });
});

describe("typed codes", () => {
  function mailApp(code: () => string, more: Partial<AuthConfig> = {}) {
    const store = new MemoryStore();
    const mails: { url: string; to: string; expires: Date }[] = [];
    const calls: string[] = [];
    const config: AuthConfig = {
      secret,
      trustHost: true,
      adapter: store.with({
        useVerificationToken: (params) => {
          calls.push("useVerificationToken");
          return store.adapter.useVerificationToken(params);
        },
        createVerificationToken: (row) => {
          calls.push("createVerificationToken");
          // As a database with a unique index on the token.
          if (store.verificationTokens.some(({ token }) => token === row.token)) throw new Error("unique");
          return store.adapter.createVerificationToken(row);
        },
      }),
      providers: [
        {
          id: "email",
          name: "Mail",
          type: "email",
          maxAge: 24 * 60 * 60,
          generateVerificationToken: code,
          sendVerificationRequest: ({ url, identifier, expires }) => {
            calls.push("mail");
            mails.push({ url, to: identifier, expires });
          },
        },
      ],
      logger: { error: () => undefined, warn: () => undefined },
      ...more,
    };
    return { config, store, mails, calls };
  }
  const ask = async (browser: Browser, email: string) => {
    const { csrfToken } = (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
    return browser.post("/auth/signin/email", { csrfToken, email, callbackUrl: "/after" });
  };

  it("SEC2-08: without their address are refused and never looked up", async () => {
    const { config, calls } = mailApp(() => "0042");
    await ask(new Browser(coreApp(config)), "ada@example.com");
    calls.length = 0;
    for (let at = 0; at < 100; at++) {
      const answer = await new Browser(coreApp(config)).open(
        `/auth/callback/email?token=${String(at).padStart(4, "0")}`,
      );
      expect(locationOf(answer)).toContain("error=Verification");
    }
    expect(calls).toEqual([]);
  });

  it("SEC2-08: with their address 400 at once do not hit, and another user signs in", async () => {
    let code = 350;
    const { config, calls, mails } = mailApp(() => String(code).padStart(4, "0"));
    const ada = new Browser(coreApp(config));
    await ask(ada, "ada@example.com");
    code = 777;
    await ask(ada, "eve@example.com");
    calls.length = 0;
    const tries = Array.from({ length: 400 }, (_, at) => {
      const token = String(at).padStart(4, "0");
      return new Browser(coreApp(config)).open(`/auth/callback/email?token=${token}&email=ada%40example.com`);
    });
    const answers = await Promise.all(tries);
    expect(answers.filter(({ status }) => status !== 429)).toHaveLength(5);
    expect(calls).toHaveLength(5);
    expect(answers.every((answer) => answer.status === 429 || locationOf(answer).includes("error"))).toBe(
      true,
    );
    expect(locationOf(await new Browser(coreApp(config)).open(mails[1]!.url))).toContain("/after");
  });

  it("SEC2-08: a new mail gives its code tries of its own", async () => {
    let code = 1111;
    const { config, mails } = mailApp(() => String(code));
    const browser = new Browser(coreApp(config));
    await ask(browser, "ada@example.com");
    for (let at = 0; at < 8; at++)
      await browser.send(`/auth/callback/email?token=9999&email=ada%40example.com`);
    expect((await browser.send(mails[0]!.url)).status).toBe(429);
    code = 2222;
    await ask(browser, "ada@example.com");
    expect(locationOf(await browser.send(mails[1]!.url))).toContain("/after");
  });

  it("SEC2-09: two users may be sent the same code; it works for its reader alone, and without a row no mail goes out", async () => {
    const { config, mails, calls, store } = mailApp(() => "123456");
    const [ada, eve] = [new Browser(coreApp(config)), new Browser(coreApp(config))];
    await ask(ada, "ada@example.com");
    expect(locationOf(await ask(eve, "eve@example.com"))).toContain("verify-request");
    expect(calls).toEqual(["createVerificationToken", "mail", "createVerificationToken", "mail"]);
    expect(locationOf(await eve.send(mails[1]!.url))).toContain("/after");
    expect(await (await eve.send("/auth/session")).json()).toMatchObject({
      user: { email: "eve@example.com" },
    });
    expect(locationOf(await ada.send(mails[0]!.url))).toContain("/after");
    const broken = mailApp(() => "123456", {
      adapter: store.with({ createVerificationToken: () => Promise.reject(new Error("down")) }),
    });
    expect(locationOf(await ask(new Browser(coreApp(broken.config)), "ada@example.com"))).toContain("error");
    expect(broken.mails).toEqual([]);
  });

  it("SEC2-09: codes live ten minutes by default, links a day", async () => {
    const minutesOf = async (code: string, maxAge?: number) => {
      const { config, mails } = mailApp(() => code);
      if (maxAge !== undefined) (config.providers[0] as { maxAge: number }).maxAge = maxAge;
      await ask(new Browser(coreApp(config)), "ada@example.com");
      return Math.round((mails[0]!.expires.valueOf() - Date.now()) / 60_000);
    };
    expect([
      await minutesOf("123456"),
      await minutesOf("123456", 1800),
      await minutesOf("x".repeat(32)),
    ]).toEqual([10, 30, 1440]);
  });

  it("SEC2-32: mails to spellings of one mailbox and for one client are bounded; others go on", async () => {
    const { config, mails } = mailApp(() => crypto.randomUUID());
    for (let at = 0; at < 80; at++) await ask(new Browser(coreApp(config)), `vic.tim+${at}@gmail.test`);
    expect(mails).toHaveLength(50);
    expect(locationOf(await ask(new Browser(coreApp(config)), "victor@gmail.test"))).toContain(
      "verify-request",
    );
    vi.stubEnv("VERCEL", "1");
    const platform = mailApp(() => crypto.randomUUID());
    const from = (address: string) => {
      const app = appWithEnv(platform.config);
      return new Browser((request) => {
        request.headers.set("x-real-ip", address);
        return app(request);
      });
    };
    for (let at = 0; at < 130; at++) await ask(from("203.0.113.7"), `name-${at}@example.com`);
    expect(platform.mails).toHaveLength(100);
    expect(locationOf(await ask(from("203.0.113.8"), "other@example.com"))).toContain("verify-request");
  });
});

describe("EDG-10 names that are no texts", () => {
  /** As a store's filter takes them: `{ equals: "alice", not: "n1" }` is alice. */
  const meansAlice = (username: unknown) =>
    username === "alice" || (username as { equals?: unknown } | null)?.equals === "alice";
  const filtering = (more: Partial<CredentialsConfig> = {}) => {
    const asked: unknown[] = [];
    const { config, seen } = appOf({
      authorize: (fields) => {
        asked.push(fields["username"]);
        return meansAlice(fields["username"]) && fields["password"] === right ? { id: "1" } : null;
      },
      ...more,
    });
    return { config, seen, asked };
  };

  it.each([
    ["an object", (at: number) => ({ equals: "alice", not: `n${at}` })],
    ["a list", (at: number) => ["alice", String(at)]],
    ["a list of objects", (at: number) => [{ equals: "alice", not: `n${at}` }]],
    ["an object without members", () => ({})],
  ])("%s is never looked at, and counts for the client", async (_what, nameOf) => {
    for (const declared of [{ username: {}, password: { type: "password" } }, {}]) {
      const { config, asked } = filtering({ credentials: declared });
      const browser = new Browser(coreApp(config));
      const answers: string[] = [];
      for (let at = 0; at < 30; at++)
        answers.push(locationOf(await logIn(browser, { username: nameOf(at), password: right })));
      expect(asked).toEqual([]);
      expect(answers.every((to) => to.includes("error=CredentialsSignin"))).toBe(true);
    }
  });

  it("a list or an object in a declared field that is no name is refused too", async () => {
    const { config, asked } = filtering();
    for (const password of [["x"], { $ne: null }, [right]])
      expect(
        locationOf(await logIn(new Browser(coreApp(config)), { username: "alice", password })),
      ).toContain("error=CredentialsSignin");
    expect(asked).toEqual([]);
  });

  it("numbers, booleans and null are texts for authorize, other fields stay as they came", async () => {
    const got: unknown[] = [];
    const { config } = appOf({ authorize: (fields) => (got.push(fields), null) });
    for (const username of [7, true, null, "7"])
      await logIn(new Browser(coreApp(config)), { username, password: 1, remember: { days: 3 } });
    expect(got).toMatchObject(
      ["7", "true", "", "7"].map((username) => ({ username, password: "1", remember: { days: 3 } })),
    );
  });

  it("counts for the client where its address is known", async () => {
    const { config, asked } = filtering();
    vi.stubEnv("VERCEL", "1");
    const browser = new Browser(appWithEnv(config));
    const statuses: number[] = [];
    for (let at = 0; at < 70; at++)
      statuses.push(
        (
          await logIn(
            browser,
            { username: { equals: `a${at}` }, password: "x" },
            { "x-real-ip": "203.0.113.7" },
          )
        ).status,
      );
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect(asked).toEqual([]);
  });
});
