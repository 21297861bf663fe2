/** What is over is over, and what is not is not, in the hours that clocks have twice or not at all. */
import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { StoreAdapter } from "../../src/runtime/adapters/adapter-over.js";
import type { StoreName } from "./open-store.js";
import { openTested, servers, type Server } from "./tested-store.js";

// Half an hour is what its clocks jump by; those of Postgres' sessions in these tests do the same.
process.env["TZ"] = "Australia/Lord_Howe";

const minute = 60_000;

/** Where its clocks go back and forth, at 2:00 of the local time. */
const jumps = ["2030-04-06T15:00:00.000Z", "2030-10-05T15:30:00.000Z"].map((text) => new Date(text));

afterEach(() => void vi.useRealTimers());

test("clocks jump at these instants", () => {
  const differences = jumps.map(
    (jump) => new Date(jump.getTime() - minute).getTimezoneOffset() - jump.getTimezoneOffset(),
  );
  expect(differences).toEqual([-30, 30]);
});

const stores: readonly (readonly [StoreName, Server])[] = [
  ["pg", "Postgres"],
  ["mysql2", "MariaDB"],
  ["kysely on Postgres", "Postgres"],
  ["kysely on MariaDB", "MariaDB"],
];

describe.each(stores)("%s", (name, server) => {
  const why = servers[server] ? "" : ` (skipped: no ${server} on 127.0.0.1)`;
  test.skipIf(!servers[server])(`an end is compared as an instant${why}`, async () => {
    const opened = await openTested(name, server, "");
    const store = opened.adapter as StoreAdapter;
    try {
      const { id } = await store.createUser({ id: "", email: "ada@example.com", emailVerified: null });
      for (const jump of jumps)
        for (const fromJump of [-40, -20, -1, 1, 20, 40]) {
          const now = jump.getTime() + fromJump * minute;
          vi.useFakeTimers({ now, toFake: ["Date"] });
          const ends = [-31, -29, -1, 1, 29, 31].map((minutes) => [minutes, randomUUID()] as const);
          for (const [minutes, sessionToken] of ends)
            await store.createSession({
              sessionToken,
              userId: id,
              expires: new Date(now + minutes * minute),
            });
          expect(await store.deleteExpired()).toBe(3);
          for (const [minutes, sessionToken] of ends) {
            const found = await store.getSessionAndUser(sessionToken);
            const end = minutes > 0 ? now + minutes * minute : undefined;
            expect(found?.session.expires.getTime(), `${fromJump} and ${minutes} minutes`).toBe(end);
            await store.deleteSession(sessionToken);
          }
        }
    } finally {
      vi.useRealTimers();
      await opened.close();
    }
  });
});
