/** Texts that every database keeps as they are: no other one is a key. */
import { dataOf, decodeRow, isCore, nameOf, type CoreRows, type Row, type StoredTable } from "./rows.js";

/**
 * Whether every database keeps a text as it is. Postgres refuses a NUL, and drivers of SQLite cut off what is behind it.
 * Of half a character that takes two, encoders write the same mark for all: one would be found for another.
 */
export const isKept = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text);

/** MySQL keeps no more of a text that is part of an index. */
export const longestKey = 255;

/** Whether a row can hold these texts: nothing is found under others. Keys of the core have the length that the app gave them. */
function areKept(table: StoredTable, where: Row): boolean {
  for (const name of Object.keys(where)) {
    const value = where[name];
    if (typeof value !== "string") continue;
    if (!isKept(value)) return false;
    if (!isCore(table) && table.columns[name]?.type === "key" && value.length > longestKey) return false;
  }
  return true;
}

/** No key is written that one database keeps and another does not, and nobody is found by one. Rows that are read are decoded. */
export function wellFormed(rows: CoreRows): CoreRows {
  const decoded = (table: StoredTable, row: Row | undefined) => row && decodeRow(table, row);
  const all = (table: StoredTable, found: readonly Row[]) => found.map((row) => decodeRow(table, row));
  return {
    ...rows,
    find: async (table, key) =>
      areKept(table, key) ? decoded(table, await rows.find(table, key)) : undefined,
    list: async (table, where, order) =>
      areKept(table, where) && areKept(table, order?.begin?.at ?? {})
        ? all(table, await rows.list(table, where, order))
        : [],
    remove: async (table, where, batch) => (areKept(table, where) ? rows.remove(table, where, batch) : 0),
    alike: async (table, where) => (areKept(table, where) ? all(table, await rows.alike(table, where)) : []),
    userOfAccount: async (where) =>
      areKept("Account", where) ? decoded("User", await rows.userOfAccount(where)) : undefined,
    sessionAndUser: (token) => (isKept(token) ? rows.sessionAndUser(token) : Promise.resolve(undefined)),
    take: async (table, key) =>
      areKept(table, key) ? decoded(table, await rows.take(table, key)) : undefined,
    update: async (table, key, changes, expected) =>
      areKept(table, key)
        ? decoded(table, await rows.update(table, key, withKeptKeys(table, changes), expected))
        : undefined,
    insert: async (table, row) => rows.insert(table, withKeptKeys(table, row)),
  };
}

/** @throws Error that names the column with half of a character or a NUL */
function withKeptKeys(table: StoredTable, row: Row): Row {
  const keys = Object.entries(dataOf(table).columns).filter(([, { type }]) => type === "key");
  for (const [name] of keys)
    if (!areKept(table, { [name]: row[name] }))
      throw new Error(`${nameOf(table)}.${name} cannot be kept: it has half of a character or a NUL`);
  return row;
}
