/** `session.absoluteMaxAge` beside the second factor: the age follows the session, whatever token it goes on by. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { after, confirm, House, pass, stores, vault } from "./authenticators.js";
import { locationOf } from "../../support/browser.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const hour = 3600;
const places = (["jwt", "database"] as const).flatMap((strategy) =>
  (Object.keys(stores) as (keyof typeof stores)[]).map((store) => [strategy, store] as const),
);

describe.each(places)("with %s sessions in %s", (strategy, store) => {
  const more = { session: { strategy, maxAge: 20 * hour, updateAge: 0, absoluteMaxAge: 24 * hour } };

  test("a factor that is shown late makes no session younger, and the user who comes back has a whole one", async () => {
    const house = new House(await stores[store](), { strategy, more });
    const start = Date.now();
    const at = (hours: number) => vi.setSystemTime(start + hours * hour * 1000);
    const { owner, secret, thief } = await house.copied();
    at(10);
    expect(await owner.session()).not.toBeNull();
    at(23);
    expect(locationOf(await confirm(owner, secret))).toBe(after);
    expect(await vault(owner)).toBe(200);
    pass(40);
    expect(await vault(owner)).toBe(200);
    at(24.1);
    for (const browser of [owner, thief]) {
      expect(await vault(browser)).toBe(401);
      expect(await browser.session()).toBeNull();
    }
    const again = await house.signedIn("eve");
    at(30);
    expect(await again.session()).not.toBeNull();
  });
});
