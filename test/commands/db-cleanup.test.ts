/** Rows of plugins that are over: `auth db cleanup` and `deleteExpired` take tables as data. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createPool } from "mysql2/promise";
import { Pool } from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { readAddress } from "../../src/commands/database/address.js";
import { deleteExpired } from "../../src/commands/db/cleanup.js";
import type { Connection } from "../../src/commands/database/connection.js";
import { openDatabase, projectDriver } from "../../src/commands/database/open.js";
import { findOwnerless, ownerlessText } from "../../src/commands/database/ownerless.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { recordTableStatements, sqlTypes } from "../../src/runtime/adapters/sql-schema.js";
import { conformanceTable } from "../../src/runtime/adapter-testing/index.js";
import {
  memberTable,
  organizationTable,
  tables as organizationTables,
} from "../../src/runtime/plugins/organizations/tables.js";
import type { RecordTable } from "../../src/runtime/types/records.js";
import { answers } from "../adapters/servers.js";
import { projectRoot } from "../architecture/source-tree.js";

const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of [...closing].reverse()) await close();
});

const day = 86_400_000;
const now = new Date();
const at = (ms: number) => new Date(now.getTime() + ms);
const newName = () => `t${randomUUID().replaceAll("-", "").slice(0, 12)}`;

/** What a plugin would bring: its rows have a key of two columns, and end in a column of another name. */
const invitations: RecordTable = {
  name: "auth_test_invitation",
  columns: {
    team: { type: "key", required: true },
    person: { type: "key", required: true },
    until: { type: "date" },
  },
  primaryKey: ["team", "person"],
  unique: [],
  indexes: [["until"]],
  expires: "until",
};
/** Its rows stay. */
const log: RecordTable = {
  name: "auth_test_log",
  columns: { id: { type: "key", required: true } },
  primaryKey: ["id"],
  unique: [],
  indexes: [],
};

async function connect(url: string): Promise<Connection> {
  const address = readAddress({
    cwd: projectRoot,
    io: { env: { DATABASE_URL: url } },
    options: { text: () => undefined },
  } as unknown as Parameters<typeof readAddress>[0]);
  const connection = await openDatabase(address, projectDriver(projectRoot), true);
  closing.push(() => connection.close());
  return connection;
}

const databases = {
  sqlite: {
    isThere: true,
    async open() {
      const folder = mkdtempSync(path.join(tmpdir(), "authwright cleanup "));
      closing.push(() => rmSync(folder, { recursive: true, force: true }));
      return connect(`file:${path.join(folder, "app.db")}`);
    },
  },
  postgres: {
    isThere: await answers(5432),
    async open() {
      const name = newName();
      const pool = new Pool({ host: "127.0.0.1", user: "postgres", database: "test" });
      await pool.query(`create schema ${name}`);
      closing.push(async () => {
        await pool.query(`drop schema ${name} cascade`);
        await pool.end();
      });
      return connect(`postgres://postgres@127.0.0.1:5432/test?options=-c%20search_path%3D${name}`);
    },
  },
  mysql: {
    isThere: await answers(3306),
    async open() {
      const name = newName();
      const admin = createPool({ host: "127.0.0.1", user: "root", password: "" });
      await admin.query(`create database ${name} character set utf8mb4`);
      closing.push(async () => {
        await admin.query(`drop database ${name}`);
        await admin.end();
      });
      return connect(`mysql://root@127.0.0.1:3306/${name}`);
    },
  },
};

for (const [id, { isThere, open }] of Object.entries(databases)) {
  const title = isThere ? id : `${id} (skipped: no such server on this machine)`;
  test.skipIf(!isThere)(`${title}: what is over goes in batches, and nothing else`, async () => {
    const connection = await open();
    const tables = [invitations, log];
    const signal = new AbortController().signal;
    const clean = (isDry: boolean) => deleteExpired(connection, { now, batch: 2, isDry, signal, tables });
    expect(await clean(false)).toEqual([]);

    for (const table of tables)
      for (const statement of recordTableStatements(connection.database, table))
        await connection.execute(statement);
    const textOf = (date: Date) =>
      connection.database === "mysql"
        ? date.toISOString().slice(0, -1).replace("T", " ")
        : date.toISOString();
    const ends = [-day, -2 * day, -3 * day, -60_000, -120_000, 60_000, day].map(
      (ms) => `'${textOf(at(ms))}'`,
    );
    for (const [index, end] of [...ends, "null"].entries())
      await connection.execute(
        `insert into ${invitations.name} values ('team ${index % 2}', '${index}', ${end})`,
      );
    await connection.execute(`insert into ${log.name} values ('1')`);

    const found = [{ table: invitations.name, rows: 5 }];
    expect(await clean(true)).toEqual(found);
    expect(await clean(false)).toEqual(found);
    expect(await clean(true)).toEqual([{ table: invitations.name, rows: 0 }]);
    const left = await connection.query(`select person from ${invitations.name} order by person`, []);
    expect(left.map((row) => row["person"])).toEqual(["5", "6", "7"]);
    expect(await connection.query(`select id from ${log.name}`, [])).toHaveLength(1);
  });
}

