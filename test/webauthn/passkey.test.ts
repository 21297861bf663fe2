import { beforeEach, describe, expect, it } from "vitest";
import Passkey from "../../src/providers/passkey.js";
import WebAuthn from "../../src/providers/webauthn.js";
import { memoryStore } from "../../src/runtime/shared-store/memory.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { Browser, coreApp, locationOf, origin, secret } from "../support/browser.js";
import { MemoryStore } from "../support/memory-store.js";
import { type Ceremony, type Conditions, SoftwareAuthenticator } from "./authenticator.js";

const email = "ada@example.com";
const challengeCookie = "authjs.challenge";
const configuration = `${origin}/auth/error?error=Configuration`;
const unverified = `${origin}/auth/error?error=WebAuthnVerificationError`;
const notLinked = `${origin}/auth/signin?error=AccountNotLinked`;

let store: MemoryStore;
let seen: string[];
let logged: Error[];
let device: SoftwareAuthenticator;

beforeEach(() => {
  store = new MemoryStore();
  seen = [];
  logged = [];
  device = new SoftwareAuthenticator(origin);
});

function configOf(more: Partial<AuthConfig> = {}, changes: Partial<Adapter> = {}): AuthConfig {
  const adapter = store.with(changes);
  const traced = Object.fromEntries(
    Object.entries(adapter).map(([name, method]) => [
      name,
      (...args: unknown[]) => {
        seen.push(name);
        return (method as (...given: unknown[]) => unknown)(...args);
      },
    ]),
  );
  return {
    secret,
    trustHost: true,
    adapter: traced as Adapter,
    providers: [WebAuthn({ allowSignUp: true })],
    experimental: { enableWebAuthn: true },
    logger: { error: (error) => void logged.push(error), warn: () => undefined },
    callbacks: {
      signIn: () => {
        seen.push("signIn CB");
        return true;
      },
      jwt: ({ token, trigger }) => {
        seen.push(`jwt CB ${trigger}`);
        return token;
      },
    },
    events: Object.fromEntries(
      ["createUser", "linkAccount", "signIn"].map((name) => [name, () => void seen.push(`ev ${name}`)]),
    ),
    ...more,
  };
}

const browserOf = (more: Partial<AuthConfig> = {}, changes: Partial<Adapter> = {}) =>
  new Browser(coreApp(configOf(more, changes)));

const ask = (browser: Browser, query = "", id = "webauthn") =>
  browser.send(`/auth/webauthn-options/${id}${query}`);
const optionsFor = async (browser: Browser, query = "", id = "webauthn") =>
  (await (await ask(browser, query, id)).json()) as Ceremony;

interface Try {
  readonly query?: string;
  readonly id?: string;
  readonly with?: SoftwareAuthenticator;
  readonly conditions?: Conditions;
}

/** Options, the device's answer, and where the handler sends the browser. */
async function pass(browser: Browser, { query = `?email=${email}`, id, ...more }: Try = {}): Promise<string> {
  const answer = (more.with ?? device).answer(await optionsFor(browser, query, id), more.conditions);
  return locationOf(await browser.post(`/auth/callback/${id ?? "webauthn"}`, answer));
}

const cookie = (browser: Browser) => browser.cookies.get("authjs.session-token");
const types = () => logged.map((error) => (error as { type?: string }).type);

