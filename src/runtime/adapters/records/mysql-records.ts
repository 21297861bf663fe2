/** Records over `mysql2`. */
import type { Records, RecordTable } from "../../types/records.js";
import type { Row } from "../row-store.js";
import type { SqlDialect } from "../sql-statements.js";
import { recordsOver } from "./records-over.js";
import { recordStatements, type SqlStatement } from "./sql-records.js";

/** A prepared statement: rows or the count of rows come first. */
export type Execute = (text: string, values: unknown[]) => Promise<[unknown, unknown]>;

/** What the records of MySQL are made of. */
export interface MysqlRecordsOptions {
  readonly dialect: SqlDialect;
  readonly execute: Execute;
  readonly inTransaction: <T>(work: (execute: Execute) => Promise<T>) => Promise<T>;
}

/** @returns `records` of the adapter */
export function mysqlRecords({
  dialect,
  execute,
  inTransaction,
}: MysqlRecordsOptions): (table: RecordTable) => Records {
  const rowsOf = async ({ text, values }: SqlStatement, run = execute): Promise<readonly Row[]> => {
    const [rows] = await run(text, [...values]);
    return rows as Row[];
  };
  const countOf = async ({ text, values }: SqlStatement): Promise<number> => {
    const [result] = await execute(text, [...values]);
    return (result as { affectedRows: number }).affectedRows;
  };
  return (table) => {
    const sql = recordStatements(dialect, table);
    return recordsOver(table, {
      find: async (key) => (await rowsOf(sql.select(key, 1)))[0],
      list: (where, limit) => rowsOf(sql.select(where, limit)),
      insert: (row) => countOf(sql.insert(row)),
      update: (key, expected, changes) => countOf(sql.update(key, expected, changes)),
      consume: (key) =>
        inTransaction(async (run) => {
          const { text, values } = sql.select(key, 1);
          const [row] = await rowsOf({ text: `${text} for update`, values }, run);
          if (row) await run(sql.remove(key).text, [...sql.remove(key).values]);
          return row;
        }),
      removeExpired: (column, now, batch) => countOf(sql.removeExpired(column, now, batch)),
    });
  };
}
