/** Entry point `authwright/adapters/drizzle`: a store over the app's own Drizzle database and its own table objects. */
import { and, eq, inArray, lt, sql, type Column, type SQL } from "drizzle-orm";
import { adapterOver, type StoreAdapter } from "./adapter-over.js";
import {
  databaseOf,
  encodeRow,
  tablesFor,
  type DrizzleDatabase,
  type DrizzleTable,
} from "./drizzle-tables.js";
import { drizzleRecords } from "./records/drizzle-records.js";
import { removeOwned } from "./owned-tables.js";
import {
  decodeRow,
  noneIfIncomparable,
  toDate,
  unlessReferred,
  type Row,
  type RowReads,
  type RowWrites,
  type Where,
} from "./row-store.js";
import { expiring, type TableName } from "./schema.js";

// So that declarations of the app can name what it gets.
export type { StoreAdapter } from "./adapter-over.js";

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

/**
 * A store over Drizzle, for Postgres, MySQL and SQLite. Each session check is one query.
 *
 * @param db the app's own Drizzle database
 * @param tables the app's own table objects; those that are left out are the tables that this adapter documents
 * @returns every method of an adapter, and `deleteExpired`
 * @throws TypeError when `db` is none of Drizzle's databases
 * @example
 * const config = {
 *   adapter: DrizzleAdapter(db, { usersTable: users, accountsTable: accounts, sessionsTable: sessions }),
 *   providers: [GitHub],
 * };
 */
export function DrizzleAdapter(
  db: object,
  tables?: DrizzleTables | Pick<DrizzleTables, "records">,
): StoreAdapter {
  const database = openTables(db as DrizzleDatabase, tables);
  const reads = readsOf(database);
  const records = drizzleRecords({ ...database, own: tables?.records ?? {} });
  return adapterOver({ ...reads, ...writesOf(database, reads), ...removalsOf(database) }, records);
}

type Database = ReturnType<typeof openTables>;

function openTables(db: DrizzleDatabase, own: object | undefined) {
  const kind = databaseOf(db);
  const tables = tablesFor(kind, { ...own });
  const same = (column: Column, value: string): SQL =>
    kind === "mysql"
      ? sql`(${eq(column, value)} and ${bytes(sql`${column}`)} = ${bytes(sql`${value}`)})`
      : eq(column, value);
  const matching = (table: TableName, where: Where): SQL | undefined =>
    and(...Object.entries(where).map(([name, value]) => same(columnOf(tables, table, name), value)));
  return { db, kind, tables, same, matching };
}

function readsOf({ db, tables, matching }: Database): RowReads {
  const { User, Account, Session } = tables;
  const idOf = columnOf(tables, "User", "id");
  const list: RowReads["list"] = async (table, where) => {
    const rows = await db
      .select()
      .from(tables[table])
      .where(matching(table, where))
      .catch(noneIfIncomparable);
    return rows.map((row) => decodeRow(table, row));
  };
  return {
    list,
    async find(table, where) {
      const [row] = await list(table, where);
      return row;
    },
    async alike(table, where) {
      const equal = Object.entries(where).map(([name, value]) => eq(columnOf(tables, table, name), value));
      const rows = await db
        .select()
        .from(tables[table])
        .where(and(...equal))
        .catch(noneIfIncomparable);
      return rows.map((row) => decodeRow(table, row));
    },
    async userOfAccount(where) {
      const [found] = await db
        .select({ user: User })
        .from(Account)
        .innerJoin(User, eq(idOf, columnOf(tables, "Account", "userId")))
        .where(matching("Account", where))
        .catch(noneIfIncomparable);
      return found && decodeRow("User", found["user"] as Row);
    },
    async sessionAndUser(sessionToken) {
      const [found] = await db
        .select({ user: User, expires: columnOf(tables, "Session", "expires") })
        .from(Session)
        .innerJoin(User, eq(idOf, columnOf(tables, "Session", "userId")))
        .where(matching("Session", { sessionToken }))
        .catch(noneIfIncomparable);
      return found && { expires: toDate(found["expires"]), user: decodeRow("User", found["user"] as Row) };
    },
  };
}