describe("options for a passkey", () => {
  async function signedIn(): Promise<Browser> {
    const browser = browserOf();
    await pass(browser);
    return browser;
  }
  const visitor = async (): Promise<Browser> => {
    await signedIn();
    return browserOf();
  };
  const table: [who: string, action: string | undefined, info: string, answer: string][] = [
    ["visitor", "authenticate", "new", "authenticate"],
    ["visitor", "authenticate", "existing", "authenticate"],
    ["visitor", "authenticate", "none", "authenticate"],
    ["member", "authenticate", "none", "authenticate"],
    ["visitor", "register", "new", "register"],
    ["visitor", "register", "existing", "Invalid request"],
    ["visitor", "register", "none", "Invalid request"],
    ["member", "register", "none", "register"],
    ["visitor", undefined, "existing", "authenticate"],
    ["visitor", undefined, "none", "authenticate"],
    ["visitor", undefined, "new", "register"],
    ["member", undefined, "none", "Invalid request"],
    ["visitor", "delete", "none", "Invalid action"],
    ["member", "", "none", "Invalid action"],
  ];
  it.each(table)("a %s with action %s and %s user gets: %s", async (who, action, info, expected) => {
    const browser = who === "member" ? await signedIn() : await visitor();
    const query = new URLSearchParams({
      ...(action !== undefined && { action }),
      ...(info !== "none" && { email: info === "new" ? "new@example.com" : email }),
    });
    const response = await ask(browser, `?${query}`);
    const body = (await response.json()) as Record<string, unknown>;
    if (expected.startsWith("Invalid")) {
      expect([response.status, body]).toEqual([400, { error: expected }]);
      expect(browser.cookies.has(challengeCookie)).toBe(false);
    } else {
      expect([response.status, body.action]).toEqual([200, expected]);
      expect(browser.cookies.has(challengeCookie)).toBe(true);
    }
  });

  it("to register name the person, the site and what is known", async () => {
    const { options } = await optionsFor(await signedIn(), "?action=register");
    expect(options).toMatchObject({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rp: { id: "localhost", name: "localhost:3000" },
      user: { id: expect.stringMatching(/^[0-9a-f]{64}$/), name: email, displayName: email },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: "public-key" })),
      timeout: 300_000,
      attestation: "none",
      excludeCredentials: [
        {
          id: device.keys[0]!.id.toString("base64url"),
          type: "public-key",
          transports: ["internal", "hybrid"],
        },
      ],
      extensions: { credProps: true },
    });
  });

  it("to sign in list keys only for the user who is signed in", async () => {
    const browser = await visitor();
    const plain = await optionsFor(browser);
    expect(plain.options).toMatchObject({
      rpId: "localhost",
      timeout: 300_000,
      userVerification: "preferred",
    });
    expect(plain.options).not.toHaveProperty("allowCredentials");
    const member = await signedIn();
    const own = await optionsFor(member, "?action=authenticate");
    expect(own.options.allowCredentials).toMatchObject([{ id: device.keys[0]!.id.toString("base64url") }]);
    store.authenticators.length = 0;
    expect((await optionsFor(member, "?action=authenticate")).options.allowCredentials).toEqual([]);
  });

  it.each([undefined, false, true] as const)(
    "SEC2-25: say nothing of who has an account here (allowSignUp: %s)",
    async (allowSignUp) => {
      await signedIn();
      const browser = browserOf({ providers: [WebAuthn(allowSignUp === undefined ? {} : { allowSignUp })] });
      const plain = async (query: string) => {
        const response = await ask(browser, query);
        const { action, options } = (await response.json()) as Ceremony;
        const { challenge: _challenge, ...rest } = options;
        return [response.status, response.headers.get("cache-control"), action, rest];
      };
      for (const start of ["?action=authenticate&email=", ...(allowSignUp === true ? [] : ["?email="])]) {
        const known = await plain(`${start}${email}`);
        expect(known).toEqual(await plain(`${start}unknown@example.com`));
        expect(known).toEqual(await plain(`${start}${email}`));
        expect(known[1]).toContain("no-store");
      }
    },
  );

  it("to register need no list from a store that gives none for a person without keys", async () => {
    const member = browserOf();
    await pass(member);
    for (const list of [null, undefined]) {
      const asked = browserOf({}, { listAuthenticatorsByUserId: () => list as never });
      asked.cookies.set("authjs.session-token", cookie(member)!);
      const { options } = await optionsFor(asked, "?action=register");
      expect(options).toMatchObject({ excludeCredentials: [] });
    }
  });

  it("leave out a key whose account was removed: its device can make another one", async () => {
    const member = browserOf();
    await pass(member);
    const listed = async () => {
      const [made, used] = [
        await optionsFor(member, "?action=register"),
        await optionsFor(member, "?action=authenticate"),
      ];
      return [made.options, used.options];
    };
    const key = [{ id: expect.any(String) as string }];
    expect(await listed()).toMatchObject([{ excludeCredentials: key }, { allowCredentials: key }]);
    store.accounts.splice(0);
    const [made, used] = await listed();
    expect(made).toMatchObject({ excludeCredentials: [] });
    expect((used as { allowCredentials?: unknown[] }).allowCredentials ?? []).toEqual([]);
  });

  it("of the passkey provider want a discoverable key and a verified person", async () => {
    const browser = browserOf({ providers: [Passkey({ allowSignUp: true })] });
    expect((await optionsFor(browser, "", "passkey")).options).toMatchObject({
      userVerification: "required",
    });
    expect((await optionsFor(browser, `?email=${email}`, "passkey")).options).toMatchObject({
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
  });

  it("leave the config as it was, however often they are made", async () => {
    const selection = Object.freeze({ residentKey: "required" as const });
    const providers = [WebAuthn({ registrationOptions: { authenticatorSelection: selection } })];
    expect((await ask(browserOf({ providers }), `?email=${email}`)).status).toBe(200);
    expect(selection).toEqual({ residentKey: "required" });
  });

  it("ask the provider's own functions where it has them", async () => {
    const provider = WebAuthn({
      allowSignUp: true,
      relayingParty: { id: ["example.com", "other"], name: "Example", origin: "https://app.example.com" },
      getUserInfo: ({ adapter, provider: { id } }, { query, headers, method }) => {
        seen.push(`${id} ${typeof adapter.getUser} ${query.nick} ${headers["x-test"]} ${method}`);
        return { exists: false, user: { name: "Ada", email: "nick@example.com" } };
      },
    });
    const browser = browserOf({ providers: [provider] });
    const response = await browser.send("/auth/webauthn-options/webauthn?nick=ada", {
      headers: { "x-test": "1" },
    });
    expect(((await response.json()) as Ceremony).options).toMatchObject({
      rp: { id: "example.com", name: "Example" },
      user: { name: "nick@example.com", displayName: "Ada" },
    });
    expect(seen).toContain("webauthn function ada 1 GET");
  });

  it("do not exist for somebody without an e-mail address, nor for other providers", async () => {
    const provider = WebAuthn({
      allowSignUp: true,
      getUserInfo: () => ({ exists: false, user: { name: "Ada" } }),
    });
    expect(locationOf(await ask(browserOf({ providers: [provider] })))).toBe(configuration);
    const mail = {
      id: "email",
      name: "E-mail",
      type: "email" as const,
      sendVerificationRequest: () => undefined,
    };
    expect(locationOf(await ask(browserOf({ providers: [mail] }), "", "email"))).toBe(configuration);
    expect(types()).toEqual(["AuthError", "InvalidProvider"]);
  });
});

