/** Stores whose rows are not quite what the types say: every one of these is in use somewhere. */
import { beforeEach, describe, expect, it } from "vitest";
import { AccessDenied } from "../../src/runtime/errors/index.js";
import { customFetch } from "../../src/runtime/types/symbols.js";
import type { Adapter, AdapterSession, AdapterUser } from "../../src/runtime/types/adapter.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { Browser, coreApp, locationOf, origin, secret } from "../support/browser.js";
import { FakeProvider, issuer, person } from "../oauth/fake-provider.js";
import { MemoryStore } from "../support/memory-store.js";

const cookieName = "authjs.session-token";
const after = `${origin}/after`;
let store: MemoryStore;
let fake: FakeProvider;
let links: string[];
let logged: unknown[];

beforeEach(() => {
  store = new MemoryStore();
  fake = new FakeProvider();
  links = [];
  logged = [];
});

function browserOf(adapter: Adapter, more: Partial<AuthConfig> = {}, mail: object = {}, op: object = {}) {
  const config: AuthConfig = {
    secret,
    trustHost: true,
    adapter,
    providers: [
      {
        id: "op",
        name: "OP",
        type: "oidc",
        issuer,
        clientId: "cid",
        clientSecret: "test-secret",
        [customFetch]: fake.fetch,
        ...op,
      },
      {
        id: "email",
        name: "E-mail",
        type: "email",
        sendVerificationRequest: ({ url }) => void links.push(url),
        ...mail,
      },
    ],
    logger: { error: (error) => void logged.push((error as { type?: string }).type), warn: () => undefined },
    ...more,
  };
  return new Browser(coreApp(config));
}

async function signIn(browser: Browser): Promise<string> {
  const answer = fake.authorize(locationOf(await browser.startSignIn("op")));
  return locationOf(await browser.send(`/auth/callback/op?${answer}`));
}

