/** `auth users` over the tables that stores make, and over those of Prisma and Drizzle: what it writes, what it refuses. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createClient } from "@libsql/client";
import { createPool } from "mysql2/promise";
import { Client } from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { loaders } from "../../src/commands/index.js";
import { Options, type CommandContext } from "../../src/cli/terminal/context.js";
import {
  recordTableStatements,
  type SqlDatabase,
  tableStatements,
} from "../../src/runtime/adapters/sql-schema.js";
import { hasAdministrator } from "../../src/commands/database/administrators.js";
import { readAddress } from "../../src/commands/database/address.js";
import { openDatabase, projectDriver } from "../../src/commands/database/open.js";
import { readTables } from "../../src/commands/database/read-tables.js";
import { userTables } from "../../src/commands/database/users.js";
import { grantTable, tables as adminTables } from "../../src/runtime/plugins/admin/tables.js";
import { sessionTables } from "../../src/runtime/plugins/sessions/session-tables.js";
import { answers } from "../adapters/servers.js";
import { projectRoot } from "../architecture/source-tree.js";

const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of [...closing].reverse()) await close();
});

interface Place {
  readonly url: string;
  run(text: string): Promise<readonly Record<string, unknown>[]>;
}

const newName = () => `u${randomUUID().replaceAll("-", "").slice(0, 12)}`;

const databases: Readonly<Record<SqlDatabase, { isThere: boolean; open(): Promise<Place> }>> = {
  sqlite: {
    isThere: true,
    async open() {
      const folder = mkdtempSync(path.join(tmpdir(), "authwright users "));
      const url = `file:${path.join(folder, "app.db")}`;
      const client = createClient({ url });
      closing.push(
        () => rmSync(folder, { recursive: true, force: true }),
        () => client.close(),
      );
      return { url, run: async (text) => (await client.execute(text)).rows.map((row) => ({ ...row })) };
    },
  },
  postgres: {
    isThere: await answers(5432),
    async open() {
      const name = newName();
      const connected = async (database: string) => {
        const client = new Client({ connectionString: `postgres://postgres@127.0.0.1/${database}` });
        await client.connect();
        return client;
      };
      const admin = await connected("postgres");
      await admin.query(`create database ${name}`);
      const client = await connected(name);
      // A pool's end does not wait for its connections, and the server would tear them.
      closing.push(
        async () => (await admin.query(`drop database ${name} with (force)`), admin.end()),
        () => client.end(),
      );
      return {
        url: `postgres://postgres@127.0.0.1/${name}`,
        run: async (text) => (await client.query(text)).rows,
      };
    },
  },
  mysql: {
    isThere: await answers(3306),
    async open() {
      const name = newName();
      const admin = createPool("mysql://root@127.0.0.1/mysql");
      await admin.query(`create database ${name}`);
      const url = `mysql://root@127.0.0.1/${name}`;
      const pool = createPool(url);
      closing.push(
        async () => (await admin.query(`drop database ${name}`), admin.end()),
        () => pool.end(),
      );
      return { url, run: async (text) => (await pool.query(text))[0] as Record<string, unknown>[] };
    },
  },
};

interface Ran {
  readonly data: Record<string, unknown>;
  readonly text: string;
}

/** As a person with --yes. */
async function auth(
  place: Place,
  line: readonly string[],
  options: Record<string, unknown> = {},
): Promise<Ran> {
  const [verb = "", ...args] = line;
  let ran: Ran = { data: {}, text: "" };
  const output = {
    result: (data: Record<string, unknown>, text: string) => void (ran = { data, text }),
    note: () => undefined,
  };
  const context = {
    cwd: projectRoot,
    io: { env: { DATABASE_URL: place.url }, stdin: {}, stderr: {} },
    options: new Options({ yes: true, json: true, ...options }),
    args,
    output,
  } as unknown as CommandContext;
  await (await loaders[`users ${verb}`]!()).run(context);
  return ran;
}

/** As `auth doctor --url-env` asks it. */
async function isAdministered(place: Place): Promise<boolean | undefined> {
  const address = readAddress({
    cwd: projectRoot,
    io: { env: { DATABASE_URL: place.url } },
    options: new Options({}),
  } as unknown as CommandContext);
  const connection = await openDatabase(address, projectDriver(projectRoot), false);
  const found = await readTables(connection, [grantTable.name, ...userTables]);
  return hasAdministrator(connection, found).finally(() => connection.close());
}

const codeOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "done",
    (error: { code?: string }) => error.code ?? error,
  );

describe.each(Object.entries(databases))("%s", (database, { isThere, open }) => {
  const kind = database as SqlDatabase;
  const q = (name: string) => (kind === "mysql" ? `\`${name}\`` : `"${name}"`);
  const proven = kind === "mysql" ? "2026-01-01 00:00:00" : "2026-01-01T00:00:00.000Z";

  async function made(): Promise<Place> {
    const place = await open();
    const statements = [
      ...tableStatements(kind),
      ...[...sessionTables, ...adminTables].flatMap((table) => recordTableStatements(kind, table)),
    ];
    for (const statement of statements) await place.run(statement);
    const user = (id: string, email: string, verified: string | null) =>
      place.run(
        `insert into ${q("users")} (${["id", "name", "email", "emailVerified"].map(q).join(", ")}) values ('${id}', '${id}', '${email}', ${verified === null ? "null" : `'${verified}'`})`,
      );
    await user("ada", "ada@example.com", proven);
    await user("bob", "bob@example.com", null);
    await user("eve1", "Eve@example.com", proven);
    await user("eve2", "eve@example.com", proven);
    return place;
  }

  it.skipIf(!isThere)(
    `ADM-81: a grant takes one user with a proven address, and comes once${isThere ? "" : " (no server here)"}`,
    async () => {
      const place = await made();
      const grants = () => place.run("select * from auth_admin_grant");
      const dry = await auth(place, ["grant", "ada@example.com"], { dryRun: true });
      expect([dry.data["done"], await grants()]).toEqual([false, []]);
      expect(dry.text).toContain("insert into");
      expect(await codeOf(auth(place, ["grant", "bob@example.com"]))).toBe("AUTH_E_UNPROVEN");
      expect(await codeOf(auth(place, ["grant", "EVE@example.com"]))).toBe("AUTH_E_TWO_USERS");
      expect(await codeOf(auth(place, ["grant", "nobody@example.com"]))).toBe("AUTH_E_NO_USER");
      expect(await codeOf(auth(place, ["grant", "ADA"]))).toBe("AUTH_E_NO_USER");
      expect(await codeOf(auth(place, ["grant", "' or 1=1 --"]))).toBe("AUTH_E_NO_USER");
      expect([await grants(), await isAdministered(place)]).toEqual([[], false]);
      expect((await auth(place, ["grant", "ada@example.com"])).data["done"]).toBe(true);
      expect((await auth(place, ["grant", "ada"])).data["done"]).toBe(false);
      expect((await auth(place, ["grant", "bob"])).data["done"]).toBe(true);
      expect((await grants()).map((row) => row["userId"]).sort()).toEqual(["ada", "bob"]);
      expect((await auth(place, ["show", "ada"])).data["isAdministrator"]).toBe(true);
      expect(await isAdministered(place)).toBe(true);
      expect((await auth(place, ["revoke", "ada"])).data["done"]).toBe(true);
      expect((await auth(place, ["revoke", "ada"])).data["done"]).toBe(false);
    },
  );

  it.skipIf(!isThere)(
    `ADM-82: a ban writes its row, counts the sessions up, and deletes theirs alone${isThere ? "" : " (no server here)"}`,
    async () => {
      const place = await made();
      const session = (token: string, user: string) =>
        place.run(
          `insert into ${q("sessions")} (${["id", "sessionToken", "userId", "expires"].map(q).join(", ")}) values ('${token}', '${token}', '${user}', '${proven}')`,
        );
      await session("s1", "ada");
      await session("s2", "ada");
      await session("s3", "bob");
      await auth(place, ["grant", "bob"]);
      expect(await codeOf(auth(place, ["ban", "bob"], { reason: "spam" }))).toBe("AUTH_E_ADMINISTRATOR");
      expect(await codeOf(auth(place, ["ban", "ada"]))).toBe("AUTH_E_REASON");
      for (const until of ["2020-01-01", "2031-02-30", "soon"])
        expect(await codeOf(auth(place, ["ban", "ada"], { reason: "spam", until }))).toBe("AUTH_E_UNTIL");
      expect((await auth(place, ["ban", "ada"], { reason: "spam" })).data["done"]).toBe(true);
      await auth(place, ["ban", "ada"], { reason: "more spam", until: "2091-01-31" });
      const bans = await place.run("select * from auth_admin_ban");
      expect(bans).toHaveLength(1);
      expect(bans[0]).toMatchObject({ userId: "ada", reason: "more spam", bannedBy: null });
      expect((await auth(place, ["show", "ada"])).data["ban"]).toEqual({
        reason: "more spam",
        until: "2091-01-31T00:00:00.000Z",
      });
      const [epoch] = await place.run("select * from auth_session_epochs");
      expect([epoch?.["userId"], Number(epoch?.["epoch"])]).toEqual(["ada", 2]);
      const left = await place.run(`select * from ${q("sessions")}`);
      expect(left.map((row) => row["userId"])).toEqual(["bob"]);
      expect((await auth(place, ["unban", "ada"])).data["done"]).toBe(true);
      expect((await auth(place, ["unban", "ada"])).data["done"]).toBe(false);
      await auth(place, ["sign-out", "bob"]);
      expect(await place.run(`select * from ${q("sessions")}`)).toEqual([]);
    },
  );

  it.skipIf(!isThere)(
    `ADM-121: a ban and a grant end what is done for that user, and nothing else${isThere ? "" : " (no server here)"}`,
    async () => {
      const place = await made();
      const columns = ["id", "adminId", "userId", "reason", "sessionHash", "createdAt", "endsAt", "expires"];
      const begin = (id: string, user: string) =>
        place.run(
          `insert into auth_admin_impersonation (${columns.map(q).join(", ")}) values ('${id}', 'eve', '${user}', 'why', '${id}', '${proven}', '${proven}', '${proven}')`,
        );
      for (const [id, user] of [
        ["1", "ada"],
        ["2", "bob"],
        ["3", "eve"],
      ] as const)
        await begin(id, user);
      const openActs = async () =>
        (await place.run("select * from auth_admin_impersonation order by id"))
          .filter((row) => row["endedAt"] === null)
          .map((row) => row["userId"]);
      expect(await openActs()).toEqual(["ada", "bob", "eve"]);
      await auth(place, ["ban", "ada"], { reason: "spam" });
      expect(await openActs()).toEqual(["bob", "eve"]);
      await auth(place, ["grant", "bob"]);
      expect(await openActs()).toEqual(["eve"]);
    },
  );

  it.skipIf(!isThere)(
    `ADM-83: lists begin where they are told${isThere ? "" : " (no server here)"}`,
    async () => {
      const { data } = await auth(await made(), ["list"], { from: "bob" });
      const emails = (data["users"] as { email: string }[]).map(({ email }) => email.toLowerCase());
      expect(emails[0]).toBe("bob@example.com");
      expect(emails).toContain("eve@example.com");
      expect(data["next"]).toBeNull();
    },
  );
});