describe.each(["jwt", "database"] as const)("with %s sessions", (strategy) => {
  const more: Partial<AuthConfig> = { session: { strategy } };
  const created = strategy === "jwt" ? ["jwt CB signUp"] : ["createSession"];
  const signedIn = strategy === "jwt" ? ["jwt CB signIn"] : ["createSession"];

  it("a new person registers: callbacks, rows and events in their order", async () => {
    const browser = browserOf(more);
    expect(await pass(browser)).toBe(origin);
    expect(seen.filter((each) => !each.startsWith("getA"))).toEqual([
      "getUserByEmail",
      "signIn CB",
      "getUserByAccount",
      "getUserByEmail",
      "createUser",
      "ev createUser",
      "linkAccount",
      "ev linkAccount",
      "createAuthenticator",
      ...created,
      "ev signIn",
    ]);
    const id = device.keys[0]!.id.toString("base64");
    const [user] = store.users.values();
    expect(store.accounts).toEqual([
      { provider: "webauthn", providerAccountId: id, type: "webauthn", userId: user!.id },
    ]);
    expect(store.authenticators).toEqual([
      {
        providerAccountId: id,
        credentialID: id,
        credentialPublicKey: expect.stringMatching(/^[A-Za-z0-9+/]+={0,2}$/),
        counter: 0,
        credentialBackedUp: false,
        credentialDeviceType: "singleDevice",
        transports: "internal,hybrid",
        userId: user!.id,
      },
    ]);
    expect((await browser.session())?.user).toMatchObject({ email });
    expect(browser.cookies.has(challengeCookie)).toBe(false);
  });

  it("a known person signs in, by name and without one: rows and events in their order", async () => {
    await pass(browserOf(more));
    for (const query of [`?email=${email}`, "?action=authenticate", ""]) {
      seen = [];
      const browser = browserOf(more);
      expect(await pass(browser, { query })).toBe(origin);
      expect(seen.slice(seen.indexOf("getAuthenticator"))).toEqual([
        "getAuthenticator",
        "updateAuthenticatorCounter",
        "getAccount",
        "getUser",
        "signIn CB",
        "getUserByAccount",
        "getAccount",
        ...signedIn,
        "ev signIn",
      ]);
      expect((await browser.session())?.user).toMatchObject({ email });
      expect(browser.cookies.has(challengeCookie)).toBe(false);
    }
    expect(store.authenticators[0]!.counter).toBe(3);
    expect([store.users.size, store.accounts.length]).toEqual([1, 1]);
  });

  it("somebody who is signed in adds a second key and stays signed in", async () => {
    const browser = browserOf(more);
    await pass(browser);
    const before = cookie(browser);
    const second = new SoftwareAuthenticator(origin);
    seen = [];
    expect(await pass(browser, { query: "?action=register", with: second })).toBe(origin);
    expect(seen).not.toContain("createUser");
    expect(seen).toContain("linkAccount");
    if (strategy === "database") expect(cookie(browser)).toBe(before);
    expect([store.users.size, store.accounts.length, store.authenticators.length]).toEqual([1, 2, 2]);
    const fresh = browserOf(more);
    expect(await pass(fresh, { query: "", with: second })).toBe(origin);
    expect((await fresh.session())?.user).toMatchObject({ email });
  });

  it("a key of somebody else is refused while one is signed in", async () => {
    const browser = browserOf(more);
    await pass(browser);
    const other = new SoftwareAuthenticator(origin);
    await pass(browserOf(more), { query: "?email=eve@example.com", with: other });
    const { allowCredentials: _own, ...options } = (await optionsFor(browser, "?action=authenticate"))
      .options;
    const answer = other.answer({ action: "authenticate", options } as unknown as Ceremony);
    expect(locationOf(await browser.post("/auth/callback/webauthn", answer))).toBe(notLinked);
    expect((await browser.session())?.user).toMatchObject({ email });
  });

  it("a registration that was begun in another session, or in none, adds no key to this one", async () => {
    const other = browserOf(more);
    await pass(other, { query: "?email=eve@example.com", with: new SoftwareAuthenticator(origin) });
    const member = browserOf(more);
    await pass(member);
    const key = new SoftwareAuthenticator(origin);
    for (const [begun, query] of [
      [browserOf(more), "?email=new@example.com"],
      [other, "?action=register"],
    ] as const) {
      const answer = key.answer(await optionsFor(begun, query));
      member.cookies.set(challengeCookie, begun.cookies.get(challengeCookie)!);
      expect(locationOf(await member.post("/auth/callback/webauthn", answer))).toBe(notLinked);
    }
    expect([store.users.size, store.accounts.length, store.authenticators.length]).toEqual([2, 2, 2]);
  });

  it("a store that cannot keep the key keeps nothing, and a retry registers", async () => {
    let failing = true;
    const browser = browserOf(more, {
      createAuthenticator: (row) => {
        if (failing) throw new Error("the store is down");
        return store.adapter.createAuthenticator(row);
      },
      unlinkAccount: ({ providerAccountId }) => {
        const at = store.accounts.findIndex((each) => each.providerAccountId === providerAccountId);
        return store.accounts.splice(at, 1)[0];
      },
    });
    expect(await pass(browser)).toBe(configuration);
    expect([store.users.size, store.accounts.length, cookie(browser)]).toEqual([0, 0, undefined]);
    failing = false;
    expect(await pass(browser)).toBe(origin);
  });
});

