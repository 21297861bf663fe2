/** Adapters that others publish run unmodified, through whole sign-ins; rows of the reference's store are ours too. */
import { randomUUID } from "node:crypto";
import { KyselyAdapter as ReferenceKyselyAdapter } from "@auth/kysely-adapter";
import PostgresAdapter from "@auth/pg-adapter";
import { UnstorageAdapter } from "@auth/unstorage-adapter";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { Kysely } from "kysely";
import { Pool } from "pg";
import { createStorage } from "unstorage";
import { afterAll, describe, expect, test } from "vitest";
import { KyselyAdapter, migrate, type AuthTables } from "../../src/runtime/adapters/kysely.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import { Browser, coreApp, locationOf, watched } from "../support/browser.js";
import { FakeProvider } from "../oauth/fake-provider.js";
import { customFetch } from "../../src/runtime/types/symbols.js";
import { drizzleStore } from "./published-drizzle.js";
import { answers } from "./servers.js";

const idp = new FakeProvider();

function app(adapter: Adapter) {
  const { seen, config } = watched();
  const provider = {
    id: "op",
    name: "OP",
    type: "oidc" as const,
    issuer: idp.issuer,
    clientId: "client",
    clientSecret: "client-secret-of-a-test",
    [customFetch]: idp.fetch as typeof fetch,
  };
  return { seen, app: coreApp({ ...config, callbacks: {}, adapter, providers: [provider] }) };
}

async function signIn(browser: Browser): Promise<Response> {
  const start = await browser.startSignIn("op");
  return browser.send(`/auth/callback/op?${idp.authorize(locationOf(start))}`);
}

async function libsqlKysely(): Promise<Kysely<AuthTables>> {
  const db = new Kysely<AuthTables>({ dialect: new LibsqlDialect({ url: "file::memory:?cache=shared" }) });
  await migrate(db);
  return db;
}

const hasPostgres = await answers(5432);
const schema = `t${randomUUID().replaceAll("-", "").slice(0, 12)}`;
const connection = { host: "127.0.0.1", user: "postgres", database: "test" };

async function postgresStore(): Promise<Adapter> {
  const pool = new Pool({ ...connection, options: `-c search_path=${schema}` });
  await pool.query(`create schema "${schema}"`);
  await pool.query(`
    create table users (id serial primary key, name text, email text unique, "emailVerified" timestamptz, image text);
    create table accounts (id serial primary key, "userId" integer not null, type text not null, provider text not null,
      "providerAccountId" text not null, refresh_token text, access_token text, expires_at bigint, id_token text, scope text,
      session_state text, token_type text);
    create table sessions (id serial primary key, "userId" integer not null, expires timestamptz not null, "sessionToken" text not null);
    create table verification_token (identifier text not null, expires timestamptz not null, token text not null,
      primary key (identifier, token));
  `);
  afterAll(async () => {
    await pool.query(`drop schema "${schema}" cascade`);
    await pool.end();
  });
  return PostgresAdapter(pool) as Adapter;
}

const stores: readonly { name: string; open(): Promise<Adapter>; skip?: boolean }[] = [
  {
    name: "@auth/kysely-adapter on libsql",
    open: async () => ReferenceKyselyAdapter((await libsqlKysely()) as never) as Adapter,
  },
  { name: "@auth/drizzle-adapter on libsql", open: drizzleStore },
  {
    name: "@auth/unstorage-adapter in memory",
    open: async () => UnstorageAdapter(createStorage()) as Adapter,
  },
  {
    name: `@auth/pg-adapter on PostgreSQL${hasPostgres ? "" : " (skipped: no server on 127.0.0.1:5432)"}`,
    open: postgresStore,
    skip: !hasPostgres,
  },
];

describe.each(stores)("$name", ({ open, skip }) => {
  test.skipIf(skip)("a person signs in, is known the next time, and signs out", async () => {
    const { app: handler, seen } = app(await open());
    const browser = new Browser(handler);
    const answer = await signIn(browser);
    expect([answer.status, locationOf(answer)], seen.errors.map(String).join("\n")).toEqual([
      302,
      "http://localhost:3000/after",
    ]);
    const first = await browser.session();
    expect(first?.user?.["email"]).toMatch(/@/);

    const csrf = (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
    await browser.post("/auth/signout", csrf);
    expect(await browser.session()).toBeNull();

    const elsewhere = new Browser(handler);
    await signIn(elsewhere);
    expect(await elsewhere.session()).toEqual({ ...first, expires: expect.any(String) });
    expect(seen.errors).toEqual([]);
  });
});

test("rows of the reference's Kysely store are read and continued by ours, and the other way round", async () => {
  const db = await libsqlKysely();
  const theirs = ReferenceKyselyAdapter(db as never) as Required<Adapter>;
  const ours = KyselyAdapter(db) as Required<Adapter>;
  for (const [writer, reader] of [
    [theirs, ours],
    [ours, theirs],
  ] as const) {
    const email = `${randomUUID()}@example.com`;
    const user = await writer.createUser({ id: randomUUID(), name: "Ada", email, emailVerified: null });
    const account = { provider: "github", providerAccountId: randomUUID() };
    await writer.linkAccount({ ...account, userId: user.id, type: "oauth" });
    const expires = new Date(Math.floor(Date.now() / 1000) * 1000 + 60_000);
    const session = { sessionToken: randomUUID(), userId: user.id, expires };
    await writer.createSession(session);
    const token = { identifier: email, token: randomUUID(), expires };
    await writer.createVerificationToken(token);

    expect(await reader.getUserByAccount(account)).toMatchObject({ id: user.id, email, emailVerified: null });
    expect(await reader.getSessionAndUser(session.sessionToken)).toMatchObject({
      session,
      user: { id: user.id },
    });
    expect(await reader.useVerificationToken(token)).toMatchObject(token);
    expect(await writer.useVerificationToken(token)).toBeNull();
  }
  await db.destroy();
});
