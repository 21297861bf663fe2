import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { randomUUID } from "node:crypto";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { Kysely, MysqlDialect, PostgresDialect, sql } from "kysely";
import { KyselyPGlite } from "kysely-pglite";
import { createPool } from "mysql2";
import { Pool } from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { KyselyAdapter, migrate, type AuthTables } from "../../src/runtime/adapters/kysely.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { conformance } from "../../src/runtime/adapter-testing/index.js";
import type { Adapter, AdapterUser } from "../../src/runtime/types/adapter.js";
import { answers } from "./servers.js";
import { pglite } from "../support/pglite.js";

const file = path.join(tmpdir(), `authwright-${randomUUID()}.db`);
afterAll(() => rm(file, { force: true }));
const schema = `t${randomUUID().replaceAll("-", "").slice(0, 12)}`;

interface Database {
  readonly name: string;
  readonly skip?: string | false;
  open(): Promise<Kysely<AuthTables>>;
}

const databases: readonly Database[] = [
  {
    name: "libsql file",
    open: async () => new Kysely<AuthTables>({ dialect: new LibsqlDialect({ url: `file:${file}` }) }),
  },
  {
    name: "PGlite",
    open: async () => new Kysely<AuthTables>({ dialect: new KyselyPGlite(pglite()).dialect }),
  },
  {
    name: "PostgreSQL",
    skip: !(await answers(5432)) && "no server on 127.0.0.1:5432",
    async open() {
      const connection = { host: "127.0.0.1", user: "postgres", database: "test" };
      const admin = new Pool(connection);
      await admin.query(`create schema "${schema}"`);
      await admin.end();
      const pool = new Pool({ ...connection, options: `-c search_path=${schema}` });
      return new Kysely<AuthTables>({ dialect: new PostgresDialect({ pool }) });
    },
  },
  {
    name: "MariaDB",
    skip: !(await answers(3306)) && "no server on 127.0.0.1:3306",
    async open() {
      const connection = { host: "127.0.0.1", user: "root", password: "", timezone: "Z" };
      const admin = createPool(connection);
      await admin.promise().query(`create database ${schema}`);
      await admin.promise().end();
      return new Kysely<AuthTables>({
        dialect: new MysqlDialect({ pool: createPool({ ...connection, database: schema }) }),
      });
    },
  },
];

const someone = (): AdapterUser => ({
  id: randomUUID(),
  email: `${randomUUID()}@example.com`,
  emailVerified: null,
});

/** Two people whose provider gives no address; the type says that there is one. */
async function addressesOfTwo(adapter: Adapter): Promise<(string | null)[]> {
  const addresses: (string | null)[] = [];
  for (const id of [randomUUID(), randomUUID()]) {
    await adapter.createUser?.({ id, name: "Ada", emailVerified: null } as AdapterUser);
    addresses.push((await adapter.getUser?.(id))?.email ?? null);
  }
  return addresses;
}

describe("the memory store", () => {
  const adapter = MemoryAdapter();
  for (const check of conformance(adapter)) test(check.name, () => check.run());
  test("keeps people without an address apart", async () => {
    expect(await addressesOfTwo(adapter)).toEqual([null, null]);
  });
});

for (const { name, skip, open } of databases) {
  describe.skipIf(skip)(`the Kysely store on ${name}${skip ? ` (skipped: ${skip})` : ""}`, async () => {
    if (skip) return;
    const db = await open();
    afterAll(async () => {
      if (name === "PostgreSQL") await sql.raw(`drop schema "${schema}" cascade`).execute(db);
      if (name === "MariaDB") await sql.raw(`drop database ${schema}`).execute(db);
      await db.destroy();
    });
    await migrate(db);
    const adapter = KyselyAdapter(db);
    for (const check of conformance(adapter)) test(check.name, () => check.run());
    test("keeps people without an address apart", async () => {
      expect(await addressesOfTwo(adapter)).toEqual([null, null]);
    });

    test("a change that no column holds changes nothing", async () => {
      const user = await adapter.createUser(someone());
      expect(await adapter.updateUser({ id: user.id, shoe: 42 } as never)).toMatchObject({
        email: user.email,
      });
    });

    test("migrating again changes nothing", async () => {
      const before = await db.selectFrom("User").selectAll().execute();
      await migrate(db);
      expect(await db.selectFrom("User").selectAll().execute()).toEqual(before);
    });
  });
}

test("the conformance kit catches a store that finds a token and then deletes it", async () => {
  const good = MemoryAdapter();
  const careless = {
    ...good,
    async useVerificationToken({ identifier, token }: { identifier: string; token: string }) {
      const row = good.rows.verificationTokens.get(token);
      await new Promise((resolve) => setTimeout(resolve, 1));
      good.rows.verificationTokens.delete(token);
      return row?.identifier === identifier ? row : null;
    },
  };
  const race = conformance(careless).find(({ name }) => name.includes("verification token at once"));
  await expect(race?.run()).rejects.toThrow("one of 8 uses gives the row, not 8");
});

test("a store with fewer methods is asked only what it can answer", () => {
  const names = conformance({ createUser: MemoryAdapter().createUser }).map(({ name }) => name);
  expect(names).toEqual([]);
});
