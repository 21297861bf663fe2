/** Sign-in by the code of a mail: what it does, and attacks on it. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { memoryStore } from "../../src/runtime/shared-store/memory.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { EmailConfig } from "../../src/runtime/types/provider.js";
import { Browser, coreApp, locationOf, origin, secret } from "../support/browser.js";
import { MemoryStore } from "../support/memory-store.js";

type Sent = Parameters<EmailConfig["sendVerificationRequest"]>[0];

let store: MemoryStore;
let shared: ReturnType<typeof memoryStore>;
let mails: Sent[];
let logged: Error[];
let events: string[];

beforeEach(() => {
  store = new MemoryStore();
  shared = memoryStore();
  mails = [];
  logged = [];
  events = [];
});
afterEach(() => void vi.useRealTimers());

interface Changes {
  readonly adapter?: Partial<Adapter>;
  readonly config?: Partial<AuthConfig>;
  readonly mail?: Partial<EmailConfig>;
}

/** A process of the app: all of one test share the stores. */
const appOf = ({ adapter = {}, config = {}, mail = {} }: Changes = {}) =>
  coreApp({
    secret,
    trustHost: true,
    adapter: store.with(adapter),
    sharedStore: shared,
    providers: [
      {
        id: "email",
        name: "E-mail",
        type: "email",
        confirm: true,
        code: true,
        sendVerificationRequest: (params) => void mails.push(params),
        ...mail,
      },
    ],
    logger: { error: (error) => void logged.push(error), warn: () => undefined },
    events: {
      signIn: ({ user }) => void events.push(`signIn ${user.email}`),
      signInFailure: ({ error }) => void events.push(error.type),
      tooManyAttempts: ({ limit }) => void events.push(limit),
    },
    ...config,
  });

const browserOf = (changes?: Changes): Browser => new Browser(appOf(changes));

/** The same browser at another process of the app. */
function moved(browser: Browser, changes?: Changes): Browser {
  const there = browserOf(changes);
  for (const [name, value] of browser.cookies) there.cookies.set(name, value);
  return there;
}

const csrfOf = async (browser: Browser): Promise<string> =>
  ((await (await browser.send("/auth/csrf")).json()) as { csrfToken: string }).csrfToken;

async function ask(browser: Browser, email = "ada@example.com"): Promise<Sent> {
  const csrfToken = await csrfOf(browser);
  const answer = await browser.post("/auth/signin/email", { csrfToken, email, callbackUrl: "/after" });
  expect(locationOf(answer)).toBe(`${origin}/auth/verify-request?provider=email&type=email`);
  return mails.at(-1)!;
}

const type = async (browser: Browser, code: string, more: Record<string, string> = {}): Promise<Response> =>
  browser.post("/auth/callback/email", {
    csrfToken: await csrfOf(browser),
    code,
    callbackUrl: "/after",
    ...more,
  });

/** Presses the button behind a link. */
const follow = async (browser: Browser, { token, identifier }: Sent): Promise<Response> =>
  browser.post("/auth/callback/email", {
    csrfToken: await csrfOf(browser),
    token,
    email: identifier,
    callbackUrl: "/after",
  });

const page = async (browser: Browser): Promise<string> =>
  (await browser.send("/auth/verify-request?provider=email&type=email")).text();

const wrongOf = ({ code = "" }: Sent): string => String((Number(code) + 1) % 10 ** 8).padStart(8, "0");
const pendingCookie = "authjs.session-token.mail";
const signedIn = `${origin}/after`;
const isGone = async (answer: Response): Promise<void> => {
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("no longer works")]);
};
const down = () => Promise.reject(new Error("the store is down"));

