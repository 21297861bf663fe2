/** Records over `pg`: each method is one statement. */
import type { Records, RecordTable } from "../../types/records.js";
import type { Row } from "../row-store.js";
import type { SqlDialect } from "../sql-statements.js";
import { recordsOver } from "./records-over.js";
import { recordStatements, type SqlStatement } from "./sql-records.js";

/**
 * @param dialect how Postgres writes
 * @param run a statement, and the rows that it gave
 * @returns `records` of the adapter
 */
export function pgRecords(
  dialect: SqlDialect,
  run: (text: string, values: unknown[]) => Promise<Row[]>,
): (table: RecordTable) => Records {
  const ask = ({ text, values }: SqlStatement, end = "") => run(text + end, [...values]);
  return (table) => {
    const sql = recordStatements(dialect, table);
    return recordsOver(table, {
      find: async (key) => (await ask(sql.select(key, 1)))[0],
      list: (where, limit) => ask(sql.select(where, limit)),
      insert: (row) => ask(sql.insert(row)),
      update: async (key, expected, changes) =>
        (await ask(sql.update(key, expected, changes), " returning 1")).length,
      consume: async (key) => (await ask(sql.remove(key), sql.returning))[0],
      removeExpired: async (column, now, batch) =>
        (await ask(sql.removeExpired(column, now, batch), " returning 1")).length,
    });
  };
}