describe("an answer is refused", () => {
  it("when its form is none", async () => {
    const browser = browserOf();
    const data = JSON.stringify({ id: "a", response: {} });
    const forms: Record<string, string>[] = [
      {},
      { action: "authenticate" },
      { action: "register", data: "{" },
      { action: "register", data: "null" },
      { action: "register", data: '{"id":7,"response":{}}' },
      { action: "delete", data },
    ];
    for (const form of forms) {
      await ask(browser);
      expect(locationOf(await browser.post("/auth/callback/webauthn", form))).toBe(configuration);
      expect(browser.cookies.has(challengeCookie)).toBe(false);
    }
    expect(new Set(types())).toEqual(new Set(["AuthError"]));
  });

  it("without the challenge cookie, with a broken one, and with that of another provider", async () => {
    const browser = browserOf({
      providers: [WebAuthn({ allowSignUp: true }), Passkey({ enableConditionalUI: false })],
    });
    const answer = device.answer(await optionsFor(browser, `?email=${email}`));
    const sealed = browser.cookies.get(challengeCookie)!;
    browser.cookies.delete(challengeCookie);
    expect(locationOf(await browser.post("/auth/callback/webauthn", answer))).toBe(configuration);
    browser.cookies.set(challengeCookie, sealed);
    expect(locationOf(await browser.post("/auth/callback/passkey", answer))).toBe(configuration);
    browser.cookies.set(challengeCookie, `${sealed.slice(0, -4)}AAAA`);
    expect(locationOf(await browser.post("/auth/callback/webauthn", answer))).toBe(configuration);
    expect(types()).toEqual(["InvalidCheck", "InvalidCheck", "InvalidCheck"]);
  });

  it("when its challenge was answered before, also by a browser that kept the cookie", async () => {
    const browser = browserOf();
    await pass(browser);
    const answer = device.answer(await optionsFor(browser, "?action=authenticate"));
    const sealed = browser.cookies.get(challengeCookie)!;
    expect(locationOf(await browser.post("/auth/callback/webauthn", answer))).toBe(origin);
    browser.cookies.set(challengeCookie, sealed);
    expect(locationOf(await browser.post("/auth/callback/webauthn", answer))).toBe(configuration);
    expect(types()).toEqual(["InvalidCheck"]);
  });

  it.each<[string, Conditions]>([
    ["another origin", { origin: "https://evil.example.com" }],
    ["a person whom the device did not verify", { unverified: true }],
  ])("from %s", async (_what, conditions) => {
    const browser = browserOf();
    expect(await pass(browser, { conditions })).toBe(unverified);
    expect([store.users.size, cookie(browser), browser.cookies.has(challengeCookie)]).toEqual([
      0,
      undefined,
      false,
    ]);
    await pass(browser, { query: "?email=bob@example.com" });
    const fresh = browserOf();
    // The key of the refused registration is in the device, but nobody knows it.
    device.keys.shift();
    expect(await pass(fresh, { query: "", conditions })).toBe(unverified);
    expect(cookie(fresh)).toBeUndefined();
  });

  it("but not from another origin that the passkeys are used at, too", async () => {
    const elsewhere = "https://shop.example.org";
    const providers = [WebAuthn({ allowSignUp: true, relayingParty: { origin: [origin, elsewhere] } })];
    expect(await pass(browserOf({ providers }), { conditions: { origin: elsewhere } })).toBe(origin);
    const evil = { query: "", conditions: { origin: "https://evil.example.com" } };
    expect(await pass(browserOf({ providers }), evil)).toBe(unverified);
  });

  it("when the device's counter went back: the key was copied", async () => {
    await pass(browserOf());
    await pass(browserOf(), { query: "", conditions: { counter: 9 } });
    expect(await pass(browserOf(), { query: "", conditions: { counter: 9 } })).toBe(unverified);
  });

  it("SEC2-24: 60 answers of strangers with somebody's credential id change nothing for its owner", async () => {
    const app = coreApp(configOf());
    await pass(new Browser(app));
    const wrong = { query: "", conditions: { origin: "https://evil.example.com" } };
    for (let times = 0; times < 60; times++) expect(await pass(new Browser(app), wrong)).toBe(unverified);
    const browser = new Browser(app);
    const forged = { action: "authenticate", data: JSON.stringify({ id: device.keys[0]!.id, response: {} }) };
    for (let times = 0; times < 60; times++) await new Browser(app).post("/auth/callback/webauthn", forged);
    expect(await pass(browser, { query: "" })).toBe(origin);
  });

  it("for a challenge of the other kind", async () => {
    const browser = browserOf();
    const login = await optionsFor(browser, "?action=authenticate");
    const user = { id: "00" };
    const forged = {
      ...login,
      action: "register",
      options: { ...login.options, user, rp: { id: "localhost" } },
    };
    const answer = device.answer(forged as unknown as Ceremony);
    expect(locationOf(await browser.post("/auth/callback/webauthn", answer))).toBe(configuration);
    expect(store.users.size).toBe(0);
  });

  it("of a key that nobody registered", async () => {
    const browser = browserOf();
    device.create({
      action: "register",
      options: { user: { id: "" }, rp: { id: "localhost" }, challenge: "" } as never,
    });
    expect(await pass(browser, { query: "" })).toBe(configuration);
    expect(types()).toEqual(["AuthError"]);
  });

  it("that registers the id of somebody else's key with a key pair of its own", async () => {
    await pass(browserOf());
    const thief = new SoftwareAuthenticator(origin);
    const browser = browserOf();
    const conditions = { credentialId: device.keys[0]!.id };
    const query = "?email=eve@example.com";
    expect(await pass(browser, { with: thief, query, conditions })).toBe(notLinked);
    expect([cookie(browser), store.users.size, store.authenticators.length]).toEqual([undefined, 1, 1]);
  });

  it("to register an address that meanwhile exists", async () => {
    const browser = browserOf();
    const answer = device.answer(await optionsFor(browser, `?email=${email}`));
    await pass(browserOf(), { with: new SoftwareAuthenticator(origin) });
    expect(locationOf(await browser.post("/auth/callback/webauthn", answer))).toBe(notLinked);
    expect(store.authenticators).toHaveLength(1);
  });
});

