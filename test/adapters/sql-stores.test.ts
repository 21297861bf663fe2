/** The stores without an ORM, on the servers themselves: the conformance kit, and tables of the published adapter. */
import { randomUUID } from "node:crypto";
import PostgresAdapter from "@auth/pg-adapter";
import { createPool } from "mysql2/promise";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTables as mysqlTables, Mysql2Adapter } from "../../src/runtime/adapters/mysql2.js";
import { createTables, PgAdapter } from "../../src/runtime/adapters/pg.js";
import { conformance } from "../../src/runtime/adapter-testing/index.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import { eachOther } from "./each-other.js";
import { answers } from "./servers.js";

const hasPostgres = await answers(5432);
const hasMariaDb = await answers(3306);
const missing = (there: boolean, server: string) => (there ? "" : ` (skipped: no ${server} on 127.0.0.1)`);
const fresh = () => `t${randomUUID().replaceAll("-", "").slice(0, 12)}`;

/** A pool whose tables are in a schema of their own. */
async function openPostgres() {
  const connection = { host: "127.0.0.1", user: "postgres", database: "test" };
  const schema = fresh();
  const admin = new Pool(connection);
  await admin.query(`create schema "${schema}"`);
  const pool = new Pool({ ...connection, options: `-c search_path=${schema}` });
  const close = async () => {
    await pool.end();
    await admin.query(`drop schema "${schema}" cascade`);
    await admin.end();
  };
  return { pool, close };
}

describe.skipIf(!hasPostgres)(`pg${missing(hasPostgres, "Postgres")}`, async () => {
  if (!hasPostgres) return;
  const { pool, close } = await openPostgres();
  afterAll(close);
  beforeAll(async () => {
    for (const statement of [...createTables(), ...createTables()]) await pool.query(statement);
  });
  const adapter = PgAdapter(pool);
  for (const check of conformance(adapter)) test(check.name, () => check.run());
  for (const check of conformance(PgAdapter(pool, { prepared: false })))
    test(`not prepared: ${check.name}`, () => check.run());

  test("a change that no column holds changes nothing", async () => {
    const email = `${randomUUID()}@example.com`;
    const user = await adapter.createUser({ id: randomUUID(), email, emailVerified: null });
    expect(await adapter.updateUser({ id: user.id, shoe: 42 } as never)).toMatchObject({ email });
  });

  test("an id that no user has is nobody, in columns of numbers too", async () => {
    expect(await adapter.getUser("nobody")).toBeNull();
  });

  test("a session check is one query, prepared once per connection", async () => {
    const seen: unknown[] = [];
    const counted = PgAdapter({
      query: (statement) => {
        seen.push(statement.name);
        return pool.query(statement);
      },
    });
    await counted.getSessionAndUser(randomUUID());
    await counted.getSessionAndUser(randomUUID());
    expect(seen).toHaveLength(2);
    expect(new Set(seen).size).toBe(1);
    expect(String(seen[0]).length).toBeLessThan(64);
  });
});

/** The schema that the published adapter documents: users are numbered. */
const published = [
  `create table verification_token (identifier text not null, expires timestamptz not null, token text not null, primary key (identifier, token))`,
  `create table accounts (id serial, "userId" integer not null, type varchar(255) not null, provider varchar(255) not null, "providerAccountId" varchar(255) not null, refresh_token text, access_token text, expires_at bigint, id_token text, scope text, session_state text, token_type text, primary key (id))`,
  `create table sessions (id serial, "userId" integer not null, expires timestamptz not null, "sessionToken" varchar(255) not null, primary key (id))`,
  `create table users (id serial, name varchar(255), email varchar(255), "emailVerified" timestamptz, image text, primary key (id))`,
];

describe.skipIf(!hasPostgres)(`tables of @auth/pg-adapter${missing(hasPostgres, "Postgres")}`, async () => {
  if (!hasPostgres) return;
  const { pool, close } = await openPostgres();
  afterAll(close);
  beforeAll(async () => {
    for (const statement of published) await pool.query(statement);
  });
  const ours = PgAdapter(pool);
  const theirs: Adapter = PostgresAdapter(pool) as Adapter;
  eachOther(ours, theirs);

  test("ids are texts here, as everywhere", async () => {
    const user = await ours.createUser({
      id: randomUUID(),
      email: `${randomUUID()}@example.com`,
      emailVerified: null,
    });
    expect(user.id).toMatch(/^\d+$/);
    expect(await ours.getUser(user.id)).toMatchObject({ id: user.id });
    expect(await ours.getUser("nobody")).toBeNull();
  });
});

describe.skipIf(!hasMariaDb)(`mysql2${missing(hasMariaDb, "MariaDB")}`, async () => {
  if (!hasMariaDb) return;
  const name = fresh();
  const connection = { host: "127.0.0.1", user: "root", password: "" };
  const admin = createPool(connection);
  // A collation that takes é for e: what identifies somebody is compared byte by byte all the same.
  await admin.query(`create database ${name} character set utf8mb4 collate utf8mb4_general_ci`);
  const pool = createPool({ ...connection, database: name });
  afterAll(async () => {
    await pool.end();
    await admin.query(`drop database ${name}`);
    await admin.end();
  });
  beforeAll(async () => {
    for (const statement of mysqlTables()) await pool.query(statement);
  });
  for (const check of conformance(Mysql2Adapter(pool))) test(check.name, () => check.run());
});

describe.skipIf(!hasMariaDb)(`mysql2, columns that fold${missing(hasMariaDb, "MariaDB")}`, async () => {
  if (!hasMariaDb) return;
  const name = fresh();
  const connection = { host: "127.0.0.1", user: "root", password: "" };
  const admin = createPool(connection);
  await admin.query(`create database ${name}`);
  const pool = createPool({ ...connection, database: name });
  afterAll(async () => {
    await pool.end();
    await admin.query(`drop database ${name}`);
    await admin.end();
  });
  beforeAll(async () => {
    for (const statement of mysqlTables())
      await pool.query(statement.replace("utf8mb4_bin", "utf8mb4_general_ci"));
  });
  const adapter = Mysql2Adapter(pool);
  test("F-80 an account, a session or a token that looks alike is not found", async () => {
    const email = `${randomUUID()}@example.com`;
    const user = await adapter.createUser({ id: randomUUID(), email, emailVerified: null });
    await adapter.linkAccount({
      userId: user.id,
      type: "oauth",
      provider: "github",
      providerAccountId: "josé",
    });
    const find = (providerAccountId: string) =>
      adapter.getUserByAccount({ provider: "github", providerAccountId });
    expect(await find("jose")).toBeNull();
    expect((await find("josé"))?.id).toBe(user.id);
    const expires = new Date("2030-01-02T03:04:05.000Z");
    await adapter.createSession({ sessionToken: "TokenÄ", userId: user.id, expires });
    expect(await adapter.getSessionAndUser("tokena")).toBeNull();
    expect((await adapter.getSessionAndUser("TokenÄ"))?.session.expires).toEqual(expires);
    await adapter.createVerificationToken({ identifier: email, token: "ÄÖ", expires });
    expect(await adapter.useVerificationToken({ identifier: email, token: "ao" })).toBeNull();
    expect(await adapter.useVerificationToken({ identifier: email, token: "ÄÖ" })).not.toBeNull();
  });
});
