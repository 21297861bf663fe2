import { describe, expect, test } from "vitest";
import HTTPEmail from "../../../src/providers/http-email.js";
import { MemoryAdapter } from "../../../src/runtime/adapters/memory.js";
import { MissingTable } from "../../../src/runtime/adapters/rows/driver-errors.js";
import { password, type PasswordOptions } from "../../../src/runtime/plugins/password/index.js";
import { passwordTable } from "../../../src/runtime/plugins/password/tables.js";
import { locationOf } from "../../support/browser.js";
import { exempt, fixedCode } from "../fixed-code.js";
import { answerCode } from "../stage.js";
import { ada, other, PasswordApp, right, type User } from "./drive.js";

describe("a step of another plugin", () => {
  const withStep = (strategy: "jwt" | "database") => {
    const app = new PasswordApp({ strategy });
    app.config.plugins = [...(app.config.plugins ?? []), fixedCode()];
    return app;
  };
  const challenge = "http://localhost:3000/auth/fixed-code";
  const isWaiting = async (user: User, answer: Response) => {
    expect(locationOf(answer)).toBe(challenge);
    expect(await user.isSignedIn()).toBe(false);
  };

  test.each(["jwt", "database"] as const)(
    "no way to a session goes around it: verification, sign-in, change; sessions: %s",
    async (strategy) => {
      const app = withStep(strategy);
      const user = app.browser();
      await user.form("sign-up", { email: ada, password: right });
      await isWaiting(user, await user.form("verify", { token: await app.token(), callbackUrl: "/after" }));
      expect(locationOf(await answerCode(user))).toMatch(/\/after$/);
      expect((await user.session())?.user).toMatchObject({ email: ada });

      await isWaiting(user, await user.form("change", { current: right, password: other }));
      await answerCode(user);
      expect(await user.isSignedIn()).toBe(true);

      const second = app.browser();
      await isWaiting(second, await second.signIn(ada, other));
      await answerCode(second);
      expect(await second.isSignedIn()).toBe(true);

      const token = await second.askReset();
      const third = app.browser();
      await third.form("reset", { token, password: right });
      expect([await second.isSignedIn(), await third.isSignedIn()]).toEqual([false, false]);
    },
  );

  test("who broke off at the step after verification can sign in later", async () => {
    const app = withStep("jwt");
    const user = app.browser();
    await user.form("sign-up", { email: ada, password: right });
    await user.form("verify", { token: await app.token() });
    const id = (await app.config.adapter?.getUserByEmail?.(ada))?.id ?? "";
    await app.config.adapter?.records?.(exempt).insert({ userId: id });
    expect(locationOf(await app.browser().signIn(ada, right))).toMatch(/\/after$/);
  });
});

describe("the table is missing", () => {
  test("the plugin is off with one line in the log, and other ways to sign in go on", async () => {
    const store = MemoryAdapter();
    const missing = (name: string) => Promise.reject(new MissingTable(name));
    const records = (table: { name: string }) => {
      const fail = () => missing(table.name);
      return {
        find: fail,
        list: fail,
        insert: fail,
        update: fail,
        consume: fail,
        remove: fail,
        deleteExpired: fail,
      };
    };
    const app = new PasswordApp({ adapter: { ...store, records } });
    const user = app.browser();
    for (const path of ["forgot", "sign-up"])
      expect((await user.form(path, { email: ada, password: right })).status).toBeGreaterThan(299);
    const answer = await user.signIn(ada, right);
    expect(locationOf(answer)).toContain("error=Configuration");
    const lines = app.errors.filter(({ message }) => message.includes("Create its tables to switch it on"));
    expect(lines).toHaveLength(1);
    expect(lines[0]?.message).toContain("auth_password_");
    expect((await user.send("/auth/signin")).status).toBe(200);
    expect(locationOf(await user.startSignIn("other"))).toContain("op.example");
    expect(app.mails).toEqual([]);
  });
});

