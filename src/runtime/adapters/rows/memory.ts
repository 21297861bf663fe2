/** Rows in memory: every table is there. Rows enter as copies, and are copied as they are decoded: what a caller does to them stays with the caller. */
import type { RecordTable } from "../../types/records.js";
import { ownedTables, type TableName } from "../schema.js";
import { inOrder } from "./in-order.js";
import {
  endOf,
  identityOf,
  isCore,
  type CoreRows,
  type Row,
  type Rows,
  type StoredTable,
  toDate,
} from "./rows.js";

/** The rows of each table of the core, by what they are kept under. */
export type CoreTables = Readonly<Record<TableName, Map<string, Row>>>;

/** How people call a row of the core. */
const words: Readonly<Record<TableName, string>> = {
  User: "user",
  Account: "account",
  Session: "session",
  VerificationToken: "token",
  Authenticator: "authenticator",
};

/** What a row is kept under. */
function keyOf(table: StoredTable, row: Row): string {
  const [first, ...more] = identityOf(table).map((column) => row[column]);
  return more.length === 0 ? String(first) : JSON.stringify([first, ...more]);
}

/** The columns of the primary key and of each unique index. */
const keysOf = ({ primaryKey, unique }: RecordTable): readonly (readonly string[])[] =>
  primaryKey.length > 0 ? [primaryKey, ...unique] : unique;

const holds = (row: Row, wanted: Row): boolean =>
  Object.entries(wanted).every(([name, value]) => row[name]?.valueOf() === value?.valueOf());

type Database = ReturnType<typeof openTables>;

function openTables(core: CoreTables) {
  const plugins = new Map<string, Map<string, Row>>();
  const rowsOf = (table: StoredTable): Map<string, Row> => {
    if (isCore(table)) return core[table];
    const rows = plugins.get(table.name) ?? new Map<string, Row>();
    plugins.set(table.name, rows);
    return rows;
  };
  const listOf = (table: StoredTable, where: Row): Row[] =>
    [...rowsOf(table).values()].filter((row) => holds(row, where));
  const first = (table: StoredTable, key: Row): Row | undefined => {
    const direct = rowsOf(table).get(keyOf(table, key));
    return direct && holds(direct, key) ? direct : listOf(table, key)[0];
  };
  const remove = (table: StoredTable, row: Row) => rowsOf(table).delete(keyOf(table, row));
  return { core, rowsOf, listOf, first, remove };
}

/** @throws Error from a write that would break a unique index; for tables of plugins with code 23505, as databases have it */
export function memoryRows(core: CoreTables): CoreRows {
  const database = openTables(core);
  const { first, listOf, remove } = database;
  const userOf = (owned: Row | undefined) => owned && first("User", { id: String(owned["userId"]) });
  return {
    find: async (table, key) => first(table, key),
    list: async (table, where, order) => inOrder(listOf(table, where), order),
    ...writesOf(database),
    alike: async (table, where) => listOf(table, where),
    userOfAccount: async (where) => userOf(first("Account", where)),
    async sessionAndUser(sessionToken) {
      const session = first("Session", { sessionToken });
      const user = userOf(session);
      return session && user && { expires: toDate(session["expires"]), user: { ...user } };
    },
    async removeUser(id) {
      for (const table of ownedTables) for (const row of listOf(table, { userId: id })) remove(table, row);
      core.User.delete(id);
    },
  };
}

function writesOf({ rowsOf, listOf, first, remove }: Database): Omit<Rows, "find" | "list"> {
  /** @param except the row that is changed */
  const assertFree = (table: StoredTable, row: Row, except?: Row): void => {
    if (isCore(table) && table !== "User") return;
    const own = except && keyOf(table, except);
    const isOther = ([key]: readonly [string, Row]) => key !== own;
    const others = [...rowsOf(table)].filter(isOther).map(([, other]) => other);
    if (isCore(table)) {
      // People of providers that give no address have none.
      const isKnown = row["email"] && others.some((one) => one["email"] === row["email"]);
      if (isKnown) throw new Error("The store has this e-mail address already");
    } else if (others.some((other) => keysOf(table).some((columns) => areSame(other, row, columns))))
      throw Object.assign(new Error(`${table.name} has this row already`), { code: "23505" });
  };
  return {
    async insert(table, row) {
      const key = keyOf(table, row);
      if (isCore(table) && rowsOf(table).has(key))
        throw new Error(`The store has this ${words[table]} already`);
      assertFree(table, row);
      rowsOf(table).set(key, { ...row });
      return row;
    },
    async update(table, key, changes, expected = {}) {
      const row = first(table, key);
      if (!row || !holds(row, expected)) return undefined;
      const updated = { ...row, ...changes };
      assertFree(table, updated, row);
      if (keyOf(table, updated) !== keyOf(table, row)) remove(table, row);
      rowsOf(table).set(keyOf(table, updated), updated);
      return updated;
    },
    async take(table, key) {
      const row = first(table, key);
      if (row) remove(table, row);
      return row;
    },
    async remove(table, where, batch) {
      const some = listOf(table, where).slice(0, batch);
      for (const row of some) remove(table, row);
      return some.length;
    },
    async removeExpired(table, before, batch) {
      const { end } = endOf(table);
      const isOver = ({ [end]: at }: Row) => typeof at === "object" && at !== null && at < before;
      const over = [...rowsOf(table).values()].filter(isOver);
      for (const row of over.slice(0, batch)) remove(table, row);
      return Math.min(over.length, batch);
    },
  };
}

const areSame = (row: Row, other: Row, columns: readonly string[]): boolean =>
  columns.every((name) => row[name] !== null && row[name] === other[name]);
