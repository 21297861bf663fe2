/** Showing the factor renews the session: a copy of its cookie does not get what its owner shows. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { account } from "../../../src/runtime/plugins/account/index.js";
import { enrol } from "../../../src/runtime/plugins/two-factor/factor-store.js";
import { twoFactor } from "../../../src/runtime/plugins/two-factor/index.js";
import { newSecret, stepAt } from "../../../src/runtime/plugins/two-factor/totp.js";
import type { AuthConfig } from "../../../src/runtime/types/config.js";
import { type Browser, locationOf, origin } from "../../oauth/drive.js";
import { codeOf, ownerOf, recoveryCodes } from "../two-factor/visit.js";
import { asJson, day, House, pass, places, post } from "./authenticators.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const salt = "authjs.session-token";
const after = `${origin}/after`;
const alone = (): AuthConfig["plugins"] & object => [twoFactor()];
const behind = (options: object): AuthConfig["plugins"] & object => [twoFactor(), account(options)];

const vault = async (browser: Browser) => (await browser.send("/vault", { headers: asJson })).status;
const currentOf = async (browser: Browser) =>
  (
    (await (await browser.send("/sessions")).json()) as {
      isCurrent: boolean;
      createdAt: string;
      device: string | null;
      expires: string;
    }[]
  ).find(({ isCurrent }) => isCurrent);

async function withFactor(house: House): Promise<string> {
  const [userId] = await house.users("ada");
  const secret = newSecret();
  const enrolment = { secret, step: stepAt(Date.now()) - 5, codes: recoveryCodes };
  if (!(await enrol(ownerOf(house.stage, userId!), enrolment))) throw new Error("not enrolled");
  return secret;
}

const confirm = async (browser: Browser, secret: string, steps = 0) =>
  post(browser, "/two-factor/confirm", { code: await codeOf(secret, steps), callbackUrl: "/after" });

/** Ada, whose cookie somebody has copied before she shows the factor. */
async function copied(house: House) {
  const owner = await house.signedIn();
  const secret = await withFactor(house);
  return { owner, secret, thief: house.copy(owner) };
}

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
      const { owner, secret, thief } = await copied(house);
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
    const secret = await withFactor(house);
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

  test("TR-10: fifty reads around that moment sign nobody out", async () => {
    for (const plugins of [undefined, alone]) {
      const house = await open(plugins);
      const { owner, secret } = await copied(house);
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
    const { owner, secret, thief } = await copied(house);
    await confirm(owner, secret);
    pass(31);
    expect([await vault(owner), await vault(thief)]).toEqual([200, 401]);
    expect((await thief.session()) !== null).toBe(strategy === "jwt");
  });

  test("TR-10: a factor that is shown to link an account renews the session, too", async () => {
    const house = await open();
    const { owner, secret, thief } = await copied(house);
    expect(await house.come(owner, "eve", "plain")).toBe(`${origin}/auth/two-factor`);
    const answer = await post(owner, "/two-factor", { code: await codeOf(secret), callbackUrl: "/after" });
    expect(locationOf(answer)).toBe(after);
    expect(await house.list(owner)).toHaveLength(2);
    expect([await vault(owner), await vault(thief)]).toEqual([200, 401]);
    pass(31);
    expect([await vault(owner), await vault(thief)]).toEqual([200, 401]);
    if (strategy === "database") expect(await thief.session()).toBeNull();
  });

  test("TR-10: a session that is kept in a list of ended ones is not shown twice for long, and signs out", async () => {
    const house = await open();
    const { owner, secret } = await copied(house);
    await confirm(owner, secret);
    pass(31);
    const sessions = (await (await owner.send("/sessions")).json()) as unknown[];
    expect(sessions).toHaveLength(1);
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
  const { owner, secret, thief } = await copied(house);
  await confirm(owner, secret);
  pass(29);
  expect(await thief.session()).not.toBeNull();
  pass(2);
  expect(await thief.session()).toBeNull();
  expect(await owner.session()).not.toBeNull();
});
