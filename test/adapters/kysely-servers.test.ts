/** The Kysely store on servers: tables made by several processes, by other adapters, in other time zones. */
import { randomUUID } from "node:crypto";
import { DrizzleAdapter } from "@auth/drizzle-adapter";
import { KyselyAdapter as ReferenceKyselyAdapter } from "@auth/kysely-adapter";
import { drizzle } from "drizzle-orm/node-postgres";
import { type Dialect, Kysely, MysqlDialect, PostgresDialect, sql } from "kysely";
import { createPool } from "mysql2";
import { Pool, type PoolConfig } from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { KyselyAdapter, migrate, type AuthTables } from "../../src/runtime/adapters/kysely.js";
import { conformance } from "../../src/runtime/adapter-testing/index.js";
import type { Adapter, AdapterUser } from "../../src/runtime/types/adapter.js";
import { answers } from "./servers.js";

type Db = Kysely<AuthTables>;
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of [...closing].reverse()) await close();
});
const opened = (dialect: Dialect): Db => {
  const db = new Kysely<AuthTables>({ dialect });
  closing.push(() => db.destroy());
  return db;
};
const name = () => `stores_${randomUUID().slice(0, 8)}`;

const postgresServer = { host: "127.0.0.1", user: "postgres", database: "test" };
async function emptyPostgres(): Promise<(more?: PoolConfig) => Db> {
  const schema = name();
  const admin = new Pool(postgresServer);
  await admin.query(`create schema ${schema}`);
  closing.push(async () => {
    await admin.query(`drop schema ${schema} cascade`);
    await admin.end();
  });
  return (more) =>
    opened(
      new PostgresDialect({
        pool: new Pool({ ...postgresServer, options: `-c search_path=${schema}`, ...more }),
      }),
    );
}

const mariaServer = { host: "127.0.0.1", user: "root", password: "" };
async function emptyMaria(charset = "utf8mb4"): Promise<(more?: object) => Db> {
  const database = name();
  const admin = createPool(mariaServer).promise();
  await admin.query(`create database ${database} character set ${charset}`);
  closing.push(async () => {
    await admin.query(`drop database ${database}`);
    await admin.end();
  });
  return (more) =>
    opened(new MysqlDialect({ pool: createPool({ ...mariaServer, database, ...more }) as never }));
}

const servers = [
  { on: "PostgreSQL", port: 5432, empty: emptyPostgres },
  { on: "MariaDB", port: 3306, empty: emptyMaria },
];
const there = await Promise.all(servers.map(({ port }) => answers(port)));
const missing = (index: number): string =>
  there[index] ? "" : ` (skipped: no server on 127.0.0.1:${servers[index]!.port})`;
const newUser = (more: object = {}) =>
  ({
    id: randomUUID(),
    name: "Ada",
    email: `${randomUUID()}@example.com`,
    emailVerified: null,
    ...more,
  }) as AdapterUser;

