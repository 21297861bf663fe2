/** PR-08: what `profile()` gives a new user is kept where the app's table has such a column, in every store. */
import { randomUUID } from "node:crypto";
import { createClient } from "@libsql/client";
import { drizzle as onLibsql } from "drizzle-orm/libsql";
import * as core from "drizzle-orm/sqlite-core";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { Kysely } from "kysely";
import { createPool } from "mysql2/promise";
import { Pool } from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { DrizzleAdapter } from "../../src/runtime/adapters/drizzle.js";
import { KyselyAdapter } from "../../src/runtime/adapters/kysely.js";
import { Mysql2Adapter, createTables as mysqlTables } from "../../src/runtime/adapters/mysql2.js";
import { createTables, PgAdapter } from "../../src/runtime/adapters/pg.js";
import { PrismaAdapter } from "../../src/runtime/adapters/prisma.js";
import { migrate } from "../../src/runtime/adapters/kysely.js";
import { resolveConfig } from "../../src/runtime/settings/resolve-config.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import { answers } from "./servers.js";

const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

const hasPostgres = await answers(5432);
const hasMariaDb = await answers(3306);
const added = [
  "add column username varchar(40)",
  "add column points integer",
  "add column joined varchar(40)",
];
const fresh = () => `t${randomUUID().replaceAll("-", "").slice(0, 12)}`;
const place = { host: "127.0.0.1", user: "root", password: "" };

/** Opens a store whose table of users has three columns more; `asked` gets its statements. */
const stores: Readonly<Record<string, (asked: string[]) => Promise<Adapter>>> = {
  ...(hasPostgres && {
    async pg(asked) {
      const pool = new Pool({ host: "127.0.0.1", user: "postgres", database: "test", max: 1 });
      const schema = fresh();
      await pool.query(`create schema ${schema}`);
      await pool.query(`set search_path to ${schema}`);
      closing.push(async () => {
        await pool.query(`drop schema ${schema} cascade`);
        await pool.end();
      });
      for (const statement of createTables()) await pool.query(statement);
      for (const one of added) await pool.query(`alter table users ${one}`);
      return PgAdapter({ query: (statement) => (asked.push(statement.text), pool.query(statement)) });
    },
  }),
  ...(hasMariaDb && {
    async mysql2(asked) {
      const name = fresh();
      const admin = createPool(place);
      await admin.query(`create database ${name}`);
      const pool = createPool({ ...place, database: name });
      closing.push(async () => {
        await pool.end();
        await admin.query(`drop database ${name}`);
        await admin.end();
      });
      for (const statement of mysqlTables()) await pool.query(statement);
      for (const one of added) await pool.query(`alter table users ${one}`);
      pool.on("connection", () => undefined);
      const told = new Proxy(pool, {
        get: (target, member) => {
          const value: unknown = Reflect.get(target, member);
          if (typeof value !== "function") return value;
          return (...given: unknown[]) => {
            asked.push(JSON.stringify(given[0]) ?? "");
            return (value as (...all: unknown[]) => unknown).apply(target, given);
          };
        },
      });
      return Mysql2Adapter(told as never);
    },
  }),
  async kysely(asked) {
    const client = createClient({ url: ":memory:" });
    const db = new Kysely<never>({
      dialect: new LibsqlDialect({ client: client as never }),
      log: ({ query }) => void asked.push(query.sql),
    });
    closing.push(() => db.destroy());
    await migrate(db as never);
    for (const one of added) await client.execute(`alter table "User" ${one}`);
    return KyselyAdapter(db as never);
  },
};

const user = (more: object) =>
  ({ id: randomUUID(), email: `${randomUUID()}@x.test`, emailVerified: null, ...more }) as never;

describe.each(Object.entries(stores))("PR-08: %s", (_name, open) => {
  test("keeps columns of the app's own, at the sign-up alone, and asks for them once", async () => {
    const asked: string[] = [];
    const adapter = await open(asked);
    const given = { username: "ada", points: 3, joined: "2026", shoe: 42, tags: ["a"], links: { a: 1 } };
    const before = asked.length;
    expect((await adapter.createUser!(user({}))) as object).not.toHaveProperty("shoe");
    expect(asked.slice(before).join("\n")).not.toContain("left join");
    const made = await adapter.createUser!(user(given));
    const found = (await adapter.getUser!(made.id)) as unknown as Record<string, unknown>;
    expect(found).toMatchObject({ username: "ada", points: 3, joined: "2026" });
    expect(made).toMatchObject({ username: "ada", points: 3, joined: "2026" });
    for (const name of ["shoe", "tags", "links"]) expect(found).not.toHaveProperty(name);
    await adapter.createUser!(user({ username: "bob", 'shoe" text': 1 }));
    expect(asked.join("\n").split("left join").length - 1).toBe(1);
    await adapter.updateUser!({ id: made.id, name: "Ada", username: "changed" } as never);
    expect(await adapter.getUser!(made.id)).toMatchObject({ name: "Ada", username: "ada" });
  });
});

test("PR-08: drizzle keeps what the app's table object has", async () => {
  const client = createClient({ url: ":memory:" });
  closing.push(() => client.close());
  await client.execute(
    "create table user (id text primary key, name text, email text, emailVerified integer, image text, username text)",
  );
  const users = core.sqliteTable("user", {
    id: core.text().primaryKey(),
    name: core.text(),
    email: core.text(),
    emailVerified: core.integer({ mode: "timestamp_ms" }),
    image: core.text(),
    username: core.text(),
  });
  const adapter = DrizzleAdapter(onLibsql(client), { usersTable: users } as never);
  const made = await adapter.createUser(user({ username: "ada", shoe: 42 }));
  expect(await adapter.getUser(made.id)).toMatchObject({ username: "ada" });
  expect(made).not.toHaveProperty("shoe");
});

test("PR-08: prisma keeps fields of the model, and never what another model is", async () => {
  const written: object[] = [];
  const create = async ({ data }: { data: object }) => (written.push(data), { id: "1", ...data });
  const fields = [
    ...["id", "name", "email", "image", "username"].map((name) => ({ name, type: "String" })),
    { name: "accounts", type: "Account" },
  ];
  const client = {
    _runtimeDataModel: { models: { User: { fields }, Account: { fields: [] } } },
    user: { create },
    $transaction: async () => undefined,
  };
  await PrismaAdapter(client as never).createUser(
    user({ username: "ada", shoe: 42, accounts: { create: { provider: "x" } } }),
  );
  expect(written[0]).toMatchObject({ username: "ada" });
  for (const name of ["shoe", "accounts"]) expect(written[0]).not.toHaveProperty(name);
});

test("PR-08: the log names each member that no column keeps, once", async () => {
  const warnings: string[] = [];
  const adapter: Adapter = {
    createUser: async ({ id, email, emailVerified }) => ({ id, email, emailVerified }),
  };
  const { adapter: store } = resolveConfig({
    secret: "test-secret-test-secret-test-secret-000",
    trustHost: true,
    providers: [],
    adapter,
    logger: { warn: (code) => void warnings.push(code) },
  });
  for (const username of ["ada", "bob"])
    await store?.createUser(user({ username, plan: null, image: undefined }));
  expect(warnings).toEqual(["user-column-missing: username"]);
});
