/** Notices are never held back: a session that has caused ten of them in ten minutes makes no further change. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { linkTable } from "../../../src/runtime/plugins/password/tables.js";
import { secretTable } from "../../../src/runtime/plugins/two-factor/tables.js";
import { type Browser, locationOf } from "../../support/browser.js";
import type { Ceremony } from "../../webauthn/authenticator.js";
import { ada, right } from "../password/drive.js";
import { setUp } from "../two-factor/visit.js";
import { after, asJson, House, pass, places, post } from "./authenticators.js";
import { houseOf, idOf, recordsOf, strategies } from "./house.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const eve = { provider: "plain", providerAccountId: "eve" };
const own = { provider: "op", providerAccountId: "ada" };

const link = (house: House, browser: Browser) => house.come(browser, "eve", "plain");
const unlink = (browser: Browser, headers: Record<string, string> = {}) =>
  post(browser, "/account/unlink", eve, headers);

/** Each is told by a mail. */
async function tenChanges(house: House, browser: Browser): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    expect(await link(house, browser)).toBe(after);
    expect((await unlink(browser)).status).toBe(302);
  }
  expect(house.mails).toHaveLength(10);
}

async function isRefused(answer: Response): Promise<void> {
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(Number(answer.headers.get("retry-after"))).toBeLessThanOrEqual(600);
}

describe.each(places)("with %s sessions in %s", (strategy, store) => {
  const open = () => House.open({ strategy, store });

  test("M1: the eleventh account is not linked, and ten minutes later it is", async () => {
    const house = await open();
    const browser = await house.signedIn();
    await tenChanges(house, browser);
    await isRefused(await house.finish(browser, await house.begin(browser, "eve", "plain")));
    expect(await house.list(browser)).toEqual([own]);
    expect(house.mails).toHaveLength(10);
    pass(601);
    // A session of that age signs in again first; this is another one.
    const later = await house.signedIn();
    expect(await link(house, later)).toBe(after);
  });

  test("M1: nothing is unlinked by page, JSON and the server's function; another session goes on", async () => {
    const house = await open();
    house.app.get("/try", async (c) =>
      c.json(
        await house.auth.accounts.unlink(c, eve).then(
          () => "done",
          ({ type, limit }: { type?: string; limit?: string }) => ({ type, limit }),
        ),
      ),
    );
    const browser = await house.signedIn();
    await tenChanges(house, browser);
    const owner = await house.signedIn();
    expect(await link(house, owner)).toBe(after);
    await isRefused(await unlink(browser));
    await isRefused(await unlink(browser, asJson));
    expect(await (await browser.send("/try")).json()).toEqual({
      type: "TooManyAttempts",
      limit: "session-changes",
    });
    expect(await house.list(owner)).toHaveLength(2);
    expect((await unlink(owner)).status).toBe(302);
    expect(await house.list(owner)).toEqual([own]);
  });

  test("M1: a passkey is not added; to ask for one counts nothing", async () => {
    const house = await open();
    const browser = await house.signedIn();
    for (let count = 0; count < 12; count += 1)
      expect((await house.passkeyOptions(browser)).status).toBe(200);
    await tenChanges(house, browser);
    const ceremony = (await (await house.passkeyOptions(browser)).json()) as Ceremony;
    await isRefused(await house.answer(browser, ceremony));
    expect(await house.list(browser)).toEqual([own]);
    expect(house.mails).toHaveLength(10);
  });

  test("M1: a factor is set up and switched off five times, and not once more", async () => {
    const house = await open();
    const browser = await house.signedIn();
    for (let round = 0; round < 5; round += 1) {
      await setUp(browser, "/two-factor/set-up");
      expect((await post(browser, "/two-factor/off")).status).toBe(302);
    }
    expect(house.mails).toHaveLength(10);
    await setUp(browser, "/two-factor/set-up");
    const [userId = ""] = await house.users("ada");
    expect(await house.adapter.records!(secretTable).find({ userId })).toBeUndefined();
    expect(house.mails).toHaveLength(10);
  });
});

describe.each(strategies)("with %s sessions", (strategy) => {
  test("M1: the eleventh password is not set, whatever session asks; a link of a mail still sets one", async () => {
    const app = houseOf({ strategy });
    const user = await app.withUser();
    const phrase = (count: number) => (count === 0 ? right : `passphrase number ${count}`);
    for (let count = 0; count < 10; count += 1) {
      const fields = { current: phrase(count), password: phrase(count + 1) };
      expect((await user.form("change", fields)).status).toBe(302);
    }
    const last = { current: phrase(10), password: phrase(11) };
    await isRefused(await user.form("change", last));
    expect((await user.json("change", last)).status).toBe(429);
    const again = app.browser();
    await again.signIn(ada, phrase(10));
    await isRefused(await again.form("change", last));
    const reset = app.browser();
    const token = await reset.askReset();
    expect((await reset.form("reset", { token, password: phrase(12) })).status).toBe(200);
  });

  test("M1: the eleventh address is not asked for, and nobody gets a mail", async () => {
    const app = houseOf({ strategy });
    const user = await app.withUser();
    const ask = (count: number) => ({ email: `new${count}@example.com`, current: right });
    for (let count = 0; count < 10; count += 1)
      expect((await user.form("address", ask(count))).status).toBe(200);
    await Promise.all(app.queued);
    const mails = app.mails.length;
    await isRefused(await user.form("address", ask(10)));
    expect((await user.json("address", ask(10))).status).toBe(429);
    await Promise.all(app.queued);
    expect(app.mails).toHaveLength(mails);
    const links = await recordsOf(app, linkTable).list({ userId: await idOf(app) }, { limit: 100 });
    expect(links.filter(({ newEmail }) => newEmail !== null)).toHaveLength(10);
    // A wrong password is no change.
    const other = app.browser();
    await other.signIn(ada, right);
    for (let count = 0; count < 3; count += 1)
      expect((await other.form("address", { ...ask(20), current: "wrong" })).status).toBe(401);
    expect((await other.form("address", ask(20))).status).toBe(200);
    expect(locationOf(await app.browser().page("address"))).toContain("/auth/signin");
  });
});
