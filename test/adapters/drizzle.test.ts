/** The Drizzle store on three dialects: documented tables, tables of the app, and the published adapter beside it. */
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DrizzleAdapter as Published } from "@auth/drizzle-adapter";
import { createClient } from "@libsql/client";
import { sql } from "drizzle-orm";
import { drizzle as onLibsql } from "drizzle-orm/libsql";
import { drizzle as onMysql } from "drizzle-orm/mysql2";
import { pgTable, serial, text, timestamp, integer, uuid } from "drizzle-orm/pg-core";
import { drizzle as onPglite } from "drizzle-orm/pglite";
import { createPool } from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DrizzleAdapter } from "../../src/runtime/adapters/drizzle.js";
import { conformance } from "../../src/runtime/adapter-testing/index.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import { documentedTables, mysql, postgres, sqlite } from "./drizzle-statements.js";
import { eachOther } from "./each-other.js";
import { answers } from "./servers.js";
import { pglite } from "../support/pglite.js";

const expires = new Date("2030-01-02T03:04:05.000Z");

describe("Postgres (PGlite)", () => {
  const db = onPglite(pglite());
  beforeAll(async () => {
    for (const statement of documentedTables(postgres)) await db.execute(sql.raw(statement));
  });
  const adapter = DrizzleAdapter(db);
  for (const check of conformance(adapter)) test(check.name, () => check.run());
  eachOther(adapter, Published(db) as Adapter);
});

test("on Postgres a user goes in one statement: a transaction keeps a connection that ends at its begin", async () => {
  const seen: string[] = [];
  const db = onPglite(pglite(), { logger: { logQuery: (query) => void seen.push(query) } });
  for (const statement of documentedTables(postgres)) await db.execute(sql.raw(statement));
  const adapter = DrizzleAdapter(db);
  const { id } = await adapter.createUser({
    id: "",
    name: "Ada",
    email: "ada@example.com",
    emailVerified: null,
  });
  await adapter.createSession({ sessionToken: "token", userId: id, expires });
  seen.length = 0;
  await adapter.deleteUser(id);
  expect(seen).toHaveLength(1);
  expect([await adapter.getUser(id), await adapter.getSessionAndUser("token")]).toEqual([null, null]);
});

describe("SQLite (libsql)", () => {
  const file = path.join(tmpdir(), `authwright-drizzle-${randomUUID()}.db`);
  afterAll(() => rm(file, { force: true }));
  const db = onLibsql(createClient({ url: `file:${file}` }));
  beforeAll(async () => {
    for (const statement of documentedTables(sqlite)) await db.run(sql.raw(statement));
  });
  const adapter = DrizzleAdapter(db);
  for (const check of conformance(adapter)) test(check.name, () => check.run());
  eachOther(adapter, Published(db) as Adapter);
});

