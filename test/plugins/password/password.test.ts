import { LibsqlDialect } from "@libsql/kysely-libsql";
import { Kysely } from "kysely";
import { describe, expect, test } from "vitest";
import { KyselyAdapter } from "../../../src/runtime/adapters/kysely.js";
import { MemoryAdapter } from "../../../src/runtime/adapters/memory.js";
import type { Adapter } from "../../../src/runtime/types/adapter.js";
import { tables } from "../../../src/runtime/plugins/password/tables.js";
import { locationOf } from "../../support/browser.js";
import { ada, other, PasswordApp, right } from "./drive.js";
import { createTables } from "./sql-tables.js";

const stores: readonly [string, () => Promise<Adapter>][] = [
  ["memory", async () => MemoryAdapter()],
  [
    "kysely and libsql",
    async () => {
      const db = new Kysely<never>({ dialect: new LibsqlDialect({ url: ":memory:" }) });
      await createTables(db, tables);
      return KyselyAdapter(db as never, { migrate: true });
    },
  ],
];
const strategies = ["jwt", "database"] as const;
const all = stores.flatMap(([name, open]) => strategies.map((strategy) => [name, strategy, open] as const));

describe.each(all)("%s, sessions: %s", (_name, strategy, open) => {
  const make = async () => new PasswordApp({ strategy, adapter: await open() });

  test("sign-up, verification, sign-out, sign-in", async () => {
    const app = await make();
    const user = app.browser();
    const sent = await user.form("sign-up", { email: " Ada@Example.com ", password: right, name: "Ada" });
    expect(await sent.text()).toContain("Check your email");
    expect(await app.config.adapter?.getUserByEmail?.(ada)).toBeNull();
    const page = await user.send((await app.lastMail(ada)).url);
    const text = await page.text();
    expect(text).toContain('action="http://localhost:3000/auth/password/verify"');
    expect(text).not.toContain('type="password"');
    expect(await user.isSignedIn()).toBe(false);
    const end = await user.form("verify", { token: await app.token(), callbackUrl: "/after" });
    expect(locationOf(end)).toMatch(/\/after$/);
    expect((await user.session())?.user).toMatchObject({ email: ada, name: "Ada" });
    expect(app.told).toEqual(["createUser", "signIn"]);
    const stored = await app.config.adapter?.getUserByEmail?.(ada);
    expect(stored?.emailVerified).toBeInstanceOf(Date);

    const second = app.browser();
    expect(locationOf(await second.signIn(ada, other))).toContain("error=CredentialsSignin");
    expect(await second.isSignedIn()).toBe(false);
    expect(locationOf(await second.signIn(ada, right))).toMatch(/\/after$/);
    expect((await second.session())?.user).toMatchObject({ email: ada, name: "Ada" });
    expect(app.errors.filter(({ name }) => name !== "CredentialsSignin")).toEqual([]);
  });

  test("forgot and reset: sessions end, the old password is over, the user is told", async () => {
    const app = await make();
    const first = await app.withUser();
    const second = app.browser();
    await second.signIn(ada, right);
    const token = await app.browser().askReset();
    expect(await (await first.page(`reset?token=${token}`)).text()).toContain('autocomplete="new-password"');
    const answer = await app.browser().form("reset", { token, password: other });
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining("Your password is changed"),
    ]);
    expect([await first.isSignedIn(), await second.isSignedIn()]).toEqual([false, false]);
    expect((await app.lastMail(ada)).subject).toBe("Your password for localhost:3000 was changed");
    await second.signIn(ada, right);
    expect(await second.isSignedIn()).toBe(false);
    await second.signIn(ada, other);
    expect(await second.isSignedIn()).toBe(true);
  });

  test("change: asks for the current password, ends other sessions, goes on in this one", async () => {
    const app = await make();
    const first = await app.withUser();
    const second = app.browser();
    await second.signIn(ada, right);
    expect((await first.form("change", { current: other, password: other })).status).toBe(401);
    expect(await second.isSignedIn()).toBe(true);
    expect((await first.form("change", { current: right, password: other })).status).toBe(302);
    expect([await first.isSignedIn(), await second.isSignedIn()]).toEqual([true, false]);
    expect((await app.lastMail(ada)).subject).toContain("was changed");
    await second.signIn(ada, other);
    expect(await second.isSignedIn()).toBe(true);
  });

  test("change of address: confirmed at the new one, both are told, sessions end", async () => {
    const app = await make();
    const user = await app.withUser();
    const to = "ada@new.example";
    await user.form("address", { email: to, current: right });
    const token = await app.token(to);
    expect((await app.lastMail(ada)).subject).toBe("A new email was asked for at localhost:3000");
    expect(await (await app.browser().page(`confirm-address?token=${token}`)).text()).toContain(to);
    expect((await user.session())?.user).toMatchObject({ email: ada });
    // Elsewhere than in the session of who asked, the password is asked for.
    expect((await app.browser().form("confirm-address", { token })).status).toBe(401);
    expect((await app.browser().form("confirm-address", { token, current: right })).status).toBe(200);
    await Promise.all(app.queued);
    const moved = app.mails.filter(({ subject }) => subject.includes("email for localhost:3000 was changed"));
    expect(moved.map((mail) => mail.to).sort()).toEqual([ada, to].sort());
    expect(await user.isSignedIn()).toBe(false);
    await user.signIn(ada, right);
    expect(await user.isSignedIn()).toBe(false);
    await user.signIn(to, right);
    expect((await user.session())?.user).toMatchObject({ email: to });
    expect((await app.browser().form("confirm-address", { token })).status).toBe(400);
  });
});

