/** What `records` of an adapter promises. */
import type { RecordRow } from "../types/records.js";
import { recordContests } from "./record-contests.js";
import { recordPages } from "./record-pages.js";
import { fresh, insertNew, isSame, keyOf, newRecord, type RecordCheck } from "./record-rows.js";
import { expect, expectDate, inOneHour } from "./records.js";

const basics: readonly RecordCheck[] = [
  {
    name: "records: a row comes back as it was given, with the types of its columns",
    async run(records) {
      const expires = inOneHour();
      const row = await insertNew(records, { note: '{"a":1}', count: 4_102_444_800_123, expires });
      const { expires: found, ...rest } = (await records.find(keyOf(row))) ?? {};
      const { expires: _, ...given } = row;
      expect(isSame(rest, given), "every value is the same");
      expectDate(found, expires, "expires");
      const empty = await insertNew(records, { label: null, active: false });
      expect(isSame(await records.find(keyOf(empty)), empty), "null stays null, false stays false");
    },
  },
  {
    name: "records: a row is found by a unique index too, and nothing under a key that no row has",
    async run(records) {
      const row = await insertNew(records);
      const owner = String(row["owner"]);
      expect(isSame(await records.find({ owner, label: "first" }), row), "it is found by owner and label");
      expect((await records.find({ owner, label: "second" })) === undefined, "another label is another row");
      expect((await records.find({ id: fresh() })) === undefined, "an unknown id is no row");
    },
  },
  {
    name: "records: insert says taken for a key that is there, and changes nothing",
    async run(records) {
      const row = await insertNew(records, { note: "mine" });
      expect(
        (await records.insert({ ...row, owner: fresh(), note: "other" })) === "taken",
        "the id is taken",
      );
      expect(
        (await records.insert({ ...row, id: fresh(), note: "other" })) === "taken",
        "owner and label are",
      );
      expect((await records.find(keyOf(row)))?.["note"] === "mine", "the row is as before");
      for (const label of [null, null]) await insertNew(records, { owner: row["owner"] ?? "", label });
    },
  },
  {
    name: "records: list gives the rows of an owner, and no more than asked for",
    async run(records) {
      const owner = fresh();
      for (const label of ["a", "b", "c"]) await insertNew(records, { owner, label });
      await insertNew(records);
      const all = await records.list({ owner }, { limit: 10 });
      expect(
        all
          .map((row) => row["label"])
          .sort()
          .join() === "a,b,c",
        "all rows of the owner, and nobody else's",
      );
      expect((await records.list({ owner }, { limit: 2 })).length === 2, "two of them");
      expect((await records.list({ owner: fresh() }, { limit: 10 })).length === 0, "a stranger has none");
    },
  },
  {
    name: "records: update changes a row that is as expected, and no other",
    async run(records) {
      const expires = inOneHour();
      const row = await insertNew(records, { note: "old", expires });
      const other = await insertNew(records);
      const key = keyOf(row);
      const wrong: readonly RecordRow[] = [
        { count: 1 },
        { note: null },
        { note: "OLD" },
        { active: false },
        { expires: new Date(expires.getTime() + 60_000) },
      ];
      for (const expected of wrong)
        expect(
          !(await records.update(key, expected, { count: 9 })),
          `${Object.keys(expected).join()} differs`,
        );
      const expected = { note: "old", count: 0, active: true, expires };
      expect(
        await records.update(key, expected, { note: null, count: 1, active: false }),
        "it is as expected",
      );
      const found = await records.find(key);
      expect(
        isSame(found, { ...row, note: null, count: 1, active: false }),
        "what was to change has changed",
      );
      expect(isSame(await records.find(keyOf(other)), other), "another row is as before");
      expect(await records.update(key, { note: null }, { note: "new" }), "null is expected, and is there");
      expect(!(await records.update({ id: fresh() }, {}, { count: 1 })), "a row that is not there");
    },
  },
  {
    name: "records: consume gives a row once",
    async run(records) {
      const row = await insertNew(records, { expires: inOneHour() });
      expect(isSame(await records.consume(keyOf(row)), row), "the first call gives the row");
      expect((await records.consume(keyOf(row))) === undefined, "the second one nothing");
      expect((await records.find(keyOf(row))) === undefined, "it is gone");
    },
  },
  {
    name: "records: deleteExpired takes what is over, in batches, and nothing else",
    async run(records) {
      const over = new Date(inOneHour().getTime() - 7_200_000);
      const rows = [];
      for (let count = 0; count < 5; count += 1)
        rows.push(await insertNew(records, { count, expires: over }));
      const alive = await insertNew(records, { expires: inOneHour() });
      const endless = await insertNew(records);
      expect((await records.deleteExpired({ now: new Date(), batch: 2 })) >= 5, "five rows are over");
      for (const row of rows) expect((await records.find(keyOf(row))) === undefined, "it is gone");
      for (const row of [alive, endless])
        expect((await records.find(keyOf(row))) !== undefined, "what is not over stays");
      expect((await records.deleteExpired({ now: new Date(), batch: 2 })) === 0, "nothing is left");
    },
  },
];

