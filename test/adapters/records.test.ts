/** Tables of plugins in every store: the conformance kit, tables that are missing, stores that are down. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createClient } from "@libsql/client";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { drizzle as onLibsql } from "drizzle-orm/libsql";
import { drizzle as onMysql } from "drizzle-orm/mysql2";
import { drizzle as onPostgres } from "drizzle-orm/node-postgres";
import { drizzle as onPglite } from "drizzle-orm/pglite";
import { type Dialect, Kysely, MysqlDialect, PostgresDialect } from "kysely";
import { KyselyPGlite } from "kysely-pglite";
import { createPool as createCallbackPool } from "mysql2";
import { createPool } from "mysql2/promise";
import { Pool } from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { DrizzleAdapter } from "../../src/runtime/adapters/drizzle.js";
import { KyselyAdapter } from "../../src/runtime/adapters/kysely.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { Mysql2Adapter } from "../../src/runtime/adapters/mysql2.js";
import { PgAdapter } from "../../src/runtime/adapters/pg.js";
import { isMissingTable } from "../../src/runtime/adapters/rows/driver-errors.js";
import { recordTableStatements, type SqlDatabase } from "../../src/runtime/adapters/sql-schema.js";
import {
  conformancePairs,
  conformanceTable,
  recordsConformance,
} from "../../src/runtime/adapter-testing/index.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import type { RecordTable } from "../../src/runtime/types/records.js";
import * as drizzleTables from "./drizzle-records.js";
import { answers } from "./servers.js";
import { pglite } from "../support/pglite.js";

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of [...closing].reverse()) await close();
});
const fresh = () => `records_${randomUUID().slice(0, 8)}`;
const statementsOf = (database: SqlDatabase) =>
  [conformanceTable, conformancePairs].flatMap((table) => recordTableStatements(database, table));

const postgres = { host: "127.0.0.1", user: "postgres", database: "test" };
const mariaDb = { host: "127.0.0.1", user: "root", password: "" };

async function schemaOfPostgres(): Promise<string> {
  const schema = fresh();
  const admin = new Pool(postgres);
  await admin.query(`create schema ${schema}`);
  closing.push(async () => {
    await admin.query(`drop schema ${schema} cascade`);
    await admin.end();
  });
  return `-c search_path=${schema}`;
}

/** Of a collation that takes é for e; the table has its own. */
async function databaseOfMariaDb(): Promise<string> {
  const database = fresh();
  const admin = createPool(mariaDb);
  await admin.query(`create database ${database} character set utf8mb4 collate utf8mb4_general_ci`);
  closing.push(async () => {
    await admin.query(`drop database ${database}`);
    await admin.end();
  });
  return database;
}

/** @param dialects a connection of its own for each instance of the store */
async function kyselyOn(database: SqlDatabase, ...dialects: readonly Dialect[]): Promise<Instances> {
  const dbs = dialects.map((dialect) => new Kysely<never>({ dialect }));
  closing.push(() => Promise.all(dbs.map((db) => db.destroy())));
  for (const statement of statementsOf(database))
    await dbs[0]!.executeQuery({ sql: statement, parameters: [] } as never);
  return dbs.map((db) => KyselyAdapter(db)) as never;
}

/** A pool for each instance of a store. */
function two<T extends { end(): Promise<void> }>(open: () => T): readonly [T, T] {
  const pools = [open(), open()] as const;
  closing.push(() => Promise.all(pools.map((pool) => pool.end())));
  return pools;
}

async function runOn(pool: { query(text: string): Promise<unknown> }, database: SqlDatabase): Promise<void> {
  for (const statement of statementsOf(database)) await pool.query(statement);
}

/** A store, and the same one over another connection where the database has several. */
type Instances = readonly [Adapter, Adapter?];

const keyColumns = { auth_conformance_record: ["id"], auth_conformance_pair: ["left", "right"] };

interface Store {
  readonly name: string;
  readonly skip?: string | false;
  open(): Promise<Instances>;
}

const noPostgres = !(await answers(5432)) && "no server on 127.0.0.1:5432";
const noMariaDb = !(await answers(3306)) && "no server on 127.0.0.1:3306";