it("ADM-84: tables of another naming are found by their columns; a database without them is named", async () => {
  const place = await databases.sqlite.open();
  expect(await codeOf(auth(place, ["list"]))).toBe("AUTH_E_NO_TABLE");
  for (const table of [...sessionTables, ...adminTables])
    for (const statement of recordTableStatements("sqlite", table)) await place.run(statement);
  // As Drizzle and Prisma write them, with numbers for ids and dates.
  await place.run(
    `create table app_members (id integer primary key, name text, email text, email_verified integer)`,
  );
  await place.run(`create table app_logins (session_token text, user_id integer, expires integer)`);
  await place.run(`insert into app_members values (42, 'Ada', 'ada@example.com', 1767225600000)`);
  await place.run(`insert into app_logins values ('t', 42, 1767225600000)`);
  const shown = await auth(place, ["show", "ada@example.com"]);
  expect(shown.data).toMatchObject({ id: "42", isEmailConfirmed: true, sessions: 1 });
  await auth(place, ["ban", "42"], { reason: "spam" });
  expect(await place.run("select * from app_logins")).toEqual([]);
  await place.run(`create table users (id text, name text, email text, emailVerified text)`);
  expect(await codeOf(auth(place, ["show", "42"]))).toBe("AUTH_E_NO_USER");
});
