/** Accounts, passkeys and factors are added and removed by who has proven just now who they are. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { decode } from "../../../src/runtime/jwt.js";
import { account } from "../../../src/runtime/plugins/account/index.js";
import { twoFactor } from "../../../src/runtime/plugins/two-factor/index.js";
import { type Browser, locationOf, origin } from "../../support/browser.js";
import type { Ceremony } from "../../webauthn/authenticator.js";
import { codeOf, setUp, trustedCookie } from "../two-factor/visit.js";
import { after, asJson, currentOf, day, House, pass, places, post, salt } from "./authenticators.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const required = (page: string): string =>
  `${origin}/auth/signin?error=SessionRequired&callbackUrl=${encodeURIComponent(page)}`;
const stale = (page: string) => ({ error: "stale", message: expect.any(String), url: required(page) });
const plain = { provider: "plain", providerAccountId: "eve" };
const own = { provider: "op", providerAccountId: "ada" };
const ceremonyOf = async (answer: Response): Promise<Ceremony> => (await answer.json()) as Ceremony;

const claimsOf = async ({ stage }: House, browser: Browser) => {
  const token = browser.cookies.get(salt)!;
  const { rid, auth_time, session_epoch } = (await decode({
    token,
    secret: stage.config.secret!,
    salt,
  })) as Record<string, unknown>;
  return { rid, auth_time, session_epoch };
};

/** Ada, with a factor, in a browser that she trusts, in a session of the first factor alone. */
async function inTrustedBrowser(house: House) {
  const first = await house.signedIn();
  const secret = await house.withFactor();
  const browser = house.browser();
  await house.come(browser);
  await post(browser, "/two-factor", { code: await codeOf(secret), trust: "yes", callbackUrl: "/after" });
  for (const name of browser.cookies.keys()) if (name !== trustedCookie) browser.cookies.delete(name);
  expect(await house.come(browser)).toBe(after);
  expect((await browser.send("/vault", { headers: asJson })).status).toBe(401);
  return { browser, secret, first };
}

