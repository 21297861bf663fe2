/** Statements in SQL, for stores over a driver or over Kysely: each text is the same for a table and a set of columns. */
import type { RecordTable } from "../../types/records.js";
import type { Expiring, TableName } from "../schema.js";
import {
  comparisonOf,
  datesOf,
  endOf,
  identityOf,
  isCore,
  type Order,
  type Row,
  type StoredTable,
  type Where,
} from "./rows.js";

export type SqlDatabase = "postgres" | "mysql" | "sqlite";

/** How a database writes and compares. */
export interface SqlDialect {
  readonly database: SqlDatabase;
  /** A name in quotes; names come from the tables as data and from options, never from a request. */
  readonly quote: (name: string) => string;
  /** The place of the nth value, from 1. */
  readonly place: (index: number) => string;
  /** A column holds a value, byte by byte. `place`: gives the value a place, each time that it is called. */
  readonly same: (column: string, place: () => string) => string;
  /** A column or a value as it is ordered: as a text, byte by byte. */
  readonly ordered: (text: string) => string;
  /** A column of dates as it is read. */
  readonly date: (column: string) => string;
  /** A value as drivers take it: they would write a date in the time zone of the process. */
  readonly encode: (value: unknown) => unknown;
}

export const inDoubleQuotes = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const inBackticks = (name: string): string => `\`${name.replaceAll("`", "``")}\``;

export const postgres: SqlDialect = {
  database: "postgres",
  quote: inDoubleQuotes,
  place: (index) => `$${index}`,
  same: (column, place) => `${column} = ${place()}`,
  ordered: (text) => `cast(${text} as text) collate "C"`,
  // Columns without a time zone hold UTC, whatever the zone of the process.
  date: (column) => `round(extract(epoch from ${column}) * 1000)::float8`,
  encode: (value) => (value instanceof Date ? value.toISOString() : value),
};

const bytes = (value: string) => `cast(convert(${value} using utf8mb4) as binary)`;

export const mysql: SqlDialect = {
  database: "mysql",
  quote: inBackticks,
  place: () => "?",
  // Tables that were made with a collation of the database's take other texts for the same. The first half of the
  // condition is the one that has an index.
  same: (column, place) => `(${column} = ${place()} and ${bytes(column)} = ${bytes(place())})`,
  ordered: bytes,
  date: (column) => `date_format(${column}, '%Y-%m-%dT%H:%i:%s.%fZ')`,
  encode: (value) => (value instanceof Date ? value.toISOString().slice(0, -1).replace("T", " ") : value),
};

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

/** What tables are called in statements: those of the core may have other names. */
export function namesFor({ quote }: SqlDialect, own: Partial<TableNames> = {}) {
  const names = { ...defaultNames, ...own };
  return (table: StoredTable): string => quote(isCore(table) ? names[table] : table.name);
}

/** A statement and its values, in the order of their places. */
export interface SqlStatement {
  readonly text: string;
  readonly values: unknown[];
}

/** The same statement, with more behind it. */
export const withEnd = ({ text, values }: SqlStatement, end: string): SqlStatement => ({
  text: text + end,
  values,
});

/** Writes a statement; each value that it gives a place is numbered as it comes. */
type Place = (value: unknown) => string;

/** How statements of a database name tables, columns and conditions. */
function wordsOf(dialect: SqlDialect, nameOf: (table: StoredTable) => string) {
  const { quote, date, encode, ordered } = dialect;
  const write = (text: (place: Place) => string): SqlStatement => {
    const values: unknown[] = [];
    return { text: text((value) => dialect.place(values.push(encode(value)))), values };
  };
  // What is read as it is comes with the others: SQLite takes the name of a column that is missing for a text.
  const readDate = (column: string, name: string) =>
    date(column) === column ? [] : [`${date(column)} as ${quote(name)}`];
  const columns = (table: StoredTable, alias = "") =>
    list([`${alias}*`, ...datesOf(table).flatMap((name) => readDate(alias + quote(name), name))]);
  const holds = (column: string, value: unknown, place: Place): string => {
    if (value === null) return `${column} is null`;
    if (typeof value !== "string") return `${column} = ${place(value)}`;
    return dialect.same(column, () => place(value));
  };
  const matches = (where: Row, place: Place, alias = "") =>
    Object.entries(where)
      .map(([name, value]) => holds(alias + quote(name), value, place))
      .join(" and ") || "1 = 1";
  const select = (table: StoredTable, where: Row, end: string) =>
    write((place) => `select ${columns(table)} from ${nameOf(table)} where ${matches(where, place)}${end}`);
  const selectInOrder = (table: StoredTable, where: Row, order: Order) =>
    write((place) => {
      const { by, begin, isDescending, limit } = order;
      const keys = by.map((name) => ordered(quote(name)));
      const values = begin && by.map((name) => ordered(place(begin.at[name])));
      const isBehind = values && `(${list(keys)}) ${comparisonOf(order)} (${list(values)})`;
      const isAsked = [isBehind, matches(where, place)].filter(Boolean).join(" and ");
      const ordering = list(keys.map((key) => (isDescending ? `${key} desc` : key)));
      return `select ${columns(table)} from ${nameOf(table)} where ${isAsked} order by ${ordering} limit ${limit}`;
    });
  return { ...dialect, nameOf, write, columns, matches, select, selectInOrder };
}

