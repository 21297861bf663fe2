/** The stores that the conformance kit is run on, opened from their name and their place: in this process or another. */
import { DrizzleAdapter as PublishedDrizzleAdapter } from "@auth/drizzle-adapter";
import { KyselyAdapter as PublishedKyselyAdapter } from "@auth/kysely-adapter";
import PublishedPgAdapter from "@auth/pg-adapter";
import { createClient } from "@libsql/client";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { sql } from "drizzle-orm";
import { drizzle as onLibsql } from "drizzle-orm/libsql";
import { drizzle as onMysql } from "drizzle-orm/mysql2";
import { drizzle as onPostgres } from "drizzle-orm/node-postgres";
import { Kysely, MysqlDialect, PostgresDialect } from "kysely";
import { createPool as createCallbackPool } from "mysql2";
import { createPool } from "mysql2/promise";
import { Pool } from "pg";
import { DrizzleAdapter } from "../../src/runtime/adapters/drizzle.js";
import { KyselyAdapter, migrate, type AuthTables } from "../../src/runtime/adapters/kysely.js";
import { createTables as mysqlTables, Mysql2Adapter } from "../../src/runtime/adapters/mysql2.js";
import { createTables, PgAdapter } from "../../src/runtime/adapters/pg.js";
import { PrismaAdapter } from "../../src/runtime/adapters/prisma.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import { documentedTables, mysql, postgres, sqlite } from "./drizzle-statements.js";
import * as numbered from "./numbered-tables.js";
import { openPrisma } from "./prisma-client.js";

/** Where a store's tables are. */
export interface Place {
  /** A file of SQLite, a schema of Postgres, a database of MariaDB. */
  readonly name: string;
  /** Of the session: a zone of Postgres, an offset of MariaDB. */
  readonly timeZone: string;
}

export interface OpenStore {
  readonly adapter: Adapter;
  makeTables(): Promise<void>;
  close(): Promise<void>;
}