describe("the rest of the sign-in", () => {
  it("tells callbacks and events whose account it is, also at the registration", async () => {
    const owners: unknown[] = [];
    const more: Partial<AuthConfig> = {
      session: { strategy: "jwt" },
      callbacks: {
        jwt: ({ token, account }) => {
          owners.push(account?.userId);
          return token;
        },
      },
      events: { signIn: ({ account }) => void owners.push(account?.userId) },
    };
    await pass(browserOf(more));
    await pass(browserOf(more), { query: "" });
    const [id] = store.users.keys();
    expect(owners).toEqual([id, id, id, id]);
  });

  it("lets the signIn callback refuse, or send elsewhere through the redirect callback", async () => {
    const refusing = browserOf({ callbacks: { signIn: () => false } });
    expect(await pass(refusing)).toBe(`${origin}/auth/error?error=AccessDenied`);
    expect(await pass(browserOf({ callbacks: { signIn: () => "/closed" } }))).toBe(`${origin}/closed`);
    expect(await pass(browserOf({ callbacks: { signIn: () => "https://evil.example.com" } }))).toBe(origin);
    expect(store.users.size).toBe(0);
  });

  it("leads new people to pages.newUser, known ones on", async () => {
    const pages = { newUser: "/welcome" };
    expect(await pass(browserOf({ pages }))).toBe(`/welcome?callbackUrl=${encodeURIComponent(origin)}`);
    expect(await pass(browserOf({ pages }), { query: "" })).toBe(origin);
  });

  it("answers scripts with the address", async () => {
    const browser = browserOf();
    const answer = device.answer(await optionsFor(browser, `?email=${email}`));
    const response = await browser.send("/auth/callback/webauthn", {
      method: "POST",
      headers: { "x-auth-return-redirect": "1" },
      body: new URLSearchParams(answer),
    });
    expect([response.status, await response.json()]).toEqual([200, { url: origin }]);
  });

  it("reads rows as stores of other types give them", async () => {
    await pass(browserOf());
    const row = store.authenticators[0]! as unknown as Record<string, unknown>;
    Object.assign(row, { counter: "0", transports: null });
    expect(await pass(browserOf())).toBe(origin);
  });

  it("puts no more of a stored user into the cookie than the name", async () => {
    const browser = browserOf();
    await pass(browser);
    const [user] = store.users.values();
    Object.assign(user!, { biography: "x".repeat(9000), image: `data:image/png;base64,${"A".repeat(9000)}` });
    await ask(browser, "?action=register");
    expect(browser.cookies.get(challengeCookie)!.length).toBeLessThan(2000);
  });
});

