// alone: the reference remembers what the configurations before had
/** The same visits through Express 4 and 5, mounted in several ways, with and without body parsers, and `getSession`. */
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { duel, type Score } from "../contract/live/duel.js";
import { expressServer, type Layout } from "../contract/live/express-door.js";
import { storelessVisits, storeVisits } from "../contract/live/sequences.js";
import { storelessSetting, storeSetting, type Setting } from "../contract/live/setting.js";
import type { Shot } from "../contract/live/shots.js";
import { draw } from "./draw.js";

const slow = 1_200_000;
const score: Score = { exchanges: 0, used: new Map() };
const visits = draw(25, 3000);

let server: Awaited<ReturnType<typeof expressServer>>;
beforeAll(async () => {
  server = await expressServer();
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterAll(async () => {
  vi.useRealTimers();
  await server.close();
});

const layout: fc.Arbitrary<Layout> = fc.record({
  version: fc.constantFrom("4" as const, "5" as const),
  parsers: fc.constantFrom("none" as const, "simple" as const, "extended" as const),
  inRouter: fc.boolean(),
  mount: fc.constantFrom("/auth", "/api/auth", "/v1/a-b/auth"),
});

/** A page of the app that asks for the session stands behind each request. */
const me: Shot = { method: "GET", path: "/me", isOutside: true };

async function play(drawn: Setting, shots: readonly Shot[], way: Layout): Promise<void> {
  const setting = { ...drawn, origin: server.origin, basePath: way.mount };
  await duel(
    setting,
    shots.flatMap((shot) => [shot, me]),
    score,
    server.doors(way),
  );
}

test(`without a store: ${visits.numRuns} visits`, { timeout: slow }, async () => {
  const property = fc.asyncProperty(storelessSetting, storelessVisits, layout, play);
  await expect(fc.assert(property, visits)).resolves.toBeUndefined();
});

test(`with a store: ${visits.numRuns} visits`, { timeout: slow }, async () => {
  const property = fc.asyncProperty(storeSetting, storeVisits, layout, play);
  await expect(fc.assert(property, visits)).resolves.toBeUndefined();
});
