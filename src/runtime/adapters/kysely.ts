/**
 * Entry point `authwright/adapters/kysely`: a store in any database that Kysely speaks to. Tested: libsql (a file, the
 * embedded default), PGlite, PostgreSQL, MariaDB/MySQL. Tables and columns are those that existing apps have.
 */
import { type Expression, type Kysely, sql, type SqlBool } from "kysely";
import { adapterOver, type StoreAdapter } from "./adapter-over.js";
import type { Records } from "../types/records.js";
import { afterOnce, once } from "./after-once.js";
import { type Dialect, dialectOf, encodeRow, readDate, same, storedDate } from "./kysely-dialect.js";
import { migrate, migrateRecords, type AuthTables } from "./kysely-tables.js";
import { kyselyRecords } from "./records/kysely-records.js";
import { removeOwned } from "./owned-tables.js";
import {
  columnsOf,
  countsRows,
  decodeRow,
  noneIfIncomparable,
  toDate,
  unlessReferred,
  type Row,
  type RowReads,
  type RowStore,
  type RowWrites,
  type Where,
} from "./row-store.js";
import { expiring, tableOf, type TableName } from "./schema.js";

// So that declarations of the app can name what it gets.
export type { StoreAdapter } from "./adapter-over.js";

export { migrate, type AuthTables } from "./kysely-tables.js";

/** Options of {@link KyselyAdapter}. */
export interface KyselyAdapterOptions {
  /** Make the tables that are missing before the first use: with {@link migrate}, and those of plugins. Default: false. */
  migrate?: boolean;
}

/**
 * A store over Kysely.
 *
 * @param connection your Kysely instance, typed with {@link AuthTables} or more
 * @param options whether missing tables are made; without it, call {@link migrate} where you deploy
 * @returns every method of an adapter, and `deleteExpired`
 * @throws nothing itself; errors of the database pass through, and the handler logs them as `AdapterError`
 * @example
 * const db = new Kysely<AuthTables>({ dialect: new LibsqlDialect({ url: "file:auth.db" }) });
 * const config = { adapter: KyselyAdapter(db), providers: [GitHub] };
 */
export function KyselyAdapter<Tables extends AuthTables>(
  connection: Kysely<Tables>,
  options: KyselyAdapterOptions = {},
): StoreAdapter {
  const records = kyselyRecords(connection as never);
  const adapter = adapterOver(rowStore(connection as unknown as Kysely<AnyTables>), records);
  const isFile = dialectOf(connection).name === "sqlite";
  if (options.migrate !== true && !isFile) return adapter;
  const prepare = once(async () => {
    if (isFile) await waitForTurns(connection);
    if (options.migrate === true) await migrate(connection);
  });
  const prepared = new Map<string, Records>();
  return {
    ...afterOnce(prepare, adapter),
    records(table) {
      const prepareTable = async (): Promise<void> => {
        await prepare();
        if (options.migrate === true) await migrateRecords(connection as never, table);
      };
      const found = prepared.get(table.name) ?? afterOnce(prepareTable, records(table));
      prepared.set(table.name, found);
      return found;
    },
  };
}

/**
 * SQLite has one writer at a time, and a connection without a time to wait fails at once. In libsql the statement that
 * failed stays open then, and nothing that the connection writes later is kept.
 */
async function waitForTurns<Tables>(connection: Kysely<Tables>): Promise<void> {
  const milliseconds = 5000;
  try {
    const { rows } = await sql<{ timeout: unknown }>`pragma busy_timeout`.execute(connection);
    if (Number(rows[0]?.timeout) === 0)
      await sql`pragma busy_timeout = ${sql.raw(String(milliseconds))}`.execute(connection);
  } catch {
    // A database that is no file has no turns.
  }
}

/** Kysely's types do not narrow a generic set of tables; ours are part of it by the constraint above. */
type AnyTables = Record<TableName, Record<string, unknown>>;

type Database = ReturnType<typeof databaseOf>;

function databaseOf(db: Kysely<AnyTables>) {
  const dialect = dialectOf(db);
  const select = (from: Kysely<AnyTables>, table: TableName) =>
    from
      .selectFrom(table)
      .selectAll(table)
      .select(datesOf(table).map((column) => readDate(dialect, `${table}.${column}`).as(column)));
  const matching = (where: Where, prefix = "") => allOf(dialect, where, prefix);
  return { db, dialect, select, matching };
}

function rowStore(connection: Kysely<AnyTables>): RowStore {
  const database = databaseOf(connection);
  const reads = readsOf(database);
  return { ...reads, ...writesOf(database, reads) };
}