describe("the sign-in page", () => {
  it("has a form for passkeys and a script that only its nonce admits", async () => {
    const response = await browserOf().send("/auth/signin");
    const page = await response.text();
    const policy = response.headers.get("content-security-policy") ?? "";
    const nonce = /script-src 'nonce-([0-9a-f]+)'/.exec(policy)?.[1];
    expect(page).toContain(`<script type="module" nonce="${nonce}">`);
    expect(page).toContain('id="webauthn-form"');
    expect(page).toMatch(/<input[^>]* autocomplete="username webauthn"[^>]* data-form-field/);
    expect(page).toContain(`data-passkey="${origin}/auth/webauthn-options/webauthn"`);
    expect(page).not.toContain("unpkg");
  });

  it("has no script without passkeys", async () => {
    const mail = {
      id: "email",
      name: "E-mail",
      type: "email" as const,
      sendVerificationRequest: () => undefined,
    };
    const response = await browserOf({ providers: [mail] }).send("/auth/signin");
    expect(response.headers.get("content-security-policy")).not.toContain("script-src");
    expect(await response.text()).not.toContain("<script");
  });
});

describe("a passkey for an address that nobody proved", () => {
  const spellings = [
    email,
    "ADA@example.com",
    `${email} `,
    "new@example.com",
    "<b>no address</b>",
    "a@b, c@d",
  ];
  const mail = (sent: { token: string; identifier: string }[]) => ({
    id: "email",
    name: "Mail",
    type: "email" as const,
    sendVerificationRequest: (message: { token: string; identifier: string }) => void sent.push(message),
  });

  it.each([undefined, false] as const)(
    "SEC2-06: is not made for a stranger (allowSignUp: %s)",
    async (allowSignUp) => {
      const options = allowSignUp === undefined ? {} : { allowSignUp };
      const warnings: string[] = [];
      const logger = { error: () => undefined, warn: (text: string) => void warnings.push(text) };
      const browser = browserOf({ providers: [WebAuthn(options)], logger });
      for (const address of spellings) {
        const query = new URLSearchParams({ action: "register", email: address });
        const response = await ask(browser, `?${query}`);
        expect([response.status, await response.json()]).toEqual([400, { error: "Invalid request" }]);
      }
      expect([store.users.size, cookie(browser), warnings.at(-1)]).toEqual([
        0,
        undefined,
        expect.stringContaining("allowSignUp"),
      ]);
    },
  );

  it("SEC2-06: where the app allows it by name, needs an address, and none that a user has in another spelling", async () => {
    await pass(browserOf());
    for (const address of spellings.filter((each) => each !== "new@example.com")) {
      const query = new URLSearchParams({ action: "register", email: address });
      expect([address, (await ask(browserOf(), `?${query}`)).status]).toEqual([address, 400]);
    }
    const told: unknown[] = [];
    const browser = browserOf({ callbacks: { signIn: ({ user }) => Boolean(told.push(user)) } });
    expect(await pass(browser, { query: "?action=register&email=NEW@example.com" })).toBe(origin);
    expect(told).toMatchObject([{ email: "new@example.com", emailVerified: null }]);
  });

  it("SEC2-06: by default is made with the token of a sign-in mail, once, for that address", async () => {
    const sent: { token: string; identifier: string }[] = [];
    const app = coreApp(configOf({ providers: [WebAuthn(), mail(sent)] }));
    const browser = new Browser(app);
    const { csrfToken } = (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
    await browser.post("/auth/signin/email", { csrfToken, email: "new@example.com" });
    const { token } = sent[0]!;
    const query = (address: string) =>
      `?${new URLSearchParams({ action: "register", email: address, token })}`;
    expect(locationOf(await ask(new Browser(app), query("eve@example.com")))).toContain("error=Verification");
    await browser.post("/auth/signin/email", { csrfToken, email: "new@example.com" });
    const fresh = query("new@example.com").replace(token, sent[1]!.token);
    expect(await pass(browser, { query: fresh })).toBe(origin);
    expect([...store.users.values()]).toMatchObject([{ email: "new@example.com" }]);
    expect(locationOf(await ask(new Browser(app), fresh))).toContain("error=Verification");
  });

  it("SEC2-06: a user who is signed in adds a passkey and comes back with it", async () => {
    const sent: { url: string }[] = [];
    const provider = mail(sent as never);
    const app = coreApp(configOf({ providers: [WebAuthn(), provider], session: { strategy: "jwt" } }));
    const browser = new Browser(app);
    const { csrfToken } = (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
    await browser.post("/auth/signin/email", { csrfToken, email });
    await browser.send(sent[0]!.url);
    expect(await pass(browser, { query: "?action=register" })).toBe(origin);
    const later = new Browser(app);
    expect(await pass(later, { query: "" })).toBe(origin);
    expect(await (await later.send("/auth/session")).json()).toMatchObject({ user: { email } });
  });
});

it("F-74: a challenge that was answered is used up for all processes that share a store", async () => {
  const sharedStore = memoryStore();
  await pass(browserOf());
  const processes = [0, 1].map(() => new Browser(coreApp(configOf({ sharedStore }))));
  const [one, two] = processes as [Browser, Browser];
  const answer = device.answer(await optionsFor(one));
  for (const [name, value] of one.cookies) two.cookies.set(name, value);
  expect(locationOf(await one.post("/auth/callback/webauthn", answer))).toBe(origin);
  expect(locationOf(await two.post("/auth/callback/webauthn", answer))).toBe(configuration);
  expect(types()).toContain("InvalidCheck");
});