describe.each(["jwt", "database"] as const)("a code beside the link, with %s sessions", (strategy) => {
  const config = { session: { strategy } };

  it("signs in once, in the browser that asked, and ends the link", async () => {
    const browser = browserOf({ config });
    const mail = await ask(browser);
    expect(mail.code).toMatch(/^\d{8}$/);
    expect(locationOf(await type(browser, mail.code!))).toBe(signedIn);
    expect(await browser.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect(browser.has("-token.mail")).toBe(false);
    expect(store.verificationTokens).toEqual([]);
    expect([...store.users.values()][0]?.emailVerified).toBeInstanceOf(Date);
    expect(locationOf(await follow(browserOf({ config }), mail))).toContain("error=Verification");
    expect(events).toEqual(["signIn ada@example.com", "Verification"]);
  });

  it("the link ends the code", async () => {
    const browser = browserOf({ config });
    const mail = await ask(browser);
    expect(locationOf(await follow(browserOf({ config }), mail))).toBe(signedIn);
    await isGone(await type(browser, mail.code!));
    expect(await browser.session()).toBeNull();
  });

  it("link and code raced by two processes make exactly one session", async () => {
    for (let round = 0; round < 10; round++) {
      const first = browserOf({ config });
      const mail = await ask(first, `user${round}@example.com`);
      const [second, third] = [moved(first, { config }), browserOf({ config })];
      const token = await csrfOf(first);
      const post = (browser: Browser) =>
        browser.post("/auth/callback/email", { csrfToken: token, code: mail.code!, callbackUrl: "/after" });
      const answers = await Promise.all([post(first), post(second), follow(third, mail)]);
      expect(answers.map(locationOf).filter((each) => each === signedIn)).toHaveLength(1);
    }
    expect(store.users.size).toBe(10);
    if (strategy === "database") expect(store.sessions.size).toBe(10);
  });
});

describe("the code of a mail", () => {
  it("is not in any address, any row, any log line or the page", async () => {
    const browser = browserOf();
    const mail = await ask(browser);
    await type(browser, wrongOf(mail));
    const seen = JSON.stringify([mail.url, store.verificationTokens, await page(browser)]) + String(logged);
    expect(seen).not.toContain(mail.code);
    expect(seen).not.toContain(wrongOf(mail));
  });

  it("is left out of what a mailer says when it fails", async () => {
    const sendVerificationRequest = ({ code }: Sent) => Promise.reject(new Error(`refused: ${code}`));
    const browser = browserOf({ mail: { sendVerificationRequest } });
    const csrfToken = await csrfOf(browser);
    await browser.post("/auth/signin/email", { csrfToken, email: "ada@example.com" });
    expect(logged.map(({ message }) => message).join()).toMatch(/refused: \[value\]/);
    expect(browser.has("-token.mail")).toBe(false);
  });

  it("is typed with blanks, hyphens or wide digits", async () => {
    for (const write of [
      (code: string) => ` ${code.slice(0, 4)} ${code.slice(4)} `,
      (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`,
      (code: string) => code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    ]) {
      const browser = browserOf();
      expect(locationOf(await type(browser, write((await ask(browser)).code!)))).toBe(signedIn);
    }
  });

  it("guessed: the sixth try is refused even when it is right, at another process too, and the link still works", async () => {
    const browser = browserOf();
    const mail = await ask(browser);
    for (let tries = 0; tries < 5; tries++) {
      const answer = await type(tries % 2 ? moved(browser) : browser, wrongOf(mail));
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("not right")]);
    }
    const sixth = await type(moved(browser), mail.code!);
    expect(sixth.status).toBe(429);
    expect(Number(sixth.headers.get("retry-after"))).toBeGreaterThan(500);
    expect(await sixth.text()).not.toContain('name="code"');
    expect(events).toEqual([...Array.from({ length: 5 }, () => "Verification"), "code"]);
    expect(locationOf(await follow(browser, mail))).toBe(signedIn);
  });

  it("guessed: tries at once don't slip past, also with `throttle: false`", async () => {
    const browser = browserOf({ config: { throttle: false } });
    const mail = await ask(browser);
    const csrfToken = await csrfOf(browser);
    const post = () => browser.post("/auth/callback/email", { csrfToken, code: wrongOf(mail) });
    const statuses = (await Promise.all(Array.from({ length: 20 }, post))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
    expect((await type(browser, mail.code!)).status).toBe(429);
  });

  it("guessed by a stranger: the tries don't end the code of the address's owner", async () => {
    const [owner, stranger] = [browserOf(), browserOf()];
    const mail = await ask(owner);
    const theirs = await ask(stranger);
    for (let tries = 0; tries < 6; tries++) await type(stranger, wrongOf(theirs));
    expect((await type(stranger, theirs.code!)).status).toBe(429);
    expect(locationOf(await type(owner, mail.code!))).toBe(signedIn);
  });

  it("replayed: a second use is refused, also with the cookie restored", async () => {
    const browser = browserOf();
    const mail = await ask(browser);
    const before = browser.cookies.get(pendingCookie)!;
    expect(locationOf(await type(browser, mail.code!))).toBe(signedIn);
    browser.cookies.set(pendingCookie, before);
    await isGone(await type(browser, mail.code!));
  });

  it("typed in another browser: refused, and not used up", async () => {
    const [browser, other] = [browserOf(), browserOf()];
    const mail = await ask(browser);
    await isGone(await type(other, mail.code!));
    await ask(other, "eve@example.com");
    expect((await type(other, mail.code!)).status).toBe(400);
    expect(await other.session()).toBeNull();
    expect(locationOf(await type(browser, mail.code!))).toBe(signedIn);
  });

  it("of another address: the form cannot choose whom it signs in", async () => {
    const browser = browserOf();
    const mail = await ask(browser, "eve@example.com");
    await ask(browserOf(), "ada@example.com");
    await type(browser, mail.code!, { email: "ada@example.com", identifier: "ada@example.com" });
    expect(await browser.session()).toMatchObject({ user: { email: "eve@example.com" } });
  });

  it("after a new mail: the code and the link before are void, also with the cookie restored", async () => {
    const browser = browserOf();
    const first = await ask(browser);
    const before = browser.cookies.get(pendingCookie)!;
    const second = await ask(browser);
    expect(store.verificationTokens).toHaveLength(1);
    expect((await type(browser, first.code!)).status).toBe(400);
    const thief = moved(browser);
    thief.cookies.set(pendingCookie, before);
    await isGone(await type(thief, first.code!));
    expect(locationOf(await follow(browserOf(), first))).toContain("error=Verification");
    expect(locationOf(await type(browser, second.code!))).toBe(signedIn);
  });

  it("a new mail, and the store down before the one before it ends: the new code signs in", async () => {
    const browser = browserOf();
    const before = await ask(browser);
    const failing = () => Promise.reject(new Error("the store is down"));
    const there = moved(browser, { adapter: { useVerificationToken: failing } });
    const fresh = await ask(there);
    expect(mails).toHaveLength(2);
    expect(logged.map(({ message }) => message)).toEqual(["the store is down"]);
    const later = moved(there);
    expect(locationOf(await type(later, before.code!))).not.toBe(`${origin}/after`);
    expect(locationOf(await type(later, fresh.code!))).toBe(`${origin}/after`);
  });

  it("after ten minutes: the code is dead, and the link still works", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const browser = browserOf();
    const mail = await ask(browser);
    vi.setSystemTime(Date.now() + 599_000);
    expect(await page(browser)).toContain('name="code"');
    vi.setSystemTime(Date.now() + 1000);
    expect(await page(browser)).not.toContain('name="code"');
    await isGone(await type(browser, mail.code!));
    expect(locationOf(await follow(browser, mail))).toBe(signedIn);
  });

  it("with a tampered cookie, or that of another provider: refused", async () => {
    const browser = browserOf();
    const mail = await ask(browser);
    const right = browser.cookies.get(pendingCookie)!;
    for (const value of [`${right.slice(0, -4)}AAAA`, right.slice(0, -1), "x", "{}"]) {
      browser.cookies.set(pendingCookie, value);
      await isGone(await type(browser, mail.code!));
      expect(await page(browser)).not.toContain('name="code"');
    }
    const other = moved(browser, { mail: { id: "second" } });
    other.cookies.set(pendingCookie, right);
    const csrfToken = await csrfOf(other);
    await isGone(await other.post("/auth/callback/second", { csrfToken, code: mail.code! }));
  });

  it("with the store down: 503, and nothing is lost", async () => {
    const browser = browserOf();
    const mail = await ask(browser);
    for (const adapter of [
      { useVerificationToken: down },
      { getUserByEmail: down },
      { createSession: down },
    ]) {
      const answer = await type(moved(browser, { adapter }), mail.code!);
      expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining("not used up")]);
    }
    expect(locationOf(await type(browser, mail.code!))).toBe(signedIn);
  });

  it("with the store of counts down: 503, because nobody can say how often it was tried", async () => {
    const browser = browserOf();
    const mail = await ask(browser);
    const broken = { increment: down, add: down, has: down, delete: down };
    const answer = await type(moved(browser, { config: { sharedStore: broken } }), mail.code!);
    expect(answer.status).toBe(503);
    expect(locationOf(await type(browser, mail.code!))).toBe(signedIn);
  });

  it("of an unknown address: the same answer and the same work as for a known one", async () => {
    const calls: string[][] = [];
    const answers: unknown[] = [];
    await type(
      ...(await (async () => {
        const known = browserOf();
        return [known, (await ask(known, "ada@example.com")).code!] as const;
      })()),
    );
    for (const email of ["ada@example.com", "eve@example.com"]) {
      const seen: string[] = [];
      calls.push(seen);
      const spied = Object.fromEntries(
        (["getUserByEmail", "createVerificationToken", "useVerificationToken"] as const).map((name) => [
          name,
          (...given: [never]) => (seen.push(name), store.adapter[name](...given)),
        ]),
      );
      const browser = browserOf({ adapter: spied });
      const csrfToken = await csrfOf(browser);
      const answer = await browser.post("/auth/signin/email", { csrfToken, email });
      const cookies = answer.headers.getSetCookie().map((line) => [line.split("=")[0], line.length]);
      answers.push([answer.status, locationOf(answer), cookies]);
      const text = await page(browser);
      answers.push(text.replaceAll(email, "").replaceAll(/[0-9a-f]{32,}/g, ""));
    }
    // Nobody's row is read: the time that it takes would tell of the account.
    expect(calls[0]).toEqual(["createVerificationToken"]);
    expect(calls[1]).toEqual(calls[0]);
    expect(answers.slice(2)).toEqual(answers.slice(0, 2));
  });

  it("reads the user's row for a signIn callback of the app, which is told who it is", async () => {
    await type(
      ...(await (async () => {
        const known = browserOf();
        return [known, (await ask(known, "ada@example.com")).code!] as const;
      })()),
    );
    const told: unknown[] = [];
    const signIn = ({ user }: { user: object }) =>
      Boolean(told.push("emailVerified" in user && user.emailVerified));
    for (const email of ["ada@example.com", "eve@example.com"]) {
      const browser = browserOf({ config: { callbacks: { signIn } } });
      await browser.post("/auth/signin/email", { csrfToken: await csrfOf(browser), email });
    }
    expect(told).toEqual([expect.any(Date), null]);
  });

  it("without the CSRF token, or from another site: refused, and not used up", async () => {
    const browser = browserOf();
    const mail = await ask(browser);
    const csrfToken = await csrfOf(browser);
    const send = (body: Record<string, string>, headers: Record<string, string> = {}) =>
      browser.send("/auth/callback/email", { method: "POST", body: new URLSearchParams(body), headers });
    const code = mail.code!;
    for (const answer of [
      await send({ code }),
      await send({ code, csrfToken: "0".repeat(64) }),
      await send({ code, csrfToken }, { "sec-fetch-site": "cross-site" }),
      await send({ code, csrfToken }, { origin: "https://evil.example" }),
    ])
      expect(locationOf(answer)).toContain("error=MissingCSRF");
    browser.cookies.delete("authjs.csrf-token");
    expect(locationOf(await send({ code, csrfToken }))).toContain("error=MissingCSRF");
    expect(locationOf(await type(browser, code))).toBe(signedIn);
  });

  it("is not asked for by a GET, which an address could carry", async () => {
    const browser = browserOf();
    const { code } = await ask(browser);
    await browser.send(`/auth/callback/email?code=${code}`);
    expect(await browser.session()).toBeNull();
    expect(locationOf(await type(browser, code!))).toBe(signedIn);
  });

  it("ten mails are sent in ten minutes, then the answer says how long to wait", async () => {
    const browser = browserOf();
    for (let count = 0; count < 10; count++) await ask(browser);
    const csrfToken = await csrfOf(browser);
    const answer = await browser.post("/auth/signin/email", { csrfToken, email: "ada@example.com" });
    expect(answer.status).toBe(429);
    expect(await answer.text()).toMatch(/Wait \d+ minutes/);
    expect(mails).toHaveLength(10);
    expect(locationOf(await type(browser, mails.at(-1)!.code!))).toBe(signedIn);
  });

  it("survives a new secret in front", async () => {
    const browser = browserOf();
    const mail = await ask(browser);
    const later = moved(browser, { config: { secret: ["new-test-secret-new-test-secret-0000", secret] } });
    expect(locationOf(await type(later, mail.code!))).toBe(signedIn);
  });

  it("goes through the signIn callback, whose refusal uses it up", async () => {
    const browser = browserOf();
    const mail = await ask(browser);
    const refusing = moved(browser, { config: { callbacks: { signIn: () => false } } });
    expect(locationOf(await type(refusing, mail.code!))).toContain("error=AccessDenied");
    await isGone(await type(browser, mail.code!));
  });
});

describe("the page that asks for the code", () => {
  it("needs no JavaScript: a form with all that is sent", async () => {
    const browser = browserOf();
    const mail = await ask(browser);
    const text = await page(browser);
    const [form = ""] = /<form action="[^"]*\/callback\/email"[^]*?<\/form>/.exec(text) ?? [];
    expect(form).toContain('autocomplete="one-time-code"');
    expect(form).toContain('inputmode="numeric"');
    expect(text).toContain("<b><bdi>ada@example.com</bdi></b>");
    const fields = Object.fromEntries(
      [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
    expect(Object.keys(fields)).toEqual(["csrfToken", "callbackUrl"]);
    const answer = await browser.post("/auth/callback/email", { ...fields, code: mail.code! });
    expect(locationOf(answer)).toBe(signedIn);
  });

  it("sends a new mail by a form", async () => {
    const browser = browserOf();
    await ask(browser);
    const [form = ""] = /<form action="[^"]*\/signin\/email"[^]*?<\/form>/.exec(await page(browser)) ?? [];
    const fields = Object.fromEntries(
      [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    expect(fields).toMatchObject({ email: "ada@example.com" });
    expect(locationOf(await browser.post("/auth/signin/email", fields))).toContain("/verify-request");
    expect(mails).toHaveLength(2);
  });

  it("writes no address as markup", async () => {
    const browser = browserOf({ mail: { normalizeIdentifier: (text) => text } });
    await ask(browser, "<img src=x>@example.com");
    expect(await page(browser)).not.toContain("<img");
  });

  it("is the app's own where there is one, which is told of a wrong code", async () => {
    const browser = browserOf({ config: { pages: { verifyRequest: "/check" } } });
    const mail = await ask(browser);
    expect(locationOf(await type(browser, wrongOf(mail)))).toMatch(
      /\/check\?provider=email&type=email&error=Verification$/,
    );
    expect(locationOf(await type(browser, mail.code!))).toBe(signedIn);
  });

  it("is no answer for scripts, which get JSON", async () => {
    const browser = browserOf();
    const mail = await ask(browser);
    const csrfToken = await csrfOf(browser);
    const send = (code: string) =>
      browser.send("/auth/callback/email", {
        method: "POST",
        headers: { "content-type": "application/json", "x-auth-return-redirect": "1" },
        body: JSON.stringify({ csrfToken, code, callbackUrl: "/after" }),
      });
    expect(await (await send(wrongOf(mail))).json()).toEqual({
      url: expect.stringContaining("error=Verification"),
    });
    expect(await (await send(mail.code!)).json()).toEqual({ url: signedIn });
  });

  it("a link opened elsewhere says so; in the browser that asked it does not", async () => {
    const browser = browserOf();
    const { url } = await ask(browser);
    const elsewhere = "in another browser or on another device";
    expect(await (await browserOf().send(url)).text()).toContain(elsewhere);
    expect(await (await browser.send(url)).text()).not.toContain(elsewhere);
  });
});

describe("without `code`", () => {
  it("the mail, the row, the cookies and the pages are as ever", async () => {
    const browser = browserOf({ mail: { code: undefined } as never });
    const mail = await ask(browser);
    expect("code" in mail).toBe(false);
    expect(browser.has("-token.mail")).toBe(false);
    expect(await page(browser)).toContain("Its link works once, within the next 24 hours.");
    expect(await (await moved(browser, { mail: { code: false } }).send(mail.url)).text()).toContain(
      "Press the button to finish signing in.",
    );
    expect(locationOf(await type(browser, "12345678"))).toContain("error=Configuration");
    await ask(browser);
    expect(store.verificationTokens).toHaveLength(2);
  });

  it("short codes of the app's own making get no second one", async () => {
    const browser = browserOf({ mail: { generateVerificationToken: () => "123456" } });
    const mail = await ask(browser);
    expect("code" in mail).toBe(false);
    expect(locationOf(await follow(browser, mail))).toBe(signedIn);
  });
});
