/** Entry point `authwright/adapters/memory`: a store for tests and trials. It forgets everything when the process ends. */
import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../types/adapter.js";
import { adapterOver, type StoreAdapter } from "./adapter-over.js";
import { memoryRecords } from "./records/memory-records.js";
import type { Row, RowReads, RowStore, RowWrites, Where } from "./row-store.js";
import { tableNames, tableOf, type TableName } from "./schema.js";

// So that declarations of the app can name what it gets.
export type { StoreAdapter } from "./adapter-over.js";

/** The rows, for tests to look at. */
export interface MemoryRows {
  /** By id. */
  readonly users: Map<string, AdapterUser>;
  /** By provider and the id there. */
  readonly accounts: Map<string, AdapterAccount>;
  /** By session token. */
  readonly sessions: Map<string, AdapterSession>;
  /** By address and token. */
  readonly verificationTokens: Map<string, VerificationToken>;
  /** By credential id. */
  readonly authenticators: Map<string, AdapterAuthenticator>;
}

/**
 * A store in memory with every method of an adapter, and the unique indexes that a database would have.
 *
 * @returns the adapter, and its `rows`
 * @throws Error from a method when a unique index would be broken
 * @example const config = { adapter: MemoryAdapter(), providers: [GitHub] };
 */
export function MemoryAdapter(): StoreAdapter & { readonly rows: MemoryRows } {
  const rows: MemoryRows = {
    users: new Map(),
    accounts: new Map(),
    sessions: new Map(),
    verificationTokens: new Map(),
    authenticators: new Map(),
  };
  return { rows, ...adapterOver(rowStore(tablesOf(rows)), memoryRecords()) };
}

type Tables = Readonly<Record<TableName, Map<string, Row>>>;

const tablesOf = ({ users, accounts, sessions, verificationTokens, authenticators }: MemoryRows): Tables =>
  ({
    User: users,
    Account: accounts,
    Session: sessions,
    VerificationToken: verificationTokens,
    Authenticator: authenticators,
  }) as unknown as Tables;

/** What a row is kept under, and how people call it. */
const identities = {
  User: { columns: ["id"], name: "user" },
  Account: { columns: ["provider", "providerAccountId"], name: "account" },
  Session: { columns: ["sessionToken"], name: "session" },
  VerificationToken: { columns: ["token"], name: "token" },
  Authenticator: { columns: ["credentialID"], name: "authenticator" },
} as const satisfies Readonly<
  Record<TableName, { readonly columns: readonly string[]; readonly name: string }>
>;

function keyOf(table: TableName, row: Row): string {
  const [first, ...more] = identities[table].columns.map((column) => row[column]);
  return more.length === 0 ? String(first) : JSON.stringify([first, ...more]);
}

const isLike = (row: Row, where: Where): boolean =>
  Object.entries(where).every(([column, value]) => row[column] === value);

const listOf = (tables: Tables, table: TableName, where: Where): Row[] =>
  [...tables[table].values()].filter((row) => isLike(row, where)).map((row) => ({ ...row }));

function findIn(tables: Tables, table: TableName, where: Where): Row | undefined {
  const direct = tables[table].get(keyOf(table, where));
  return direct && isLike(direct, where) ? { ...direct } : listOf(tables, table, where)[0];
}

/** Rows leave and enter as copies: what a caller does to them stays with the caller. */
const rowStore = (tables: Tables): RowStore => ({ ...readsOf(tables), ...writesOf(tables) });

function readsOf(tables: Tables): RowReads {
  const userOf = (owned: Row | undefined) => owned && findIn(tables, "User", { id: String(owned["userId"]) });
  return {
    find: async (table, where) => findIn(tables, table, where),
    list: async (table, where) => listOf(tables, table, where),
    alike: async (table, where) => listOf(tables, table, where),
    userOfAccount: async (where) => userOf(findIn(tables, "Account", where)),
    async sessionAndUser(sessionToken) {
      const session = findIn(tables, "Session", { sessionToken });
      const user = userOf(session);
      return session && user && { expires: session["expires"] as Date, user };
    },
  };
}

function writesOf(tables: Tables): RowWrites {
  const remove = (table: TableName, row: Row) => tables[table].delete(keyOf(table, row));
  return {
    async insert(table, row) {
      if (tables[table].has(keyOf(table, row))) throw taken(identities[table].name);
      if (table === "User") assertFreeAddress(tables, row);
      tables[table].set(keyOf(table, row), { ...row });
      return { ...row };
    },
    async update(table, where, changes) {
      const row = findIn(tables, table, where);
      if (!row) return undefined;
      const updated = { ...row, ...changes };
      if (table === "User") assertFreeAddress(tables, updated);
      tables[table].set(keyOf(table, row), updated);
      return { ...updated };
    },
    async take(table, where) {
      const row = findIn(tables, table, where);
      if (row) remove(table, row);
      return row;
    },
    async removeUser(id) {
      for (const table of tableNames.filter((name) => tableOf(name).userId))
        for (const row of listOf(tables, table, { userId: id })) remove(table, row);
      tables.User.delete(id);
    },
    async removeExpired(table, before, batch) {
      const over = [...tables[table].values()].filter((row) => (row["expires"] as Date) < before);
      for (const row of over.slice(0, batch)) remove(table, row);
      return Math.min(over.length, batch);
    },
  };
}

/** People of providers that give no address have none. */
function assertFreeAddress(tables: Tables, { id, email }: Row): void {
  const others = email ? [...tables.User.values()] : [];
  if (others.some((one) => one["email"] === email && one["id"] !== id)) throw taken("e-mail address");
}

const taken = (what: string): Error => new Error(`The store has this ${what} already`);
