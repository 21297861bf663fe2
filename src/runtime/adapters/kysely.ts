/**
 * Door `authwright/adapters/kysely`: a store in any database that Kysely speaks to. Tested: libsql (a file, the
 * embedded default), PGlite, PostgreSQL, MariaDB/MySQL. Tables and columns are those that existing apps have.
 */
import { type Expression, type Kysely, sql, type SqlBool } from "kysely";
import { adapterOver, type StoreAdapter } from "./adapter-over.js";
import { afterOnce } from "./after-once.js";
import { type Dialect, dialectOf, encodeRow, readDate, same, storedDate } from "./kysely-dialect.js";
import { migrate, type AuthTables } from "./kysely-tables.js";
import {
  columnsOf,
  decodeRow,
  toDate,
  type Row,
  type RowReads,
  type RowStore,
  type RowWrites,
  type Where,
} from "./row-store.js";
import { expiring, tableNames, tableOf, type TableName } from "./schema.js";

export { migrate, type AuthTables } from "./kysely-tables.js";

/** Options of {@link KyselyAdapter}. */
export interface KyselyAdapterOptions {
  /** Make the tables that are missing, with {@link migrate}, before the first use. Default: false. */
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
  const adapter = adapterOver(rowStore(connection as unknown as Kysely<AnyTables>));
  return options.migrate === true ? afterOnce(() => migrate(connection), adapter) : adapter;
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
      const found = select(db, table).where(matching(where)).executeTakeFirst();
      return maybe(table, await found.catch(unlessNoId));
    },
    async list(table, where) {
      return (await select(db, table).where(matching(where)).execute()).map(decoded(table));
    },
    async alike(table, where) {
      const rows = await select(db, table)
        .where((is) => is.and(where))
        .execute();
      return rows.map(decoded(table));
    },
    async userOfAccount(where) {
      const found = users().innerJoin("Account", "User.id", "Account.userId");
      return maybe("User", await found.where(matching(where, "Account.")).executeTakeFirst());
    },
    async sessionAndUser(sessionToken) {
      const row = await users()
        .innerJoin("Session", "User.id", "Session.userId")
        .select(readDate(dialect, "Session.expires").as("sessionExpires"))
        .where(matching({ sessionToken }, "Session."))
        .executeTakeFirst();
      if (!row) return undefined;
      const { sessionExpires, ...user } = row;
      return { expires: toDate(sessionExpires), user: decodeRow("User", user) };
    },
  };
}

function writesOf({ db, dialect, select, matching }: Database, { find }: RowReads): RowWrites {
  return {
    async insert(table, row) {
      const full = {
        ...(tableOf(table).generatesKey && { id: crypto.randomUUID() }),
        ...columnsOf(table, row),
      };
      await db
        .insertInto(table)
        .values(encodeRow(dialect, table, full))
        .execute();
      return full;
    },
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
      if (dialect.returning)
        return maybe(table, await db.deleteFrom(table).where(wanted).returningAll().executeTakeFirst());
      return db.transaction().execute(async (run) => {
        const locked = await select(run, table).where(wanted).forUpdate().executeTakeFirst();
        if (locked) await run.deleteFrom(table).where(wanted).execute();
        return maybe(table, locked);
      });
    },
    async removeUser(id) {
      await db.transaction().execute(async (run) => {
        for (const table of tableNames.filter((name) => tableOf(name).userId))
          await run
            .deleteFrom(table)
            .where(matching({ userId: id }))
            .execute();
        await run.deleteFrom("User").where(matching({ id })).execute();
      });
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

const decoded = (table: TableName) => (row: Row) => decodeRow(table, row);
const maybe = (table: TableName, row: Row | undefined) => row && decodeRow(table, row);

const datesOf = (table: TableName): readonly string[] =>
  Object.entries(tableOf(table).columns).flatMap(([name, { type }]) => (type === "date" ? [name] : []));

const allOf = (dialect: Dialect, where: Where, prefix: string): Expression<SqlBool> =>
  sql<SqlBool>`${sql.join(
    Object.entries(where).map(([column, value]) => same(dialect, prefix + column, value)),
    sql` and `,
  )}`;

/** Postgres refuses to look for a text in a column of UUIDs or numbers: there is none then. */
function unlessNoId(error: { code?: unknown }): undefined {
  if (error.code !== "22P02") throw error;
}
