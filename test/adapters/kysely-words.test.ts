/** The Kysely store in the words of its connection: plugins rename columns and tables, a schema stands in front of them. */
import { randomUUID } from "node:crypto";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from "kysely";
import { Pool } from "pg";
import { describe, expect, test } from "vitest";
import { conformance } from "../../src/runtime/adapter-testing/index.js";
import { KyselyAdapter, type AuthTables } from "../../src/runtime/adapters/kysely.js";
import { answers } from "./servers.js";

test("a plugin that writes names in snake case", async () => {
  const db = new Kysely<AuthTables>({
    dialect: new LibsqlDialect({ url: ":memory:" }),
    plugins: [new CamelCasePlugin()],
  });
  const store = KyselyAdapter(db, { migrate: true });
  const user = await store.createUser({ id: "1", email: "ada@example.com", emailVerified: new Date(0) });
  const expires = new Date(Date.now() + 60_000);
  // What has no value is left to the database.
  const session = { id: undefined, sessionToken: "one", userId: user.id, expires };
  await store.createSession(session);
  const found = { session: { sessionToken: "one", userId: "1", expires }, user: { ...user, name: null } };
  expect(await store.getSessionAndUser("one")).toEqual(found);
  expect(await store.updateUser({ id: "1", name: "Ada" })).toEqual({ ...user, name: "Ada" });
  expect(await store.deleteSession("one")).toEqual(found.session);
  const { rows } = await sql<{
    name: string;
  }>`select name from pragma_table_info('verification_token')`.execute(db);
  expect(rows.map(({ name }) => name)).toEqual(["identifier", "token", "expires"]);
  const users = await sql<{ name: string }>`select name from pragma_table_info('user')`.execute(db);
  expect(users.rows.map(({ name }) => name)).toContain("email_verified");
  await db.destroy();
});

const isThere = await answers(5432);
describe.skipIf(!isThere)(`PostgreSQL${isThere ? "" : " (skipped: no server on 127.0.0.1:5432)"}`, () => {
  test("a schema that the search path does not have", async () => {
    const schema = `words_${randomUUID().slice(0, 8)}`;
    const pool = new Pool({ host: "127.0.0.1", user: "postgres", database: "test" });
    await pool.query(`create schema ${schema}`);
    const whole = new Kysely<AuthTables>({ dialect: new PostgresDialect({ pool }) });
    try {
      const store = KyselyAdapter(whole.withSchema(schema), { migrate: true });
      for (const check of conformance(store)) await check.run();
      const { rows } = await pool.query(
        `select table_name as name from information_schema.tables where table_schema = '${schema}'`,
      );
      expect(rows.map(({ name }) => name)).toContain("VerificationToken");
    } finally {
      await pool.query(`drop schema ${schema} cascade`);
      await whole.destroy();
    }
  });
});