async function askMail(browser: Browser, email: string): Promise<string> {
  const { csrfToken } = (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
  return locationOf(await browser.post("/auth/signin/email", { csrfToken, email, callbackUrl: "/after" }));
}

async function signInByMail(browser: Browser, email = "ada@example.com"): Promise<string> {
  await askMail(browser, email);
  return locationOf(await browser.send(links.at(-1)!));
}

const session = async (browser: Browser) => (await browser.send("/auth/session")).json();

type Method = (...args: unknown[]) => unknown;
const changed = (change: (answer: unknown) => unknown): Adapter =>
  Object.fromEntries(
    Object.entries(store.adapter).map(([name, method]) => [
      name,
      (...args: unknown[]) => change((method as Method)(...args)),
    ]),
  ) as Adapter;

describe.each(["database", "jwt"] as const)("with %s sessions", (strategy) => {
  const more: Partial<AuthConfig> = { session: { strategy } };

  it("a store that has `undefined` for a row that is not there signs in, finds again and signs out", async () => {
    const adapter = changed((answer) => answer ?? undefined);
    for (const go of [signIn, signIn, signInByMail, signInByMail]) {
      expect(await go(browserOf(adapter, more))).toBe(after);
    }
    expect([store.users.size, store.accounts.length]).toEqual([2, 1]);
    const browser = browserOf(adapter, more);
    await signIn(browser);
    await browser.send(links[0]!);
    expect(await session(browser)).toMatchObject({ user: { email: "olga@example.com" } });
    browser.cookies.set(cookieName, "unknown");
    expect(await session(browser)).toBeNull();
  });

  it("a store that numbers its users refuses or links an address that is known, as it is told", async () => {
    const known = { id: 1, email: "olga@example.com", emailVerified: null } as unknown as AdapterUser;
    store.users.set("1", known);
    const adapter = store.with({ getUserByAccount: () => (store.accounts.length > 0 ? known : null) });
    expect(await signIn(browserOf(adapter, more))).toBe(`${origin}/auth/signin?error=OAuthAccountNotLinked`);
    const linking = { allowDangerousEmailAccountLinking: true };
    expect(await signIn(browserOf(adapter, more, {}, linking))).toBe(after);
    expect(store.accounts).toMatchObject([{ userId: 1, providerAccountId: person.sub }]);
  });

  it("a new person's account, as the jwt callback and the event see it, has the id of the stored user", async () => {
    const seen: unknown[] = [];
    const createUser = (user: AdapterUser) => {
      store.users.set(user.id, user);
      return user;
    };
    const events: AuthConfig["events"] = {
      signIn: ({ user, account }) => void seen.push(user.id, account?.userId),
    };
    const callbacks: AuthConfig["callbacks"] = { signIn: ({ user }) => seen.push(user.id) > 0 };
    const browser = browserOf(store.with({ createUser }), { ...more, events, callbacks });
    expect(await signInByMail(browser)).toBe(after);
    const [id] = store.users.keys();
    // The request for the mail sees an id of its own.
    expect(seen.slice(1)).toEqual([id, id, id]);
  });

  it("an address that the store holds in another case is the store's", async () => {
    const known = { id: "1", email: "Ada@Example.com", emailVerified: null };
    store.users.set(known.id, known);
    const accounts: unknown[] = [];
    const getUserByEmail = (email: string) =>
      email.toLowerCase() === known.email.toLowerCase() ? known : null;
    const events: AuthConfig["events"] = { signIn: ({ account }) => void accounts.push(account) };
    await signInByMail(browserOf(store.with({ getUserByEmail }), { ...more, events }));
    expect(accounts).toMatchObject([{ providerAccountId: "Ada@Example.com", userId: "1" }]);
  });
});

describe("the row of a new session", () => {
  const made = async (change: (row: AdapterSession) => unknown): Promise<string | undefined> => {
    const createSession = (row: AdapterSession) =>
      change(store.adapter.createSession(row) as AdapterSession) as AdapterSession;
    const browser = browserOf(store.with({ createSession }));
    const answer = fake.authorize(locationOf(await browser.startSignIn("op")));
    const response = await browser.send(`/auth/callback/op?${answer}`);
    expect(locationOf(response)).toBe(after);
    return response.headers.getSetCookie().find((line) => line.startsWith(cookieName));
  };
  const written = () => {
    const [token, { expires }] = [...store.sessions].at(-1)!;
    return `${cookieName}=${token}; Path=/; Expires=${expires.toUTCString()}; HttpOnly; SameSite=Lax`;
  };

  it.each<[string, (row: AdapterSession) => unknown]>([
    ["with its date as text", (row) => ({ ...row, expires: row.expires.toISOString() })],
    ["with its date as a number", (row) => ({ ...row, expires: Number(row.expires) })],
    ["without its date", ({ expires: _expires, ...row }) => row],
    ["without its token", ({ sessionToken: _token, ...row }) => row],
  ])("DB-15: %s makes the same cookie", async (_what, change) => {
    expect(await made(change)).toBe(written());
  });

  it("DB-15: with a date that is none is an error, and the handler answers", async () => {
    const createSession = (row: AdapterSession) => ({ ...row, expires: new Date(Number.NaN) });
    const browser = browserOf(store.with({ createSession }));
    expect(await signIn(browser)).toBe(`${origin}/auth/error?error=Configuration`);
    expect([logged, browser.cookies.has(cookieName)]).toEqual([["SessionTokenError"], false]);
  });
});

describe("the row of a session", () => {
  it("may hold a hash of the token, or none: what counts is the cookie", async () => {
    const asked: string[] = [];
    for (const sessionToken of ["hash", undefined]) {
      const adapter = store.with({
        getSessionAndUser: async (token) => {
          const found = await store.adapter.getSessionAndUser(token);
          return found && ({ ...found, session: { ...found.session, sessionToken } } as typeof found);
        },
        updateSession: ({ sessionToken: token }) => void asked.push(token) as never,
        deleteSession: (token) => void asked.push(token) as never,
      });
      const browser = browserOf(adapter, { session: { updateAge: 0 } });
      await signIn(browser);
      const token = browser.cookies.get(cookieName)!;
      expect(await session(browser)).toMatchObject({ user: { email: "olga@example.com" } });
      expect(browser.cookies.get(cookieName)).toBe(token);
      await signIn(browser);
      expect(asked.splice(0)).toEqual([token, token]);
    }
  });

  it("that is missing beside its user is nobody", async () => {
    const getSessionAndUser = () => ({ user: { id: "1", email: "a@b.c" } }) as never;
    const browser = browserOf(store.with({ getSessionAndUser }));
    browser.cookies.set(cookieName, "token");
    expect(await session(browser)).toBeNull();
  });
});

describe("a mail that is not sent", () => {
  it("ends with what the mailer throws, where that is an error of ours", async () => {
    const sendVerificationRequest = () => {
      throw new AccessDenied("not to this domain");
    };
    const browser = browserOf(store.adapter, {}, { sendVerificationRequest });
    expect(await askMail(browser, "ada@example.com")).toBe(`${origin}/auth/error?error=AccessDenied`);
    expect(logged).toEqual(["AccessDenied"]);
  });

  it("because the store is down says so in the log", async () => {
    const createVerificationToken = () => Promise.reject(new Error("down"));
    const browser = browserOf(store.with({ createVerificationToken }));
    expect(await askMail(browser, "ada@example.com")).toBe(`${origin}/auth/error?error=Configuration`);
    expect(logged).toEqual(["AdapterError", "AdapterError"]);
  });
});
