/** Rows whose address nobody has proven, and sign-ins whose process died: whose account is it? */
import { beforeEach, describe, expect, it } from "vitest";
import Discord from "../../src/providers/discord.js";
import type { Adapter, AdapterUser } from "../../src/runtime/types/adapter.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { Browser, coreApp, locationOf, origin, secret } from "../support/browser.js";
import { FakeProvider } from "../oauth/fake-provider.js";
import { MemoryStore } from "../support/memory-store.js";
import { providerAt } from "./stage.js";

const after = `${origin}/after`;
const notLinked = `${origin}/auth/signin?error=OAuthAccountNotLinked`;
const mail = "olga@example.com";
let store: MemoryStore;
let fake: FakeProvider;
let links: string[];
let warnings: string[];
let logged: { name: string; cause?: unknown }[];

beforeEach(() => {
  store = new MemoryStore();
  fake = new FakeProvider();
  [links, warnings, logged] = [[], [], []];
});

/** Removes for good what the plain store keeps. */
const unlinkAccount: NonNullable<Adapter["unlinkAccount"]> = ({ provider, providerAccountId }) => {
  const at = store.accounts.findIndex(
    (row) => row.provider === provider && row.providerAccountId === providerAccountId,
  );
  if (at !== -1) store.accounts.splice(at, 1);
  return undefined;
};

