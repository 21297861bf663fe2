/** Rows in SQL, for stores over a driver: each text is the same for a table and a set of columns. */
import type { RecordTable } from "../../types/records.js";
import type { Expiring, TableName } from "../schema.js";
import {
  datesOf,
  decodeRow,
  endOf,
  isCore,
  toSessionAndUser,
  type CoreRows,
  type Row,
  type StoredTable,
  type Where,
} from "./rows.js";

/** How a database writes and compares. */
export interface SqlDialect {
  /** A name in quotes; names come from the tables as data and from options, never from a request. */
  readonly quote: (name: string) => string;
  /** The place of the nth value, from 1. */
  readonly place: (index: number) => string;
  /** A column holds a value, byte by byte. `place`: gives the value a place, each time that it is called. */
  readonly same: (column: string, place: () => string) => string;
  /** A delete can say how many rows it takes. */
  readonly limitsDelete: boolean;
  /** A column of dates as it is read. */
  readonly date: (column: string) => string;
  /** A value as drivers take it: they would write a date in the time zone of the process. */
  readonly encode: (value: unknown) => unknown;
}

/** The names of the tables in the database. */
export type TableNames = Readonly<Record<TableName, string>>;

/** Those of the published adapter for Postgres. */
export const defaultNames: TableNames = {
  User: "users",
  Account: "accounts",
  Session: "sessions",
  VerificationToken: "verification_token",
  Authenticator: "authenticators",
};

/** A statement and its values, in the order of their places. */
export interface SqlStatement {
  readonly text: string;
  readonly values: unknown[];
}

/** Writes a statement; each value that it gives a place is numbered as it comes. */
type Place = (value: unknown) => string;

/** How statements of a database name tables, columns and conditions. */
function wordsOf(dialect: SqlDialect, names: TableNames) {
  const { quote, date, encode } = dialect;
  const write = (text: (place: Place) => string): SqlStatement => {
    const values: unknown[] = [];
    return { text: text((value) => dialect.place(values.push(encode(value)))), values };
  };
  const from = (table: StoredTable, alias = "") =>
    quote(isCore(table) ? names[table] : table.name) + (alias && ` ${alias}`);
  const columns = (table: StoredTable, alias = "") => {
    const read = datesOf(table).map((name) => `${date(alias + quote(name))} as ${quote(name)}`);
    return list([`${alias || `${from(table)}.`}*`, ...read]);
  };
  const holds = (column: string, value: unknown, place: Place): string => {
    if (value === null) return `${column} is null`;
    if (typeof value !== "string") return `${column} = ${place(value)}`;
    return dialect.same(column, () => place(value));
  };
  const matches = (where: Row, place: Place, alias = "") =>
    Object.entries(where)
      .map(([name, value]) => holds(alias + quote(name), value, place))
      .join(" and ") || "1 = 1";
  return { ...dialect, write, from, columns, matches };
}

const list = (parts: readonly string[]) => parts.join(", ");

type Words = ReturnType<typeof wordsOf>;

/**
 * @param dialect how the database writes
 * @param names the tables of the core there
 */
export function statementsFor(dialect: SqlDialect, names: TableNames) {
  const words = wordsOf(dialect, names);
  return { ...lookUpsOf(words), ...changesOf(words) };
}

