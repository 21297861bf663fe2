/** A fault behind each write of invitations and of a change of owners, in two processes over one database. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Dialect, Kysely, MysqlDialect, PostgresDialect, sql } from "kysely";
import mysql from "mysql2";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthTables, KyselyAdapter, migrate } from "../../src/runtime/adapters/kysely.js";
import { recordTableStatements } from "../../src/runtime/adapters/sql-schema.js";
import { tables as accountTables } from "../../src/runtime/plugins/account/tables.js";
import { tables } from "../../src/runtime/plugins/organizations/tables.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import { doings, tryBehindEachWrite } from "../plugins/organizations/faults.js";
import { closeStores, libsqlFile } from "../plugins/organizations/town.js";
import { type Database, mariadbd, postgresBin, startMariadb, startPostgres } from "../support/databases.js";

afterAll(closeStores);

describe("SQLite", () => {
  test.each(Object.entries(doings))("%s", async (_what, doing) => {
    expect(await tryBehindEachWrite(doing, await libsqlFile())).toBeGreaterThan(2);
  });
});

const servers = [
  {
    name: "Postgres",
    dialect: "postgres",
    isThere: postgresBin !== undefined,
    start: startPostgres,
    connect: (url: string): Dialect => new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }),
  },
  {
    name: "MariaDB",
    dialect: "mysql",
    isThere: mariadbd !== undefined,
    start: startMariadb,
    connect: (url: string): Dialect => new MysqlDialect({ pool: mysql.createPool(url) }),
  },
] as const;

describe.each(servers.map((each) => [each.name, each] as const))("%s", (_name, server) => {
  const { dialect, isThere, start, connect } = server;
  const folder = mkdtempSync(path.join(tmpdir(), "organizations-"));
  const open: Kysely<AuthTables>[] = [];
  let database: Database | undefined;

  const openOne = (): Promise<Adapter> => {
    const db = new Kysely<AuthTables>({ dialect: connect(database!.url) });
    open.push(db);
    return Promise.resolve(KyselyAdapter(db));
  };

  beforeAll(async () => {
    if (!isThere) return;
    database = await start(folder);
    const db = new Kysely<AuthTables>({ dialect: connect(database.url) });
    open.push(db);
    await migrate(db);
    for (const table of [...accountTables, ...tables])
      for (const statement of recordTableStatements(dialect, table)) await sql.raw(statement).execute(db);
  }, 120_000);

  afterAll(async () => {
    for (const db of open) await db.destroy();
    database?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test.skipIf(!isThere).each(Object.entries(doings))(
    `%s${isThere ? "" : " (skipped: not installed)"}`,
    async (_what, doing) => {
      expect(await tryBehindEachWrite(doing, openOne)).toBeGreaterThan(2);
    },
  );
});