for (const [id, { isThere, open }] of Object.entries(databases)) {
  const title = isThere ? id : `${id} (skipped: no such server on this machine)`;
  test.skipIf(!isThere)(`${title}: organisations that nobody owns are named, 20 of them`, async () => {
    const connection = await open();
    expect(await findOwnerless(connection)).toBeUndefined();
    for (const statement of organizationTables.flatMap((one) =>
      recordTableStatements(connection.database, one),
    ))
      await connection.execute(statement);
    // Without a table of users nothing can be said.
    expect(await findOwnerless(connection)).toBeUndefined();
    await connection.execute("create table users (id integer primary key, email varchar(90))");
    for (const user of [1, 2])
      await connection.execute(`insert into users values (${user}, 'user${user}@example.com')`);
    const today = connection.database === "mysql" ? "2026-01-01 00:00:00" : "2026-01-01T00:00:00.000Z";
    const { quote } = sqlTypes[connection.database];
    const insert = (table: string, row: Readonly<Record<string, string>>) =>
      connection.execute(
        `insert into ${table} (${Object.keys(row).map(quote).join(", ")}) values (${Object.values(row)
          .map((value) => `'${value}'`)
          .join(", ")})`,
      );
    /** Users 8 and 9 are in no table. */
    const organization = async (slug: string, roles: Readonly<Record<string, string>>) => {
      await insert(organizationTable.name, { id: `id-${slug}`, slug, name: slug, createdAt: today });
      for (const [userId, role] of Object.entries(roles))
        await insert(memberTable.name, {
          organizationId: `id-${slug}`,
          userId,
          role,
          version: "1",
          createdAt: today,
        });
    };
    await organization("owned", { 1: "owner", 9: "owner" });
    await organization("empty", {});
    await organization("all-gone", { 8: "member", 9: "owner" });
    await organization("leaving", { 1: "-", 9: "owner" });
    expect(await findOwnerless(connection)).toEqual({ slugs: [], more: false });
    expect(ownerlessText({ slugs: [], more: false })).toBeUndefined();

    await organization("lost", { 1: "member", 9: "owner" });
    const lost = await findOwnerless(connection);
    expect(lost).toEqual({ slugs: ["lost"], more: false });
    expect(lost && ownerlessText(lost)).toContain("organisations any more: lost.");

    for (let number = 10; number < 30; number += 1) await organization(`lost-${number}`, { 2: "member" });
    const many = await findOwnerless(connection);
    expect(many?.slugs).toHaveLength(20);
    expect(many?.more).toBe(true);
    const text = (many && ownerlessText(many)) ?? "";
    expect(text).toContain("lost-28 and more.");
    expect(text).not.toContain("lost-29");
    expect(text).not.toContain("@");
  });

  test.skipIf(!isThere)(`${title}: users of texts, in a collation of their own`, async () => {
    const connection = await open();
    const { database } = connection;
    for (const statement of organizationTables.flatMap((one) => recordTableStatements(database, one)))
      await connection.execute(statement);
    const collation = database === "mysql" ? " character set utf8mb4 collate utf8mb4_unicode_ci" : "";
    await connection.execute(
      `create table users (id varchar(90) primary key, email varchar(90))${collation}`,
    );
    await connection.execute(
      "insert into users values ('ada', 'ada@example.com'), ('bob', 'bob@example.com')",
    );
    const today = database === "mysql" ? "2026-01-01 00:00:00" : "2026-01-01T00:00:00.000Z";
    const { quote } = sqlTypes[database];
    const into = (table: string, columns: readonly string[]) =>
      `insert into ${table} (${columns.map(quote).join(", ")}) values`;
    await connection.execute(
      `${into(organizationTable.name, ["id", "slug", "name", "createdAt"])} ('1', 'owned', 'a', '${today}'), ('2', 'lost', 'b', '${today}')`,
    );
    await connection.execute(
      `${into(memberTable.name, ["organizationId", "userId", "role", "version", "createdAt"])} ('1', 'ada', 'owner', '1', '${today}'), ('2', 'ADA', 'owner', '1', '${today}'), ('2', 'bob', 'member', '1', '${today}')`,
    );
    // Of two letters that the collation takes for one, one is another user.
    expect(await findOwnerless(connection)).toEqual({ slugs: ["lost"], more: false });
  });
}

describe("deleteExpired of an adapter", () => {
  const newRow = (id: string, expires: Date | null) => ({ id, owner: id, count: 0, active: true, expires });

  test("takes the tables of plugins that it is given", async () => {
    const adapter = MemoryAdapter();
    const records = adapter.records(conformanceTable);
    for (const [id, end] of Object.entries({ a: at(-day), b: at(-day), c: at(-day), d: at(day), e: null }))
      await records.insert(newRow(id, end));
    expect(await adapter.deleteExpired()).toBe(0);
    expect(await adapter.deleteExpired({ batch: 2, tables: [conformanceTable, log] })).toBe(3);
    expect(await records.find({ id: "d" })).toMatchObject({ id: "d" });
    expect(await records.find({ id: "e" })).toMatchObject({ id: "e" });
  });
});
