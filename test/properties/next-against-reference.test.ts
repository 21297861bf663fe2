/** The same visits to an app of Next.js that asks for its sign-in in every form: `auth`, the actions, the endpoints. */
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { duel, type Score } from "../contract/live/duel.js";
import { nextDifferences } from "../contract/live/known-next.js";
import { nextCases } from "../contract/live/next-cases.js";
import { type Layout, nextDoors, usualLayout } from "../contract/live/next-door.js";
import {
  type NextVisit,
  nextVisit,
  storelessNextVisits,
  storeNextVisits,
} from "../contract/live/next-visits.js";
import { type Setting, storelessSetting, storeSetting } from "../contract/live/setting.js";
import type { Shot } from "../contract/live/shots.js";
import { draw, full } from "./draw.js";

vi.mock("next/headers", async () => (await import("../contract/live/next-double.js")).headersModule);
vi.mock("next/navigation", async () => (await import("../contract/live/next-double.js")).navigationModule);

const slow = 1_200_000;
const score: Score = { exchanges: 0, used: new Map() };
const visits = draw(20, 3000);

beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterAll(() => void vi.useRealTimers());

async function play(
  setting: Setting,
  shots: readonly Shot[],
  layout: Partial<Layout> = {},
  env: NextVisit["env"] = {},
): Promise<void> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  try {
    await duel(setting, shots, score, nextDoors({ ...usualLayout, ...layout }));
  } finally {
    vi.unstubAllEnvs();
  }
}

const drawn = (settings: fc.Arbitrary<Setting>, shots: fc.Arbitrary<Shot[]>) =>
  fc.asyncProperty(nextVisit(settings), shots, ({ setting, layout, env }, all) =>
    play(setting, all, layout, env),
  );

// Without a store first: once the reference has seen a provider for mail, it asks every configuration for one.
for (const store of [false, true]) {
  describe(store ? "with a store" : "without a store", () => {
    test.each(nextCases.filter(({ setting }) => setting.store === store))(
      "$name",
      async ({ setting, shots, layout, env }) => {
        await expect(play(setting, shots, layout, env)).resolves.toBeUndefined();
      },
    );

    test(`${visits.numRuns} visits`, { timeout: slow }, async () => {
      const property = store
        ? drawn(storeSetting, storeNextVisits)
        : drawn(storelessSetting, storelessNextVisits);
      await expect(fc.assert(property, visits)).resolves.toBeUndefined();
    });
  });
}

test.runIf(full)("every known difference was met (with AUTHWRIGHT_TEST_FULL)", () => {
  const rows = new Set(nextDifferences.map(({ row }) => row));
  expect([...rows].filter((row) => !score.used.has(row))).toEqual([]);
});
