/** Records in memory. */
import type { RecordRow, Records, RecordTable } from "../../types/records.js";
import { recordsOver } from "./records-over.js";

type Rows = Set<RecordRow>;

const holds = (row: RecordRow, wanted: RecordRow): boolean =>
  Object.entries(wanted).every(([name, value]) => row[name]?.valueOf() === value?.valueOf());

const holdsAlike = (row: RecordRow, other: RecordRow, columns: readonly string[]): boolean =>
  columns.length > 0 && columns.every((name) => row[name] !== null && row[name] === other[name]);

/**
 * @returns `records` of an adapter: every table is there
 * @throws Error with code 23505, as databases have it, where a row would have the key of another one
 */
export function memoryRecords(): (table: RecordTable) => Records {
  const tables = new Map<string, Rows>();
  const rowsOf = (name: string): Rows => {
    const rows = tables.get(name) ?? new Set();
    tables.set(name, rows);
    return rows;
  };
  return (table) => {
    const all = (where: RecordRow): RecordRow[] => [...rowsOf(table.name)].filter((row) => holds(row, where));
    const assertFree = (row: RecordRow, except?: RecordRow): void => {
      const isTaken = all({}).some(
        (other) =>
          other !== except &&
          [table.primaryKey, ...table.unique].some((columns) => holdsAlike(other, row, columns)),
      );
      if (isTaken) throw Object.assign(new Error(`${table.name} has this row already`), { code: "23505" });
    };
    return recordsOver(table, {
      find: async (key) => all(key)[0],
      list: async (where, limit) => all(where).slice(0, limit),
      async insert(row) {
        assertFree(row);
        rowsOf(table.name).add({ ...row });
      },
      async update(key, expected, changes) {
        const [row] = all({ ...expected, ...key }).filter((one) => holds(one, expected));
        if (row === undefined) return 0;
        const changed = { ...row, ...changes };
        assertFree(changed, row);
        rowsOf(table.name).delete(row);
        rowsOf(table.name).add(changed);
        return 1;
      },
      async consume(key) {
        const [row] = all(key);
        if (row !== undefined) rowsOf(table.name).delete(row);
        return row;
      },
      async removeExpired(column, now, batch) {
        const over = all({}).filter((row) => row[column] instanceof Date && row[column] < now);
        for (const row of over.slice(0, batch)) rowsOf(table.name).delete(row);
        return Math.min(over.length, batch);
      },
    });
  };
}
