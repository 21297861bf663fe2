/** A migration while the app runs: PostgreSQL refuses plans that were made before a column was added. */
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTables, PgAdapter } from "../../src/runtime/adapters/pg.js";
import { answers } from "./servers.js";

const isThere = await answers(5432);
const schema = `edg09_${process.pid}`;

describe.skipIf(!isThere)(`EDG-09${isThere ? "" : " (no server on 127.0.0.1:5432)"}`, () => {
  const url = "postgres://postgres@127.0.0.1:5432/test";
  const admin = new Pool({ connectionString: url, max: 1 });
  const pool = new Pool({ connectionString: url, max: 4, options: `-c search_path=${schema}` });
  beforeAll(async () => {
    await admin.query(`create schema ${schema}`);
    for (const statement of createTables()) await pool.query(statement);
  });
  afterAll(async () => {
    await pool.end();
    await admin.query(`drop schema ${schema} cascade`);
    await admin.end();
  });

  test("a column more fails no request, on no connection, and rows come with it", async () => {
    const store = PgAdapter(pool);
    const user = await store.createUser!({
      id: "u1",
      name: "Ann",
      email: "ann@shop.test",
      emailVerified: null,
    });
    const expires = new Date(Date.now() + 9e7);
    await store.createSession!({ sessionToken: "t1", userId: user.id, expires });
    const readAll = () => Promise.all(Array.from({ length: 12 }, () => store.getSessionAndUser!("t1")));
    for (const column of ["first", "second"]) {
      for (const read of await readAll()) expect(read?.user.email).toBe("ann@shop.test");
      await admin.query(`alter table ${schema}.users add column ${column} text default 'x'`);
      for (const read of await readAll()) expect(read?.user).toMatchObject({ name: "Ann", [column]: "x" });
      expect(await store.updateUser!({ id: user.id, name: "Ann" })).toMatchObject({ [column]: "x" });
      expect(await store.getUserByEmail!("ann@shop.test")).toMatchObject({ [column]: "x" });
    }
  });
});