const hasMariaDb = await answers(3306);
describe.skipIf(!hasMariaDb)(`MySQL${hasMariaDb ? "" : " (skipped: no MariaDB on 127.0.0.1)"}`, async () => {
  if (!hasMariaDb) return;
  const name = `t${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const connection = { host: "127.0.0.1", user: "root", password: "", timezone: "Z" };
  const admin = createPool(connection);
  await admin.query(`create database ${name} character set utf8mb4`);
  const pool = createPool({ ...connection, database: name });
  const db = onMysql(pool);
  afterAll(async () => {
    await pool.end();
    await admin.query(`drop database ${name}`);
    await admin.end();
  });
  beforeAll(async () => {
    for (const statement of documentedTables(mysql)) await pool.query(statement);
  });
  const adapter = DrizzleAdapter(db);
  for (const check of conformance(adapter)) test(check.name, () => check.run());
  eachOther(adapter, Published(db) as Adapter);
});

describe("tables of the app", () => {
  const usersTable = pgTable("members", {
    id: serial("id").primaryKey(),
    name: text("full_name"),
    email: text("mail").unique(),
    emailVerified: timestamp("verified", { mode: "string", withTimezone: true }),
    image: text("picture"),
    plan: text("plan").notNull().default("free"),
  });
  const owner = () => integer("member_id").notNull();
  const accountsTable = pgTable("logins", {
    userId: owner(),
    type: text("type").notNull(),
    provider: text("provider").notNull(),
    providerAccountId: text("provider_account_id").notNull(),
    access_token: text("access_token"),
  });
  const sessionsTable = pgTable("visits", {
    id: uuid("id").defaultRandom().primaryKey(),
    sessionToken: text("token").notNull(),
    userId: owner(),
    expires: timestamp("until", { mode: "date", withTimezone: true }).notNull(),
  });
  const db = onPglite(pglite());
  const adapter = DrizzleAdapter(db, { usersTable, accountsTable, sessionsTable });
  beforeAll(async () => {
    await db.execute(
      sql`create table members (id serial primary key, full_name text, mail text unique, verified timestamptz, picture text, plan text not null default 'free')`,
    );
    await db.execute(
      sql`create table logins (member_id integer not null, type text not null, provider text not null, provider_account_id text not null, access_token text, unique (provider, provider_account_id))`,
    );
    await db.execute(
      sql`create table visits (id uuid primary key default gen_random_uuid(), token text not null unique, member_id integer not null, until timestamptz not null)`,
    );
  });

  test("numbers as ids, other names of columns, dates as text, columns of the app's own", async () => {
    const email = `${randomUUID()}@example.com`;
    const user = await adapter.createUser({ id: randomUUID(), name: "Ada", email, emailVerified: expires });
    expect(user).toMatchObject({ id: "1", email, emailVerified: expires, plan: "free" });
    const account = { provider: "github", providerAccountId: "7" };
    await adapter.linkAccount({
      userId: user.id,
      type: "oauth",
      ...account,
      access_token: "a",
      refresh_token: "r",
    });
    expect(await adapter.getUserByAccount(account)).toMatchObject({ id: "1", plan: "free" });
    await adapter.createSession({ sessionToken: "s", userId: user.id, expires });
    expect(await adapter.getSessionAndUser("s")).toMatchObject({
      session: { userId: "1", expires },
      user: { plan: "free" },
    });
    expect(await adapter.getUser("nobody")).toBeNull();
  });

  test("what profile() adds goes into columns of that name, and nowhere else", async () => {
    const given = {
      id: "",
      email: `${randomUUID()}@example.com`,
      emailVerified: null,
      plan: "pro",
      shoe: 42,
    };
    const user = await adapter.createUser(given);
    expect(user).toMatchObject({ plan: "pro" });
    expect(user).not.toHaveProperty("shoe");
    expect(await adapter.updateUser({ id: user.id, shoe: 43 } as never)).toMatchObject({ plan: "pro" });
    expect(await adapter.updateUser({ id: user.id, plan: "free" } as never)).toMatchObject({ plan: "free" });
  });

  test("a name and an image that nobody knows are what their columns make of them", async () => {
    const people = pgTable("people", {
      id: serial("id").primaryKey(),
      name: text("name").notNull().default("Somebody"),
      email: text("email").unique(),
      emailVerified: timestamp("verified", { mode: "date" }),
      image: text("image")
        .notNull()
        .$defaultFn(() => "/nobody.png"),
    });
    await db.execute(
      sql`create table people (id serial primary key, name text not null default 'Somebody', email text unique, verified timestamp, image text not null)`,
    );
    const store = DrizzleAdapter(db, { usersTable: people, accountsTable });
    const user = { id: "", email: `${randomUUID()}@example.com`, emailVerified: null };
    const stored = await store.createUser(user);
    expect(stored).toMatchObject({ name: "Somebody", image: "/nobody.png", emailVerified: null });
    const named = { ...user, email: `${randomUUID()}@example.com`, name: "Ada", image: "/ada.png" };
    expect(await store.createUser(named)).toMatchObject({ name: "Ada", image: "/ada.png" });
  });

  test("a column that is missing is named", async () => {
    const broken = DrizzleAdapter(db, { usersTable, accountsTable: pgTable("a", { userId: owner() }) });
    await expect(broken.getUserByAccount({ provider: "a", providerAccountId: "b" })).rejects.toThrow(
      'The Drizzle table for Account has no property "provider"',
    );
  });

  test("something else than a database is refused at once", () => {
    expect(() => DrizzleAdapter({})).toThrow("db isn't a database of drizzle-orm");
  });
});