function writesOf(
  { db, kind, tables, matching }: Database,
  { find }: RowReads,
): Pick<RowWrites, "insert" | "update" | "take"> {
  return {
    async insert(table, row) {
      const into = tables[table];
      const given = insertable(into, row);
      const insert = db.insert(into).values(given);
      if (kind !== "mysql") {
        const [stored = given] = await insert.returning();
        return decodeRow(table, stored);
      }
      if (table !== "User" || "id" in given) {
        await insert;
        return row;
      }
      const [made] = await insert.$returningId();
      return decodeRow(table, { ...row, ...made });
    },
    async update(table, where, given) {
      const changes = encodeRow(tables[table], given);
      if (Object.keys(changes).length === 0) return find(table, where);
      const update = db.update(tables[table]).set(changes).where(matching(table, where));
      if (kind !== "mysql") {
        const [row] = await update.returning().catch(noneIfIncomparable);
        return row && decodeRow(table, row);
      }
      await update;
      return find(table, where);
    },
    async take(table, where) {
      const wanted = matching(table, where);
      if (kind !== "mysql") {
        const [row] = await db.delete(tables[table]).where(wanted).returning().catch(noneIfIncomparable);
        return row && decodeRow(table, row);
      }
      return db.transaction(async (run) => {
        const [row] = await run.select().from(tables[table]).where(wanted).for("update");
        if (row) await run.delete(tables[table]).where(wanted);
        return row && decodeRow(table, row);
      });
    },
  };
}

function removalsOf(database: Database): Pick<RowWrites, "removeUser" | "removeExpired"> {
  const { db, kind, tables, matching } = database;
  return {
    async removeUser(id) {
      if (kind === "pg")
        return removeOwned((owned) => removeAtOnce(database, id, owned).catch(noneIfIncomparable));
      const removeFrom = (owned: readonly TableName[]) => async (run: DrizzleDatabase) => {
        for (const table of owned) await run.delete(tables[table]).where(matching(table, { userId: id }));
        await run.delete(tables.User).where(matching("User", { id }));
      };
      if (kind === "mysql") return removeOwned((owned) => db.transaction(removeFrom(owned)));
      // A transaction that waits would hold up all others of the process, so the row takes along those that refer to it.
      await db.delete(tables.User).where(matching("User", { id })).catch(unlessReferred);
      return removeOwned((owned) => removeFrom(owned)(db));
    },
    async removeExpired(table, before, batch) {
      const key = columnOf(tables, table, expiring[table]);
      const end = columnOf(tables, table, "expires");
      const isOver = lt(end, encodeRow(tables[table], { expires: before })["expires"]);
      const over = await db.select({ key }).from(tables[table]).where(isOver).limit(batch);
      if (over.length === 0) return 0;
      // Who came back meanwhile has a later end, and stays.
      await db.delete(tables[table]).where(
        and(
          inArray(
            key,
            over.map((row) => row["key"]),
          ),
          isOver,
        ),
      );
      return over.length;
    },
  };
}

/**
 * One statement and no transaction: Drizzle's over a pool of `pg` keeps the connection for ever when it ends at "begin",
 * and after ten of those nobody gets one any more.
 */
function removeAtOnce(
  { db, tables, matching }: Database,
  id: string,
  owned: readonly TableName[],
): Promise<unknown> {
  const parts = owned.map(
    (table, at) =>
      sql`${sql.identifier(`r${at}`)} as (delete from ${tables[table]} where ${matching(table, { userId: id })})`,
  );
  const user = sql`delete from ${tables.User} where ${matching("User", { id })}`;
  return db.execute(sql`with ${sql.join(parts, sql`, `)} ${user}`);
}

const bytes = (value: SQL): SQL => sql`cast(convert(${value} using utf8mb4) as binary)`;

/** @throws Error that names the property which the app's table object lacks */
function columnOf(tables: Record<TableName, DrizzleTable>, table: TableName, name: string): Column {
  const column = tables[table][name];
  if (column === undefined) throw new Error(`The Drizzle table for ${table} has no property "${name}"`);
  return column as Column;
}

/**
 * Without an id where the column makes its own, without a name or an image that nobody knows where the column has one
 * for that, and without columns that the table does not have.
 */
function insertable(table: DrizzleTable, { id: given, ...others }: Row): Row {
  const id = table["id"] as Column | undefined;
  const isGiven = given !== undefined && id?.hasDefault === false;
  const known = Object.entries(others).filter(([name, value]) => {
    const column = table[name] as Column | undefined;
    const isOptional = name === "name" || name === "image";
    return !(isOptional && value === null && column?.notNull && column.hasDefault);
  });
  return encodeRow(table, { ...Object.fromEntries(known), ...(isGiven && { id: given }) });
}
