/** What a session costs the database, counted through the driver: one query per check, one write per `updateAge`. */
import { randomUUID } from "node:crypto";
import { createClient } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";
import { sql } from "drizzle-orm";
import { Kysely, PostgresDialect } from "kysely";
import { createPool } from "mysql2/promise";
import { Pool } from "pg";
import { describe, expect, test } from "vitest";
import { DrizzleAdapter } from "../../src/runtime/adapters/drizzle.js";
import { KyselyAdapter, migrate, type AuthTables } from "../../src/runtime/adapters/kysely.js";
import { createTables as mysqlTables, Mysql2Adapter } from "../../src/runtime/adapters/mysql2.js";
import { createTables, PgAdapter } from "../../src/runtime/adapters/pg.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import { Auth } from "../../src/runtime/index.js";
import { origin, secret } from "../support/browser.js";
import { documentedTables, sqlite } from "./drizzle-statements.js";
import { servers, type Server } from "./tested-store.js";

interface Counted {
  readonly adapter: Adapter;
  /** The statements that reached the driver, emptied by whoever reads them. */
  readonly statements: string[];
  close(): Promise<void>;
}

const fresh = () => `cost_${randomUUID().replaceAll("-", "")}`;

async function openSchema() {
  const name = fresh();
  const pool = new Pool({
    host: "127.0.0.1",
    user: "postgres",
    database: "test",
    options: `-c search_path=${name}`,
  });
  await pool.query(`create schema ${name}`);
  const drop = async () => void (await pool.query(`drop schema ${name} cascade`));
  return { pool, drop };
}

const stores: Readonly<Record<string, readonly [Server, () => Promise<Counted>]>> = {
  pg: [
    "Postgres",
    async () => {
      const { pool, drop } = await openSchema();
      for (const statement of createTables()) await pool.query(statement);
      const statements: string[] = [];
      const adapter = PgAdapter({
        query(statement) {
          statements.push(statement.text);
          return pool.query(statement);
        },
      });
      return { adapter, statements, close: () => drop().finally(() => pool.end()) };
    },
  ],
  mysql2: [
    "MariaDB",
    async () => {
      const name = fresh();
      const admin = createPool({ host: "127.0.0.1", user: "root", password: "" });
      await admin.query(`create database ${name}`);
      const pool = createPool({ host: "127.0.0.1", user: "root", password: "", database: name });
      for (const statement of mysqlTables()) await pool.query(statement);
      const statements: string[] = [];
      const adapter = Mysql2Adapter({
        execute(text, values) {
          statements.push(text);
          return pool.execute(text, values);
        },
        getConnection: () => pool.getConnection(),
      });
      const close = async () => {
        await pool.end();
        await admin.query(`drop database ${name}`);
        await admin.end();
      };
      return { adapter, statements, close };
    },
  ],
  Kysely: [
    "Postgres",
    async () => {
      const { pool, drop } = await openSchema();
      const statements: string[] = [];
      const db = new Kysely<AuthTables>({
        dialect: new PostgresDialect({ pool }),
        log: ({ query }) => void statements.push(query.sql),
      });
      await migrate(db);
      return { adapter: KyselyAdapter(db), statements, close: () => drop().finally(() => db.destroy()) };
    },
  ],
  Drizzle: [
    "file",
    async () => {
      const client = createClient({ url: ":memory:" });
      const statements: string[] = [];
      const db = drizzle(client, { logger: { logQuery: (query) => void statements.push(query) } });
      for (const statement of documentedTables(sqlite)) await db.run(sql.raw(statement));
      return { adapter: DrizzleAdapter(db), statements, close: async () => client.close() };
    },
  ],
};

const day = 86_400_000;
const writes = (statements: readonly string[]) => statements.filter((text) => !/^\s*select/i.test(text));

describe.each(Object.entries(stores))("%s", (_name, [server, open]) => {
  const why = servers[server] ? "" : ` (skipped: no ${server} on 127.0.0.1)`;
  test.skipIf(!servers[server])(
    `a session check is one query, and one write per updateAge${why}`,
    async () => {
      const { adapter, statements, close } = await open();
      try {
        const check = async (sessionToken: string) => {
          statements.length = 0;
          const cookie = `authjs.session-token=${sessionToken}`;
          const request = new Request(`${origin}/auth/session`, { headers: { cookie } });
          const config = { secret, trustHost: true, basePath: "/auth", adapter, providers: [] };
          const answer = await Auth(request, {
            ...config,
            session: { strategy: "database", updateAge: 86_400 },
          });
          const body = (await answer.json()) as { user?: object } | null;
          expect(body?.user).toBeDefined();
          return [...statements];
        };
        const email = `${randomUUID()}@example.com`;
        const user = await adapter.createUser!({ id: randomUUID(), email, emailVerified: null });
        const sessionOf = async (expires: Date) => {
          const sessionToken = randomUUID();
          await adapter.createSession!({ sessionToken, userId: user.id, expires });
          return sessionToken;
        };
        const young = await sessionOf(new Date(Date.now() + 30 * day - 60_000));
        for (let time = 0; time < 3; time += 1) {
          const seen = await check(young);
          expect(seen).toHaveLength(1);
          expect(writes(seen)).toEqual([]);
        }
        // A day and a minute old: the next check extends it, those after it do not.
        const old = await sessionOf(new Date(Date.now() + 29 * day - 60_000));
        const counts = [];
        for (let time = 0; time < 4; time += 1) counts.push(writes(await check(old)).length);
        expect(counts).toEqual([1, 0, 0, 0]);
      } finally {
        await close();
      }
    },
  );
});
