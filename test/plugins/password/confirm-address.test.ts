/** Who may confirm a new address: the user who asked for it, and nobody who merely reads its mails. */
import { describe, expect, test } from "vitest";
import { ada, other, PasswordApp, right } from "./drive.js";

const admin = "admin@corp.example";
const evil = "evil@x.example";

describe.each(["jwt", "database"] as const)("with %s sessions, a change of address", (strategy) => {
  /** A stranger has asked for the admin's address. */
  async function asked() {
    const app = new PasswordApp({ strategy, options: { cacheSeconds: 0 } });
    const stranger = await app.withUser(evil);
    expect((await stranger.form("address", { email: admin, current: right })).status).toBe(200);
    return { app, stranger, token: await app.token(admin) };
  }

  test("TR-05: is not confirmed by the owner of the address, who knows nothing of the account", async () => {
    const { app, token } = await asked();
    const owner = app.browser();
    expect((await owner.form("confirm-address", { token })).status).toBe(401);
    expect((await owner.form("confirm-address", { token, current: other })).status).toBe(401);
    const { adapter } = app.config;
    expect(await adapter?.getUserByEmail?.(admin)).toBeNull();
    expect((await adapter?.getUserByEmail?.(evil))?.email).toBe(evil);
    const thief = app.browser();
    await thief.signIn(admin, right);
    expect(await thief.isSignedIn()).toBe(false);
    // The owner signs up as if nothing had been; then the link is over.
    await app.withUser(admin, other);
    expect((await owner.form("confirm-address", { token, current: right })).status).toBe(400);
  });

  test("TR-05: is not confirmed in a session of another user", async () => {
    const { app, token } = await asked();
    const someone = await app.withUser(ada, other);
    const page = await (await someone.page(`confirm-address?token=${token}`)).text();
    expect(page).toContain('autocomplete="current-password"');
    expect((await someone.form("confirm-address", { token })).status).toBe(401);
    expect((await someone.form("confirm-address", { token, current: other })).status).toBe(401);
    expect(await app.config.adapter?.getUserByEmail?.(admin)).toBeNull();
  });

  test("TR-05: its mail and page name the account, masked, in other words than those of a sign-up", async () => {
    const { app, token } = await asked();
    const mail = await app.lastMail(admin);
    await app.browser().form("sign-up", { email: "new@example.com", password: right });
    const signUp = await app.lastMail("new@example.com");
    expect(mail.subject).toBe("An account at localhost:3000 wants to use this address");
    expect(mail.subject).not.toBe(signUp.subject);
    expect(mail.html).toContain("Change the address");
    expect(signUp.html).not.toContain("Change the address");
    for (const text of [mail.text, mail.html]) {
      expect(text).toContain("e***@x.example");
      expect(text).not.toContain(evil);
    }
    const owner = app.browser();
    const page = await (await owner.page(`confirm-address?token=${token}`)).text();
    expect(page).toContain("e***@x.example");
    expect(page).toContain(admin);
    expect(page).not.toContain(evil);
    expect(page).not.toContain("Confirm your");
    const json = await owner.send(`/auth/password/confirm-address?token=${token}`, {
      headers: { "x-auth-return-redirect": "1" },
    });
    expect(await json.json()).toEqual({
      ok: true,
      account: "e***@x.example",
      email: admin,
      needsPassword: true,
      needsCode: false,
    });
    expect(await owner.json("confirm-address", { token })).toMatchObject({
      status: 401,
      body: { error: "wrongPassword" },
    });
  });

  test("TR-05: wrong passwords are counted for the user, by whichever client, and use up no link", async () => {
    const { app, token } = await asked();
    const statuses: number[] = [];
    for (let guess = 0; guess < 22; guess += 1)
      statuses.push(
        (await app.browser().form("confirm-address", { token, current: `wrong ${guess}` })).status,
      );
    expect(statuses.slice(0, 20)).toEqual(Array<number>(20).fill(401));
    expect(statuses.slice(20)).toEqual([429, 429]);
    expect(await app.config.adapter?.getUserByEmail?.(admin)).toBeNull();
  });

  test("counts in the session of who asked, without the password", async () => {
    const { app, stranger: user, token } = await asked();
    const page = await (await user.page(`confirm-address?token=${token}`)).text();
    expect(page).not.toContain('type="password"');
    expect((await user.form("confirm-address", { token })).status).toBe(200);
    expect((await app.config.adapter?.getUserByEmail?.(admin))?.email).toBe(admin);
    expect(await user.isSignedIn()).toBe(false);
    const later = app.browser();
    await later.signIn(admin, right);
    expect(await later.isSignedIn()).toBe(true);
  });
});
