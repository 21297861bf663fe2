/** Address, password and deletion of the user are changes of what opens the account: the password alone makes none. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { codeAt, stepAt } from "../../../src/runtime/plugins/two-factor/totp.js";
import { locationOf, origin } from "../../support/browser.js";
import { ada, other, type PasswordApp, right, type User } from "../password/drive.js";
import { trustedCookie } from "../two-factor/visit.js";
import { houseOf, strategies, withFactor } from "./house.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const thief = "thief@evil.test";
const json = { accept: "application/json" };
const minute = 60_000;

const show = async (user: User, path: string, secret: string, more: Record<string, string> = {}) =>
  user.post(path, {
    csrfToken: await user.csrfToken(),
    code: await codeAt(secret, stepAt(Date.now())),
    callbackUrl: "/after",
    ...more,
  });

/** A browser that its user trusts, in a session of the password alone. */
async function trusted(app: PasswordApp): Promise<{ user: User; secret: string }> {
  await app.withUser();
  const secret = await withFactor(app);
  const user = app.browser();
  await user.signIn(ada, right);
  await show(user, "/auth/two-factor", secret, { trust: "yes" });
  for (const name of user.cookies.keys()) if (name !== trustedCookie) user.cookies.delete(name);
  vi.advanceTimersByTime(minute);
  await user.signIn(ada, right);
  expect(await user.isSignedIn()).toBe(true);
  return { user, secret };
}

const form = async (user: User, path: string, fields: Record<string, string>) =>
  user.post(`/auth/${path}`, { csrfToken: await user.csrfToken(), ...fields });

const changes = {
  address: { path: "password/address", fields: { email: thief, current: right } },
  password: { path: "password/change", fields: { current: right, password: other } },
  deletion: { path: "account/delete", fields: { confirm: "delete" } },
} as const;

describe.each(strategies)("with %s sessions", (strategy) => {
  test.each(Object.keys(changes) as (keyof typeof changes)[])(
    "F1: %s waits for the factor in a trusted browser, and is done once it was shown",
    async (what) => {
      const app = houseOf({ strategy });
      const { user, secret } = await trusted(app);
      const { path, fields } = changes[what];
      const mails = app.mails.length;
      const refused = await form(user, path, fields);
      expect(locationOf(refused)).toContain("/auth/two-factor/confirm?callbackUrl=");
      if (what !== "deletion")
        expect(locationOf(await user.send(`/auth/${path}`))).toContain(
          "/auth/two-factor/confirm?callbackUrl=",
        );
      await Promise.all(app.queued);
      expect(app.mails).toHaveLength(mails);
      expect(await app.config.adapter!.getUserByEmail!(ada)).not.toBeNull();
      expect(await user.isSignedIn()).toBe(true);
      vi.advanceTimersByTime(minute);
      expect(locationOf(await show(user, "/auth/two-factor/confirm", secret))).toBe(`${origin}/after`);
      const done = await form(user, path, fields);
      expect(done.status).toBeLessThan(400);
      expect(locationOf(done)).not.toContain("/confirm");
    },
  );

  test("F1: a move that was asked for with the factor waits for it again, and elsewhere for a code", async () => {
    const app = houseOf({ strategy });
    const { user, secret } = await trusted(app);
    vi.advanceTimersByTime(minute);
    await show(user, "/auth/two-factor/confirm", secret);
    await form(user, changes.address.path, changes.address.fields);
    const move = { token: await app.token(thief), current: right };
    expect((await app.lastMail(ada)).to).toBe(ada);
    const elsewhere = app.browser();
    const page = await elsewhere.send(`/auth/password/confirm-address?token=${move.token}`);
    expect(page.status).toBe(200);
    expect((await form(elsewhere, "password/confirm-address", move)).status).toBe(401);
    vi.advanceTimersByTime(6 * minute);
    expect(locationOf(await form(user, "password/confirm-address", move))).toContain("/two-factor/confirm");
    expect(await app.config.adapter!.getUserByEmail!(thief)).toBeNull();
    await show(user, "/auth/two-factor/confirm", secret);
    expect((await form(user, "password/confirm-address", move)).status).toBe(200);
    expect(await app.config.adapter!.getUserByEmail!(thief)).not.toBeNull();
    expect((await app.lastMail(ada)).to).toBe(ada);
  });

  test.each(["address", "password"] as const)("F1: %s needs a sign-in of just now", async (what) => {
    const app = houseOf({ strategy });
    const user = await app.withUser();
    vi.advanceTimersByTime(11 * minute);
    const { path, fields } = changes[what];
    expect(locationOf(await form(user, path, fields))).toContain("error=SessionRequired");
    const csrfToken = await user.csrfToken();
    const answer = await user.send(`/auth/${path}`, {
      method: "POST",
      headers: { ...json, "content-type": "application/json", "x-auth-return-redirect": "1" },
      body: JSON.stringify({ csrfToken, ...fields }),
    });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: "stale" });
  });
});