describe("configuration", () => {
  const messageOf = async (options: PasswordOptions, more: object) => {
    const app = new PasswordApp({ plugins: [password(options)], ...more });
    expect((await app.browser().send("/auth/csrf")).status).toBe(500);
    return app.errors[0]?.message;
  };
  test("nobody sends mails: the line to add is named", async () => {
    const line = /provider resend .*password\(\{ sendMail: /;
    expect(await messageOf({}, {})).toMatch(line);
    expect(await messageOf({}, { providers: [HTTPEmail()] })).toMatch(line);
  });
  test("no adapter: the command to add one is named", async () => {
    const app = new PasswordApp();
    delete app.config.adapter;
    expect((await app.browser().send("/auth/csrf")).status).toBe(500);
    expect(app.errors[0]?.message).toContain("npx auth add-adapter");
  });
});

describe("hashes that the app has from before", () => {
  const bcrypt = "$2b$10$XZiz.J37S9OO26cOcb3kxe55hciKaof14wp4TIn4f8Z2OsDs6c9ni";
  const betterAuth =
    "be75d06eefb6aa7ea08ffde88bf27e5f:5a6d8231e5d43b0ab123a9001a251296b5fa43ad520a3d282b657b4105f2ad78c577644f570cba39e3885c0a20e8d463c09ceb5e62fbfd1b34a523c0d2f207c5";

  async function appWith(options: PasswordOptions = {}) {
    const app = new PasswordApp({ options });
    const user = await app.config.adapter?.createUser?.({ id: "u1", email: ada, emailVerified: new Date() });
    const rows = app.config.adapter?.records?.(passwordTable);
    if (user === undefined || rows === undefined) throw new Error("no store");
    return { app, rows };
  }

  test.each([
    ["bcrypt", bcrypt],
    ["better-auth", betterAuth],
  ])("imported from %s: signs in once, and is replaced", async (_name, hash) => {
    const { app, rows } = await appWith();
    await rows.insert({ userId: "u1", hash, version: 1, changedAt: new Date() });
    await app.browser().signIn(ada, other);
    expect(await rows.find({ userId: "u1" })).toMatchObject({ hash });
    expect(locationOf(await app.browser().signIn(ada, right))).toMatch(/\/after$/);
    const renewed = await rows.find({ userId: "u1" });
    expect(renewed?.["hash"]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(locationOf(await app.browser().signIn(ada, right))).toMatch(/\/after$/);
    expect((await rows.find({ userId: "u1" }))?.["hash"]).toBe(renewed?.["hash"]);
  });

  test("legacyHash: from the app's own table, once", async () => {
    const asked: string[] = [];
    const legacyHash = (email: string) => {
      asked.push(email);
      return email === ada ? bcrypt : null;
    };
    const { app, rows } = await appWith({ legacyHash });
    await app.browser().signIn(ada, other);
    expect(await rows.find({ userId: "u1" })).toBeUndefined();
    expect(locationOf(await app.browser().signIn(ada, right))).toMatch(/\/after$/);
    expect((await rows.find({ userId: "u1" }))?.["hash"]).toMatch(/^\$argon2id/);
    await app.browser().form("reset", { token: await app.browser().askReset(), password: other });
    // The hash of before opens nothing any more.
    expect(locationOf(await app.browser().signIn(ada, right))).toContain("error=");
    await app.browser().signIn("bob@example.com", right);
    expect(asked.at(-1)).toBe("bob@example.com");
  });

  test("attack: a stored hash with hostile parameters refuses, tells the log, and breaks nothing", async () => {
    const { app, rows } = await appWith();
    const hash = "$argon2id$v=19$m=4194304,t=100,p=1$c29tZXNhbHRzb21lc2FsdA$" + "A".repeat(43);
    await rows.insert({ userId: "u1", hash, version: 1, changedAt: new Date() });
    expect(locationOf(await app.browser().signIn(ada, right))).toContain("error=CredentialsSignin");
    expect(app.errors.map(({ message }) => message).join()).toContain("would cost more than a sign-in may");
    await app.browser().form("reset", { token: await app.browser().askReset(), password: right });
    expect(locationOf(await app.browser().signIn(ada, right))).toMatch(/\/after$/);
  });
});

test("a user of another way to sign in chooses a first password by mail; it proves the address", async () => {
  const app = new PasswordApp();
  await app.config.adapter?.createUser?.({ id: "u1", email: ada, emailVerified: null });
  expect(locationOf(await app.browser().signIn(ada, right))).toContain("error=CredentialsSignin");
  await app.browser().form("reset", { token: await app.browser().askReset(), password: right });
  expect(locationOf(await app.browser().signIn(ada, right))).toMatch(/\/after$/);
  expect((await app.config.adapter?.getUser?.("u1"))?.emailVerified).toBeInstanceOf(Date);
  expect(app.told).toContain("updateUser");
});

test("the signIn callback is asked before a mail, and before a user is made", async () => {
  const asked: unknown[] = [];
  const allowed = { mail: false, user: false };
  const app = new PasswordApp({
    callbacks: {
      signIn({ account, email }) {
        const isMail = email?.verificationRequest === true;
        asked.push([account?.provider, isMail]);
        return isMail ? allowed.mail : allowed.user;
      },
    },
  });
  const user = app.browser();
  const signUp = () => user.form("sign-up", { email: ada, password: right });
  expect(locationOf(await signUp())).toContain("error=AccessDenied");
  expect(app.queued).toEqual([]);
  allowed.mail = true;
  await signUp();
  const token = await app.token();
  expect(locationOf(await user.form("verify", { token }))).toContain("error=AccessDenied");
  expect(await app.config.adapter?.getUserByEmail?.(ada)).toBeNull();
  allowed.user = true;
  await user.form("verify", { token });
  expect(await user.isSignedIn()).toBe(true);
  expect(asked).toEqual([true, true, false, false].map((isMail) => ["password", isMail]));
});

test("new users come to the page for them", async () => {
  const app = new PasswordApp({ pages: { newUser: "/welcome" } });
  const user = app.browser();
  await user.form("sign-up", { email: ada, password: right });
  const answer = await user.form("verify", { token: await app.token(), callbackUrl: "/after" });
  expect(new URL(locationOf(answer), "http://localhost:3000").pathname).toBe("/welcome");
});

describe("user names", () => {
  test("sign in with either; they are unique, and whatever their case", async () => {
    const app = new PasswordApp({ options: { userNames: "required" } });
    await app.withUser(ada, right, { userName: "Ada.L" });
    expect(locationOf(await app.browser().signIn("ADA.l", right))).toMatch(/\/after$/);
    expect(locationOf(await app.browser().signIn(ada, right))).toMatch(/\/after$/);
    for (const odd of ["nobody", "", "ada l", "x".repeat(90_000)])
      expect(locationOf(await app.browser().signIn(odd, right))).toContain("error=CredentialsSignin");
    const fields = { email: "bob@example.com", password: other };
    const errorOf = async (userName: string) =>
      (await app.browser().json("sign-up", { ...fields, userName })).body["error"];
    expect(await errorOf("ada.l")).toBe("userNameTaken");
    expect(await errorOf("")).toBe("badUserName");
    expect(await errorOf("a@b")).toBe("badUserName");
    expect(await errorOf("bob")).toBeUndefined();
  });

  test("two who wait for one name: the second gets an account without it", async () => {
    const app = new PasswordApp({ options: { userNames: "optional" } });
    const second = app.browser();
    await second.form("sign-up", { email: "bob@example.com", password: other, userName: "ada" });
    const token = await app.token("bob@example.com");
    await app.withUser(ada, right, { userName: "ada" });
    await second.form("verify", { token });
    expect((await second.session())?.user).toMatchObject({ email: "bob@example.com" });
    const named = app.browser();
    await named.signIn("ada", right);
    expect((await named.session())?.user).toMatchObject({ email: ada });
  });
});
