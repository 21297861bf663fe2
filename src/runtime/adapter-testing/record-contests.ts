/** What must hold when several callers want the same row at once. */
import { atOnce, runners } from "./at-once.js";
import { fresh, insertNew, keyOf, newRecord, type RecordCheck } from "./record-rows.js";
import { expect } from "./records.js";

const fulfilled = (results: readonly PromiseSettledResult<unknown>[], wanted: (value: unknown) => boolean) =>
  results.filter((result) => result.status === "fulfilled" && wanted(result.value)).length;

/** Runners take turns between two instances of the store. */
const instance = <T>(runner: number, one: T, other: T): T => (runner % 2 === 0 ? one : other);

const failures = (results: readonly PromiseSettledResult<unknown>[]): number =>
  results.filter(({ status }) => status === "rejected").length;

export const recordContests: readonly RecordCheck[] = [
  {
    name: `records: of ${runners} inserts of one key at once exactly one is new`,
    async run(records, { other }) {
      for (let round = 0; round < 3; round += 1) {
        const row = newRecord();
        const results = await atOnce(async (runner) => instance(runner, records, other).insert(row));
        const made = fulfilled(results, (value) => value === "inserted");
        expect(made === 1 && failures(results) === 0, `one insert, not ${made}, and no failure`);
      }
    },
  },
  {
    name: `records: of ${runners} updates that expect the same at once exactly one succeeds`,
    async run(records, { other }) {
      for (let count = 0; count < 3; count += 1) {
        const row = await insertNew(records, { count });
        const results = await atOnce(async (runner) =>
          instance(runner, records, other).update(
            keyOf(row),
            { count },
            { count: count + 1, note: String(runner) },
          ),
        );
        const changed = fulfilled(results, Boolean);
        expect(changed === 1 && failures(results) === 0, `one update, not ${changed}, and no failure`);
        expect((await records.find(keyOf(row)))?.["count"] === count + 1, "it was counted once");
      }
    },
  },
  {
    name: `records: of ${runners} consumers of one row at once exactly one gets it`,
    async run(records, { other }) {
      for (let round = 0; round < 3; round += 1) {
        const row = await insertNew(records);
        const results = await atOnce(async (runner) => instance(runner, records, other).consume(keyOf(row)));
        const got = fulfilled(results, (value) => value !== undefined);
        expect(got === 1 && failures(results) === 0, `one gets the row, not ${got}, and no failure`);
      }
    },
  },
  {
    name: `records: ${runners} removals of the same rows at once take each row once, and none ends before all are gone`,
    async run(records, { other }) {
      const owner = fresh();
      const count = 40;
      for (let made = 0; made < count; made += 1) await insertNew(records, { owner, label: String(made) });
      const results = await atOnce(async (runner) => {
        const own = instance(runner, records, other);
        let total = 0;
        for (;;) {
          const removed = await own.remove({ owner }, { batch: 3 });
          expect(removed <= 3, `three at once at most, not ${removed}`);
          if (removed === 0) break;
          total += removed;
        }
        expect((await own.list({ owner }, { limit: 1 })).length === 0, "none is left where it ended");
        return total;
      });
      const totals = results.map((result) => (result.status === "fulfilled" ? result.value : result.reason));
      expect(failures(results) === 0, `no failure: ${totals.join()}`);
      expect(
        totals.reduce((sum, total) => sum + Number(total), 0) === count,
        `${count} went, not ${totals.join()}`,
      );
    },
  },
];
