/** Database sessions, linking and mail when the store does not do what it should. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { Browser, coreApp, locationOf, origin, secret } from "../support/browser.js";
import { FakeProvider, issuer, person } from "../oauth/fake-provider.js";
import { customFetch } from "../../src/runtime/types/symbols.js";
import { MemoryStore } from "../support/memory-store.js";

const day = 86_400_000;
let store: MemoryStore;
let fake: FakeProvider;
let mails: { identifier: string; url: string; token: string }[];
let logged: string[];
let events: string[];

beforeEach(() => {
  store = new MemoryStore();
  fake = new FakeProvider();
  mails = [];
  logged = [];
  events = [];
});
afterEach(() => void vi.useRealTimers());

function browserOf(
  changes: Partial<Adapter> = {},
  more: Partial<AuthConfig> = {},
  mail: object = {},
): Browser {
  const provider = {
    type: "oidc" as const,
    issuer,
    clientId: "cid",
    clientSecret: "test-secret",
    [customFetch]: fake.fetch,
  };
  return new Browser(
    coreApp({
      secret,
      trustHost: true,
      adapter: store.with(changes),
      providers: [
        { ...provider, id: "op", name: "OP" },
        { ...provider, id: "second", name: "Second" },
        {
          id: "email",
          name: "E-mail",
          type: "email",
          sendVerificationRequest: (params) => void mails.push(params),
          ...mail,
        },
      ],
      logger: { error: (error) => void logged.push(error.name), warn: () => undefined },
      events: {
        createUser: () => void events.push("createUser"),
        updateUser: () => void events.push("updateUser"),
        linkAccount: () => void events.push("linkAccount"),
        signIn: ({ isNewUser }) => void events.push(`signIn ${isNewUser}`),
        signOut: () => void events.push("signOut"),
      },
      ...more,
    }),
  );
}

async function signIn(browser: Browser, id = "op", claims: object = {}): Promise<string> {
  fake.faults.claims = (given) => ({ ...given, ...claims });
  const answer = fake.authorize(locationOf(await browser.startSignIn(id)));
  return locationOf(await browser.send(`/auth/callback/${id}?${answer}`));
}

async function askMail(browser: Browser, email: unknown = "ada@example.com"): Promise<string> {
  const { csrfToken } = (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
  const response = await browser.send("/auth/signin/email", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ csrfToken, email, callbackUrl: "/after" }),
  });
  return locationOf(response);
}

const cookie = (browser: Browser): string | undefined => browser.cookies.get("authjs.session-token");
const fails = () => Promise.reject(new Error("the store is down"));
const configuration = `${origin}/auth/error?error=Configuration`;
const verification = `${origin}/auth/error?error=Verification`;
const verifyRequest = `${origin}/auth/verify-request?provider=email&type=email`;

describe("a database session", () => {
  it("DB-01: gets a token of its own, never one that was planted", async () => {
    const browser = browserOf();
    browser.cookies.set("authjs.session-token", "planted");
    await signIn(browser);
    expect(cookie(browser)).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("DB-05: with the store down answers 503 and keeps the cookie", async () => {
    const browser = browserOf();
    await signIn(browser);
    const down = browserOf({ getSessionAndUser: fails });
    down.cookies.set("authjs.session-token", cookie(browser)!);
    const answer = await down.send("/auth/session");
    expect([answer.status, await answer.text()].join()).not.toContain("the store");
    expect(answer.status).toBe(503);
    expect(cookie(down)).toBe(cookie(browser));
    expect(logged).toEqual(["AdapterError", "SessionTokenError"]);
  });

  it("RESP-11: whose callback throws answers 500, because the store has not failed", async () => {
    const session = () => {
      throw new Error("session");
    };
    const browser = browserOf({}, { callbacks: { session } });
    await signIn(browser);
    const before = cookie(browser);
    expect(before).toMatch(/^[\w-]{20,}$/);
    expect((await browser.send("/auth/session")).status).toBe(500);
    expect(cookie(browser)).toBe(before);
    expect(logged).toEqual(["SessionTokenError"]);
  });

  it("that the store does not know ends with a signOut event without it", async () => {
    const told: unknown[] = [];
    const browser = browserOf({}, { events: { signOut: (message) => void told.push(message) } });
    const { csrfToken } = (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
    browser.cookies.set("authjs.session-token", "unknown");
    await browser.post("/auth/signout", { csrfToken });
    expect(told).toEqual([{ session: null }]);
  });

  it("DB-11: whose extension cannot be written is still a session", async () => {
    const browser = browserOf({ updateSession: fails }, { session: { updateAge: 0 } });
    await signIn(browser);
    expect((await browser.session())?.user).toMatchObject({ name: person.name });
    expect(logged).toContain("AdapterError");
  });

  it("is extended at most once per updateAge, and removed after its end", async () => {
    const update = vi.fn<Required<Adapter>["updateSession"]>();
    const browser = browserOf({ updateSession: update });
    await signIn(browser);
    await browser.session();
    expect(update).not.toHaveBeenCalled();
    const row = [...store.sessions.values()][0]!;
    row.expires = new Date(Date.now() + 28 * day);
    await browser.session();
    expect(update).toHaveBeenCalledTimes(1);
    row.expires = new Date(Date.now() - 1000);
    expect(await browser.session()).toBeNull();
    expect(store.sessions.size).toBe(0);
    expect(cookie(browser)).toBeFalsy();
  });

  it("DB-15: takes dates as text or number, and refuses what is no date", async () => {
    const browser = browserOf();
    await signIn(browser);
    const row = [...store.sessions.values()][0]! as { expires: unknown };
    const end = Date.now() + 30 * day;
    for (const expires of [new Date(end).toISOString(), end]) {
      row.expires = expires;
      expect(await browser.session()).not.toBeNull();
    }
    row.expires = "never";
    expect((await browser.send("/auth/session")).status).toBe(503);
  });

  it("DB-16: shows name, e-mail and image only", async () => {
    const browser = browserOf();
    await signIn(browser);
    Object.assign([...store.users.values()][0]!, { passwordHash: "test-hash", role: "admin" });
    const session = await browser.session();
    expect(Object.keys(session!).sort()).toEqual(["expires", "user"]);
    expect(Object.keys(session!.user!).sort()).toEqual(["email", "image", "name"]);
  });

  it("DB-12: signing in again gives a new token and ends the old row", async () => {
    const browser = browserOf();
    await signIn(browser);
    const first = cookie(browser);
    await signIn(browser);
    expect(cookie(browser)).not.toBe(first);
    expect([...store.sessions.keys()]).toEqual([cookie(browser)]);
  });

  it("DB-08: sign-out with the store down clears the cookie and says that it failed", async () => {
    const browser = browserOf();
    await signIn(browser);
    const down = browserOf({ deleteSession: fails });
    for (const [name, value] of browser.cookies) down.cookies.set(name, value);
    const { csrfToken } = (await (await down.send("/auth/csrf")).json()) as { csrfToken: string };
    const answer = await down.post("/auth/signout", { csrfToken });
    expect(locationOf(answer)).toBe(configuration);
    expect(cookie(down)).toBeFalsy();
    expect(logged).toEqual(["AdapterError", "SignOutError"]);
  });

  it("DB-17: a store that never answers is an error after its deadline", async () => {
    const browser = browserOf({ getSessionAndUser: () => new Promise(() => undefined) });
    browser.cookies.set("authjs.session-token", "any");
    vi.useFakeTimers();
    const answer = browser.send("/auth/session");
    await vi.advanceTimersByTimeAsync(11_000);
    expect((await answer).status).toBe(503);
  });
});

describe("linking", () => {
  it("creates one user at the first sign-in and finds it at the next", async () => {
    expect(await signIn(browserOf())).toBe(`${origin}/after`);
    expect(await signIn(browserOf())).toBe(`${origin}/after`);
    expect([store.users.size, store.accounts.length]).toEqual([1, 1]);
    expect(events).toEqual(["createUser", "linkAccount", "signIn true", "signIn false"]);
    expect([...store.users.values()][0]).toMatchObject({ email: "olga@example.com", emailVerified: null });
  });

  it("refuses an account whose e-mail belongs to another user, and links when that user is signed in", async () => {
    const first = browserOf();
    await signIn(first);
    expect(await signIn(browserOf(), "second", { sub: "user-2" })).toBe(
      `${origin}/auth/signin?error=OAuthAccountNotLinked`,
    );
    const token = cookie(first);
    expect(await signIn(first, "second", { sub: "user-2" })).toBe(`${origin}/after`);
    expect(cookie(first)).toBe(token);
    expect(store.accounts).toHaveLength(2);
  });

  it("D7: an account that belongs to somebody else leaves the user signed in, and the page says so", async () => {
    await signIn(browserOf(), "second", { sub: "user-2", email: "eve@example.com" });
    const browser = browserOf();
    await signIn(browser);
    const to = await signIn(browser, "second", { sub: "user-2", email: "eve@example.com" });
    expect(to).toBe(`${origin}/auth/signin?error=OAuthAccountNotLinked`);
    const page = await (await browser.send(to)).text();
    expect(page).toContain("You are still signed in.");
    expect(page).toContain(`<a href="${origin}/after">Continue</a>`);
    expect(await browser.session()).toMatchObject({ user: { email: "olga@example.com" } });
    const stranger = await (await browserOf().send(to)).text();
    expect(stranger).not.toContain("You are still signed in.");
  });

  it("leaves a person without an address without one: an empty text could be there only once", async () => {
    const given: unknown[] = [];
    const createUser: Adapter["createUser"] = (user) => {
      given.push(user.email);
      return store.adapter.createUser(user);
    };
    const browser = browserOf({ createUser });
    await signIn(browser, "op", { email: undefined });
    expect(given).toEqual([undefined]);
  });

  it("tells the event the account as the provider gave it, and the store whose it is", async () => {
    const told: unknown[] = [];
    const linkAccount = ({ account }: { account: object }) => void told.push(Object.keys(account));
    await signIn(browserOf({}, { events: { linkAccount } }));
    expect(told).toHaveLength(1);
    expect(told[0]).not.toContain("userId");
    expect(store.accounts[0]).toHaveProperty("userId");
  });

  it("asks account() before anything is written", async () => {
    const provider = {
      id: "op",
      name: "OP",
      type: "oidc" as const,
      issuer,
      clientId: "cid",
      clientSecret: "test-secret",
      [customFetch]: fake.fetch,
      account: () => {
        throw new Error("account");
      },
    };
    const createUser = () => Promise.reject(new Error("never"));
    const browser = browserOf({ createUser }, { providers: [provider] });
    expect(await signIn(browser)).toBe(configuration);
    expect(logged).toEqual(["CallbackRouteError"]);
    expect(store.users.size).toBe(0);
  });

  it("DB-07: a user whose account cannot be stored is taken back, and a retry signs in", async () => {
    let failing = true;
    const browser = browserOf({
      linkAccount: (account) => (failing ? fails() : store.adapter.linkAccount(account)),
    });
    expect(await signIn(browser)).toBe(configuration);
    expect([store.users.size, cookie(browser)]).toEqual([0, undefined]);
    failing = false;
    expect(await signIn(browser)).toBe(`${origin}/after`);
    expect([store.users.size, store.accounts.length]).toEqual([1, 1]);
  });

  it("DB-06: without a session row there is no cookie, and a retry signs in", async () => {
    let failing = true;
    const browser = browserOf({
      createSession: (session) => (failing ? fails() : store.adapter.createSession(session)),
    });
    expect(await signIn(browser)).toBe(configuration);
    expect(cookie(browser)).toBeUndefined();
    failing = false;
    expect(await signIn(browser)).toBe(`${origin}/after`);
    expect(store.users.size).toBe(1);
  });

  it("DB-13: of two first sign-ins at once the loser is the winner's user", async () => {
    const browsers = [0, 1].map(() =>
      browserOf({
        // What a unique index does when somebody else was quicker.
        createUser: async (user) => {
          await store.adapter.linkAccount({
            provider: "op",
            providerAccountId: "user-1",
            type: "oidc",
            userId: "winner",
          });
          store.users.set("winner", { ...user, id: "winner" });
          throw new Error("duplicate key");
        },
      }),
    );
    expect(await signIn(browsers[0]!)).toBe(`${origin}/after`);
    expect([...store.sessions.values()].map(({ userId }) => userId)).toEqual(["winner"]);
  });
});

describe("sign-in by mail", () => {
  const link = (browser: Browser, index = -1, init?: RequestInit) => browser.send(mails.at(index)!.url, init);

  it("sends a link that works once, and keeps the date of the first time", async () => {
    const browser = browserOf();
    expect(await askMail(browser)).toBe(verifyRequest);
    expect(mails[0]!.url).toContain(`${origin}/auth/callback/email?`);
    expect(locationOf(await link(browser))).toBe(`${origin}/after`);
    const user = [...store.users.values()][0]!;
    const verified = user.emailVerified;
    expect(verified).toBeInstanceOf(Date);
    expect(locationOf(await link(browser))).toBe(verification);
    await askMail(browser);
    await link(browser);
    expect([...store.users.values()][0]!.emailVerified).toBe(verified);
    expect(events).toEqual(["createUser", "signIn true", "signIn false"]);
  });

  it("F-08 ends the row of the person before, of somebody new and of somebody known", async () => {
    const browser = browserOf();
    await signIn(browser);
    await askMail(browser, "new@example.com");
    await browser.open(mails[0]!.url);
    const [olga, newcomer] = [...store.users.keys()];
    expect([...store.sessions.values()].map(({ userId }) => userId)).toEqual([newcomer]);
    await askMail(browser, "olga@example.com");
    await browser.open(mails[1]!.url);
    expect([...store.sessions.values()].map(({ userId }) => userId)).toEqual([olga]);
  });

  it("EMAIL-05, EMAIL-06: an old link fails; one for another address too, and is not used up by it", async () => {
    const browser = browserOf();
    await askMail(browser);
    expect(locationOf(await browser.send(mails[0]!.url.replace("ada%40", "eve%40")))).toBe(verification);
    expect(locationOf(await link(browser))).toBe(`${origin}/after`);
    await askMail(browser);
    store.verificationTokens[0]!.expires = new Date(Date.now() - 1);
    expect(locationOf(await link(browser))).toBe(verification);
    expect(store.verificationTokens).toEqual([]);
  });

  it("EMAIL-08, EMAIL-09: HEAD and browsers that look ahead use nothing up", async () => {
    const browser = browserOf();
    await askMail(browser);
    expect((await link(browser, -1, { method: "HEAD" })).status).toBe(405);
    for (const headers of [
      { "sec-purpose": "prefetch;prerender" },
      { purpose: "prefetch" },
      { "x-moz": "prefetch" },
    ]) {
      expect((await link(browser, -1, { headers: headers as Record<string, string> })).status).toBe(503);
    }
    expect(locationOf(await link(browser))).toBe(`${origin}/after`);
  });

  it("with `confirm` shows a button, and only the button signs in", async () => {
    const browser = browserOf({}, {}, { confirm: true });
    await askMail(browser);
    for (let scan = 0; scan < 3; scan++) expect(await (await link(browser)).text()).toContain("<button");
    const { token, identifier } = mails[0]!;
    const answer = await browser.post("/auth/callback/email", {
      token,
      email: identifier,
      callbackUrl: "/after",
    });
    expect(locationOf(answer)).toBe(`${origin}/after`);
  });

  it("EMAIL-12: a mailer that throws, rejects at once or later ends in the error page, not in the process", async () => {
    const mailers = [
      () => {
        throw new Error("no mail server");
      },
      () => Promise.reject(new Error("no mail server")),
      () => new Promise((_, reject) => setTimeout(() => reject(new Error("late")), 5)),
      () => Promise.reject(undefined),
    ];
    for (const sendVerificationRequest of mailers) {
      const browser = browserOf({ createVerificationToken: fails }, {}, { sendVerificationRequest });
      expect(await askMail(browser)).toBe(configuration);
    }
  });

  it("EMAIL-13: an address that is none sends no mail", async () => {
    const browser = browserOf();
    for (const email of [["a@b.co"], { a: 1 }, 5, null, "", "a@b@c", "x"])
      expect(await askMail(browser, email)).toBe(configuration);
    expect(mails).toEqual([]);
  });

  it("EMAIL-16: a link whose session could not be made works once more", async () => {
    let failing = true;
    const browser = browserOf({
      createSession: (session) => (failing ? fails() : store.adapter.createSession(session)),
    });
    await askMail(browser);
    expect(locationOf(await link(browser))).toBe(configuration);
    failing = false;
    expect(locationOf(await link(browser))).toBe(`${origin}/after`);
    expect(locationOf(await link(browser))).toBe(verification);
  });

  it("REL-11: a link in flight survives a new secret in front", async () => {
    await askMail(browserOf());
    const rotated = browserOf({}, { secret: ["new-test-secret-new-test-secret-0000", secret] });
    expect(locationOf(await rotated.open(mails.at(-1)!.url))).toBe(`${origin}/after`);
  });

  it("stores the hash and never the token", async () => {
    await askMail(browserOf());
    expect(store.verificationTokens[0]!.token).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(store.verificationTokens)).not.toContain(mails[0]!.token);
  });
});