const stores: readonly Store[] = [
  {
    name: "kysely, libsql",
    open: () => kyselyOn("sqlite", new LibsqlDialect({ client: createClient({ url: ":memory:" }) as never })),
  },
  {
    name: "kysely, two connections of libsql",
    async open() {
      const file = path.join(await mkdtemp(path.join(tmpdir(), "authwright-records-")), "auth.db");
      closing.push(() => rm(path.dirname(file), { recursive: true }));
      const dialect = () =>
        new LibsqlDialect({ client: createClient({ url: `file:${file}`, timeout: 10_000 }) as never });
      return kyselyOn("sqlite", dialect(), dialect());
    },
  },
  { name: "kysely, PGlite", open: () => kyselyOn("postgres", new KyselyPGlite(pglite()).dialect) },
  {
    name: "kysely, PostgreSQL",
    skip: noPostgres,
    async open() {
      const options = await schemaOfPostgres();
      const dialect = () => new PostgresDialect({ pool: new Pool({ ...postgres, options }) });
      return kyselyOn("postgres", dialect(), dialect());
    },
  },
  {
    name: "kysely, MariaDB",
    skip: noMariaDb,
    async open() {
      const database = await databaseOfMariaDb();
      const dialect = () => new MysqlDialect({ pool: createCallbackPool({ ...mariaDb, database }) as never });
      return kyselyOn("mysql", dialect(), dialect());
    },
  },
  {
    name: "pg",
    skip: noPostgres,
    async open() {
      const options = await schemaOfPostgres();
      const [pool, other] = two(() => new Pool({ ...postgres, options }));
      await runOn(pool, "postgres");
      return [PgAdapter(pool), PgAdapter(other)];
    },
  },
  {
    name: "pg, columns of a language",
    skip: noPostgres,
    async open() {
      const options = await schemaOfPostgres();
      const [pool, other] = two(() => new Pool({ ...postgres, options }));
      await runOn(pool, "postgres");
      for (const [table, columns] of Object.entries(keyColumns))
        for (const column of columns)
          await pool.query(`alter table ${table} alter column "${column}" type text collate "en-x-icu"`);
      return [PgAdapter(pool), PgAdapter(other)];
    },
  },
  {
    name: "mysql2",
    skip: noMariaDb,
    async open() {
      const database = await databaseOfMariaDb();
      const [pool, other] = two(() => createPool({ ...mariaDb, database, timezone: "+09:00" }));
      await runOn(pool, "mysql");
      return [Mysql2Adapter(pool), Mysql2Adapter(other)];
    },
  },
  {
    name: "mysql2, columns of a language",
    skip: noMariaDb,
    async open() {
      const database = await databaseOfMariaDb();
      const [pool, other] = two(() => createPool({ ...mariaDb, database }));
      await runOn(pool, "mysql");
      const type = "varchar(255) character set utf8mb4 collate utf8mb4_uca1400_as_cs not null";
      for (const [table, columns] of Object.entries(keyColumns))
        for (const column of columns)
          await pool.query(`alter table ${table} modify column \`${column}\` ${type}`);
      return [Mysql2Adapter(pool), Mysql2Adapter(other)];
    },
  },
  {
    name: "drizzle, PGlite",
    async open() {
      const client = pglite();
      for (const statement of statementsOf("postgres")) await client.exec(statement);
      return [DrizzleAdapter(onPglite(client), { records: drizzleTables.pg })];
    },
  },
  {
    name: "drizzle, PostgreSQL",
    skip: noPostgres,
    async open() {
      const options = await schemaOfPostgres();
      const [pool, other] = two(() => new Pool({ ...postgres, options }));
      await runOn(pool, "postgres");
      const over = (own: Pool) => DrizzleAdapter(onPostgres(own), { records: drizzleTables.pg });
      return [over(pool), over(other)];
    },
  },
  {
    name: "drizzle, libsql",
    async open() {
      const client = createClient({ url: ":memory:" });
      // Dates are numbers there.
      for (const statement of statementsOf("sqlite"))
        await client.execute(statement.replace(`"expires" text`, `"expires" integer`));
      return [DrizzleAdapter(onLibsql(client), { records: drizzleTables.sqlite })];
    },
  },
  {
    name: "drizzle, MariaDB",
    skip: noMariaDb,
    async open() {
      const database = await databaseOfMariaDb();
      const [pool, other] = two(() => createPool({ ...mariaDb, database }));
      await runOn(pool, "mysql");
      const over = (own: typeof pool) => DrizzleAdapter(onMysql(own), { records: drizzleTables.mysql });
      return [over(pool), over(other)];
    },
  },
];

const missing: RecordTable = { ...conformanceTable, name: "auth_conformance_missing" };

test("the store in memory has every table", async () => {
  const checks = recordsConformance(MemoryAdapter());
  expect(checks.length).toBeGreaterThan(12);
  for (const check of checks) await check.run();
});

test("an adapter without records is asked nothing", () => {
  expect(recordsConformance({ getUser: () => null })).toEqual([]);
});

for (const { name, skip, open } of stores) {
  describe.skipIf(skip)(`${name}${skip ? ` (skipped: ${skip})` : ""}`, async () => {
    if (skip) return;
    const [adapter, other] = await open();
    const second = other && (() => other);
    for (const check of recordsConformance(adapter, { ...(second && { second }) }))
      test(check.name, () => check.run());

    test("a table that is missing is told from an outage, by every method", async () => {
      const records = adapter.records!(missing);
      const row = { id: "1", owner: "o", count: 0, active: true };
      const calls = [
        () => records.find({ id: "1" }),
        () => records.list({ owner: "o" }, { limit: 5 }),
        () => records.insert(row),
        () => records.update({ id: "1" }, { count: 0 }, { count: 1 }),
        () => records.consume({ id: "1" }),
        () => records.remove({ owner: "o" }, { batch: 10 }),
        () => records.deleteExpired({ now: new Date(), batch: 10 }),
      ];
      for (const call of calls) {
        const error: unknown = await call().catch((thrown: unknown) => thrown);
        expect(isMissingTable(error), String(error)).toBe(true);
      }
    });
  });
}

test("a server that does not answer is an outage, and neither taken nor missing", async () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  const adapter = PgAdapter({ query: () => Promise.reject(refused) });
  const records = adapter.records(conformanceTable);
  const row = { id: "1", owner: "o", count: 0, active: true };
  await expect(records.insert(row)).rejects.toBe(refused);
  await expect(records.find({ id: "1" })).rejects.toSatisfy((error) => !isMissingTable(error));
});
