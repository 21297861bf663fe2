// alone: the reference remembers what the configurations before had
/** Stores that fail or answer oddly, at any point of what people do: we answer as the reference does, or say where not. */
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { duel, type Exchange, type Score } from "../contract/live/duel.js";
import { storeDifferences } from "../contract/live/known-stores.js";
import { kinds, type StoreFault } from "../contract/live/odd-store.js";
import { type Setting, storeSetting, usualSetting } from "../contract/live/setting.js";
import type { Shot } from "../contract/live/shots.js";
import { oddVisits, session, type StoreFlow, storeFlows } from "../contract/live/store-flows.js";
import { draw, full } from "./draw.js";

const slow = 1_200_000;
const score: Score = { exchanges: 0, used: new Map() };
const visits = draw(15, 4000);

beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterAll(() => void vi.useRealTimers());

/** Which methods of the store a request leads to, while all is well. */
async function methodsOf(
  setting: Setting,
  { before = [], shots }: StoreFlow,
): Promise<Map<Shot, Set<string>>> {
  const seen = new Map<Shot, Set<string>>();
  const onExchange = ({ shot, theirs, ours }: Exchange): void => {
    const methods = [...theirs.calls, ...ours.calls].flatMap((line) => /^store:(\w+)/.exec(line)?.[1] ?? []);
    seen.set(shot, new Set(methods));
  };
  await duel(setting, [...before, ...shots, session], { ...score, onExchange });
  return seen;
}

const flows = Object.entries(storeFlows).flatMap(([name, flow]) =>
  (["database", "jwt"] as const).map((strategy) => ({ name, strategy, flow })),
);

test.each(flows)(
  "$name, $strategy: each method fails once",
  { timeout: slow },
  async ({ strategy, flow }) => {
    const setting = { ...usualSetting, strategy, ...flow.setting };
    const { before = [], shots } = flow;
    const methods = await methodsOf(setting, flow);
    for (const shot of shots) {
      for (const method of (methods.get(shot) ?? []) as Iterable<StoreFault["method"]>) {
        for (const kind of full ? kinds : (["rejects"] as const)) {
          const failing = shots.map((each) => (each === shot ? { ...shot, store: { method, kind } } : each));
          const again = full ? [session, ...shots] : [];
          const visit = duel(setting, [...before, ...failing, session, ...again], score);
          await expect(visit, `${method} ${kind}`).resolves.toBeUndefined();
        }
      }
    }
  },
);

test(`any configuration: ${visits.numRuns} visits`, { timeout: slow }, async () => {
  // What is known to differ in checks would end most visits before they reach the store.
  const settings = storeSetting.map((drawn): Setting => ({ ...drawn, checks: ["pkce"], formPost: false }));
  const property = fc.asyncProperty(settings, oddVisits, (setting, shots) => duel(setting, shots, score));
  await expect(fc.assert(property, visits)).resolves.toBeUndefined();
});

test.runIf(full)("every known difference was met (with AUTHWRIGHT_TEST_FULL)", () => {
  const rows = new Set(storeDifferences.map(({ row }) => row));
  expect([...rows].filter((row) => !score.used.has(row))).toEqual([]);
});
