/** How databases differ: texts that are compared byte by byte, dates that no time zone moves, types of columns. */
import { type Expression, type Kysely, type RawBuilder, sql } from "kysely";
import type { Row } from "./rows/rows.js";
import type { ColumnType, Table } from "./schema.js";
import { type SqlDatabase, sqlTypesOf } from "./sql-schema.js";

/** SQLite has no date type and gets ISO 8601 text, which sorts as time does. */
export type StoredDate = Date | string;

export interface Dialect extends Readonly<Record<ColumnType, Expression<unknown>>> {
  readonly name: SqlDatabase;
  /** A DELETE can return what it deleted. */
  readonly returning: boolean;
  /** What stands in a row that is inserted without an id, as other adapters do. */
  readonly newId: Expression<unknown>;
}

/** A database's own character set may be unable to hold a name, and may fold what is part of an index. */
const utf8 = sql.raw("character set utf8mb4 collate utf8mb4_bin");

function wordsOf(name: SqlDatabase): Omit<Dialect, "name" | "returning"> {
  const { key, text, date, integer, boolean, newId } = sqlTypesOf(name);
  const exact = (type: string) => (name === "mysql" ? sql`${sql.raw(type)} ${utf8}` : sql.raw(type));
  return {
    key: exact(key),
    text: exact(text),
    date: sql.raw(date),
    integer: sql.raw(integer),
    boolean: sql.raw(boolean),
    newId: sql.raw(newId),
  };
}

/** Told by the name of Kysely's adapter for the database: it has no other. */
export function dialectOf<Tables>(db: Kysely<Tables>): Dialect {
  const { adapter } = db.getExecutor();
  const name = adapter.constructor.name.toLowerCase();
  const known = name.includes("mysql")
    ? "mysql"
    : name.includes("postgres") || name.includes("pglite")
      ? "postgres"
      : "sqlite";
  return { name: known, ...wordsOf(known), returning: adapter.supportsReturning };
}

/**
 * A column holds this text, byte by byte. Tables of MySQL that were made with a collation of the database's take
 * other texts for the same; the first half of the condition is the one that has an index.
 */
export function same({ name }: Dialect, column: string, value: string): RawBuilder<boolean> {
  const isEqual = sql<boolean>`${sql.ref(column)} = ${value}`;
  if (name !== "mysql") return isEqual;
  const bytes = (of: unknown) => sql`cast(convert(${of} using utf8mb4) as binary)`;
  return sql<boolean>`(${isEqual} and ${bytes(sql.ref(column))} = ${bytes(value)})`;
}

/** A date as its column takes it. Drivers of MySQL would write it in the time zone of the process. */
export function storedDate({ name }: Dialect, date: Date): StoredDate {
  if (name === "postgres") return date;
  const text = date.toISOString();
  return name === "sqlite" ? text : text.slice(0, -1).replace("T", " ");
}

/** A column of dates as it is read: in MySQL as text in UTC, as it was written. */
export function readDate({ name }: Dialect, column: string): RawBuilder<StoredDate> {
  const value = sql.ref<StoredDate>(column);
  return name === "mysql" ? sql`date_format(${value}, '%Y-%m-%dT%H:%i:%s.%fZ')` : sql`${value}`;
}

/** A row as its table takes it. */
export const encodeColumns = (dialect: Dialect, columns: Table["columns"], row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, encodeValue(dialect, columns[name]?.type, value)]),
  );

/** A value as a column of this type takes it. */
export function encodeValue(dialect: Dialect, type: ColumnType | undefined, value: unknown): unknown {
  if (value instanceof Date) return storedDate(dialect, value);
  return type === "boolean" && dialect.name === "sqlite" && value !== null ? Number(value) : value;
}
