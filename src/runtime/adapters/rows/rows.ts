/** What a database does with the rows of a table, of the core or of a plugin. Adapters are made of it in `adapter-over.ts`. */
import type { RecordRow, RecordTable } from "../../types/records.js";
import { tableOf, type ColumnType, type Expiring, type Table, type TableName } from "../schema.js";

/** Column → value. Dates are `Date`, ids are texts, what is not there is null. */
export type Row = Readonly<Record<string, unknown>>;

/** Columns that must hold these texts, byte by byte, whatever the collation of the column takes for the same. */
export type Where = Readonly<Record<string, string>>;

/** In which order rows come: by columns as texts, byte by byte in UTF-8. */
export interface Order {
  /** The first column decides, then the next one. */
  readonly by: readonly string[];
  readonly isDescending?: boolean | undefined;
  /** Where in that order the rows begin: at these values, or behind them. */
  readonly begin?: { readonly at: Where; readonly isIncluded: boolean } | undefined;
  /** How many rows at most. */
  readonly limit: number;
}

/** How rows compare with the place where they begin. */
export const comparisonOf = ({ begin, isDescending }: Order): ">" | ">=" | "<" | "<=" =>
  `${isDescending ? "<" : ">"}${begin?.isIncluded ? "=" : ""}`;

/** One of the core by its name, or one of a plugin. */
export type StoredTable = TableName | RecordTable;

/** Rows come back as drivers give them, with columns of the app's own: `wellFormed` decodes those that are read. */
export interface Rows {
  find(table: StoredTable, key: Where): Promise<Row | undefined>;
  /** @param order left out: all rows, in any order */
  list(table: StoredTable, where: Where, order?: Order): Promise<readonly Row[]>;
  /**
   * Providers put more members into users and accounts than tables may have columns: a store keeps those that it can.
   *
   * @returns the row as it is stored: the database may have its own ids
   */
  insert(table: StoredTable, row: Row): Promise<Row>;
  /**
   * Compares and sets, in one step.
   *
   * @param expected what the row must hold still; the core expects nothing
   * @returns the row afterwards, of a plugin's table its changes at least; undefined: no row holds what is expected
   */
  update(table: StoredTable, key: Where, changes: Row, expected?: RecordRow): Promise<Row | undefined>;
  /** Takes a row out: of several callers at once exactly one gets it. */
  take(table: StoredTable, key: Where): Promise<Row | undefined>;
  /** Removes at most `batch` rows. @returns how many: less than are there where others remove the same */
  remove(table: RecordTable, where: Where, batch: number): Promise<number>;
  /** Removes at most `batch` rows that were over at that time. @returns how many */
  removeExpired(table: Expiring | RecordTable, before: Date, batch: number): Promise<number>;
}

/** What the core asks of the database besides: most of it is about several of its tables. */
export interface CoreQueries {
  /** Rows that the column itself takes for equal: it may ignore case or accents. */
  alike(table: TableName, where: Where): Promise<readonly Row[]>;
  /** The user that an account belongs to, in one query. */
  userOfAccount(where: Where): Promise<Row | undefined>;
  /** A session's end and its user, in one query; both are decoded. */
  sessionAndUser(sessionToken: string): Promise<{ readonly expires: Date; readonly user: Row } | undefined>;
  /** The user with every row of theirs, or nothing of it. */
  removeUser(id: string): Promise<void>;
}

export interface CoreRows extends Rows, CoreQueries {}

/** Tables of the core may be older than this package: with columns of their own, and ids that the database makes. */
export const isCore = (table: StoredTable): table is TableName => typeof table === "string";

/** The table as data. */
export const dataOf = (table: StoredTable): Table => (isCore(table) ? tableOf(table) : table);

/** Its name in a Prisma schema or in Kysely, and in messages. */
export const nameOf = (table: StoredTable): TableName | RecordTable["name"] =>
  isCore(table) ? table : table.name;

/** Its name as a member of an object: `verificationToken` of `VerificationToken`, `authThing` of `auth_thing`. */
export function memberOf(table: StoredTable): string {
  const name = nameOf(table);
  const member = name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return member.charAt(0).toLowerCase() + member.slice(1);
}

/** The columns that tell a row from others. An id that the database makes does so for users alone: nobody asks for others. */
export function identityOf(table: StoredTable): readonly string[] {
  const { primaryKey, unique, generatesKey } = dataOf(table);
  const isAsked = primaryKey.length > 0 && (!generatesKey || table === "User");
  return isAsked ? primaryKey : (unique[0] ?? []);
}

/** The column that says when a row is over, and those that tell it from others. */
export const endOf = (
  table: Expiring | RecordTable,
): { readonly end: string; readonly key: readonly string[] } => ({
  end: isCore(table) ? "expires" : (table.expires ?? ""),
  key: identityOf(table),
});

/** The names of the columns of dates. */
export const datesOf = (table: StoredTable): readonly string[] =>
  Object.entries(dataOf(table).columns).flatMap(([name, { type }]) => (type === "date" ? [name] : []));

/** The members of a row that are columns of the tables as data, and have a value or null. */
export function columnsOf(table: StoredTable, row: Row): Row {
  const { columns } = dataOf(table);
  return Object.fromEntries(
    Object.entries(row).filter(([name, value]) => value !== undefined && Object.hasOwn(columns, name)),
  );
}

/**
 * A row as drivers give it, in the types of {@link Row}. Columns of the app's own stay as they are.
 *
 * @param except a column that was read along and is not the row's
 */
export function decodeRow(table: StoredTable, row: Row, except?: string): Row {
  const { columns } = dataOf(table);
  const decoded: Record<string, unknown> = {};
  // Each session check comes by here: no lists in between, and one copy.
  for (const name of Object.keys(row))
    if (name !== except) decoded[name] = decodeValue(columns, name, row[name]);
  return decoded;
}

/** A user who was read along with the end of a session, under the name `sessionExpires`. */
export const toSessionAndUser = (row: Row | undefined) =>
  row && { expires: toDate(row["sessionExpires"]), user: decodeRow("User", row, "sessionExpires") };

/** The value of one column, as {@link decodeRow} has it. */
export function decodeValue(columns: Table["columns"], name: string, value: unknown): unknown {
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  return column === undefined || value === null || value === undefined ? value : decoders[column.type](value);
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