for (const [index, { on, empty }] of servers.entries()) {
  describe.skipIf(!there[index])(`${on}${missing(index)}`, () => {
    test("F-75 four processes that begin on an empty database all answer their first request", async () => {
      const open = await empty();
      const stores = Array.from({ length: 4 }, () => KyselyAdapter(open(), { migrate: true }));
      const made = await Promise.all(stores.map((store) => store.createUser!(newUser())));
      expect(await Promise.all(made.map(({ id }) => stores[0]!.getUser!(id)))).toMatchObject(made);
    });

    test("F-80 whoever is removed, and what has expired, is found by an index", async () => {
      const db = (await empty())();
      await migrate(db);
      const plan =
        on === "PostgreSQL"
          ? sql<{
              name: string;
            }>`select indexname as name from pg_indexes where schemaname = current_schema()`
          : sql<{
              name: string;
            }>`select index_name as name from information_schema.statistics where table_schema = database()`;
      const names = (await plan.execute(db)).rows.map((row) => row.name);
      expect(names).toEqual(
        expect.arrayContaining([
          "Account_userId_idx",
          "Session_userId_idx",
          "Authenticator_userId_idx",
          "Session_expires_idx",
          "VerificationToken_expires_idx",
        ]),
      );
    });

    test("F-79 the reference's Kysely store and ours write into each other's tables", async () => {
      const db = (await empty())();
      await migrate(db);
      expect(await exchange(ReferenceKyselyAdapter(db as never) as Required<Adapter>, db)).toBe(2);
    });

    test("an account keeps a token that ends after 2038, and gives its end as a number", async () => {
      const db = (await empty())();
      const store = KyselyAdapter(db, { migrate: true }) as Required<Adapter>;
      const user = await store.createUser(newUser());
      const account = { provider: "op", providerAccountId: "1", type: "oauth" as const, userId: user.id };
      await store.linkAccount({ ...account, expires_at: 4_102_444_800 });
      expect(await store.getAccount("1", "op")).toMatchObject({ ...account, expires_at: 4_102_444_800 });
    });
  });
}

/** Each reads and continues what the other one wrote. @returns how often that went well */
async function exchange(theirs: Required<Adapter>, db: Db): Promise<number> {
  const ours = KyselyAdapter(db) as Required<Adapter>;
  let good = 0;
  for (const [writer, reader] of [
    [theirs, ours],
    [ours, theirs],
  ] as const) {
    const user = await writer.createUser(newUser());
    const account = { provider: "github", providerAccountId: randomUUID() };
    await writer.linkAccount({ ...account, userId: user.id, type: "oauth" });
    const expires = new Date(Math.floor(Date.now() / 1000) * 1000 + 60_000);
    const session = { sessionToken: randomUUID(), userId: user.id, expires };
    await writer.createSession(session);
    const token = { identifier: user.email, token: randomUUID(), expires };
    await writer.createVerificationToken(token);
    expect(await reader.getUserByAccount(account)).toMatchObject({ id: user.id, emailVerified: null });
    expect(await reader.getSessionAndUser(session.sessionToken)).toMatchObject({
      session,
      user: { id: user.id },
    });
    expect(await reader.useVerificationToken(token)).toMatchObject(token);
    await reader.deleteUser(user.id);
    expect(await writer.getSessionAndUser(session.sessionToken)).toBeNull();
    good += 1;
  }
  return good;
}

