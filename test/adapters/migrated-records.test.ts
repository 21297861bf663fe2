/** Tables of plugins that the Kysely store makes by itself, before their first use. */
import { randomUUID } from "node:crypto";
import { createClient } from "@libsql/client";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { type Dialect, Kysely, MysqlDialect, PostgresDialect, sql } from "kysely";
import { createPool } from "mysql2";
import { Pool } from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { KyselyAdapter } from "../../src/runtime/adapters/kysely.js";
import { isMissingTable } from "../../src/runtime/adapters/rows/driver-errors.js";
import { indexStatement, type SqlDatabase } from "../../src/runtime/adapters/sql-schema.js";
import { conformanceTable, recordsConformance } from "../../src/runtime/adapter-testing/index.js";
import { pluginTables } from "../../src/templates/plugins/index.js";
import { answers } from "./servers.js";

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of [...closing].reverse()) await close();
});
const name = () => `migrated_${randomUUID().slice(0, 8)}`;

interface Place {
  readonly on: SqlDatabase;
  readonly port?: number;
  /** Opens an empty database; each call is one more process. */
  empty(): Promise<() => Dialect>;
}

const places: readonly Place[] = [
  {
    on: "sqlite",
    async empty() {
      const client = createClient({ url: ":memory:" });
      return () => new LibsqlDialect({ client: client as never });
    },
  },
  {
    on: "postgres",
    port: 5432,
    async empty() {
      const server = { host: "127.0.0.1", user: "postgres", database: "test" };
      const [schema, admin] = [name(), new Pool(server)];
      await admin.query(`create schema ${schema}`);
      closing.push(async () => {
        await admin.query(`drop schema ${schema} cascade`);
        await admin.end();
      });
      return () =>
        new PostgresDialect({ pool: new Pool({ ...server, options: `-c search_path=${schema}` }) });
    },
  },
  {
    on: "mysql",
    port: 3306,
    async empty() {
      const server = { host: "127.0.0.1", user: "root", password: "" };
      const [database, admin] = [name(), createPool(server).promise()];
      await admin.query(`create database ${database} character set utf8mb4 collate utf8mb4_general_ci`);
      closing.push(async () => {
        await admin.query(`drop database ${database}`);
        await admin.end();
      });
      return () => new MysqlDialect({ pool: createPool({ ...server, database }) as never });
    },
  },
];

const isHere = await Promise.all(places.map(async ({ port }) => port === undefined || answers(port)));

describe.each(places.filter((_, at) => isHere[at]))("$on", async ({ on, empty }) => {
  const open = await empty();
  const opened = () => {
    const db = new Kysely<never>({ dialect: open() });
    if (on !== "sqlite") closing.push(() => db.destroy());
    return db;
  };

  test("without migrate: true a missing table stays missing", async () => {
    const { records } = KyselyAdapter(opened());
    await expect(records(conformanceTable).find({ id: "1" })).rejects.toSatisfy(isMissingTable);
  });

  test("several processes start at once: one makes every table, all go on", async () => {
    const stores = [opened(), opened(), opened()].map((db) => KyselyAdapter(db, { migrate: true }));
    const asked = stores.flatMap(({ records }) =>
      pluginTables.map((table) => records(table).list({ [table.primaryKey[0] ?? ""]: "1" }, { limit: 1 })),
    );
    expect((await Promise.all(asked)).flat()).toEqual([]);
  });

  test("the indexes are those of auth db migrate, under the same names", async () => {
    const db = opened();
    for (const { name: table, indexes } of pluginTables)
      for (const columns of indexes) {
        const statement = indexStatement(on, table, columns).replace(" if not exists", "");
        await expect(sql.raw(statement).execute(db), statement).rejects.toThrow(/exist|duplicate/i);
      }
  });

  describe("the conformance kit", () => {
    const { records, ...rest } = KyselyAdapter(opened(), { migrate: true });
    for (const check of recordsConformance({ ...rest, records })) test(check.name, () => check.run());
  });
});
