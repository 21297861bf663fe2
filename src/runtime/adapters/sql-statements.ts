/** Statements of SQL for the operations of a row store, each text once per table and set of columns. */
import type { Where } from "./row-store.js";
import { expiring, tableOf, type Expiring, type TableName } from "./schema.js";

/** How a database writes and compares. */
export interface SqlDialect {
  /** A name in quotes; names come from the tables as data and from options, never from a request. */
  readonly quote: (name: string) => string;
  /** The place of the nth value, from 1. */
  readonly place: (index: number) => string;
  /** A column holds a value, byte by byte. */
  readonly same: (column: string, place: string) => string;
  /** A delete can say how many rows it takes. */
  readonly limitsDelete: boolean;
  /** A column of dates as it is read. */
  readonly date: (column: string) => string;
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

export function statementsFor(dialect: SqlDialect, names: TableNames) {
  const { quote, place, same, date } = dialect;
  const from = (table: TableName, alias = "") => quote(names[table]) + (alias && ` ${alias}`);
  const columns = (table: TableName, alias = "") => {
    const dates = Object.entries(tableOf(table).columns).filter(([, { type }]) => type === "date");
    const read = dates.map(([name]) => `${date(alias + quote(name))} as ${quote(name)}`);
    return [`${alias || `${from(table)}.`}*`, ...read].join(", ");
  };
  const matches = (where: Where, first = 1, alias = "") =>
    Object.keys(where)
      .map((name, index) => same(alias + quote(name), place(first + index)))
      .join(" and ");
  const placed = (count: number) => Array.from({ length: count }, (_, index) => place(index + 1)).join(", ");

  return {
    /** What comes behind a statement that gives back the rows it wrote. */
    returning: (table: TableName) => ` returning ${columns(table)}`,
    insert: (table: TableName, given: readonly string[]) =>
      `insert into ${from(table)} (${given.map(quote).join(", ")}) values (${placed(given.length)})`,
    find: (table: TableName, where: Where) =>
      `select ${columns(table)} from ${from(table)} where ${matches(where)}`,
    alike: (table: TableName, where: Where) =>
      `select ${columns(table)} from ${from(table)} where ${Object.keys(where)
        .map((name, index) => `${quote(name)} = ${place(index + 1)}`)
        .join(" and ")}`,
    userOfAccount: (where: Where) =>
      `select ${columns("User", "u.")} from ${from("User", "u")} join ${from("Account", "a")} ` +
      `on u.${quote("id")} = a.${quote("userId")} where ${matches(where, 1, "a.")}`,
    sessionAndUser: () =>
      `select ${columns("User", "u.")}, ${date(`s.${quote("expires")}`)} as ${quote("sessionExpires")} ` +
      `from ${from("Session", "s")} join ${from("User", "u")} on u.${quote("id")} = s.${quote("userId")} ` +
      `where ${matches({ sessionToken: "" }, 1, "s.")}`,
    update: (table: TableName, where: Where, changed: readonly string[]) =>
      `update ${from(table)} set ${changed
        .map((name, index) => `${quote(name)} = ${place(index + 1)}`)
        .join(", ")} where ${matches(where, changed.length + 1)}`,
    /** The places: a time, and how many. */
    removeExpired: (table: Expiring) => {
      const over = `${quote("expires")} < ${place(1)}`;
      const keys = `select ${quote(expiring[table])} from ${from(table)} where ${over} limit ${place(2)}`;
      return dialect.limitsDelete
        ? `delete from ${from(table)} where ${over} limit ${place(2)}`
        : `delete from ${from(table)} where ${over} and ${quote(expiring[table])} in (${keys})`;
    },
    remove: (table: TableName, where: Where) => `delete from ${from(table)} where ${matches(where)}`,
  };
}
