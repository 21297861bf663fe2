/** The methods of {@link Records}, over what one database does with rows of a table: every value is judged here. */
import type { RecordKey, RecordRow, Records, RecordTable, RecordValue } from "../../types/records.js";
import { decodeColumns, type Row } from "../row-store.js";
import type { ColumnType } from "../schema.js";
import { isDuplicate, toMissingTable } from "./missing-table.js";

/** Rows are complete where they go in, and as the driver gives them where they come out. */
export interface RecordStore {
  find(key: RecordKey): Promise<Row | undefined>;
  list(where: RecordKey, limit: number): Promise<readonly Row[]>;
  insert(row: RecordRow): Promise<unknown>;
  /** @returns how many rows were changed */
  update(key: RecordKey, expected: RecordRow, changes: RecordRow): Promise<number>;
  consume(key: RecordKey): Promise<Row | undefined>;
  /** Rows whose column holds an earlier date, at most `batch`. @returns how many went */
  removeExpired(column: string, now: Date, batch: number): Promise<number>;
}

const mostRows = 1000;
const mostBatches = 100_000;
/** MySQL keeps no more of a text that is part of an index. */
const longestKey = 255;

/**
 * @param table the table as data
 * @param store what the database does
 * @returns the records of the table; wrong calls throw TypeError or RangeError before the database is asked
 */
export function recordsOver(table: RecordTable, store: RecordStore): Records {
  const decode = (row: Row | undefined) => row && (decodeColumns(table.columns, row) as RecordRow);
  const ask = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      throw toMissingTable(error, table.name);
    }
  };
  return {
    async find(key) {
      assertKey(table, key);
      return isStorable(table, key) ? decode(await ask(() => store.find(key))) : undefined;
    },
    async list(where, { limit }) {
      assertTexts(table, where);
      assertCount("limit", limit, mostRows);
      if (!isStorable(table, where)) return [];
      const rows = await ask(() => store.list(where, limit));
      return rows.map((row) => decodeColumns(table.columns, row) as RecordRow);
    },
    async insert(given) {
      const row = completeRow(table, given);
      try {
        await ask(() => store.insert(row));
        return "inserted";
      } catch (error) {
        if (isDuplicate(error)) return "taken";
        throw error;
      }
    },
    async update(key, expected, changes) {
      assertKey(table, key);
      assertValues(table, expected);
      assertValues(table, changes);
      if (Object.keys(changes).length === 0) throw new TypeError(`${table.name}: nothing to change`);
      if (!isStorable(table, key)) return false;
      return (await ask(() => store.update(key, expected, changes))) === 1;
    },
    async consume(key) {
      assertKey(table, key);
      return isStorable(table, key) ? decode(await ask(() => store.consume(key))) : undefined;
    },
    async deleteExpired({ now, batch }) {
      const { expires } = table;
      if (expires === undefined) throw new TypeError(`${table.name}: no column says when a row is over`);
      assertCount("batch", batch, Number.MAX_SAFE_INTEGER);
      let total = 0;
      for (let round = 0; round < mostBatches; round += 1) {
        const removed = await ask(() => store.removeExpired(expires, now, batch));
        total += removed;
        if (removed < batch) break;
      }
      return total;
    },
  };
}

function assertCount(name: string, value: number, most: number): void {
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new RangeError(`${name} is a number from 1 to ${most}`);
}

/** One row at most has a key: its columns are those of the primary key or of a unique index. */
function assertKey(table: RecordTable, key: RecordKey): void {
  assertTexts(table, key);
  const given = Object.keys(key).sort().join();
  const isKey = [table.primaryKey, ...table.unique].some(
    (columns) => columns.length > 0 && [...columns].sort().join() === given,
  );
  if (!isKey) throw new TypeError(`${table.name}: (${given}) is neither the primary key nor a unique index`);
}

function assertTexts(table: RecordTable, where: RecordKey): void {
  for (const [name, value] of Object.entries(where)) {
    const { type } = columnOf(table, name);
    if ((type !== "key" && type !== "text") || typeof value !== "string")
      throw new TypeError(`${table.name}: ${name} is looked up by a text`);
  }
}

/** Texts that no row can hold: nothing is found under them. */
const isStorable = (table: RecordTable, where: RecordKey): boolean =>
  Object.entries(where).every(([name, value]) => isStorableText(columnOf(table, name).type, value));

/** Postgres takes no NUL, and half a character would come back as another one. */
const isStorableText = (type: ColumnType, value: string): boolean =>
  !/[\0\p{Surrogate}]/u.test(value) && (type !== "key" || value.length <= longestKey);

function completeRow(table: RecordTable, given: RecordRow): RecordRow {
  assertValues(table, given);
  const names = Object.keys(table.columns);
  const row = Object.fromEntries(names.map((name) => [name, given[name] ?? null]));
  assertValues(table, row);
  return row;
}

function assertValues(table: RecordTable, row: RecordRow): void {
  for (const [name, value] of Object.entries(row)) {
    const { type, required } = columnOf(table, name);
    const fits = value === null ? required !== true : fitting[type](value);
    if (!fits) throw new TypeError(`${table.name}: the value of ${name} does not fit ${type}`);
  }
}

const fitsText = (type: "key" | "text") => (value: RecordValue) =>
  typeof value === "string" && isStorableText(type, value);

const fitting: Readonly<Record<ColumnType, (value: RecordValue) => boolean>> = {
  key: fitsText("key"),
  text: fitsText("text"),
  // Later years have more digits, which databases do not take.
  date: (value) => value instanceof Date && value.getUTCFullYear() > 0 && value.getUTCFullYear() < 10_000,
  integer: (value) => Number.isSafeInteger(value),
  boolean: (value) => typeof value === "boolean",
};

function columnOf(table: RecordTable, name: string) {
  const column = Object.hasOwn(table.columns, name) ? table.columns[name] : undefined;
  if (column === undefined) throw new TypeError(`${table.name} has no column ${name}`);
  return column;
}