const hostile = [
  "' or '1'='1",
  '"; drop table x; --',
  "%",
  "_",
  "\\",
  "`",
  "$1",
  "?",
  "Ωmega 漢字 🙂",
  "\n\t",
];

const texts: readonly RecordCheck[] = [
  {
    name: "records: hostile texts are texts",
    async run(records) {
      for (const text of hostile) {
        const row = await insertNew(records, { id: `${text}${fresh()}`, label: text, note: text });
        expect(isSame(await records.find(keyOf(row)), row), `${JSON.stringify(text)} comes back`);
        const [listed] = await records.list({ owner: String(row["owner"]), label: text }, { limit: 5 });
        expect(isSame(listed, row), `${JSON.stringify(text)} is listed`);
        expect(await records.update(keyOf(row), { note: text }, { note: `${text}.` }), "and is compared");
      }
      for (const id of ["\0", "\uD800", "x".repeat(300), "' or '1'='1"])
        expect((await records.find({ id })) === undefined, `${JSON.stringify(id.slice(0, 20))} is no row`);
    },
  },
  {
    name: "records: a text of 64 kB comes back whole, and is compared whole",
    async run(records) {
      const note = "é".repeat(32_768);
      const row = await insertNew(records, { note });
      expect((await records.find(keyOf(row)))?.["note"] === note, "all of it");
      expect(
        !(await records.update(keyOf(row), { note: `${note.slice(1)}e` }, { count: 1 })),
        "its end differs",
      );
      expect(await records.update(keyOf(row), { note }, { count: 1 }), "it is the same");
    },
  },
  {
    name: "records: keys that look alike are different rows",
    async run(records) {
      const row = await insertNew(records, { id: `jose${fresh()}` });
      const id = String(row["id"]);
      for (const other of [id.toUpperCase(), id.replace("e", "é"), `${id} `, ` ${id}`]) {
        expect((await records.find({ id: other })) === undefined, `${other} is not found`);
        expect(!(await records.update({ id: other }, {}, { count: 1 })), `${other} is not changed`);
        expect((await records.consume({ id: other })) === undefined, `${other} is not consumed`);
      }
      expect(isSame(await records.find({ id }), row), "the right one is there, as it was");
    },
  },
  {
    name: "records: what no column can hold is refused before the database is asked",
    async run(records) {
      const wrong: readonly RecordRow[] = [
        { count: 1.5 },
        { count: null },
        { active: "yes" },
        { note: "\0" },
        { note: "\uD800" },
        { label: "x".repeat(256) },
        { expires: new Date(Number.NaN) },
        { shoe: 42 },
      ];
      for (const more of wrong)
        expect(
          (await records.insert(newRecord(more)).catch((error: unknown) => error)) instanceof TypeError,
          `${JSON.stringify(more).slice(0, 40)} is a TypeError`,
        );
      for (const limit of [0, 1001, 0.5, Number.NaN])
        expect(
          (await records.list({}, { limit }).catch((error: unknown) => error)) instanceof RangeError,
          `a limit of ${limit} is a RangeError`,
        );
      expect(
        (await records.find({ owner: "x" }).catch((error: unknown) => error)) instanceof TypeError,
        "half of an index is no key",
      );
    },
  },
];

export const recordChecks: readonly RecordCheck[] = [...basics, ...texts, ...recordPages, ...recordContests];
