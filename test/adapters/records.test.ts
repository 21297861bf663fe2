/** Tables of plugins in every store: the conformance kit, tables that are missing, stores that are down. */
import { randomUUID } from "node:crypto";
import { createClient } from "@libsql/client";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { drizzle as onLibsql } from "drizzle-orm/libsql";
import { drizzle as onMysql } from "drizzle-orm/mysql2";
import * as mysqlCore from "drizzle-orm/mysql-core";
import * as pgCore from "drizzle-orm/pg-core";
import { drizzle as onPglite } from "drizzle-orm/pglite";
import * as sqliteCore from "drizzle-orm/sqlite-core";
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
import { conformanceTable, recordsConformance } from "../../src/runtime/adapter-testing/index.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import type { RecordTable } from "../../src/runtime/types/records.js";
import { answers } from "./servers.js";
import { pglite } from "../support/pglite.js";

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of [...closing].reverse()) await close();
});
const fresh = () => `records_${randomUUID().slice(0, 8)}`;
const statementsOf = (database: SqlDatabase) => recordTableStatements(database, conformanceTable);

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

async function kyselyOn(dialect: Dialect, database: SqlDatabase): Promise<Adapter> {
  const db = new Kysely<never>({ dialect });
  closing.push(() => db.destroy());
  for (const statement of statementsOf(database))
    await db.executeQuery({ sql: statement, parameters: [] } as never);
  return KyselyAdapter(db);
}

interface Store {
  readonly name: string;
  readonly skip?: string | false;
  open(): Promise<Adapter>;
}

const noPostgres = !(await answers(5432)) && "no server on 127.0.0.1:5432";
const noMariaDb = !(await answers(3306)) && "no server on 127.0.0.1:3306";

const stores: readonly Store[] = [
  {
    name: "kysely, libsql",
    open: () => kyselyOn(new LibsqlDialect({ client: createClient({ url: ":memory:" }) as never }), "sqlite"),
  },
  { name: "kysely, PGlite", open: () => kyselyOn(new KyselyPGlite(pglite()).dialect, "postgres") },
  {
    name: "kysely, PostgreSQL",
    skip: noPostgres,
    async open() {
      const pool = new Pool({ ...postgres, options: await schemaOfPostgres() });
      return kyselyOn(new PostgresDialect({ pool }), "postgres");
    },
  },
  {
    name: "kysely, MariaDB",
    skip: noMariaDb,
    async open() {
      const pool = createCallbackPool({ ...mariaDb, database: await databaseOfMariaDb() });
      return kyselyOn(new MysqlDialect({ pool: pool as never }), "mysql");
    },
  },
  {
    name: "pg",
    skip: noPostgres,
    async open() {
      const pool = new Pool({ ...postgres, options: await schemaOfPostgres() });
      closing.push(() => pool.end());
      for (const statement of statementsOf("postgres")) await pool.query(statement);
      return PgAdapter(pool);
    },
  },
  {
    name: "mysql2",
    skip: noMariaDb,
    async open() {
      const pool = createPool({ ...mariaDb, database: await databaseOfMariaDb(), timezone: "+09:00" });
      closing.push(() => pool.end());
      for (const statement of statementsOf("mysql")) await pool.query(statement);
      return Mysql2Adapter(pool);
    },
  },
  {
    name: "drizzle, PGlite",
    async open() {
      const client = pglite();
      for (const statement of statementsOf("postgres")) await client.exec(statement);
      const { bigint, boolean, pgTable, text, timestamp } = pgCore;
      const auth_conformance_record = pgTable(conformanceTable.name, {
        id: text().primaryKey(),
        owner: text(),
        label: text(),
        note: text(),
        count: bigint({ mode: "number" }),
        active: boolean(),
        expires: timestamp({ withTimezone: true }),
      });
      return DrizzleAdapter(onPglite(client), { records: { auth_conformance_record } });
    },
  },
  {
    name: "drizzle, libsql",
    async open() {
      const client = createClient({ url: ":memory:" });
      // Dates are numbers there.
      for (const statement of statementsOf("sqlite"))
        await client.execute(statement.replace(`"expires" text`, `"expires" integer`));
      const { integer, sqliteTable, text } = sqliteCore;
      const auth_conformance_record = sqliteTable(conformanceTable.name, {
        id: text().primaryKey(),
        owner: text(),
        label: text(),
        note: text(),
        count: integer(),
        active: integer({ mode: "boolean" }),
        expires: integer({ mode: "timestamp_ms" }),
      });
      return DrizzleAdapter(onLibsql(client), { records: { auth_conformance_record } });
    },
  },
  {
    name: "drizzle, MariaDB",
    skip: noMariaDb,
    async open() {
      const pool = createPool({ ...mariaDb, database: await databaseOfMariaDb() });
      closing.push(() => pool.end());
      for (const statement of statementsOf("mysql")) await pool.query(statement);
      const { bigint, boolean, datetime, mediumtext, mysqlTable, varchar } = mysqlCore;
      const auth_conformance_record = mysqlTable(conformanceTable.name, {
        id: varchar({ length: 255 }).primaryKey(),
        owner: varchar({ length: 255 }),
        label: varchar({ length: 255 }),
        note: mediumtext(),
        count: bigint({ mode: "number" }),
        active: boolean(),
        expires: datetime({ fsp: 3 }),
      });
      return DrizzleAdapter(onMysql(pool), { records: { auth_conformance_record } });
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
    const adapter = await open();
    for (const check of recordsConformance(adapter)) test(check.name, () => check.run());

    test("a table that is missing is told from an outage, by every method", async () => {
      const records = adapter.records!(missing);
      const row = { id: "1", owner: "o", count: 0, active: true };
      const calls = [
        () => records.find({ id: "1" }),
        () => records.list({ owner: "o" }, { limit: 5 }),
        () => records.insert(row),
        () => records.update({ id: "1" }, { count: 0 }, { count: 1 }),
        () => records.consume({ id: "1" }),
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