describe.skipIf(!there[0])(`PostgreSQL alone${missing(0)}`, () => {
  test("F-75 a role that may not make tables uses those that are there", async () => {
    const open = await emptyPostgres();
    const db = open();
    await migrate(db);
    const role = name();
    await sql
      .raw(`create role ${role} login; grant usage on schema ${await schemaOf(db)} to ${role};
      grant select, insert, update, delete on all tables in schema ${await schemaOf(db)} to ${role}`)
      .execute(db);
    closing.push(() => sql.raw(`drop owned by ${role}; drop role ${role}`).execute(db));
    const modest = open({ user: role });
    await expect(sql`create table other (id text)`.execute(modest)).rejects.toThrow("permission denied");
    const store = KyselyAdapter(modest, { migrate: true });
    const { id } = await store.createUser!(newUser());
    expect(await store.getUser!(id)).toMatchObject({ id });
  });

  test("F-79 tables of the reference with UUIDs get what they lack, and pass the conformance kit", async () => {
    const db = (await emptyPostgres())();
    for (const table of [
      `create table "User" (id uuid primary key default gen_random_uuid(), name text, email text unique, "emailVerified" timestamptz, image text)`,
      `create table "Account" (id uuid primary key default gen_random_uuid(), "userId" uuid not null references "User" (id) on delete cascade,
        type text not null, provider text not null, "providerAccountId" text not null, refresh_token text, access_token text, expires_at bigint,
        token_type text, scope text, id_token text, session_state text)`,
      `create unique index on "Account" (provider, "providerAccountId")`,
      `create table "Session" (id uuid primary key default gen_random_uuid(), "userId" uuid not null references "User" (id) on delete cascade,
        "sessionToken" text not null unique, expires timestamptz not null)`,
      `create table "VerificationToken" (identifier text not null, token text not null unique, expires timestamptz not null)`,
    ])
      await sql.raw(table).execute(db);
    await migrate(db);
    expect(await exchange(ReferenceKyselyAdapter(db as never) as Required<Adapter>, db)).toBe(2);
    const store = KyselyAdapter(db);
    for (const check of conformance(store)) await check.run();
    expect(await store.getUser!("of another table")).toBeNull();
  });

  test("F-80 the schema that Drizzle's adapter makes by itself passes the conformance kit", async () => {
    const open = await emptyPostgres();
    const schema = await schemaOf(open());
    const pool = new Pool({ ...postgresServer, options: `-c search_path=${schema}` });
    closing.push(() => pool.end());
    await pool.query(`
      create table "user" (id text primary key, name text, email text unique, "emailVerified" timestamp, image text);
      create table account ("userId" text not null references "user" (id) on delete cascade, type text not null, provider text not null,
        "providerAccountId" text not null, refresh_token text, access_token text, expires_at integer, token_type text, scope text,
        id_token text, session_state text, primary key (provider, "providerAccountId"));
      create table session ("sessionToken" text primary key, "userId" text not null references "user" (id) on delete cascade, expires timestamp not null);
      create table "verificationToken" (identifier text not null, token text not null, expires timestamp not null, primary key (identifier, token));
      create table authenticator ("credentialID" text unique not null, "userId" text not null references "user" (id) on delete cascade,
        "providerAccountId" text not null, "credentialPublicKey" text not null, counter integer not null, "credentialDeviceType" text not null,
        "credentialBackedUp" boolean not null, transports text, primary key ("userId", "credentialID"))`);
    // What it fails of the other groups is in the table of docs/adapters/README.md.
    const checks = conformance(DrizzleAdapter(drizzle(pool)) as Adapter).filter(({ group }) =>
      ["methods", "look-alikes", "expired rows"].includes(group),
    );
    expect(checks.length).toBeGreaterThan(15);
    for (const check of checks) await check.run();
  });
});

const schemaOf = async (db: Db): Promise<string> =>
  (await sql<{ name: string }>`select current_schema() as name`.execute(db)).rows[0]!.name;

describe.skipIf(!there[1])(`MariaDB alone${missing(1)}`, () => {
  test("F-80 dates are the same for processes of every time zone", async () => {
    const open = await emptyMaria();
    const [east, west] = [open({ timezone: "+09:00" }), open({ timezone: "-08:00" })];
    await migrate(east);
    const [writer, reader] = [KyselyAdapter(east), KyselyAdapter(west)] as Required<Adapter>[];
    const date = new Date("2030-03-31T02:30:00.123Z");
    const user = await writer!.createUser(newUser({ emailVerified: date }));
    const session = { sessionToken: randomUUID(), userId: user.id, expires: date };
    await writer!.createSession(session);
    expect(await reader!.getSessionAndUser(session.sessionToken)).toMatchObject({
      session,
      user: { emailVerified: date },
    });
    expect(await reader!.updateSession(session)).toEqual(session);
    const token = { identifier: user.email, token: randomUUID(), expires: date };
    await writer!.createVerificationToken(token);
    expect(await reader!.useVerificationToken(token)).toEqual(token);
  });

  test("F-80 a database of latin1 keeps every name", async () => {
    const store = KyselyAdapter((await emptyMaria("latin1"))(), { migrate: true }) as Required<Adapter>;
    const { id } = await store.createUser(newUser({ name: "Ωmega 漢字 🙂" }));
    expect((await store.getUser(id))?.name).toBe("Ωmega 漢字 🙂");
  });
});
