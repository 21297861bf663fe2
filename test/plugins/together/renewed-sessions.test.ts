/** Showing the factor renews the session: a copy of its cookie does not get what its owner shows. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { account } from "../../../src/runtime/plugins/account/index.js";
import { twoFactor } from "../../../src/runtime/plugins/two-factor/index.js";
import type { AuthConfig } from "../../../src/runtime/types/config.js";
import { locationOf, origin } from "../../support/browser.js";
import { codeOf } from "../two-factor/visit.js";
import {
  after,
  asJson,
  confirm,
  currentOf,
  day,
  House,
  pass,
  places,
  post,
  salt,
  sessionsOf,
  vault,
} from "./authenticators.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const alone = (): AuthConfig["plugins"] & object => [twoFactor()];
const behind = (options: object): AuthConfig["plugins"] & object => [twoFactor(), account(options)];

describe.each(places)("with %s sessions in %s", (strategy, store) => {
  const open = (
    plugins?: NonNullable<Parameters<typeof House.open>[0]["plugins"]>,
    more?: Partial<AuthConfig>,
  ) => House.open({ strategy, store, ...(plugins && { plugins }), ...(more && { more }) });

  test.each([
    ["with the plugin account", undefined],
    ["with the plugin account behind it", behind],
  ])(
    "TR-10: a copied cookie never has the factor, and ends half a minute later: %s",
    async (_name, plugins) => {
      const house = await open(plugins, { session: { strategy, updateAge: 0 } });
      const { owner, secret, thief } = await house.copied();
      const before = await currentOf(owner);
      pass(day);
      const [late, lateCookies] = [house.copy(thief), new Map(thief.cookies)];
      expect(locationOf(await confirm(owner, secret))).toBe(after);
      expect(await vault(owner)).toBe(200);
      expect(owner.cookies.get(salt)).not.toBe(thief.cookies.get(salt));
      for (let second = 0; second < 29; second += 7) {
        expect(await vault(thief)).toBe(401);
        const answer = await thief.send("/auth/session");
        expect(await answer.json()).toMatchObject({ user: { email: "ada@example.com" } });
        expect(answer.headers.getSetCookie().join()).not.toContain(salt);
        pass(7);
      }
      const over = await late.send("/auth/session");
      expect(await over.json()).toBeNull();
      expect(over.headers.getSetCookie().join()).not.toContain(salt);
      expect(late.cookies.get(salt)).toBe(lateCookies.get(salt));
      expect((await thief.send("/auth/account", { headers: asJson })).status).toBe(401);
      expect(await vault(owner)).toBe(200);
      expect(await owner.session()).not.toBeNull();
      const now = await currentOf(owner);
      expect(now).toMatchObject({ createdAt: before!.createdAt, device: before!.device });
      pass(20 * day);
      expect(await owner.session()).not.toBeNull();
      expect(await thief.session()).toBeNull();
    },
  );

  test("TR-10: what was shown in it earlier does not stay with the copy", async () => {
    const house = await open();
    const owner = await house.signedIn();
    const secret = await house.withFactor();
    await confirm(owner, secret, -1);
    const thief = house.copy(owner);
    expect(await vault(thief)).toBe(200);
    pass(600);
    expect(locationOf(await confirm(owner, secret))).toBe(after);
    if (strategy === "database") expect(await vault(thief)).toBe(401);
    pass(31);
    expect([await vault(owner), await vault(thief)]).toEqual([200, 401]);
    expect(await thief.session()).toBeNull();
  });

  test("TR-10: a sign-out ends the copy at once, and no other session", async () => {
    for (const plugins of [undefined, behind, alone]) {
      const house = await open(plugins);
      const phone = await house.signedIn();
      const { owner, secret, thief } = await house.copied();
      await confirm(owner, secret);
      pass(1);
      await post(owner, "/signout");
      expect([await owner.session(), await thief.session()]).toEqual([null, null]);
      expect(await phone.session()).not.toBeNull();
    }
  });

  test("TR-10: fifty reads around that moment sign nobody out", async () => {
    for (const plugins of [undefined, alone]) {
      const house = await open(plugins);
      const { owner, secret } = await house.copied();
      const code = await codeOf(secret);
      const { csrfToken } = (await (await owner.send("/auth/csrf")).json()) as { csrfToken: string };
      const reads: Promise<unknown>[] = [];
      const read = () => void reads.push(owner.session());
      for (let at = 0; at < 25; at += 1) read();
      const shown = owner.post("/auth/two-factor/confirm", { csrfToken, code, callbackUrl: "/after" });
      for (let at = 0; at < 25; at += 1) {
        read();
        await Promise.resolve();
      }
      expect(locationOf(await shown)).toBe(after);
      for (const session of await Promise.all(reads)) expect(session).not.toBeNull();
      for (const seconds of [0, 31, 700]) {
        pass(seconds);
        expect(await owner.session()).not.toBeNull();
      }
      if (strategy === "database") expect(await vault(owner)).toBe(200);
    }
  });

  test("TR-10: where nobody asks for ended sessions, the old token stays without the factor", async () => {
    const house = await open(alone);
    const { owner, secret, thief } = await house.copied();
    await confirm(owner, secret);
    pass(31);
    expect([await vault(owner), await vault(thief)]).toEqual([200, 401]);
    expect((await thief.session()) !== null).toBe(strategy === "jwt");
  });

  test("TR-10: a factor that is shown to link an account renews the session, too", async () => {
    const house = await open();
    const { owner, secret, thief } = await house.copied();
    expect(await house.come(owner, "eve", "plain")).toBe(`${origin}/auth/two-factor`);
    const answer = await post(owner, "/two-factor", { code: await codeOf(secret), callbackUrl: "/after" });
    expect(locationOf(answer)).toBe(after);
    expect(await house.list(owner)).toHaveLength(2);
    expect([await vault(owner), await vault(thief)]).toEqual([200, 401]);
    pass(29);
    expect(await thief.session()).not.toBeNull();
    pass(2);
    expect([await vault(owner), await vault(thief)]).toEqual([200, 401]);
    expect(await thief.session()).toBeNull();
    expect(await owner.session()).not.toBeNull();
  });

  test("TR-10: a session that has gone on by another token is listed once, and signs out", async () => {
    const house = await open();
    const { owner, secret } = await house.copied();
    await confirm(owner, secret);
    for (const seconds of [0, 31]) {
      pass(seconds);
      expect(await sessionsOf(owner)).toHaveLength(1);
    }
    await post(owner, "/signout");
    expect(await owner.session()).toBeNull();
  });
});

test("TR-10: with session.revocation the old token ends, too", async () => {
  const house = await House.open({
    strategy: "jwt",
    plugins: alone,
    more: { session: { strategy: "jwt", revocation: true } },
  });
  const { owner, secret, thief } = await house.copied();
  await confirm(owner, secret);
  pass(29);
  expect(await thief.session()).not.toBeNull();
  pass(2);
  expect(await thief.session()).toBeNull();
  expect(await owner.session()).not.toBeNull();
});
