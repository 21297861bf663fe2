/** What must hold when several callers want the same row at once. */
import { atOnce, runners } from "./at-once.js";
import { insertNew, keyOf, newRecord, type RecordCheck } from "./record-rows.js";
import { expect } from "./records.js";

const fulfilled = (results: readonly PromiseSettledResult<unknown>[], wanted: (value: unknown) => boolean) =>
  results.filter((result) => result.status === "fulfilled" && wanted(result.value)).length;

const failures = (results: readonly PromiseSettledResult<unknown>[]): number =>
  results.filter(({ status }) => status === "rejected").length;

export const recordContests: readonly RecordCheck[] = [
  {
    name: `records: of ${runners} inserts of one key at once exactly one is new`,
    async run(records) {
      for (let round = 0; round < 3; round += 1) {
        const row = newRecord();
        const results = await atOnce(async () => records.insert(row));
        const made = fulfilled(results, (value) => value === "inserted");
        expect(made === 1 && failures(results) === 0, `one insert, not ${made}, and no failure`);
      }
    },
  },
  {
    name: `records: of ${runners} updates that expect the same at once exactly one succeeds`,
    async run(records) {
      for (let count = 0; count < 3; count += 1) {
        const row = await insertNew(records, { count });
        const results = await atOnce(async (runner) =>
          records.update(keyOf(row), { count }, { count: count + 1, note: String(runner) }),
        );
        const changed = fulfilled(results, Boolean);
        expect(changed === 1 && failures(results) === 0, `one update, not ${changed}, and no failure`);
        expect((await records.find(keyOf(row)))?.["count"] === count + 1, "it was counted once");
      }
    },
  },
  {
    name: `records: of ${runners} consumers of one row at once exactly one gets it`,
    async run(records) {
      for (let round = 0; round < 3; round += 1) {
        const row = await insertNew(records);
        const results = await atOnce(async () => records.consume(keyOf(row)));
        const got = fulfilled(results, (value) => value !== undefined);
        expect(got === 1 && failures(results) === 0, `one gets the row, not ${got}, and no failure`);
      }
    },
  },
];
