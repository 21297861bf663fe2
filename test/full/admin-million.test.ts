/** The list of a million users: each page is one read of an index, on SQLite as it is and on Postgres with the index of the docs. */
import { randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { type CompiledQuery, Kysely, sql } from "kysely";
import { Pool } from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { type AuthTables, KyselyAdapter, migrate } from "../../src/runtime/adapters/kysely.js";
import { createTables, PgAdapter, type PgStatement } from "../../src/runtime/adapters/pg.js";
import { recordTableStatements } from "../../src/runtime/adapters/sql-schema.js";
import { keptTables } from "../../src/templates/plugins/index.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import { servers } from "../adapters/tested-store.js";
import { projectRoot } from "../architecture/source-tree.js";
import { Office } from "../plugins/admin/office.js";

const users = 1_000_000;
const rounds = 41;
const mostMs = 30;

interface Filled {
  readonly adapter: Adapter;
  /** How the database carries out each list of users that it has been asked for since the last time. */
  plans(): Promise<readonly string[]>;
}

const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
}, 60_000);

/** Statements of the page of the plugin: there is no other way to the index. */
const documented = readFileSync(path.join(projectRoot, "docs/plugins/admin.md"), "utf8")
  .split("```sql")
  .slice(1)
  .flatMap((block) => block.split("```")[0]!.split(";"))
  .map((statement) => statement.trim())
  .filter((statement) => statement !== "");

const isList = (text: string): boolean => text.startsWith("select") && text.includes("order by");

async function fillSqlite(): Promise<Filled> {
  const file = path.join(tmpdir(), `admin-million-${randomUUID()}.db`);
  closing.push(() => {
    for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
  });
  const seen: CompiledQuery[] = [];
  const db = new Kysely<AuthTables>({
    dialect: new LibsqlDialect({ url: `file:${file}` }),
    log: ({ query }) => void (isList(query.sql) && seen.push(query)),
  });
  closing.push(() => db.destroy());
  await sql`pragma synchronous = off`.execute(db);
  await migrate(db);
  for (const table of keptTables)
    for (const statement of recordTableStatements("sqlite", table)) await sql.raw(statement).execute(db);
  const count = sql.lit(users);
  await sql`with recursive n(n) as (select 1 union all select n + 1 from n where n < ${count})
    insert into "User" (id, name, email)
    select 'u' || n, 'Ada', 'ada' || (n * 7919 % ${count}) || '@example.com' from n`.execute(db);
  await sql`analyze`.execute(db);
  const plans = async (): Promise<readonly string[]> => {
    const all: string[] = [];
    for (const query of seen.splice(0)) {
      const plan = { ...query, sql: `explain query plan ${query.sql}` };
      const { rows } = await db.executeQuery<{ detail: string }>(plan);
      all.push(rows.map(({ detail }) => detail).join("; "));
    }
    return all;
  };
  return { adapter: KyselyAdapter(db), plans };
}

async function fillPostgres(): Promise<Filled> {
  const schema = `million_${randomUUID().replaceAll("-", "")}`;
  const pool = new Pool({
    host: "127.0.0.1",
    user: "postgres",
    database: "test",
    max: 1,
    options: `-c search_path=${schema}`,
  });
  await pool.query(`create schema ${schema}`);
  closing.push(async () => {
    await pool.query(`drop schema ${schema} cascade`);
    await pool.end();
  });
  for (const statement of createTables()) await pool.query(statement);
  for (const table of keptTables)
    for (const statement of recordTableStatements("postgres", table)) await pool.query(statement);
  await pool.query(
    `insert into users (id, name, email) select 'u' || n, 'Ada', 'ada' || (n::bigint * 7919 % ${users}) || '@example.com' from generate_series(1, ${users}) n`,
  );
  for (const statement of documented) await pool.query(statement);
  await pool.query("vacuum analyze users");
  const seen: PgStatement[] = [];
  const adapter = PgAdapter({
    query(statement) {
      if (isList(statement.text)) seen.push(statement);
      return pool.query(statement);
    },
  });
  const plans = async (): Promise<readonly string[]> => {
    const all: string[] = [];
    for (const { text, values } of seen.splice(0)) {
      const { rows } = await pool.query<Record<string, string>>(`explain ${text}`, [...(values ?? [])]);
      all.push(rows.map((row) => row["QUERY PLAN"]).join("; "));
    }
    return all;
  };
  return { adapter, plans };
}

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** @param at of the round: each asks for another place */
type Asked = (at: number) => string;

const spread = (at: number): number => (at * 24_391) % users;

const pages: readonly (readonly [name: string, asked: Asked, length: number])[] = [
  ["the first page", () => "", 50],
  ["a page that begins somewhere", (at) => `?from=ada${spread(at)}`, 50],
  ["a whole address", (at) => `?from=ada${spread(at)}%40example.com`, 50],
  ["the first page of ids", () => "?by=id", 50],
  ["a page of ids that begins somewhere", (at) => `?by=id&from=u${spread(at)}`, 50],
];

const stores: readonly (readonly [string, () => Promise<Filled>, boolean])[] = [
  ["SQLite", fillSqlite, true],
  [
    `Postgres${servers.Postgres ? "" : " (skipped: no Postgres on 127.0.0.1)"}`,
    fillPostgres,
    servers.Postgres,
  ],
];

describe.each(stores)("%s", (_name, fill, isThere) => {
  test.skipIf(!isThere)(
    `ADM-123: pages of ${users} users are one read of an index, in ${mostMs} ms`,
    { timeout: 600_000 },
    async () => {
      const { adapter, plans } = await fill();
      const office = new Office({ adapter });
      const root = office.visitor(await office.administrator());
      for (const [name, asked, length] of pages) {
        const took: number[] = [];
        for (let at = 0; at < rounds; at += 1) {
          const began = performance.now();
          const { status, body } = await root.read(`/admin/users${asked(at)}`);
          took.push(performance.now() - began);
          expect([status, (body["users"] as unknown[]).length], name).toEqual([200, length]);
          if (name === "a whole address") expect(body["match"], name).not.toBeNull();
        }
        for (const plan of await plans()) {
          expect(plan, name).toMatch(/Index Scan|(SEARCH|SCAN) \S+ USING INDEX/);
          expect(plan, name).not.toMatch(/Seq Scan|Sort|TEMP B-TREE/);
        }
        console.log(`${name}: ${median(took).toFixed(1)} ms`);
        expect(median(took), name).toBeLessThanOrEqual(mostMs);
      }
    },
  );
});
