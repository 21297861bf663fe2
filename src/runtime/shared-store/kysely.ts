/**
 * Subpath `authwright/shared-store/kysely`: shared memory of all processes in one table of the app's database.
 * Tested: libsql, PGlite, PostgreSQL, MariaDB.
 */
import { type Kysely, sql } from "kysely";
import type { SharedStore } from "../types/shared-store.js";

/** The table, of its own beside those of the adapter. `Kysely<SharedTables & MyTables>` is accepted too. */
// A type, not an interface: only that fits Kysely's `withTables`.
export type SharedTables = {
  /** Counts and marks. */
  auth_shared: {
    /** Key: a hash with a prefix. */
    key: string;
    /** How often; 1 for a mark. */
    count: number;
    /** Milliseconds since the epoch. */
    expires: number;
  };
};

type Database = Kysely<SharedTables>;

/** Options of `KyselyStore`. */
export interface KyselyStoreOptions {
  /** Make the table where it is missing, before the first use. Default false: call {@link migrateSharedStore}. */
  migrate?: boolean;
}

/** One call in so many deletes rows that are over. */
const cleanupEvery = 500;

/**
 * Makes the table `auth_shared` where it is missing; changes nothing that is there.
 *
 * @param connection your Kysely instance
 * @throws what the database throws, for a role that may not create tables for example
 * @example await migrateSharedStore(db)
 */
export async function migrateSharedStore<Tables extends SharedTables>(
  connection: Kysely<Tables>,
): Promise<void> {
  const db = connection as unknown as Database;
  const isThere = await db
    .selectFrom("auth_shared")
    .select("key")
    .limit(1)
    .execute()
    .then(
      () => true,
      () => false,
    );
  if (isThere) return;
  const create = db.schema
    .createTable("auth_shared")
    .ifNotExists()
    .addColumn("key", "varchar(100)", (column) => column.primaryKey())
    .addColumn("count", "integer", (column) => column.notNull())
    .addColumn("expires", "bigint", (column) => column.notNull())
    .execute();
  // Two processes that create it at once: one of them may be told that it exists by now.
  await create.catch(async (error: unknown) => {
    await db
      .selectFrom("auth_shared")
      .select("key")
      .limit(1)
      .execute()
      .catch(() => {
        throw error;
      });
  });
}

/**
 * A {@link SharedStore} in a database, over the Kysely instance that the app has. Each call is one statement, two on
 * MySQL and MariaDB. Rows that are over are deleted in passing.
 *
 * @param connection your Kysely instance, typed with {@link SharedTables} or more
 * @throws nothing itself; errors of the database are logged, and this process counts for itself meanwhile
 * @example const config = { sharedStore: kyselyStore(db, { migrate: true }), providers: [GitHub] };
 */
export function kyselyStore<Tables extends SharedTables>(
  connection: Kysely<Tables>,
  { migrate = false }: KyselyStoreOptions = {},
): SharedStore {
  const db = connection as unknown as Database;
  let made: Promise<void> | undefined;
  let calls = 0;
  const ready = async (): Promise<void> => {
    if (migrate) {
      made ??= migrateSharedStore(db);
      await made.catch((error: unknown) => {
        made = undefined;
        throw error;
      });
    }
    calls += 1;
    if (calls % cleanupEvery === 0)
      await db.deleteFrom("auth_shared").where("expires", "<=", Date.now()).execute();
  };
  const step = isMysql(db) ? stepOnMysql : stepWithReturning;
  return {
    async increment(key, ttlSeconds, by) {
      await ready();
      return by < 0 ? giveBack(db, key) : step(db, key, ttlSeconds);
    },
    async add(key, ttlSeconds) {
      await ready();
      return (await step(db, key, ttlSeconds)).count === 1;
    },
    async has(keys) {
      if (keys.length === 0) return false;
      await ready();
      const row = await db
        .selectFrom("auth_shared")
        .select("key")
        .where("key", "in", [...keys])
        .where("expires", ">", Date.now())
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    async delete(key) {
      await ready();
      await db.deleteFrom("auth_shared").where("key", "=", key).execute();
    },
  };
}

/** Of the databases that Kysely knows MySQL alone gives no rows back; names of classes do not stay in bundles. */
const isMysql = (db: Database): boolean => !db.getExecutor().adapter.supportsReturning;

interface Step {
  readonly count: number;
  readonly secondsLeft: number;
}

const stepOf = ({ count, expires }: { count: unknown; expires: unknown }, now: number): Step => ({
  count: Number(count),
  secondsLeft: (Number(expires) - now) / 1000,
});

/** Adds one; a row that is over begins anew. */
async function stepWithReturning(db: Database, key: string, ttlSeconds: number): Promise<Step> {
  const now = Date.now();
  const expires = Math.ceil(now + ttlSeconds * 1000);
  const isOver = sql<boolean>`auth_shared.expires <= ${now}`;
  const row = await db
    .insertInto("auth_shared")
    .values({ key, count: 1, expires })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        count: sql<number>`case when ${isOver} then 1 else auth_shared.count + 1 end`,
        expires: sql<number>`case when ${isOver} then ${sql.lit(expires)} else auth_shared.expires end`,
      }),
    )
    .returning(["count", "expires"])
    .executeTakeFirstOrThrow();
  return stepOf(row, now);
}

/** MySQL returns nothing: `last_insert_id(count)` carries the count of this very statement to its result. */
async function stepOnMysql(db: Database, key: string, ttlSeconds: number): Promise<Step> {
  const now = Date.now();
  const expires = Math.ceil(now + ttlSeconds * 1000);
  // MySQL sets columns from left to right: count is worked out while expires is still the old one.
  const { insertId, numAffectedRows } = await sql`
    insert into auth_shared (${sql.ref("key")}, ${sql.ref("count")}, expires) values (${key}, 1, ${expires})
    on duplicate key update
      ${sql.ref("count")} = last_insert_id(if(expires <= ${now}, 1, ${sql.ref("count")} + 1)),
      expires = if(expires <= ${now}, ${expires}, expires)`.execute(db);
  const isNew = numAffectedRows === 1n;
  const row = await db.selectFrom("auth_shared").select("expires").where("key", "=", key).executeTakeFirst();
  return stepOf({ count: isNew ? 1 : insertId, expires: row?.expires ?? expires }, now);
}

async function giveBack(db: Database, key: string): Promise<Step> {
  const now = Date.now();
  await db
    .updateTable("auth_shared")
    .set({ count: sql<number>`${sql.ref("count")} - 1` })
    .where("key", "=", key)
    .where("count", ">", 0)
    .where("expires", ">", now)
    .execute();
  const row = await db
    .selectFrom("auth_shared")
    .selectAll()
    .where("key", "=", key)
    .where("expires", ">", now)
    .executeTakeFirst();
  return row === undefined ? { count: 0, secondsLeft: 0 } : stepOf(row, now);
}
