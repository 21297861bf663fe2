/** Texts that every database keeps as they are: no other one is a key. */
import type { Row, RowStore } from "./row-store.js";
import { tableOf, type TableName } from "./schema.js";

/** Half of a character that takes two. Encoders write the same mark for all of them: one would be found for another. */
const half = /\p{Surrogate}/u;

/** Whether every database keeps a text as it is. Postgres refuses a NUL, and drivers of SQLite cut off what is behind it. */
const isKept = (text: string): boolean => !text.includes("\0") && !half.test(text);

function areKept(where: Row): boolean {
  for (const name of Object.keys(where)) {
    const value = where[name];
    if (typeof value === "string" && !isKept(value)) return false;
  }
  return true;
}

/** No key is written that one database keeps and another does not, and nobody is found by one. */
export function wellFormed(store: RowStore): RowStore {
  return {
    ...store,
    find: async (table, where) => (areKept(where) ? store.find(table, where) : undefined),
    list: async (table, where) => (areKept(where) ? store.list(table, where) : []),
    alike: async (table, where) => (areKept(where) ? store.alike(table, where) : []),
    userOfAccount: async (where) => (areKept(where) ? store.userOfAccount(where) : undefined),
    sessionAndUser: (token) => (isKept(token) ? store.sessionAndUser(token) : Promise.resolve(undefined)),
    take: async (table, where) => (areKept(where) ? store.take(table, where) : undefined),
    update: async (table, where, changes) =>
      areKept(where) ? store.update(table, where, withKeptKeys(table, changes)) : undefined,
    insert: async (table, row) => store.insert(table, withKeptKeys(table, row)),
  };
}

/** @throws Error that names the column with half of a character or a NUL */
function withKeptKeys(table: TableName, row: Row): Row {
  const keys = Object.entries(tableOf(table).columns).filter(([, { type }]) => type === "key");
  for (const [name] of keys)
    if (!areKept({ [name]: row[name] }))
      throw new Error(`${table}.${name} cannot be kept: it has half of a character or a NUL`);
  return row;
}
