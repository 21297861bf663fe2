/** Records over Kysely, in the words of the connection: it may have a schema or plugins. */
import { type Expression, type Kysely, sql, type SqlBool } from "kysely";
import type { RecordRow, Records, RecordTable } from "../../types/records.js";
import {
  type Dialect,
  dialectOf,
  encodeColumns,
  encodeValue,
  readDate,
  same,
  storedDate,
} from "../kysely-dialect.js";
import type { Row } from "../row-store.js";
import { recordsOver } from "./records-over.js";

type Columns = RecordTable["columns"];
type AnyTable = Kysely<Record<string, Row>>;

/**
 * @param db the app's Kysely instance
 * @returns `records` of the adapter
 */
export function kyselyRecords(db: AnyTable): (table: RecordTable) => Records {
  const dialect = dialectOf(db);
  return (table) => recordsOver(table, recordStore(db, dialect, table));
}

function recordStore(db: AnyTable, dialect: Dialect, table: RecordTable) {
  const { name, columns } = table;
  const dates = Object.keys(columns).filter((column) => columns[column]?.type === "date");
  const encode = (row: RecordRow) => encodeColumns(dialect, columns, row);
  const matching = (where: RecordRow) => allOf(dialect, columns, where);
  const select = (from: AnyTable) =>
    from
      .selectFrom(name)
      .selectAll(name)
      .select(dates.map((column) => readDate(dialect, `${name}.${column}`).as(column)));

  return {
    find: (key: RecordRow) => select(db).where(matching(key)).executeTakeFirst(),
    list: (where: RecordRow, limit: number) => select(db).where(matching(where)).limit(limit).execute(),
    insert: (row: RecordRow) => db.insertInto(name).values(encode(row)).execute(),
    async update(key: RecordRow, expected: RecordRow, changes: RecordRow) {
      const query = db.updateTable(name).set(encode(changes)).where(matching(key)).where(matching(expected));
      // Not every dialect counts what it changed; those that can give it back do.
      if (dialect.returning) return (await query.returning(one).execute()).length;
      return Number((await query.executeTakeFirst()).numUpdatedRows);
    },
    async consume(key: RecordRow) {
      const wanted = matching(key);
      if (dialect.returning) return db.deleteFrom(name).where(wanted).returningAll().executeTakeFirst();
      return db.transaction().execute(async (run) => {
        const locked = await select(run).where(wanted).forUpdate().executeTakeFirst();
        if (locked) await run.deleteFrom(name).where(wanted).execute();
        return locked;
      });
    },
    async removeExpired(column: string, now: Date, batch: number) {
      const isOver = sql<SqlBool>`${sql.ref(column)} < ${storedDate(dialect, now)}`;
      const remove = db.deleteFrom(name).where(isOver);
      if (dialect.name === "mysql")
        return Number((await remove.limit(batch).executeTakeFirst()).numDeletedRows);
      const key = sql.join(table.primaryKey.map((one) => sql.ref(one)));
      const over = sql`select ${key} from ${sql.table(name)} where ${isOver} limit ${batch}`;
      // Who was given more time meanwhile stays.
      const removed = remove.where(sql<SqlBool>`(${key}) in (${over})`);
      return (await removed.returning(one).execute()).length;
    },
  };
}

const one = sql<number>`1`.as("one");

function allOf(dialect: Dialect, columns: Columns, where: RecordRow): Expression<SqlBool> {
  const conditions = Object.entries(where).map(([column, value]): Expression<SqlBool> => {
    if (value === null) return sql<SqlBool>`${sql.ref(column)} is null`;
    if (typeof value === "string") return same(dialect, column, value);
    return sql<SqlBool>`${sql.ref(column)} = ${encodeValue(dialect, columns[column]?.type, value)}`;
  });
  return conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}
