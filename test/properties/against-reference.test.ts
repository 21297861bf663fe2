// alone: the reference remembers what the configurations before had
/** Whatever a browser sends, whatever the configuration says: we answer as the reference does, except where we say so. */
import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { duel, type Score } from "../contract/live/duel.js";
import { knownDifferences } from "../contract/live/known.js";
import { nextDifferences } from "../contract/live/known-next.js";
import { passkeyDifferences } from "../contract/live/known-passkeys.js";
import { rawDifferences } from "../contract/live/known-raw.js";
import { storeDifferences } from "../contract/live/known-stores.js";
import { storelessVisits, storeVisits } from "../contract/live/sequences.js";
import { storelessSetting, storeSetting } from "../contract/live/setting.js";
import { draw, full } from "./draw.js";

const slow = 1_200_000;
const score: Score = { exchanges: 0, used: new Map() };

const visits = draw(75, 10_000);

beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterAll(() => void vi.useRealTimers());

// In this order: once the reference has seen a provider for mail, it asks every configuration for a store.
test(`without a store: ${visits.numRuns} visits`, { timeout: slow }, async () => {
  const property = fc.asyncProperty(storelessSetting, storelessVisits, (setting, shots) =>
    duel(setting, shots, score),
  );
  await expect(fc.assert(property, visits)).resolves.toBeUndefined();
});

test(`with a store: ${visits.numRuns} visits`, { timeout: slow }, async () => {
  const property = fc.asyncProperty(storeSetting, storeVisits, (setting, shots) =>
    duel(setting, shots, score),
  );
  await expect(fc.assert(property, visits)).resolves.toBeUndefined();
});

const rows = [...new Set(knownDifferences.map(({ row }) => row))];

test("every known difference has its row in docs/compatibility.md", () => {
  const text = readFileSync(new URL("../../docs/compatibility.md", import.meta.url), "utf8");
  const missing = rows.filter(
    (row) => !text.includes(`\n| ${row} | `) && !text.includes(`\n| \`${row}\` | `),
  );
  expect(missing).toEqual([]);
});

test.runIf(full)("every known difference was met (with AUTHWRIGHT_TEST_FULL)", () => {
  expect(score.exchanges).toBeGreaterThan(100_000);
  const elsewhere = new Set(
    [...nextDifferences, ...passkeyDifferences, ...rawDifferences, ...storeDifferences].map(({ row }) => row),
  );
  const met = (row: string) => score.used.has(row) || /express/i.test(row) || elsewhere.has(row);
  expect(rows.filter((row) => !met(row))).toEqual([]);
});
