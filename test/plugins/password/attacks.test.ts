import { describe, expect, test } from "vitest";
import type { MemoryAdapter } from "../../../src/runtime/adapters/memory.js";
import { linkTable, passwordTable, signUpTable } from "../../../src/runtime/plugins/password/tables.js";
import { locationOf } from "../../support/browser.js";
import { ada, other, PasswordApp, right } from "./drive.js";

const over = "This link is over";

describe("attack: the link of a reset", () => {
  test("used again: the second time it is over", async () => {
    const app = new PasswordApp();
    await app.withUser();
    const token = await app.browser().askReset();
    expect((await app.browser().form("reset", { token, password: other })).status).toBe(200);
    const again = await app.browser().form("reset", { token, password: "the thief's password" });
    expect([again.status, await again.text()]).toEqual([400, expect.stringContaining(over)]);
    expect(locationOf(await app.browser().signIn(ada, other))).toMatch(/\/after$/);
  });

  test("forwarded to another browser: good there, and good once", async () => {
    const app = new PasswordApp();
    await app.withUser();
    const token = await app.browser().askReset();
    const answers = [
      await app.browser().form("reset", { token, password: other }),
      await app.browser().form("reset", { token, password: "a third long password" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
  });

  test("looked at by programs that read mails: nothing is used up, and no referrer tells it on", async () => {
    const app = new PasswordApp();
    await app.withUser();
    const token = await app.browser().askReset();
    for (let look = 0; look < 3; look += 1) {
      const page = await app.browser().page(`reset?token=${token}`);
      expect(page.headers.get("referrer-policy")).toBe("strict-origin");
      expect(page.headers.get("cache-control")).toContain("no-store");
    }
    expect((await app.browser().form("reset", { token, password: other })).status).toBe(200);
  });

  test("two at once, the same link or two links: exactly one wins", async () => {
    const app = new PasswordApp();
    await app.withUser();
    const user = app.browser();
    const [one, two] = [await user.askReset(), await user.askReset()];
    expect(one).not.toBe(two);
    const tries = [one, one, two, two].map((token, at) =>
      app.browser().form("reset", { token, password: `password number ${at} of all` }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  test("mailed before the password was changed: over", async () => {
    const app = new PasswordApp();
    const user = await app.withUser();
    const token = await app.browser().askReset();
    await user.form("change", { current: right, password: other });
    const answer = await app.browser().form("reset", { token, password: "the thief's password" });
    expect(answer.status).toBe(400);
  });

  test("of a user who is deleted, or who has another address now: over", async () => {
    const app = new PasswordApp();
    await app.withUser();
    const token = await app.browser().askReset();
    const { adapter } = app.config;
    const user = await adapter?.getUserByEmail?.(ada);
    await adapter?.updateUser?.({ id: user?.id ?? "", email: "new@example.com" });
    expect((await app.browser().form("reset", { token, password: other })).status).toBe(400);
    await adapter?.updateUser?.({ id: user?.id ?? "", email: ada });
    await adapter?.deleteUser?.(user?.id ?? "");
    expect((await app.browser().form("reset", { token, password: other })).status).toBe(400);
    expect((await app.browser().page(`reset?token=${token}`)).status).toBe(400);
  });

  test("too old, made up, of another kind: over", async () => {
    const app = new PasswordApp();
    const user = await app.withUser();
    const token = await app.browser().askReset();
    await app.browser().form("sign-up", { email: "bob@example.com", password: right });
    const signUp = await app.token("bob@example.com");
    await user.form("address", { email: "new@example.com", current: right });
    const move = await app.token("new@example.com");
    for (const wrong of ["", "x", "0".repeat(64), `${token} `, signUp, move])
      expect((await app.browser().form("reset", { token: wrong, password: other })).status).toBe(400);
    expect((await app.browser().form("confirm-address", { token })).status).toBe(400);
    const records = app.config.adapter?.records?.(linkTable);
    const unchanged = await app.config.adapter?.getUserByEmail?.(ada);
    expect(unchanged?.email).toBe(ada);
    expect(await records?.deleteExpired({ now: new Date(Date.now() + 31 * 60_000), batch: 10 })).toBe(1);
    expect((await app.browser().form("reset", { token, password: other })).status).toBe(400);
  });

  test("neither the database nor the log learns the token", async () => {
    const app = new PasswordApp();
    await app.withUser();
    const rows: string[] = [];
    const store = app.config.adapter as ReturnType<typeof MemoryAdapter>;
    const records = store.records.bind(store);
    store.records = (table) => {
      const found = records(table);
      return { ...found, insert: (row) => (rows.push(JSON.stringify(row)), found.insert(row)) };
    };
    const token = await app.browser().askReset();
    expect(rows).toHaveLength(1);
    expect(rows[0]).not.toContain(token);
    expect(JSON.stringify([app.errors, app.warnings])).not.toContain(token);
  });
});

describe("attack: a sign-up with somebody else's address", () => {
  test("captures nobody: who opens its link elsewhere chooses the password", async () => {
    const app = new PasswordApp();
    const thief = app.browser();
    await thief.form("sign-up", { email: ada, password: "the thief's password", name: "Thief" });
    const token = await app.token(ada);
    const owner = app.browser();
    const page = await (await owner.page(`verify?token=${token}`)).text();
    expect(page).toContain("is not used");
    expect(page).toContain('type="password"');
    // Without a password of one's own the link does nothing, and stays good.
    expect((await owner.form("verify", { token })).status).toBe(400);
    expect((await owner.form("verify", { token, password: right, name: "Ada" })).status).toBe(302);
    expect((await owner.session())?.user).toMatchObject({ email: ada, name: "Ada" });
    await thief.signIn(ada, "the thief's password");
    expect(await thief.isSignedIn()).toBe(false);
  });

  test("does not block the owner: their own sign-up goes on, and the other one is over with it", async () => {
    const app = new PasswordApp();
    const thief = app.browser();
    await thief.form("sign-up", { email: ada, password: "the thief's password" });
    const first = await app.token(ada);
    await app.withUser();
    const late = await thief.form("verify", { token: first });
    expect([late.status, await thief.isSignedIn()]).toEqual([409, false]);
    expect(locationOf(await app.browser().signIn(ada, right))).toMatch(/\/after$/);
  });

  test("of a user: nothing changes, the mail says it, the link of the row that was made is nowhere", async () => {
    const app = new PasswordApp();
    await app.withUser();
    await app.browser().form("sign-up", { email: ada, password: "the thief's password" });
    const mail = await app.lastMail(ada);
    expect(mail.subject).toBe("You have an account at localhost:3000");
    expect(mail.url).toBe("http://localhost:3000/auth/password/forgot");
    expect(locationOf(await app.browser().signIn(ada, right))).toMatch(/\/after$/);
  });

  test("nobody can sign in before the address is proven", async () => {
    const app = new PasswordApp();
    const user = app.browser();
    await user.form("sign-up", { email: ada, password: right });
    expect(locationOf(await user.signIn(ada, right))).toContain("error=CredentialsSignin");
  });

  test("verified by two at once: one user, one password", async () => {
    const app = new PasswordApp();
    const [one, two] = [app.browser(), app.browser()];
    await one.form("sign-up", { email: ada, password: right });
    const first = await app.token(ada);
    await two.form("sign-up", { email: ada, password: other });
    const second = await app.token(ada);
    await Promise.all([
      one.form("verify", { token: first }),
      two.form("verify", { token: second }),
      one.form("verify", { token: first }),
    ]);
    const store = app.config.adapter as ReturnType<typeof MemoryAdapter>;
    expect(store.rows.users.size).toBe(1);
    const [id = ""] = store.rows.users.keys();
    expect(await store.records(passwordTable).find({ userId: id })).toMatchObject({ version: 1 });
    expect([await one.isSignedIn(), await two.isSignedIn()].filter(Boolean)).toHaveLength(1);
  });

  test("a row that is too old does nothing, and is removed with the others", async () => {
    const app = new PasswordApp();
    await app.browser().form("sign-up", { email: ada, password: right });
    const rows = app.config.adapter?.records?.(signUpTable);
    const later = new Date(Date.now() + 25 * 3600_000);
    expect(await rows?.deleteExpired({ now: later, batch: 10 })).toBe(1);
    const token = await app.token(ada);
    expect((await app.browser().form("verify", { token, password: right })).status).toBe(400);
  });
});

describe("attack: a change of address", () => {
  test("needs the password, and a new password stops it", async () => {
    const app = new PasswordApp();
    const user = await app.withUser();
    expect((await user.form("address", { email: "thief@example.com", current: other })).status).toBe(401);
    await user.form("address", { email: "thief@example.com", current: right });
    const token = await app.token("thief@example.com");
    const reset = await app.browser().askReset();
    await app.browser().form("reset", { token: reset, password: other });
    expect((await app.browser().form("confirm-address", { token })).status).toBe(400);
    expect(await app.config.adapter?.getUserByEmail?.(ada)).not.toBeNull();
  });

  test("to an address that somebody has, or gets meanwhile: nothing changes", async () => {
    const app = new PasswordApp();
    const user = await app.withUser();
    await app.withUser("bob@example.com", other);
    const known = await user.form("address", { email: "bob@example.com", current: right });
    expect((await app.lastMail("bob@example.com")).subject).toContain("This address has an account");
    const unknown = await user.form("address", { email: "new@example.com", current: right });
    const plain = async (answer: Response) =>
      (await answer.text()).replaceAll(/nonce="\w+"/g, "").replaceAll(/(?:bob|new)@example\.com/g, "");
    expect(await plain(known)).toBe(await plain(unknown));
    const token = await app.token("new@example.com");
    await app.withUser("new@example.com", other);
    expect((await app.browser().form("confirm-address", { token })).status).toBe(400);
    expect((await user.session())?.user).toMatchObject({ email: ada });
  });
});
