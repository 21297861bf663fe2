/** Drizzle's databases as far as they are used, and the tables that an app gets which names none of its own. */
import { is, type Column, type SQL } from "drizzle-orm";
import * as mysql from "drizzle-orm/mysql-core";
import * as pg from "drizzle-orm/pg-core";
import * as sqlite from "drizzle-orm/sqlite-core";
import { memberOf, type Row } from "./rows/rows.js";
import { tableNames, tableOf, type ColumnType, type TableName } from "./schema.js";

/** The app's own tables, under the names of their columns in this adapter: `id`, `userId`, `sessionToken` and so on. */
export interface DrizzleTables {
  /** `id`, `name`, `email`, `emailVerified`, `image`, and columns of the app's own. */
  usersTable: unknown;
  /** `userId`, `type`, `provider`, `providerAccountId`, and those of the provider's tokens that the app keeps. */
  accountsTable: unknown;
  /** `sessionToken`, `userId`, `expires`. */
  sessionsTable?: unknown;
  /** `identifier`, `token`, `expires`. */
  verificationTokensTable?: unknown;
  /** `credentialID`, `userId`, `providerAccountId`, `credentialPublicKey`, `counter` and so on, for passkeys. */
  authenticatorsTable?: unknown;
  /**
   * Tables of plugins by their names in the database, `{ auth_thing: authThing }`. A plugin whose table is left out is off.
   * @internal
   */
  records?: Readonly<Record<string, unknown>>;
}

export type DrizzleTable = Readonly<Record<string, unknown>>;

type Rows = Promise<Record<string, unknown>[]>;
interface Query extends Rows {
  from(table: DrizzleTable): Query;
  innerJoin(table: DrizzleTable, on: unknown): Query;
  where(condition: unknown): Query;
  values(row: Row): Query;
  set(row: Row): Query;
  for(lock: "update"): Query;
  orderBy(...columns: readonly SQL[]): Query;
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

/** The app's own tables, as the options `usersTable` and so on, and the documented ones for the rest. */
export function tablesFor(
  kind: DrizzleKind,
  own: Readonly<Record<string, unknown>>,
): Record<TableName, DrizzleTable> {
  const entries = tableNames.map((table) => {
    const name = memberOf(table);
    return [table, own[`${name}sTable`] ?? documented(kinds[kind], name, table)];
  });
  return Object.fromEntries(entries);
}

/** Rows of accounts and sessions have no id there: others identify them. */
function documented({ makeTable, ...builders }: Kind, name: string, table: TableName): unknown {
  const columns = Object.entries(tableOf(table).columns)
    .filter(([column]) => column !== "id" || table === "User")
    .map(([column, { type }]) => [column, builders[type](column)]);
  return makeTable(name, Object.fromEntries(columns) as never);
}

/** What makes tables of a database, and their columns. */
interface Kind extends Readonly<Record<ColumnType, (name: string) => unknown>> {
  readonly makeTable: (name: string, columns: never) => unknown;
}

const kinds: Readonly<Record<DrizzleKind, Kind>> = {
  pg: {
    makeTable: pg.pgTable,
    key: (name) => pg.text(name),
    text: (name) => pg.text(name),
    date: (name) => pg.timestamp(name, { mode: "date" }),
    integer: (name) => pg.integer(name),
    boolean: (name) => pg.boolean(name),
  },
  mysql: {
    makeTable: mysql.mysqlTable,
    key: (name) => mysql.varchar(name, { length: 255 }),
    text: (name) => mysql.mediumtext(name),
    // A timestamp moves with the time zone of the session.
    date: (name) => mysql.datetime(name, { mode: "date", fsp: 3 }),
    integer: (name) => mysql.int(name),
    boolean: (name) => mysql.boolean(name),
  },
  sqlite: {
    makeTable: sqlite.sqliteTable,
    key: (name) => sqlite.text(name),
    text: (name) => sqlite.text(name),
    date: (name) => sqlite.integer(name, { mode: "timestamp_ms" }),
    integer: (name) => sqlite.integer(name),
    boolean: (name) => sqlite.integer(name, { mode: "boolean" }),
  },
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