const list = (parts: readonly string[]) => parts.join(", ");

type Words = ReturnType<typeof wordsOf>;

/**
 * @param dialect how the database writes
 * @param nameOf what a table is called there, in quotes
 */
export function statementsFor(dialect: SqlDialect, nameOf: (table: StoredTable) => string) {
  const words = wordsOf(dialect, nameOf);
  const { database, columns } = words;
  return { database, columns, ...lookUpsOf(words), ...changesOf(words) };
}

export type SqlStatements = ReturnType<typeof statementsFor>;

const lookUpsOf = ({ quote, date, write, nameOf, columns, matches, select, selectInOrder }: Words) => ({
  /** At most one row has a key. Tables of the core are not cut off: what their keys are is the app's. */
  find: (table: StoredTable, key: Where) => select(table, key, isCore(table) ? "" : " limit 1"),
  list: (table: StoredTable, where: Where, order: Order | undefined) =>
    order === undefined ? select(table, where, "") : selectInOrder(table, where, order),
  alike: (table: TableName, where: Where) =>
    write((place) => {
      const equal = Object.entries(where).map(([name, value]) => `${quote(name)} = ${place(value)}`);
      return `select ${columns(table)} from ${nameOf(table)} where ${equal.join(" and ")}`;
    }),
  /** One row whose members are all columns of a table, none with a value: every database says its columns so. */
  columnsOf: (table: StoredTable): SqlStatement => ({
    text: `select t.* from (select 1 as one) o left join ${nameOf(table)} t on 1 = 0`,
    values: [],
  }),
  userOfAccount: (where: Where) =>
    write(
      (place) =>
        `select ${columns("User", "u.")} from ${nameOf("User")} u join ${nameOf("Account")} a ` +
        `on u.${quote("id")} = a.${quote("userId")} where ${matches(where, place, "a.")}`,
    ),
  sessionAndUser: (sessionToken: string) =>
    write(
      (place) =>
        `select ${columns("User", "u.")}, ${date(`s.${quote("expires")}`)} as ${quote("sessionExpires")} ` +
        `from ${nameOf("Session")} s join ${nameOf("User")} u on u.${quote("id")} = s.${quote("userId")} ` +
        `where ${matches({ sessionToken }, place, "s.")}`,
    ),
});

/** Rows that do not match any more when their turn comes stay. */
const removeSomeOf =
  ({ database, quote, write, nameOf }: Words) =>
  (table: StoredTable, batch: number, isAsked: (place: Place) => string) =>
    write((place) => {
      const removal = `delete from ${nameOf(table)} where`;
      if (database === "mysql") return `${removal} ${isAsked(place)} limit ${batch}`;
      const keys = list(identityOf(table).map(quote));
      const chosen = `select ${keys} from ${nameOf(table)} where ${isAsked(place)} limit ${batch}`;
      return `${removal} (${keys}) in (${chosen}) and ${isAsked(place)}`;
    });

const changesOf = (words: Words, { quote, write, nameOf, matches } = words) => ({
  insert: (table: StoredTable, row: Row) =>
    write((place) => {
      const values = Object.values(row).map(place);
      return `insert into ${nameOf(table)} (${list(Object.keys(row).map(quote))}) values (${list(values)})`;
    }),
  update: (table: StoredTable, key: Where, changes: Row, expected: Row | undefined) =>
    write((place) => {
      const set = Object.entries(changes).map(([name, value]) => `${quote(name)} = ${place(value)}`);
      const isAsked = [key, ...(expected ? [expected] : [])].map((where) => matches(where, place));
      return `update ${nameOf(table)} set ${list(set)} where ${isAsked.join(" and ")}`;
    }),
  remove: (table: StoredTable, key: Where) =>
    write((place) => `delete from ${nameOf(table)} where ${matches(key, place)}`),
  removeSome: (table: RecordTable, where: Where, batch: number) =>
    removeSomeOf(words)(table, batch, (place) => matches(where, place)),
  /** Rows that were given more time meanwhile stay. */
  removeExpired: (table: Expiring | RecordTable, before: Date, batch: number) =>
    removeSomeOf(words)(table, batch, (place) => `${quote(endOf(table).end)} < ${place(before)}`),
});