test("the sign-in page has the form, and ways to sign up and to a new password", async () => {
  const text = await (await new PasswordApp().browser().send("/auth/signin")).text();
  expect(text).toContain('action="http://localhost:3000/auth/callback/password"');
  expect(text).toContain('href="http://localhost:3000/auth/password/forgot"');
  expect(text).toContain('href="http://localhost:3000/auth/password/sign-up"');
});

test("pages for who is signed in lead to the sign-in page, and back", async () => {
  const user = new PasswordApp().browser();
  for (const path of ["change", "address"]) {
    const answer = await user.page(path);
    expect(new URL(locationOf(answer)).pathname).toBe("/auth/signin");
    expect(new URL(locationOf(answer)).searchParams.get("callbackUrl")).toContain(`/auth/password/${path}`);
  }
});

test("the same as JSON: for scripts that send forms themselves", async () => {
  const app = new PasswordApp();
  const user = app.browser();
  expect(await user.json("sign-up", { email: ada, password: "short" })).toMatchObject({
    status: 400,
    body: { error: "tooShort", message: "The password needs at least 10 characters." },
  });
  const sent = { status: 200, body: { ok: true, next: "mail" } };
  expect(await user.json("sign-up", { email: ada, password: right })).toEqual(sent);
  const token = await app.token();
  expect((await user.json("verify", { token, callbackUrl: "/after" })).body["url"]).toMatch(/\/after$/);
  expect(await user.isSignedIn()).toBe(true);
  expect(await user.json("forgot", { email: ada })).toEqual(sent);
  const reset = await user.json("reset", { token: await app.token(), password: other });
  expect(reset).toEqual({ status: 200, body: { ok: true, next: "signIn" } });
  expect((await user.json("change", { current: other, password: right })).status).toBe(401);
  const signedIn = await user.json("/auth/callback/password", { email: ada, password: other });
  expect(signedIn.status).toBe(200);
  expect((await user.json("reset", { token, password: other })).body).toMatchObject({ error: "linkOver" });
  expect(await user.isSignedIn()).toBe(true);
});

test("forms without the CSRF token do nothing", async () => {
  const app = new PasswordApp();
  for (const path of ["sign-up", "verify", "forgot", "reset", "change", "address", "confirm-address"]) {
    const answer = await app.browser().post(`/auth/password/${path}`, { email: ada, password: right });
    expect(locationOf(answer)).toContain("error=MissingCSRF");
  }
  expect(app.queued).toEqual([]);
});
