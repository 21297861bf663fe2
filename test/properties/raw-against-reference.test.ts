// alone: the reference remembers what the configurations before had
/** The same visits with `raw`, as server code calls the handler: data, or errors that are thrown. */
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { duel, type Score } from "../contract/live/duel.js";
import { rawDoors } from "../contract/live/raw-door.js";
import { storelessVisits, storeVisits } from "../contract/live/sequences.js";
import { type Setting, storelessSetting, storeSetting } from "../contract/live/setting.js";
import { draw } from "./draw.js";

const slow = 1_200_000;
const score: Score = { exchanges: 0, used: new Map() };
const visits = draw(25, 3000);

beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterAll(() => void vi.useRealTimers());

// What is known to differ in checks ends a visit, and leads to other errors.
const plain = (drawn: Setting): Setting => ({ ...drawn, checks: ["pkce"], formPost: false });

test.each([
  ["without a store", fc.tuple(storelessSetting.map(plain), storelessVisits)],
  ["with a store", fc.tuple(storeSetting.map(plain), storeVisits)],
] as const)(`%s: ${visits.numRuns} visits`, { timeout: slow }, async (_store, drawn) => {
  const property = fc.asyncProperty(drawn, ([setting, shots]) => duel(setting, shots, score, rawDoors));
  await expect(fc.assert(property, visits)).resolves.toBeUndefined();
});
