/** Rows over Kysely: the statements of SQL, in the words of the connection, which may have a schema or plugins. */
import { CompiledQuery } from "kysely";
import { databaseOf, namesOf, type AnyTables } from "../kysely-dialect.js";
import { dataOf, nameOf, type CoreRows, type Row, type StoredTable } from "./rows.js";
import { countingRows, returningRows } from "./sql-rows.js";
import type { SqlDatabase } from "../sql-schema.js";
import { mysql, postgres, statementsFor, type SqlDialect, type SqlStatement } from "./sql.js";

export function kyselyRows(db: AnyTables): CoreRows {
  const database = databaseOf(db);
  const names = namesOf(db);
  const sql = statementsFor({ ...dialects[database], quote: names.column }, (table) =>
    names.table(nameOf(table)),
  );
  if (database !== "mysql") return returningRows(sql, statementsOver(db).run, identify);
  return countingRows(
    sql,
    {
      ...statementsOver(db),
      transaction: (work) => db.transaction().execute((run) => work(statementsOver(run))),
    },
    identify,
  );
}

/** Drivers for Kysely give dates of PostgreSQL as they are, and take them so. */
const dialects: Readonly<Record<SqlDatabase, SqlDialect>> = {
  postgres: { ...postgres, date: (column) => column, encode: (value) => value },
  mysql,
  sqlite: {
    ...postgres,
    database: "sqlite",
    place: () => "?",
    // An index in that order helps: that of a column of texts.
    ordered: (text) => `${text} collate binary`,
    date: (column) => column,
    // It has no type for dates, whose ISO 8601 text sorts as time does, and none for booleans.
    encode: (value) => (typeof value === "boolean" ? Number(value) : postgres.encode(value)),
  },
};

/** Rows that nobody gave an id get one of ours. */
const identify = (table: StoredTable, row: Row): Row =>
  dataOf(table).generatesKey ? { id: crypto.randomUUID(), ...row } : row;

const statementsOver = (db: AnyTables) => {
  const query = ({ text, values }: SqlStatement) => db.executeQuery<Row>(CompiledQuery.raw(text, values));
  return {
    run: async (statement: SqlStatement) => (await query(statement)).rows,
    async change(statement: SqlStatement) {
      const { numAffectedRows, insertId } = await query(statement);
      return { affectedRows: Number(numAffectedRows), insertId };
    },
  };
};
