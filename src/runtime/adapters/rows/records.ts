/** The methods of {@link Records}, over the rows of a table: every value is judged here. */
import type {
  RecordKey,
  RecordPage,
  RecordRow,
  Records,
  RecordTable,
  RecordValue,
} from "../../types/records.js";
import type { ColumnType, Expiring } from "../schema.js";
import { isDuplicate, toMissingTable } from "./driver-errors.js";
import { isKept, longestKey } from "./kept-texts.js";
import { identityOf, type Order, type Row, type Rows, type Where } from "./rows.js";

/** Of one page. */
export const mostRows = 1000;

/**
 * @param table the table as data
 * @param rows of the database
 * @returns the records of the table; wrong calls throw TypeError or RangeError before the database is asked
 */
export function recordsOver(table: RecordTable, rows: Rows): Records {
  const ask = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      throw toMissingTable(error, table.name);
    }
  };
  const asked = (run: () => Promise<Row | undefined>) => ask(run) as Promise<RecordRow | undefined>;
  return {
    async find(key) {
      assertKey(table, key);
      return asked(() => rows.find(table, key));
    },
    async list(where, page) {
      assertTexts(table, where);
      const order = orderOf(table, page);
      return ask(() => rows.list(table, where, order)) as Promise<readonly RecordRow[]>;
    },
    async insert(given) {
      const row = completeRow(table, given);
      try {
        await ask(() => rows.insert(table, row));
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
      return (await asked(() => rows.update(table, key, changes, expected))) !== undefined;
    },
    async consume(key) {
      assertKey(table, key);
      return asked(() => rows.take(table, key));
    },
    async remove(where, { batch }) {
      assertTexts(table, where);
      assertCount("batch", batch, Number.MAX_SAFE_INTEGER);
      return ask(() => removeSome(rows, table, { where, batch }));
    },
    async deleteExpired({ now, batch }) {
      if (table.expires === undefined)
        throw new TypeError(`${table.name}: no column says when a row is over`);
      assertCount("batch", batch, Number.MAX_SAFE_INTEGER);
      return ask(() => removeAll(rows, table, { now, batch }));
    },
  };
}

function orderOf(table: RecordTable, { limit, after, newestFirst }: RecordPage): Order {
  assertCount("limit", limit, mostRows);
  const by = identityOf(table);
  if (after !== undefined) {
    assertTexts(table, after);
    if (!isSameSet(Object.keys(after), by))
      throw new TypeError(`${table.name}: a page begins behind a primary key`);
  }
  return { by, isDescending: newestFirst, begin: after && { at: after, isIncluded: false }, limit };
}

/** A store whose reads lag behind its writes shows rows for a while that are gone. */
const mostTries = 100;

/** Others who remove the same may leave a call nothing of what it saw: that alone does not say that none is left. */
async function removeSome(
  rows: Rows,
  table: RecordTable,
  { where, batch }: { readonly where: Where; readonly batch: number },
): Promise<number> {
  const first = { by: identityOf(table), limit: 1 };
  for (let round = 0; round < mostTries; round += 1) {
    if ((await rows.list(table, where, first)).length === 0) return 0;
    const removed = await rows.remove(table, where, batch);
    if (removed > 0) return removed;
  }
  throw new Error(`${table.name}: rows are seen that cannot be removed`);
}

const mostBatches = 100_000;

/** Removes rows that are over, batch by batch. @returns how many rows of a table went */
export async function removeAll(
  rows: Rows,
  table: Expiring | RecordTable,
  { now, batch }: { readonly now: Date; readonly batch: number },
): Promise<number> {
  let total = 0;
  for (let round = 0; round < mostBatches; round += 1) {
    const removed = await rows.removeExpired(table, now, batch);
    total += removed;
    if (removed < batch) break;
  }
  return total;
}

/** @throws RangeError */
export function assertCount(name: string, value: number, most: number): void {
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new RangeError(`${name} is a number from 1 to ${most}`);
}

/** One row at most has a key: its columns are those of the primary key or of a unique index. */
function assertKey(table: RecordTable, key: RecordKey): void {
  assertTexts(table, key);
  const given = Object.keys(key);
  const isKey = [table.primaryKey, ...table.unique].some(
    (columns) => columns.length > 0 && isSameSet(columns, given),
  );
  if (!isKey) throw new TypeError(`${table.name}: (${given}) is neither the primary key nor a unique index`);
}

const isSameSet = (columns: readonly string[], others: readonly string[]): boolean =>
  [...columns].sort().join() === [...others].sort().join();

function assertTexts(table: RecordTable, where: RecordKey): void {
  for (const [name, value] of Object.entries(where)) {
    const { type } = columnOf(table, name);
    if ((type !== "key" && type !== "text") || typeof value !== "string")
      throw new TypeError(`${table.name}: ${name} is looked up by a text`);
  }
}

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
  typeof value === "string" && isKept(value) && (type !== "key" || value.length <= longestKey);

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