function app(more: Partial<AuthConfig> = {}, op: object = {}, changes: Partial<Adapter> = {}): Browser {
  const { emailVerified = "" } = Discord({});
  return new Browser(
    coreApp({
      secret,
      trustHost: true,
      adapter: store.with({ unlinkAccount, ...changes }),
      providers: [
        providerAt(fake, {
          emailVerified,

          ...op,
        }),
        { id: "email", name: "E", type: "email", sendVerificationRequest: ({ url }) => void links.push(url) },
        {
          id: "password",
          name: "P",
          type: "credentials",
          credentials: {},
          authorize: (fields) => ({ id: String(fields.id), name: "Paul", email: "paul@example.com" }),
        },
      ],
      logger: { error: (error) => void logged.push(error), warn: (text) => void warnings.push(text) },
      ...more,
    }),
  );
}
async function signIn(browser: Browser, claims: object = {}): Promise<string> {
  fake.faults.claims = (given) => ({ ...given, ...claims });
  const answer = fake.authorize(locationOf(await browser.startSignIn("op")));
  return locationOf(await browser.send(`/auth/callback/op?${answer}`));
}
const csrf = async (browser: Browser) =>
  (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
async function signInByMail(browser: Browser, email = mail): Promise<string> {
  await browser.post("/auth/signin/email", { ...(await csrf(browser)), email, callbackUrl: "/after" });
  return locationOf(await browser.open(links.pop()!));
}
const signInByPassword = async (browser: Browser, id: string) =>
  browser.post("/auth/callback/password", { ...(await csrf(browser)), id });
/** The owner's sign-in comes later than what was there before. */
const later = () => new Promise((resolve) => setTimeout(resolve, 2100));

describe.each(["database", "jwt"] as const)("SEC2-23 with %s sessions", (strategy) => {
  const more: Partial<AuthConfig> = { session: { strategy } };

  it("SEC2-23 a mail ends the stranger's session, and the account that does not vouch", async () => {
    const stranger = app(more);
    expect(await signIn(stranger, { verified: false })).toBe(after);
    expect([...store.users.values()][0]?.emailVerified).toBeNull();
    const copy = stranger.cookies.get("authjs.session-token")!;
    await later();
    const owner = app(more);
    expect(await signInByMail(owner)).toBe(after);
    expect((await owner.session())?.user).toMatchObject({ email: mail });
    expect(await stranger.session()).toBeNull();
    stranger.cookies.set("authjs.session-token", copy);
    expect(await stranger.session()).toBeNull();
    for (let round = 0; round < 2; round++) {
      expect(await signIn(app(more), { verified: false })).toBe(notLinked);
      expect(store.accounts).toEqual([]);
    }
    expect((await owner.session())?.user).toMatchObject({ email: mail });
  });

  it("SEC2-23 verified: true keeps one account through both ways, with its sessions", async () => {
    const browser = app(more);
    expect(await signIn(browser, { verified: true })).toBe(after);
    expect([...store.users.values()][0]?.emailVerified).toBeInstanceOf(Date);
    const elsewhere = app(more);
    expect(await signInByMail(elsewhere)).toBe(after);
    expect((await browser.session())?.user).toMatchObject({ email: mail });
    expect(await signIn(app(more), { verified: true })).toBe(after);
    expect([store.users.size, store.accounts.length]).toEqual([1, 1]);
  });
});

describe("SEC2-23", () => {
  it("SEC2-23 rows of earlier versions keep a provider's account that vouches at its next sign-in", async () => {
    await signIn(app(), { verified: true });
    const [user] = store.users.values();
    store.users.set(user!.id, { ...user!, emailVerified: null });
    expect(await signInByMail(app())).toBe(after);
    expect(await signIn(app(), { verified: true })).toBe(after);
    expect([store.users.size, store.accounts.length]).toEqual([1, 1]);
  });

  it("SEC2-23 the provider's word is about the row's address, not about another one of the stranger's", async () => {
    await signIn(app(), { verified: false });
    await signInByMail(app());
    expect(await signIn(app(), { verified: true, email: "stranger@example.com" })).toBe(notLinked);
    expect(store.accounts).toEqual([]);
  });

  it("SEC2-23 a provider that says nothing keeps its account, which waits until its owner vouches for it", async () => {
    const silent = { emailVerified: undefined };
    await signIn(app({}, silent));
    await signInByMail(app({}, silent));
    for (let round = 0; round < 4; round++) expect(await signIn(app({}, silent))).toBe(notLinked);
    expect([store.users.size, store.accounts.length]).toEqual([1, 1]);
  });

  it("SEC2-23 an explicit no never links by address, not even where that is allowed", async () => {
    store.users.set("1", { id: "1", email: mail, emailVerified: new Date() });
    const linking = { allowDangerousEmailAccountLinking: true };
    expect(await signIn(app({}, linking), { verified: false })).toBe(notLinked);
    expect(await signIn(app({}, { ...linking, emailVerified: undefined }), { email_verified: false })).toBe(
      notLinked,
    );
    expect(await signIn(app({}, linking), { verified: true })).toBe(after);
  });

  it("SEC2-07 passkeys of an unproven row open nothing after the owner's mail", async () => {
    store.users.set("1", { id: "1", email: mail, emailVerified: null });
    const passkey = { provider: "passkey", providerAccountId: "key", userId: "1", type: "webauthn" as const };
    store.accounts.push(passkey);
    store.authenticators.push({
      credentialID: "key",
      providerAccountId: "key",
      userId: "1",
      credentialPublicKey: "",
      counter: 0,
      credentialDeviceType: "singleDevice",
      credentialBackedUp: false,
    });
    const { default: Passkey } = await import("../../src/providers/passkey.js");
    const providers: AuthConfig["providers"] = [
      Passkey({}),
      { id: "email", name: "E", type: "email", sendVerificationRequest: ({ url }) => void links.push(url) },
    ];
    const more = { providers, experimental: { enableWebAuthn: true } };
    expect(await signInByMail(app(more))).toBe(after);
    expect(store.accounts).toEqual([]);
    // Of a proven row they stay.
    store.accounts.push(passkey);
    expect(await signInByMail(app(more))).toBe(after);
    expect(store.accounts).toEqual([passkey]);
  });
});

describe("F-08 a sign-in ends the session that the browser held", () => {
  const held = () => [...store.sessions.values()].map(({ userId }) => userId);

  it("F-08 of somebody else, by password", async () => {
    const browser = app();
    await signIn(browser);
    store.users.set("7", { id: "7", email: "paul@example.com", emailVerified: null });
    await signInByPassword(browser, "7");
    expect(held()).toEqual(["7"]);
  });

  it("F-08 that has expired", async () => {
    const browser = app();
    await signIn(browser);
    for (const row of store.sessions.values()) row.expires = new Date(Date.now() - 1000);
    await signIn(browser);
    expect(held()).toHaveLength(1);
  });
});

describe("SEC2-37 a password of the app's own people, beside a store", () => {
  it("SEC2-37 an id that means somebody else in the store links nothing to them", async () => {
    store.users.set("1", { id: "1", name: "Victim", email: "victim@example.com", emailVerified: null });
    const browser = app({ session: { strategy: "jwt" } });
    await signInByPassword(browser, "1");
    expect(await signIn(browser)).toBe(after);
    expect(store.accounts.map(({ userId }) => userId)).not.toContain("1");
  });

  it("SEC2-37 a person whom authorize() took from the store goes on linking", async () => {
    store.users.set("1", { id: "1", name: "Paul", email: "Paul@example.com", emailVerified: null });
    const browser = app({ session: { strategy: "jwt" } });
    await signInByPassword(browser, "1");
    await browser.session();
    expect(await signIn(browser)).toBe(after);
    expect(store.accounts.map(({ userId }) => userId)).toEqual(["1"]);
  });
});

describe("F-09 a first sign-in whose process died between user and account", () => {
  const dies = {
    linkAccount: () => new Promise<never>(() => undefined),
    deleteUser: () => new Promise<never>(() => undefined),
  };

  it("F-09 signs in at the next try, where the store makes its own ids", async () => {
    void signIn(app({ deadlineSeconds: 60 }, {}, dies));
    await expect.poll(() => store.users.size).toBe(1);
    expect(await signIn(app())).toBe(after);
    expect([store.users.size, store.accounts.length]).toEqual([1, 1]);
    expect(store.verificationTokens).toEqual([]);
  });

  it("F-09 falls to nobody else: not to another account, another look, or a proven row", async () => {
    void signIn(app({ deadlineSeconds: 60 }, {}, dies));
    await expect.poll(() => store.users.size).toBe(1);
    expect(await signIn(app(), { sub: "somebody-else" })).toBe(notLinked);
    expect(await signIn(app(), { name: "Another name" })).toBe(notLinked);
    const [user] = store.users.values();
    store.users.set(user!.id, { ...(user as AdapterUser), emailVerified: new Date() });
    expect(await signIn(app())).toBe(notLinked);
  });

  it("F-09 the note opens nothing as the link of a mail", async () => {
    void signIn(app({ deadlineSeconds: 60 }, {}, dies));
    await expect.poll(() => store.verificationTokens.length).toBe(1);
    const { identifier, token } = store.verificationTokens[0]!;
    const link = `/auth/callback/email?${new URLSearchParams({ token, email: identifier })}`;
    expect(locationOf(await app().open(link))).toContain("error=Verification");
    expect(store.verificationTokens).toHaveLength(1);
  });
});

it.each(["createUser", "updateUser"] as const)(
  "F-43 %s that gives no row is named in the log",
  async (method) => {
    if (method === "updateUser") store.users.set("1", { id: "1", email: mail, emailVerified: null });
    const browser = app({}, {}, { [method]: () => undefined as never });
    expect(await (method === "createUser" ? signIn(browser) : signInByMail(browser))).toContain(
      "error=Configuration",
    );
    expect(logged[0]).toMatchObject({ name: "AdapterError", cause: { method } });
    expect(String((logged[0] as Error).message)).toContain(`${method} of the adapter gave no row`);
  },
);
