/** What a database has to be able to do with rows. An adapter is made of it in one place, `adapter-over.ts`. */
import { tableOf, type ColumnType, type Expiring, type TableName } from "./schema.js";

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

/** A row as drivers give it, in the types of {@link Row}. Columns of the app's own stay as they are. */
export function decodeRow(table: TableName, row: Row): Row {
  const { columns } = tableOf(table);
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
      return [name, column && value !== null && value !== undefined ? decoders[column.type](value) : value];
    }),
  );
}

const decoders: Readonly<Record<ColumnType, (value: unknown) => unknown>> = {
  key: String,
  text: (value) => value,
  date: toDate,
  integer: Number,
  boolean: Boolean,
};

/** @throws Error when it is no date */
export function toDate(value: unknown): Date {
  const date = value instanceof Date ? value : new Date(value as string | number);
  if (Number.isNaN(date.getTime())) throw new Error("The store holds a date that is none");
  return date;
}