function readsOf({ db, dialect, select, matching }: Database): RowReads {
  const users = () => select(db, "User");
  return {
    async find(table, where) {
      const [row] = await select(db, table).where(matching(where)).execute().catch(noneIfIncomparable);
      return maybe(table, row);
    },
    async list(table, where) {
      const rows = await select(db, table).where(matching(where)).execute().catch(noneIfIncomparable);
      return rows.map(decoded(table));
    },
    async alike(table, where) {
      const rows = await select(db, table)
        .where((is) => is.and(where))
        .execute()
        .catch(noneIfIncomparable);
      return rows.map(decoded(table));
    },
    async userOfAccount(where) {
      const found = users().innerJoin("Account", "User.id", "Account.userId");
      const [row] = await found.where(matching(where, "Account.")).execute().catch(noneIfIncomparable);
      return maybe("User", row);
    },
    async sessionAndUser(sessionToken) {
      const [row]: readonly Row[] = await users()
        .innerJoin("Session", "User.id", "Session.userId")
        .select(readDate(dialect, "Session.expires").as("sessionExpires"))
        .where(matching({ sessionToken }, "Session."))
        .execute()
        .catch(noneIfIncomparable);
      if (!row) return undefined;
      const { sessionExpires, ...user } = row;
      return { expires: toDate(sessionExpires), user: decodeRow("User", user) };
    },
  };
}

function writesOf({ db, dialect, select, matching }: Database, { find }: RowReads): RowWrites {
  return {
    insert: insertOf(db, dialect),
    async update(table, where, given) {
      const changes = columnsOf(table, given);
      if (Object.keys(changes).length === 0) return find(table, where);
      await db
        .updateTable(table)
        .set(encodeRow(dialect, table, changes))
        .where(matching(where))
        .execute();
      return find(table, where);
    },
    async take(table, where) {
      const wanted = matching(where);
      if (dialect.returning) {
        const gone = db.deleteFrom(table).where(wanted).returningAll().execute();
        return maybe(table, (await gone.catch(noneIfIncomparable))[0]);
      }
      return db.transaction().execute(async (run) => {
        const locked = await select(run, table).where(wanted).forUpdate().executeTakeFirst();
        if (locked) await run.deleteFrom(table).where(wanted).execute();
        return maybe(table, locked);
      });
    },
    async removeUser(id) {
      const removeFrom = (owned: readonly TableName[]) => async (run: Kysely<AnyTables>) => {
        for (const table of owned)
          await run
            .deleteFrom(table)
            .where(matching({ userId: id }))
            .execute();
        await run.deleteFrom("User").where(matching({ id })).execute();
      };
      if (dialect.name !== "sqlite")
        return removeOwned((owned) => db.transaction().execute(removeFrom(owned)));
      // A transaction that waits would hold up all others of the process, so the row takes along those that refer to it.
      await db.deleteFrom("User").where(matching({ id })).execute().catch(unlessReferred);
      return removeOwned((owned) => removeFrom(owned)(db));
    },
    async removeExpired(table, before, batch) {
      const isOver = sql<SqlBool>`${sql.ref("expires")} < ${storedDate(dialect, before)}`;
      const key = expiring[table];
      const over = await db.selectFrom(table).select(key).where(isOver).limit(batch).execute();
      const keys = over.map((row) => row[key]);
      if (keys.length === 0) return 0;
      // Who came back meanwhile has a later end, and stays.
      await db.deleteFrom(table).where(key, "in", keys).where(isOver).execute();
      return keys.length;
    },
  };
}

/** With an id of ours, unless the table counts its rows: then from the first refusal on with that of the database. */
function insertOf(db: Kysely<AnyTables>, dialect: Dialect): RowWrites["insert"] {
  const counted = new Set<TableName>();
  const write = (table: TableName, row: Row) => db.insertInto(table).values(encodeRow(dialect, table, row));
  const writeCounted = async (table: TableName, given: Row): Promise<Row> => {
    const { id: _, ...row } = given;
    const stored = dialect.returning
      ? await write(table, row).returning("id").executeTakeFirst()
      : await write(table, row).executeTakeFirst();
    const made = stored as { readonly id?: unknown; readonly insertId?: unknown } | undefined;
    return { ...row, id: String(made?.id ?? made?.insertId) };
  };
  return async (table, given) => {
    const row = columnsOf(table, given);
    const { generatesKey } = tableOf(table);
    if (generatesKey && counted.has(table)) return writeCounted(table, row);
    const full = { ...(generatesKey && { id: crypto.randomUUID() }), ...row };
    try {
      await write(table, full).execute();
      return full;
    } catch (error) {
      if (!generatesKey || !countsRows(error as { code?: unknown })) throw error;
      const stored = await writeCounted(table, row);
      counted.add(table);
      return stored;
    }
  };
}

const decoded = (table: TableName) => (row: Row) => decodeRow(table, row);
const maybe = (table: TableName, row: Row | undefined) => row && decodeRow(table, row);

const datesOf = (table: TableName): readonly string[] =>
  Object.entries(tableOf(table).columns).flatMap(([name, { type }]) => (type === "date" ? [name] : []));

const allOf = (dialect: Dialect, where: Where, prefix: string): Expression<SqlBool> =>
  sql<SqlBool>`${sql.join(
    Object.entries(where).map(([column, value]) => same(dialect, prefix + column, value)),
    sql` and `,
  )}`;