describe.each(places)("with %s sessions in %s", (strategy, store) => {
  const open = (more: Partial<Parameters<typeof House.open>[0]> = {}) =>
    House.open({ strategy, store, ...more });

  describe("and a sign-in of three weeks ago", () => {
    test("TR-04: an account that nobody has writes nothing, and makes neither a user nor a fresh session", async () => {
      const house = await open();
      const browser = await house.signedIn();
      const before = strategy === "jwt" ? await claimsOf(house, browser) : browser.cookies.get(salt);
      pass(21 * day);
      expect(await house.come(browser, "eve", "plain")).toBe(required(after));
      expect(await house.list(browser)).toEqual([own]);
      expect(await house.users("eve")).toEqual([undefined]);
      expect(strategy === "jwt" ? await claimsOf(house, browser) : browser.cookies.get(salt)).toEqual(before);
      if (strategy === "jwt") expect((await browser.send("/fresh", { headers: asJson })).status).toBe(401);
      expect((await post(browser, "/account/delete", { confirm: "delete" })).status).toBe(401);
      expect(await house.users("ada")).not.toEqual([undefined]);
      expect(house.mails).toEqual([]);
      // The thief's account is nobody's still.
      expect(await house.come(house.browser(), "eve", "plain")).toBe(after);
    });

    test("TR-04: the user's own account signs in, and the session is fresh", async () => {
      const house = await open();
      const browser = await house.signedIn();
      const first = await currentOf(browser);
      pass(21 * day);
      expect(await house.come(browser)).toBe(after);
      const now = await currentOf(browser);
      expect(now?.id).not.toBe(first?.id);
      expect(new Date(now!.createdAt).valueOf()).toBe(Math.floor(Date.now()));
      expect(await house.come(browser, "ada2", "plain")).toBe(after);
      expect(await house.list(browser)).toHaveLength(2);
    });

    test("TR-09: no passkey is begun or stored; a script is told 401 and where to go", async () => {
      const house = await open();
      const browser = await house.signedIn();
      const early = await ceremonyOf(await house.passkeyOptions(browser));
      const again = house.copy(browser);
      const second = await ceremonyOf(await house.passkeyOptions(browser));
      const third = house.copy(browser);
      pass(650);
      const refused = await house.passkeyOptions(browser);
      expect([refused.status, await refused.json()]).toEqual([401, stale(after)]);
      expect(refused.headers.getSetCookie().join()).not.toContain("challenge");
      expect(locationOf(await house.answer(again, early))).toBe(required(after));
      const script = await house.answer(third, second, { "x-auth-return-redirect": "1" });
      expect([script.status, await script.json()]).toEqual([401, stale(after)]);
      expect(await (await browser.send("/auth/account", { headers: asJson })).json()).toMatchObject({
        passkeys: [],
      });
      expect(house.mails).toEqual([]);
    });

    test("TR-09: nothing is unlinked, removed or begun to be linked", async () => {
      const house = await open();
      const browser = await house.signedIn();
      await house.come(browser, "eve", "plain");
      await house.answer(browser, await ceremonyOf(await house.passkeyOptions(browser)));
      const overview = async () => (await browser.send("/auth/account", { headers: asJson })).json();
      const before = (await overview()) as { passkeys: { id: string }[]; accounts: object[] };
      expect([before.passkeys.length, before.accounts.length]).toEqual([1, 2]);
      const mails = house.mails.length;
      pass(21 * day);
      const back = `${origin}/auth/account`;
      const id = before.passkeys[0]!.id;
      expect(locationOf(await post(browser, "/account/unlink", plain))).toBe(required(back));
      expect(locationOf(await post(browser, "/account/passkey-remove", { id }))).toBe(required(back));
      for (const [path, fields] of [
        ["/account/unlink", plain],
        ["/account/passkey-remove", { id }],
      ] as const) {
        const script = await post(browser, path, fields, asJson);
        expect([script.status, await script.json()]).toEqual([401, stale(back)]);
      }
      const page = `${back}/link?provider=plain`;
      expect(locationOf(await browser.send(page))).toBe(required(page));
      const script = await browser.send(page, { headers: asJson });
      expect([script.status, await script.json()]).toEqual([401, stale(page)]);
      for (const path of ["/link", "/unlink"])
        expect(await (await browser.send(path)).json()).toEqual({ code: "stale" });
      const { passkeys, accounts } = (await overview()) as typeof before;
      expect({ passkeys, accounts }).toEqual({ passkeys: before.passkeys, accounts: before.accounts });
      expect(house.mails).toHaveLength(mails);
    });

    test("TR-09: no factor is set up or switched off", async () => {
      const house = await open({
        plugins: (options) => [account({ ...options, freshSeconds: 60 }), twoFactor()],
      });
      const browser = await house.signedIn();
      pass(300);
      const page = await browser.send("/auth/two-factor/set-up");
      expect(locationOf(page)).toBe(required(`${origin}/auth/two-factor/set-up`));
      const secret = await house.withFactor();
      await post(browser, "/two-factor/confirm", { code: await codeOf(secret), callbackUrl: "/after" });
      expect((await browser.send("/vault")).status).toBe(200);
      const off = await post(browser, "/two-factor/off");
      expect(locationOf(off)).toBe(required(`${origin}/auth/two-factor/manage`));
      expect(await (await browser.send("/auth/two-factor/manage")).text()).toContain("/two-factor/off");
    });
  });

  describe("and a sign-in of just now", () => {
    test("TR-04: linking keeps the age and the id of the session", async () => {
      const house = await open();
      const browser = await house.signedIn();
      const [first, claims] = [
        await currentOf(browser),
        strategy === "jwt" && (await claimsOf(house, browser)),
      ];
      const token = browser.cookies.get(salt);
      pass(500);
      expect(await house.come(browser, "eve", "plain")).toBe(after);
      expect(await house.list(browser)).toHaveLength(2);
      expect(await currentOf(browser)).toMatchObject({ id: first!.id, createdAt: first!.createdAt });
      if (strategy === "jwt") expect(await claimsOf(house, browser)).toEqual(claims);
      else expect(browser.cookies.get(salt)).toBe(token);
      await house.answer(browser, await ceremonyOf(await house.passkeyOptions(browser)));
      expect(await currentOf(browser)).toMatchObject({ id: first!.id, createdAt: first!.createdAt });
      if (strategy === "jwt") expect((await browser.send("/fresh", { headers: asJson })).status).toBe(401);
      pass(150);
      expect(await house.come(browser, "mallory", "plain")).toBe(required(after));
    });

    test("TR-04: it is asked again when it is written", async () => {
      const house = await open();
      const browser = await house.signedIn();
      pass(590);
      const address = await house.begin(browser, "eve", "plain");
      pass(20);
      expect(locationOf(await house.finish(browser, address))).toBe(required(after));
      expect(await house.list(browser)).toEqual([own]);
    });

    test("TR-04: what was begun in another session of the same user is refused", async () => {
      const house = await open();
      const browser = await house.signedIn();
      const address = await house.begin(browser, "eve", "plain");
      const ceremony = await ceremonyOf(await house.passkeyOptions(browser));
      const later = house.copy(await house.signedIn());
      for (const [name, value] of browser.cookies) if (name !== salt) later.cookies.set(name, value);
      house.stage.provider.faults = {
        userinfo: (given) => ({ ...given, sub: "eve", email: "eve@example.com", name: "eve" }),
      };
      expect(locationOf(await house.finish(later, address))).toContain("error=OAuthAccountNotLinked");
      expect(locationOf(await house.answer(later, ceremony))).toContain("error=AccountNotLinked");
      expect(await house.list(later)).toEqual([own]);
    });

    test("TR-09: the owner is told by mail of what was added and removed", async () => {
      const house = await open();
      const browser = await house.signedIn();
      expect(house.mails).toEqual([]);
      await house.come(browser, "eve", "plain");
      expect(house.told).toContain("An account at Plain was linked");
      expect(house.mails.at(-1)).toMatchObject({
        to: "ada@example.com",
        subject: "How you sign in at localhost:3000 has changed",
        url: `${origin}/auth/account`,
      });
      await house.answer(browser, await ceremonyOf(await house.passkeyOptions(browser)));
      expect(house.told).toContain("A passkey was added");
      const { passkeys } = (await (await browser.send("/auth/account", { headers: asJson })).json()) as {
        passkeys: { id: string }[];
      };
      await post(browser, "/account/passkey-remove", { id: passkeys[0]!.id });
      expect(house.told).toContain("A passkey was removed");
      await post(browser, "/account/unlink", plain);
      expect(house.told).toContain("An account at Plain was unlinked");
      await house.come(browser, "eve", "plain");
      await browser.send("/unlink");
      expect(house.told).toContain("An account at OP was unlinked");
      expect(await house.come(browser, "ada3", "op")).toBe(after);
      const mails = house.mails.length;
      // Signing in with what is there is no change.
      await house.come(house.browser(), "ada3", "op");
      expect(house.mails).toHaveLength(mails);
      expect(house.stage.errors).toEqual([]);
    });

    test("TR-09: a mail that is not sent is in the log, and the change is made", async () => {
      const sendMail = () => Promise.reject(new Error("no server for ada@example.com"));
      const house = await open({ plugins: () => [account({ cacheSeconds: 0, sendMail })] });
      const browser = await house.signedIn();
      expect(await house.come(browser, "eve", "plain")).toBe(after);
      expect(await house.list(browser)).toHaveLength(2);
      expect(house.stage.errors.map(({ message }) => message)).toEqual([
        "The mail that tells of a change of sign-in was not sent",
      ]);
      expect(
        JSON.stringify(house.stage.errors.map(({ cause }) => String((cause as { err: Error }).err))),
      ).not.toContain("ada@");
    });
  });

  describe("and a second factor", () => {
    test("TR-03: a trusted browser adds no passkey without the factor", async () => {
      const house = await open();
      const { browser, secret } = await inTrustedBrowser(house);
      const refused = await house.passkeyOptions(browser);
      const url = `${origin}/auth/two-factor/confirm`;
      expect([refused.status, await refused.json()]).toEqual([
        403,
        { error: "factor", message: expect.any(String), url },
      ]);
      await post(browser, "/two-factor/confirm", { code: await codeOf(secret, 1), callbackUrl: "/after" });
      const ceremony = await ceremonyOf(await house.passkeyOptions(browser));
      pass(301);
      expect(locationOf(await house.answer(browser, ceremony))).not.toBe(after);
      const overview = (await (await browser.send("/auth/account", { headers: asJson })).json()) as {
        passkeys: object[];
      };
      expect(overview.passkeys).toEqual([]);
    });

    test("TR-03: a trusted browser links no account without the factor, and one with it", async () => {
      const house = await open();
      const { browser, secret } = await inTrustedBrowser(house);
      expect(await house.come(browser, "eve", "plain")).toBe(`${origin}/auth/two-factor`);
      expect(await house.list(browser)).toEqual([own]);
      const code = await codeOf(secret, 1);
      expect(locationOf(await post(browser, "/two-factor", { code, callbackUrl: "/after" }))).toBe(after);
      expect(await house.list(browser)).toHaveLength(2);
      expect((await browser.send("/vault")).status).toBe(200);
      // Shown just now, in this session: nobody is asked twice.
      expect(await house.come(browser, "mallory", "plain")).toBe(after);
      expect((await browser.send("/vault")).status).toBe(200);
      pass(301);
      expect(await house.come(browser, "trent", "plain")).toBe(`${origin}/auth/two-factor`);
    });

    test("TR-03: a trusted browser unlinks and removes nothing without the factor", async () => {
      const house = await open();
      const { browser } = await inTrustedBrowser(house);
      const url = `${origin}/auth/two-factor/confirm`;
      const back = `${url}?callbackUrl=${encodeURIComponent(`${origin}/auth/account`)}`;
      expect(locationOf(await post(browser, "/account/unlink", own))).toBe(back);
      const script = await post(browser, "/account/unlink", own, asJson);
      expect([script.status, await script.json()]).toMatchObject([403, { error: "factor", url }]);
      for (const path of ["/link", "/unlink"])
        expect(await (await browser.send(path)).json()).toEqual({ code: "factor", url });
      expect(await house.list(browser)).toEqual([own]);
    });

    test("TR-03: an account that is added by its address asks a trusted browser too", async () => {
      const house = await open();
      const provider = house.stage.config.providers.find((each) => (each as { id: string }).id === "plain");
      Object.assign(provider!, { allowDangerousEmailAccountLinking: true });
      const { browser, secret } = await inTrustedBrowser(house);
      browser.cookies.delete(salt);
      expect(await house.come(browser, "ada", "plain")).toBe(`${origin}/auth/two-factor`);
      const code = await codeOf(secret, 1);
      expect(locationOf(await post(browser, "/two-factor", { code, callbackUrl: "/after" }))).toBe(after);
      expect(await house.list(browser)).toHaveLength(2);
      expect(house.told).toContain("An account at Plain was linked");
    });

    test("TR-09: the owner is told of a factor that is set up, and switched off", async () => {
      const house = await open();
      const browser = await house.signedIn();
      await post(browser, "/two-factor/set-up/again");
      expect(await house.come(browser)).toBe(`${origin}/auth/two-factor/first`);
      const { target } = await setUp(browser);
      expect(target).toBe(after);
      expect(house.told).toContain("An authenticator app was set up");
      await post(browser, "/two-factor/off");
      expect(house.told).toContain("Two-step sign-in was switched off");
    });
  });

  test("TR-04: without these plugins an account is linked in an old session, which stays old", async () => {
    const house = await open({ plugins: () => [] });
    const browser = house.browser();
    await house.come(browser);
    const before = strategy === "jwt" && (await claimsOf(house, browser));
    pass(21 * day);
    expect(await house.come(browser, "eve", "plain")).toBe(after);
    if (strategy === "jwt") {
      expect(await claimsOf(house, browser)).toEqual(before);
      expect((await browser.send("/fresh", { headers: asJson })).status).toBe(401);
    }
    const [id] = await house.users("ada");
    expect((await house.adapter.getUserByAccount!(plain))?.id).toBe(id);
  });
});