function openPool({ name, timeZone }: Place): Pool {
  const pool = new Pool({
    host: "127.0.0.1",
    user: "postgres",
    database: "test",
    application_name: name,
    options: `-c search_path=${name} -c timezone=${timeZone}`,
  });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

const mariaDb = { host: "127.0.0.1", user: "root", password: "" };

function openPromisePool({ name, timeZone }: Place) {
  const pool = createPool({ ...mariaDb, database: name });
  pool.on("connection", (connection) => void connection.query(`set time_zone = '${timeZone}'`));
  return pool;
}

function withPool(adapterOf: (pool: Pool) => Adapter, statements: readonly string[]) {
  return (place: Place): OpenStore => {
    const pool = openPool(place);
    return {
      adapter: adapterOf(pool),
      async makeTables() {
        for (const statement of statements) await pool.query(statement);
      },
      close: () => pool.end(),
    };
  };
}

type PromisePool = ReturnType<typeof openPromisePool>;

function withMariaDb(adapterOf: (pool: PromisePool) => Adapter, statements: readonly string[]) {
  return (place: Place): OpenStore => {
    const pool = openPromisePool(place);
    return {
      adapter: adapterOf(pool),
      async makeTables() {
        for (const statement of statements) await pool.query(statement);
      },
      close: () => pool.end(),
    };
  };
}

function withLibsql(adapterOf: (db: ReturnType<typeof onLibsql>) => Adapter, statements: readonly string[]) {
  return ({ name }: Place): OpenStore => {
    const client = createClient({ url: `file:${name}`, timeout: 10_000 });
    const db = onLibsql(client);
    return {
      adapter: adapterOf(db),
      async makeTables() {
        for (const statement of statements) await db.run(sql.raw(statement));
      },
      close: async () => client.close(),
    };
  };
}

const kyselyOf = {
  libsql: ({ name }: Place) => new LibsqlDialect({ url: `file:${name}` }),
  postgres: (place: Place) => new PostgresDialect({ pool: openPool(place) }),
  mariadb({ name, timeZone }: Place) {
    const pool = createCallbackPool({ ...mariaDb, database: name });
    pool.on("connection", (connection) => void connection.query(`set time_zone = '${timeZone}'`));
    return new MysqlDialect({ pool: pool as never });
  },
};

function withKysely(
  dialect: keyof typeof kyselyOf,
  adapterOf: (db: Kysely<AuthTables>) => Adapter = (db) => KyselyAdapter(db),
  statements?: readonly string[],
) {
  return (place: Place): OpenStore => {
    const db = new Kysely<AuthTables>({ dialect: kyselyOf[dialect](place) });
    return {
      adapter: adapterOf(db),
      async makeTables() {
        if (statements === undefined) return migrate(db);
        for (const statement of statements) await numbered.execute(db, statement);
      },
      close: () => db.destroy(),
    };
  };
}

function openPrismaOnLibsql(adapterOf: (opened: ReturnType<typeof openPrisma>) => Adapter) {
  return ({ name }: Place): OpenStore => {
    const opened = openPrisma(name);
    return {
      adapter: adapterOf(opened),
      async makeTables() {
        const db = new Kysely<AuthTables>({ dialect: new LibsqlDialect({ url: opened.url }) });
        await migrate(db);
        await db.destroy();
      },
      close: () => opened.client.$disconnect(),
    };
  };
}

/** The driver waits for its turn as long as `timeout` says. Without it, two processes on one file get errors. */
function openPublishedOnLibsql({ name }: Place): OpenStore {
  const client = createClient({ url: `file:${name}`, timeout: 10_000 });
  const db = new Kysely<AuthTables>({ dialect: new LibsqlDialect({ client: client as never }) });
  return {
    adapter: PublishedKyselyAdapter(db as never) as Adapter,
    makeTables: () => migrate(db),
    async close() {
      await db.destroy();
      client.close();
    },
  };
}

/** Stores that a second process can open too, by their names. */
export const openers = {
  "kysely on libsql": withKysely("libsql"),
  "kysely on Postgres": withKysely("postgres"),
  "kysely on MariaDB": withKysely("mariadb"),
  pg: withPool((pool) => PgAdapter(pool), createTables()),
  mysql2: withMariaDb((pool) => Mysql2Adapter(pool), mysqlTables()),
  "drizzle on Postgres": withPool((pool) => DrizzleAdapter(onPostgres(pool)), documentedTables(postgres)),
  "drizzle on MariaDB": withMariaDb((pool) => DrizzleAdapter(onMysql(pool)), documentedTables(mysql)),
  "drizzle on libsql": withLibsql((db) => DrizzleAdapter(db), documentedTables(sqlite)),
  "@auth/kysely-adapter on Postgres": withKysely(
    "postgres",
    (db) => PublishedKyselyAdapter(db as never) as Adapter,
  ),
  "@auth/kysely-adapter on libsql": openPublishedOnLibsql,
  "@auth/drizzle-adapter on Postgres": withPool(
    (pool) => PublishedDrizzleAdapter(onPostgres(pool)) as Adapter,
    documentedTables(postgres),
  ),
  "@auth/drizzle-adapter on MariaDB": withMariaDb(
    (pool) => PublishedDrizzleAdapter(onMysql(pool)) as Adapter,
    documentedTables(mysql),
  ),
  "@auth/pg-adapter": withPool((pool) => PublishedPgAdapter(pool) as Adapter, numbered.postgres),
  "prisma on libsql": openPrismaOnLibsql(({ client }) => PrismaAdapter(client)),
  "@auth/prisma-adapter on libsql": openPrismaOnLibsql(({ published }) => published),
  "pg, numbers as ids": withPool((pool) => PgAdapter(pool), numbered.postgres),
  "mysql2, numbers as ids": withMariaDb((pool) => Mysql2Adapter(pool), numbered.mariadb),
  "kysely on Postgres, numbers as ids": withKysely("postgres", undefined, numbered.kyselyPostgres),
  "kysely on MariaDB, numbers as ids": withKysely("mariadb", undefined, numbered.kyselyMariadb),
  "kysely on libsql, numbers as ids": withKysely("libsql", undefined, numbered.kyselyLibsql),
  "drizzle on Postgres, numbers as ids": withPool(
    (pool) => DrizzleAdapter(onPostgres(pool), numbered.drizzleTables),
    numbered.postgres,
  ),
} as const satisfies Readonly<Record<string, (place: Place) => OpenStore>>;

export type StoreName = keyof typeof openers;
