/** What `records` promises of lists in pages, and of rows that go in batches. */
import type { RecordPage, RecordRow, Records } from "../types/records.js";
import { fresh, insertNew, type RecordCheck } from "./record-rows.js";
import { expect } from "./records.js";

/** As UTF-8 orders them; languages order most of them otherwise, and UTF-16 the last two. */
const inBytes = ["", "-", "0", "10", "2", "B", "Z", "_", "a", "aa", "b", "é", "\uFF5E", "\u{1F600}"];

/** All pages of a list, one after the other. @param behind what happens to the last row of each page */
async function pagesOf(
  records: Records,
  where: Readonly<Record<string, string>>,
  { by, ...page }: RecordPage & { readonly by: readonly string[] },
  behind: (last: RecordRow) => Promise<unknown> = async () => undefined,
): Promise<readonly RecordRow[]> {
  const all: RecordRow[] = [];
  let { after } = page;
  for (;;) {
    const rows = await records.list(where, { ...page, after });
    expect(rows.length <= page.limit, `${page.limit} rows at most, not ${rows.length}`);
    const last = rows.at(-1);
    if (last === undefined) return all;
    all.push(...rows);
    after = Object.fromEntries(by.map((name) => [name, String(last[name])]));
    await behind(last);
  }
}

const joined = (rows: readonly RecordRow[], name: string): string => rows.map((row) => row[name]).join();

/** Rows of a new owner, written in another order than they are listed in. */
async function insertShuffled(records: Records) {
  const [owner, prefix] = [fresh(), fresh()];
  const ids = inBytes.map((end) => prefix + end);
  for (const id of [...ids].sort()) await insertNew(records, { id, owner, label: id });
  return { owner, ids };
}

const lists: readonly RecordCheck[] = [
  {
    name: "records: a list is in the order of the bytes of its key, in both directions",
    async run(records) {
      const { owner, ids } = await insertShuffled(records);
      await insertNew(records);
      const rows = await records.list({ owner }, { limit: 100 });
      expect(joined(rows, "id") === ids.join(), `in the order of bytes, not ${joined(rows, "id")}`);
      const newest = await records.list({ owner }, { limit: 100, newestFirst: true });
      expect(joined(newest, "id") === [...ids].reverse().join(), "backwards where the newest come first");
    },
  },
  {
    name: "records: pages follow each other without a gap, though the last row of each goes",
    async run(records) {
      for (const newestFirst of [undefined, true] as const)
        for (const limit of [1, 3, 7]) {
          const { owner, ids } = await insertShuffled(records);
          const rows = await pagesOf(records, { owner }, { by: ["id"], limit, newestFirst }, ({ id }) =>
            records.consume({ id: String(id) }),
          );
          const wanted = newestFirst ? [...ids].reverse() : ids;
          expect(joined(rows, "id") === wanted.join(), `each row once, not ${joined(rows, "id")}`);
        }
    },
  },
  {
    name: "records: a key of two columns orders by the first one, then by the second one",
    async run(_, { pairs }) {
      const [note, prefix] = [fresh(), fresh()];
      const wanted = ["", "B", "a", "é"].flatMap((left) =>
        ["", "Z", "_", "b"].map((right) => ({ left: prefix + left, right, note })),
      );
      const wordOf = (row: RecordRow) => `${row["left"]} ${row["right"]}`;
      for (const row of [...wanted].reverse()) await pairs.insert(row);
      for (const newestFirst of [undefined, true] as const)
        for (const limit of [1, 3, 16]) {
          const rows = await pagesOf(pairs, { note }, { by: ["left", "right"], limit, newestFirst });
          const expected = newestFirst ? [...wanted].reverse() : wanted;
          const isInOrder = rows.map(wordOf).join() === expected.map(wordOf).join();
          expect(isInOrder, `each pair once, not ${rows.map(wordOf).join()}`);
        }
    },
  },
  {
    name: "records: behind what no key can be there is no row",
    async run(records) {
      const { owner } = await insertShuffled(records);
      for (const id of ["\0", "a\0", "\uD800", "x".repeat(256)]) {
        const rows = await records.list({ owner }, { limit: 5, after: { id } });
        expect(rows.length === 0, `no row behind ${JSON.stringify(id).slice(0, 20)}`);
      }
    },
  },
  {
    name: "records: a page that begins behind no primary key is refused before the database is asked",
    async run(records, { pairs }) {
      const failure = (list: Promise<unknown>) => list.catch((error: unknown) => error);
      for (const after of [{ owner: "a" }, {}, { id: "a", owner: "a" }])
        expect(
          (await failure(records.list({}, { limit: 5, after }))) instanceof TypeError,
          `${Object.keys(after).join()} is a TypeError`,
        );
      const half = await failure(pairs.list({}, { limit: 5, after: { left: "a" } }));
      expect(half instanceof TypeError, "half of a key is a TypeError");
    },
  },
];

const removals: readonly RecordCheck[] = [
  {
    name: "records: remove takes the rows of an owner in batches, and says 0 when none is left",
    async run(records) {
      const { owner, ids } = await insertShuffled(records);
      const other = await insertNew(records, { label: ids[0] ?? "" });
      const counts: number[] = [];
      do counts.push(await records.remove({ owner }, { batch: 4 }));
      while (counts.at(-1) !== 0);
      const total = counts.reduce((sum, count) => sum + count);
      expect(Math.max(...counts) <= 4, `four at once at most, not ${counts.join()}`);
      expect(total === ids.length, `${ids.length} went, not ${counts.join()}`);
      expect((await records.list({ owner }, { limit: 1 })).length === 0, "none of them is there");
      expect((await records.find({ id: String(other["id"]) })) !== undefined, "nobody else's went");
    },
  },
  {
    name: "records: remove takes at most a batch of rows whose keys have a column in common",
    async run(_, { pairs }) {
      const [left, note] = [fresh(), fresh()];
      for (const right of ["a", "b", "c"]) await pairs.insert({ left, right, note });
      await pairs.insert({ left, right: "d", note: "another" });
      expect((await pairs.remove({ note }, { batch: 2 })) === 2, "two of three");
      expect((await pairs.remove({ note }, { batch: 2 })) === 1, "the third one");
      expect((await pairs.remove({ note }, { batch: 2 })) === 0, "then none");
      expect((await pairs.remove({ left, note: "ANOTHER" }, { batch: 2 })) === 0, "who looks alike stays");
      expect((await pairs.list({ left }, { limit: 5 })).length === 1, "the fourth one is there");
    },
  },
  {
    name: "records: a batch that is no number from 1, and a column of no texts, are refused before the database is asked",
    async run(records) {
      const failure = (removal: Promise<unknown>) => removal.catch((error: unknown) => error);
      for (const batch of [0, -1, 0.5, Number.NaN])
        expect(
          (await failure(records.remove({ owner: fresh() }, { batch }))) instanceof RangeError,
          `a batch of ${batch} is a RangeError`,
        );
      expect(
        (await failure(records.remove({ count: "0" }, { batch: 1 }))) instanceof TypeError,
        "a number is a TypeError",
      );
    },
  },
];

export const recordPages: readonly RecordCheck[] = [...lists, ...removals];