const lookUpsOf = ({ quote, date, write, from, columns, matches }: Words) => ({
  /** At most one row has a key. Tables of the core are not cut off: what their keys are is the app's. */
  find: (table: StoredTable, key: Where) =>
    write((place) => {
      const limit = isCore(table) ? "" : " limit 1";
      return `select ${columns(table)} from ${from(table)} where ${matches(key, place)}${limit}`;
    }),
  list: (table: StoredTable, where: Where, limit: number | undefined) =>
    write((place) => {
      const end = limit === undefined ? "" : ` limit ${limit}`;
      return `select ${columns(table)} from ${from(table)} where ${matches(where, place)}${end}`;
    }),
  alike: (table: TableName, where: Where) =>
    write((place) => {
      const equal = Object.entries(where).map(([name, value]) => `${quote(name)} = ${place(value)}`);
      return `select ${columns(table)} from ${from(table)} where ${equal.join(" and ")}`;
    }),
  userOfAccount: (where: Where) =>
    write(
      (place) =>
        `select ${columns("User", "u.")} from ${from("User", "u")} join ${from("Account", "a")} ` +
        `on u.${quote("id")} = a.${quote("userId")} where ${matches(where, place, "a.")}`,
    ),
  sessionAndUser: (sessionToken: string) =>
    write(
      (place) =>
        `select ${columns("User", "u.")}, ${date(`s.${quote("expires")}`)} as ${quote("sessionExpires")} ` +
        `from ${from("Session", "s")} join ${from("User", "u")} on u.${quote("id")} = s.${quote("userId")} ` +
        `where ${matches({ sessionToken }, place, "s.")}`,
    ),
});

const changesOf = ({ quote, limitsDelete, write, from, columns, matches }: Words) => ({
  /** What comes behind a statement that gives back the rows it wrote. */
  returning: (table: StoredTable) => ` returning ${columns(table)}`,
  insert: (table: StoredTable, row: Row) =>
    write((place) => {
      const values = Object.values(row).map(place);
      return `insert into ${from(table)} (${list(Object.keys(row).map(quote))}) values (${list(values)})`;
    }),
  update: (table: StoredTable, key: Where, changes: Row, expected: Row | undefined) =>
    write((place) => {
      const set = Object.entries(changes).map(([name, value]) => `${quote(name)} = ${place(value)}`);
      const isAsked = [key, ...(expected ? [expected] : [])].map((where) => matches(where, place));
      return `update ${from(table)} set ${list(set)} where ${isAsked.join(" and ")}`;
    }),
  remove: (table: StoredTable, key: Where) =>
    write((place) => `delete from ${from(table)} where ${matches(key, place)}`),
  /** Rows that were given more time meanwhile stay. */
  removeExpired: (table: Expiring | RecordTable, before: Date, batch: number) =>
    write((place) => {
      const { end, key } = endOf(table);
      const over = `${quote(end)} < ${place(before)}`;
      // Prepared statements of the core have their limit as a value, which MySQL's protocol takes as text alone.
      const limit = isCore(table) ? place(limitsDelete ? String(batch) : batch) : String(batch);
      if (limitsDelete) return `delete from ${from(table)} where ${over} limit ${limit}`;
      const keys = list(key.map(quote));
      const chosen = `select ${keys} from ${from(table)} where ${over} limit ${limit}`;
      return isCore(table)
        ? `delete from ${from(table)} where ${over} and ${keys} in (${chosen})`
        : `delete from ${from(table)} where (${keys}) in (${chosen}) and ${quote(end)} < ${place(before)}`;
    }),
});

export type SqlStatements = ReturnType<typeof statementsFor>;

/** What only reads, and is the same in all of SQL. */
type SqlReads = Pick<CoreRows, "find" | "list" | "alike" | "userOfAccount" | "sessionAndUser">;

/** @param look runs a statement that looks for rows of a table */
export function readsOf(
  sql: SqlStatements,
  look: (table: StoredTable, statement: SqlStatement) => Promise<readonly Row[]>,
): SqlReads {
  const rowsOf = async (table: StoredTable, statement: SqlStatement): Promise<readonly Row[]> => {
    const rows = await look(table, statement);
    return rows.map((row) => decodeRow(table, row));
  };
  const check = sql.sessionAndUser("");
  const checkOf = (token: string) => ({ text: check.text, values: check.values.map(() => token) });
  return {
    find: async (table, key) => (await rowsOf(table, sql.find(table, key)))[0],
    list: (table, where, limit) => rowsOf(table, sql.list(table, where, limit)),
    alike: (table, where) => rowsOf(table, sql.alike(table, where)),
    userOfAccount: async (where) => (await rowsOf("User", sql.userOfAccount(where)))[0],
    // Without steps in between: each session check waits for them.
    sessionAndUser: (token) => look("Session", checkOf(token)).then(([row]) => toSessionAndUser(row)),
  };
}
