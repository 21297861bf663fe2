/** What a database has to be able to do with rows. An adapter is made of it in one place, `adapter-over.ts`. */
import { tableOf, type ColumnType, type Expiring, type Table, type TableName } from "./schema.js";

/** Column → value. Dates are `Date`, ids are texts, what is not there is null. */
export type Row = Readonly<Record<string, unknown>>;

/** Columns that must hold these texts, byte by byte, whatever the collation of the column takes for the same. */
export type Where = Readonly<Record<string, string>>;

/** Rows come back as {@link decodeRow} makes them; columns of the app's own are in them. */
export interface RowStore {
  /**
   * Providers put more members into users and accounts than tables may have columns: a store keeps those that it can.
   *
   * @returns the row as it is stored: the database may have its own ids
   */
  insert(table: TableName, row: Row): Promise<Row>;
  find(table: TableName, where: Where): Promise<Row | undefined>;
  list(table: TableName, where: Where): Promise<readonly Row[]>;
  /** Rows that the column itself takes for equal: it may ignore case or accents. */
  alike(table: TableName, where: Where): Promise<readonly Row[]>;
  /** The user that an account belongs to, in one query. */
  userOfAccount(where: Where): Promise<Row | undefined>;
  /** A session's end and its user, in one query. */
  sessionAndUser(sessionToken: string): Promise<{ readonly expires: Date; readonly user: Row } | undefined>;
  /** @returns the row afterwards; undefined: there is none */
  update(table: TableName, where: Where, changes: Row): Promise<Row | undefined>;
  /** Takes a row out: of several callers at once exactly one gets it. */
  take(table: TableName, where: Where): Promise<Row | undefined>;
  /** The user with every row of theirs, or nothing of it. */
  removeUser(id: string): Promise<void>;
  /** Removes at most `batch` rows that were over at that time. @returns how many */
  removeExpired(table: Expiring, before: Date, batch: number): Promise<number>;
}

export type RowReads = Pick<RowStore, "find" | "list" | "alike" | "userOfAccount" | "sessionAndUser">;
export type RowWrites = Pick<RowStore, "insert" | "update" | "take" | "removeUser" | "removeExpired">;

/** The members of a row that are columns of the tables as data. */
export function columnsOf(table: TableName, row: Row): Row {
  const { columns } = tableOf(table);
  return Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(columns, name)));
}

/**
 * A row as drivers give it, in the types of {@link Row}. Columns of the app's own stay as they are.
 *
 * @param except a column that was read along and is not the row's
 */
export const decodeRow = (table: TableName, row: Row, except?: string): Row =>
  decodeColumns(tableOf(table).columns, row, except);

/** As {@link decodeRow}, of any table. */
export function decodeColumns(columns: Table["columns"], row: Row, except?: string): Row {
  const decoded: Record<string, unknown> = {};
  // Each session check comes by here: no lists in between, and one copy.
  for (const name of Object.keys(row)) {
    if (name === except) continue;
    const value = row[name];
    const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
    const isHeld = column !== undefined && value !== null && value !== undefined;
    decoded[name] = isHeld ? decoders[column.type](value) : value;
  }
  return decoded;
}

const decoders: Readonly<Record<ColumnType, (value: unknown) => unknown>> = {
  key: String,
  text: (value) => value,
  date: toDate,
  integer: Number,
  boolean: Boolean,
};

/** Not a number or UUID where the column holds those; a number beyond the column's; a NUL, which no text has there. */
const incomparable = ["22P02", "22003", "22021"];

/**
 * Postgres refuses to look for a text that the column cannot hold: nobody has it then. For `catch` behind a look-up.
 *
 * @throws the error, when it is another one
 */
export function noneIfIncomparable(error: { code?: unknown; cause?: { code?: unknown } }): Row[] {
  if (incomparable.some((code) => error.code === code || error.cause?.code === code)) return [];
  throw error;
}

/** Not a number: of Postgres, of SQLite, and two of MySQL. */
const countingCodes = [
  "22P02",
  "SQLITE_MISMATCH",
  "ER_TRUNCATED_WRONG_VALUE_FOR_FIELD",
  "WARN_DATA_TRUNCATED",
];

/** Tables of other libraries may count their rows: a column of numbers takes no id of ours, and gives its own. */
export const countsRows = ({ code }: { code?: unknown }): boolean => countingCodes.includes(String(code));

/** A row of SQLite that others refer to stays, unless they go with it. @throws the error, when it is another one */
export function unlessReferred(error: { code?: unknown; cause?: { code?: unknown } }): void {
  const isReferred = [error.code, error.cause?.code].some((code) =>
    String(code).startsWith("SQLITE_CONSTRAINT"),
  );
  if (!isReferred) throw error;
}

/** @throws Error when it is no date */
export function toDate(value: unknown): Date {
  const date = value instanceof Date ? value : new Date(value as string | number);
  if (Number.isNaN(date.getTime())) throw new Error("The store holds a date that is none");
  return date;
}
