/** Showing the factor renews the session in all processes: two share a store, and Redis. */
import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { redisStore } from "../../../src/runtime/shared-store/redis.js";
import { twoFactor } from "../../../src/runtime/plugins/two-factor/index.js";
import { answers } from "../../adapters/servers.js";
import { type Browser, locationOf, secret } from "../../support/browser.js";
import { after, confirm, House, pass, places, post, stores, vault } from "./authenticators.js";

const hasRedis = await answers(6379);
const clients: Redis[] = [];

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => {
  vi.useRealTimers();
  for (const client of clients.splice(0)) client.disconnect();
});

function at({ browser }: House, { cookies }: Browser): Browser {
  const same = browser();
  for (const [name, value] of cookies) same.cookies.set(name, value);
  return same;
}

describe.skipIf(!hasRedis)(`Redis${hasRedis ? "" : " (skipped: no server on 127.0.0.1:6379)"}`, () => {
  test.each(places)("TR-10: renewed in one process, and ended in both: %s in %s", async (strategy, store) => {
    const adapter = await stores[store]();
    const prefix = `test-${randomUUID()}:`;
    const shared = { secret: `${secret}-${randomUUID()}` };
    const processOf = () => {
      const client = new Redis(6379);
      clients.push(client);
      const session = { strategy, ...(strategy === "jwt" && { revocation: true as const }) };
      const more = { ...shared, session, sharedStore: redisStore(client, { prefix }) };
      return new House(adapter, { strategy, plugins: () => [twoFactor()], more });
    };
    const [one, two] = [processOf(), processOf()];
    const { owner, secret: factor, thief } = await one.copied();
    expect(locationOf(await confirm(owner, factor))).toBe(after);
    expect([await vault(at(two, owner)), await vault(at(two, thief))]).toEqual([200, 401]);
    expect(await at(two, thief).session()).not.toBeNull();
    pass(31);
    for (const house of [one, two]) {
      expect(await at(house, thief).session()).toBeNull();
      expect(await at(house, owner).session()).not.toBeNull();
    }
    const copy = one.copy(owner);
    await post(at(two, owner), "/signout");
    expect(await copy.session()).toBeNull();
    const keys = await clients[0]!.keys(`${prefix}*`);
    if (keys.length > 0) await clients[0]!.del(keys);
  });
});
