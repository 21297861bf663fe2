/** What a reset or a change of password ends: with other plugins, and in other processes. */
import { afterEach, describe, expect, it, test, vi } from "vitest";
import { password } from "../../../src/runtime/plugins/password/index.js";
import { browserTable } from "../../../src/runtime/plugins/two-factor/tables.js";
import { codeAt, stepAt } from "../../../src/runtime/plugins/two-factor/totp.js";
import { locationOf } from "../../support/browser.js";
import { ada, other, PasswordApp, right, type User } from "../password/drive.js";
import { browserAt, houseOf, idOf, otherProcess, recordsOf, strategies, withFactor } from "./house.js";

afterEach(() => void vi.useRealTimers());

const challenge = /\/auth\/two-factor$/;
const resetBy = async (app: PasswordApp, secretText = other) => {
  const user = app.browser();
  expect((await user.form("reset", { token: await user.askReset(), password: secretText })).status).toBe(200);
};
const nowCode = (secret: string, steps = 0) => codeAt(secret, stepAt(Date.now()) + steps);
const answerCode = async (user: User, secret: string, more: Record<string, string> = {}, steps = 0) =>
  user.post("/auth/two-factor", {
    csrfToken: await user.csrfToken(),
    code: await nowCode(secret, steps),
    ...more,
  });

describe("attack: a stolen session goes on in another process after the reset", () => {
  it.each([
    ["password asks each time, account after a minute", 0, 60],
    ["password asks after a minute, account each time", 60, 0],
    ["both ask each time", 0, 0],
  ])("at once: %s", async (_name, ofPassword, ofAccount) => {
    const app = houseOf({ strategy: "jwt", seconds: [ofPassword, ofAccount] });
    const thief = browserAt(otherProcess(app), await app.withUser());
    expect((await thief.session())?.user).toMatchObject({ email: ada });
    await resetBy(app);
    expect(await thief.session()).toBeNull();
  });

  it("within cacheSeconds where both of them wait", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const app = houseOf({ strategy: "jwt", seconds: [300, 60] });
    const thief = browserAt(otherProcess(app), await app.withUser());
    expect(await thief.session()).not.toBeNull();
    await resetBy(app);
    vi.advanceTimersByTime(50_000);
    expect(await thief.session()).not.toBeNull();
    vi.advanceTimersByTime(11_000);
    expect(await thief.session()).toBeNull();
  });

  it.each(strategies)(
    "at a change of password, and of address, without another plugin; %s",
    async (strategy) => {
      const app = new PasswordApp({ strategy, options: { cacheSeconds: 0 } });
      const user = await app.withUser();
      const process = otherProcess(app);
      const [first, second] = [browserAt(process, user), browserAt(process, user)];
      await user.form("change", { current: right, password: other });
      expect(await user.isSignedIn()).toBe(true);
      expect(await first.session()).toBeNull();
      const third = browserAt(process, user);
      expect(await third.session()).not.toBeNull();
      await user.form("address", { current: other, email: "new@example.com" });
      const move = { token: await app.token("new@example.com"), current: other };
      await app.browser().form("confirm-address", move);
      expect([await second.session(), await third.session()]).toEqual([null, null]);
      expect(await user.isSignedIn()).toBe(false);
    },
  );
});

describe.each(strategies)("with %s sessions", (strategy) => {
  test("attack: a sign-in proven with the old password waits for its code until the reset is done", async () => {
    const app = houseOf({ strategy });
    await app.withUser();
    const secret = await withFactor(app);
    const thief = app.browser();
    expect(locationOf(await thief.signIn(ada, right))).toMatch(challenge);
    await resetBy(app);
    expect((await thief.send("/auth/two-factor")).status).not.toBe(200);
    await answerCode(thief, secret);
    expect(await thief.isSignedIn()).toBe(false);
    const user = app.browser();
    expect(locationOf(await user.signIn(ada, other))).toMatch(challenge);
    await answerCode(user, secret);
    expect(await user.isSignedIn()).toBe(true);
  });

  test("attack: the password is reset while the old one is checked", async () => {
    const hooks: (() => Promise<void>)[] = [];
    const app = new PasswordApp({
      strategy,
      options: { legacyHash: async () => (await hooks.pop()?.(), null) },
    });
    await app.withUser();
    hooks.push(() => resetBy(app));
    const thief = app.browser();
    expect(locationOf(await thief.signIn(ada, right))).toContain("error=CredentialsSignin");
    expect(await thief.isSignedIn()).toBe(false);
  });

  test("attack: a browser that was trusted under the old password is not asked for the code", async () => {
    const app = houseOf({ strategy });
    await app.withUser();
    const secret = await withFactor(app);
    const thief = app.browser();
    await thief.signIn(ada, right);
    await answerCode(thief, secret, { trust: "yes" });
    expect(locationOf(await thief.signIn(ada, right))).toMatch(/\/after$/);
    const trusted = async () =>
      (await recordsOf(app, browserTable).list({ userId: await idOf(app) }, { limit: 9 })).length;
    expect(await trusted()).toBe(1);
    await resetBy(app);
    expect(await trusted()).toBe(0);
    expect(locationOf(await thief.signIn(ada, other))).toMatch(challenge);
    await answerCode(thief, secret, { trust: "yes" }, 1);
    expect(await trusted()).toBe(1);
    await thief.form("change", { current: other, password: right });
    expect(await trusted()).toBe(0);
  });
});

test("cacheSeconds has its bounds", () => {
  for (const cacheSeconds of [-1, 3601, Number.NaN])
    expect(() => password({ cacheSeconds })).toThrow(RangeError);
});
