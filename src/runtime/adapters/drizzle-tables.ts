/** Drizzle's databases as far as they are used, and the tables that an app gets which names none of its own. */
import { is, type Column, type SQL } from "drizzle-orm";
import * as mysql from "drizzle-orm/mysql-core";
import * as pg from "drizzle-orm/pg-core";
import * as sqlite from "drizzle-orm/sqlite-core";
import type { Row } from "./rows/rows.js";
import { tableOf, type ColumnType, type TableName } from "./schema.js";

export type DrizzleTable = Readonly<Record<string, unknown>>;

type Rows = Promise<Record<string, unknown>[]>;
interface Query extends Rows {
  from(table: DrizzleTable): Query;
  innerJoin(table: DrizzleTable, on: unknown): Query;
  where(condition: unknown): Query;
  values(row: Row): Query;
  set(row: Row): Query;
  for(lock: "update"): Query;
  limit(rows: number): Query;
  returning(): Rows;
  $returningId(): Rows;
}

/** What the databases of the three dialects have in common. */
export interface DrizzleDatabase {
  /** Of SQLite alone. */
  readonly resultKind?: "sync" | "async";
  select(columns?: Readonly<Record<string, unknown>>): Query;
  insert(table: DrizzleTable): Query;
  update(table: DrizzleTable): Query;
  delete(table: DrizzleTable): Query;
  /** Not of SQLite. */
  execute(statement: SQL): Promise<unknown>;
  transaction<T>(work: (run: DrizzleDatabase) => Promise<T>): Promise<T>;
}

export type DrizzleKind = "pg" | "mysql" | "sqlite";

/** @throws TypeError when it is none of Drizzle's databases */
export function databaseOf(db: object): DrizzleKind {
  if (is(db, pg.PgDatabase)) return "pg";
  if (is(db, mysql.MySqlDatabase)) return "mysql";
  if (is(db, sqlite.BaseSQLiteDatabase)) return "sqlite";
  throw new TypeError("DrizzleAdapter(db): db isn't a database of drizzle-orm for Postgres, MySQL or SQLite");
}

/** Option and table name of each table. */
const options = {
  User: ["usersTable", "user"],
  Account: ["accountsTable", "account"],
  Session: ["sessionsTable", "session"],
  VerificationToken: ["verificationTokensTable", "verificationToken"],
  Authenticator: ["authenticatorsTable", "authenticator"],
} as const satisfies Readonly<Record<TableName, readonly [string, string]>>;

/** The app's own tables, and the documented ones for the rest. */
export function tablesFor(
  kind: DrizzleKind,
  own: Readonly<Record<string, unknown>>,
): Record<TableName, DrizzleTable> {
  const entries = Object.entries(options).map(([table, [option, name]]) => [
    table,
    own[option] ?? documented[kind](name, columnsOf(table as TableName)),
  ]);
  return Object.fromEntries(entries);
}

type Columns = readonly (readonly [string, ColumnType])[];

/** Rows of accounts and sessions have no id there: others identify them. */
const columnsOf = (table: TableName): Columns =>
  Object.entries(tableOf(table).columns)
    .filter(([name]) => name !== "id" || table === "User")
    .map(([name, { type }]) => [name, type]);

type Make = Readonly<Record<ColumnType, (name: string) => unknown>>;

const pgColumns: Make = {
  key: (name) => pg.text(name),
  text: (name) => pg.text(name),
  date: (name) => pg.timestamp(name, { mode: "date" }),
  integer: (name) => pg.integer(name),
  boolean: (name) => pg.boolean(name),
};

const mysqlColumns: Make = {
  key: (name) => mysql.varchar(name, { length: 255 }),
  text: (name) => mysql.mediumtext(name),
  // A timestamp moves with the time zone of the session.
  date: (name) => mysql.datetime(name, { mode: "date", fsp: 3 }),
  integer: (name) => mysql.int(name),
  boolean: (name) => mysql.boolean(name),
};

const sqliteColumns: Make = {
  key: (name) => sqlite.text(name),
  text: (name) => sqlite.text(name),
  date: (name) => sqlite.integer(name, { mode: "timestamp_ms" }),
  integer: (name) => sqlite.integer(name),
  boolean: (name) => sqlite.integer(name, { mode: "boolean" }),
};

const made = (make: Make, columns: Columns) =>
  Object.fromEntries(columns.map(([name, type]) => [name, make[type](name)])) as never;

/** Tables of Drizzle have their columns as properties. */
const asTable = (table: unknown): DrizzleTable => table as DrizzleTable;

const documented: Readonly<Record<DrizzleKind, (name: string, columns: Columns) => DrizzleTable>> = {
  pg: (name, columns) => asTable(pg.pgTable(name, made(pgColumns, columns))),
  mysql: (name, columns) => asTable(mysql.mysqlTable(name, made(mysqlColumns, columns))),
  sqlite: (name, columns) => asTable(sqlite.sqliteTable(name, made(sqliteColumns, columns))),
};

/** A row as its table takes it: columns that the table does not have are left out. */
export function encodeRow(table: DrizzleTable, row: Row): Row {
  const known = Object.entries(row).filter(([name]) => table[name] !== undefined);
  return Object.fromEntries(
    known.map(([name, value]) => [
      name,
      value instanceof Date && (table[name] as Column).dataType === "string" ? value.toISOString() : value,
    ]),
  );
}
