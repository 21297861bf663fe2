/** `auth db`: on the servers themselves and on a file, with the drivers that a project has. */
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createClient } from "@libsql/client";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { Kysely } from "kysely";
import { Ajv2020 } from "ajv/dist/2020.js";
import { createPool } from "mysql2/promise";
import { Pool } from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { withoutAddress } from "../../src/commands/database/address.js";
import { documentSchema } from "../../src/commands/manifest/document-schema.js";
import { KyselyAdapter, type AuthTables } from "../../src/runtime/adapters/kysely.js";
import { Mysql2Adapter } from "../../src/runtime/adapters/mysql2.js";
import { PgAdapter } from "../../src/runtime/adapters/pg.js";
import { conformance } from "../../src/runtime/adapter-testing/index.js";
import type { StoreAdapter } from "../../src/runtime/adapters/adapter-over.js";
import { answers } from "../adapters/servers.js";
import { projectRoot } from "../architecture/source-tree.js";
import { runMain } from "../support/cli.js";

const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of [...closing].reverse()) await close();
});

/** A project with every driver of ours installed. */
function makeProject(dependencies: Record<string, string> = {}, hasDrivers = true): string {
  const folder = mkdtempSync(path.join(tmpdir(), "authwright db "));
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ type: "module", dependencies }));
  if (hasDrivers) symlinkSync(path.join(projectRoot, "node_modules"), path.join(folder, "node_modules"));
  return folder;
}

interface Opened {
  readonly folder: string;
  readonly url: string;
  readonly run: (statement: string) => Promise<unknown>;
  readonly adapter: StoreAdapter;
  /** Names of users, sessions and tokens. */
  readonly names: readonly [string, string, string];
  readonly quote: string;
}

const fresh = () => `db_${randomUUID().slice(0, 8)}`;

async function onPostgres(): Promise<Opened> {
  const schema = fresh();
  const connection = { host: "127.0.0.1", user: "postgres", database: "test" };
  const pool = new Pool({ ...connection, options: `-c search_path=${schema}` });
  await pool.query(`create schema ${schema}`);
  closing.push(async () => {
    await pool.query(`drop schema ${schema} cascade`);
    await pool.end();
  });
  return {
    folder: makeProject({ pg: "*" }),
    url: `postgres://postgres@127.0.0.1:5432/test?options=-c%20search_path%3D${schema}`,
    run: (statement) => pool.query(statement),
    adapter: PgAdapter(pool, { prepared: false }),
    names: ["users", "sessions", "verification_token"],
    quote: '"',
  };
}

async function onMariaDb(): Promise<Opened> {
  const database = fresh();
  const connection = { host: "127.0.0.1", user: "root", password: "" };
  const admin = createPool(connection);
  await admin.query(`create database ${database} character set utf8mb4`);
  const pool = createPool({ ...connection, database });
  closing.push(async () => {
    await pool.end();
    await admin.query(`drop database ${database}`);
    await admin.end();
  });
  return {
    folder: makeProject({ mysql2: "*" }),
    url: `mysql://root@127.0.0.1:3306/${database}`,
    run: (statement) => pool.query(statement),
    adapter: Mysql2Adapter(pool),
    names: ["users", "sessions", "verification_token"],
    quote: "`",
  };
}

async function onFile(): Promise<Opened> {
  const folder = makeProject({ kysely: "*" });
  const url = `file:${path.join(folder, "app.db")}`;
  const db = new Kysely<AuthTables>({ dialect: new LibsqlDialect({ url }) });
  const client = createClient({ url });
  closing.push(async () => {
    client.close();
    await db.destroy();
  });
  return {
    folder,
    url: "file:./app.db",
    run: (statement) => client.execute(statement),
    adapter: KyselyAdapter(db),
    names: ["User", "Session", "VerificationToken"],
    quote: '"',
  };
}

const validate = new Ajv2020({ strict: true, strictRequired: false, formats: { "date-time": true } }).compile(
  documentSchema,
);

interface Document {
  readonly ok: boolean;
  readonly result: {
    readonly statements: string[];
    readonly applied: boolean;
    readonly drift: { table: string; message: string; fix: string }[];
    readonly tables: { table: string; rows: number }[];
    readonly deleted: boolean;
  };
  readonly error?: { readonly code: string; readonly message: string };
}

async function auth({ folder, url }: Pick<Opened, "folder" | "url">, ...args: string[]) {
  const { code, stdout } = await runMain(folder, ["db", ...args, "--json"], { env: { DATABASE_URL: url } });
  const document = JSON.parse(stdout) as Document;
  validate(document);
  expect(validate.errors ?? []).toEqual([]);
  return { code, ...document };
}

const databases = [
  { name: "PostgreSQL", open: onPostgres, port: 5432 },
  { name: "MariaDB", open: onMariaDb, port: 3306 },
  { name: "a SQLite file", open: onFile, port: undefined },
];

const day = 86_400_000;

for (const { name, open, port } of databases) {
  const isThere = port === undefined || (await answers(port));
  describe.skipIf(!isThere)(`${name}${isThere ? "" : ` (skipped: no server on 127.0.0.1:${port})`}`, () => {
    test("migrate shows first, makes the tables, and a second run has nothing to do", async () => {
      const opened = await open();
      const shown = await auth(opened, "migrate", "--dry-run");
      expect(shown).toMatchObject({ code: 0, ok: true, result: { applied: false, drift: [] } });
      expect(shown.result.statements.filter((one) => one.startsWith("create table"))).toHaveLength(5);
      await expect(opened.adapter.getUser("1")).rejects.toThrow();

      const done = await auth(opened, "migrate");
      expect(done).toMatchObject({ code: 0, result: { applied: true, drift: [] } });
      expect(done.result.statements).toEqual(shown.result.statements);
      for (const check of conformance(opened.adapter)) await check.run();

      const again = await auth(opened, "migrate");
      expect(again).toMatchObject({ code: 0, result: { applied: false, statements: [], drift: [] } });
    });

    test("an index that is missing is made, unique ones too", async () => {
      const opened = await open();
      const { result } = await auth(opened, "migrate");
      const [, sessions] = opened.names;
      const q = opened.quote;
      await opened.run(`drop table ${q}${sessions}${q}`);
      const make = result.statements.find((one) =>
        one.includes(`create table if not exists ${q}${sessions}${q}`),
      );
      await opened.run(make!.replace(/,\s*unique \([^)]*\)/, ""));
      const mended = await auth(opened, "migrate");
      expect(mended.code).toBe(0);
      expect(
        mended.result.statements.map((one) => one.split(" on ")[0]?.replace("if not exists ", "")),
      ).toEqual([
        `create unique index ${q}${sessions}_sessionToken_key${q}`,
        ...(name === "MariaDB" ? [] : [`create index ${q}${sessions}_userId_idx${q}`]),
        `create index ${q}${sessions}_expires_idx${q}`,
      ]);
      expect((await auth(opened, "migrate")).result.statements).toEqual([]);
    });

    test("a column that is missing is named with its statement, and left to a person", async () => {
      const opened = await open();
      await auth(opened, "migrate");
      const [users] = opened.names;
      const q = opened.quote;
      await opened.run(`alter table ${q}${users}${q} drop column ${q}emailVerified${q}`);
      const told = await auth(opened, "migrate");
      expect(told).toMatchObject({ code: 1, ok: false, error: { code: "AUTH_E_DRIFT" } });
      expect(told.result.drift).toHaveLength(1);
      expect(told.result.drift[0]).toMatchObject({
        table: users,
        message: expect.stringContaining("emailVerified"),
      });
      await opened.run(told.result.drift[0]!.fix);
      expect(await auth(opened, "migrate")).toMatchObject({ code: 0, result: { drift: [] } });
      const verified = new Date("2030-01-02T03:04:05.000Z");
      const user = { id: randomUUID(), email: `${randomUUID()}@example.com`, emailVerified: verified };
      const { id } = await opened.adapter.createUser(user);
      expect((await opened.adapter.getUser(id))?.emailVerified).toEqual(verified);
    });

    test("cleanup deletes what is over, in batches, and nothing else", async () => {
      const opened = await open();
      await auth(opened, "migrate");
      const { adapter } = opened;
      const [, sessions, tokens] = opened.names;
      const user = await adapter.createUser({
        id: randomUUID(),
        email: `${randomUUID()}@example.com`,
        emailVerified: null,
      });
      // Near the present: an hour that a time zone moves would show.
      const at = (ms: number) => new Date(Date.now() + ms);
      for (const ms of [-60_000, -120_000, -day, -2 * day, -3 * day])
        await adapter.createSession({ sessionToken: randomUUID(), userId: user.id, expires: at(ms) });
      for (const sessionToken of ["soon", "later"])
        await adapter.createSession({
          sessionToken,
          userId: user.id,
          expires: at(sessionToken === "soon" ? 60_000 : day),
        });
      await adapter.createVerificationToken({ identifier: "a", token: "over", expires: at(-60_000) });
      await adapter.createVerificationToken({ identifier: "a", token: "valid", expires: at(60_000) });

      const counted = await auth(opened, "cleanup", "--dry-run");
      const tables = [
        { table: sessions, rows: 5 },
        { table: tokens, rows: 1 },
      ];
      expect(counted).toMatchObject({ code: 0, result: { deleted: false, tables } });
      expect(await auth(opened, "cleanup", "--batch", "2")).toMatchObject({
        result: { deleted: true, tables },
      });
      for (const token of ["soon", "later"]) expect(await adapter.getSessionAndUser(token)).not.toBeNull();
      expect(await adapter.useVerificationToken({ identifier: "a", token: "valid" })).not.toBeNull();
      const again = await auth(opened, "cleanup");
      expect(again.result.tables.map(({ rows }) => rows)).toEqual([0, 0]);
    });
  });
}

const hasPostgres = await answers(5432);
describe.skipIf(!hasPostgres)(`tables that are there${hasPostgres ? "" : " (skipped: no Postgres)"}`, () => {
  test("users with numbers as ids: what refers to them has their type", async () => {
    const opened = await onPostgres();
    await opened.run(
      `create table users (id serial primary key, name text, email text, "emailVerified" timestamptz, image text)`,
    );
    const { code, result } = await auth(opened, "migrate");
    expect(code).toBe(0);
    expect(result.statements[0]).toContain(`create unique index if not exists "users_email_key"`);
    const { id } = await opened.adapter.createUser({ id: "x", email: "a@example.com", emailVerified: null });
    expect(id).toBe("1");
    await opened.adapter.createSession({ sessionToken: "s", userId: id, expires: new Date("2030-01-01") });
    expect((await opened.adapter.getSessionAndUser("s"))?.user.id).toBe("1");
  });

  test("the names that the database uses count, not those of the project", async () => {
    const opened = await onPostgres();
    await opened.run(
      `create table "User" (id text primary key, name text, email text unique, "emailVerified" timestamptz, image text)`,
    );
    const { result } = await auth(opened, "migrate", "--dry-run");
    expect(result.statements.join()).toContain(`create table if not exists "Account"`);
    expect(result.statements.join()).not.toContain(`"accounts"`);
  });

  test("statements that fail leave nothing half done", async () => {
    const opened = await onPostgres();
    // Two users with one address: no unique index can be made.
    await opened.run(
      `create table users (id text primary key, name text, email text, "emailVerified" timestamptz, image text)`,
    );
    await opened.run(`insert into users (id, email) values ('1', 'a@example.com'), ('2', 'a@example.com')`);
    const { code, error } = await auth(opened, "migrate");
    expect([code, error?.code]).toEqual([1, "AUTH_E_DATABASE"]);
    await expect(opened.run("select 1 from accounts")).rejects.toThrow("does not exist");
  });

  test("a table of another library that has one of our names is left alone", async () => {
    const opened = await onPostgres();
    await opened.run(`create table sessions (sid text primary key, sess json, expires timestamptz)`);
    await opened.run(`insert into sessions values ('1', '{}', now() - interval '1 day')`);
    expect(await auth(opened, "cleanup")).toMatchObject({ code: 0, result: { tables: [], deleted: false } });
    expect(await opened.run("select 1 from sessions")).toMatchObject({ rowCount: 1 });
  });
});

test("SQLite keeps dates as texts or numbers: each is over at its time", async () => {
  const opened = await onFile();
  await opened.run(`create table "session" ("sessionToken" text primary key, "userId" text, "expires")`);
  const alive = Date.now() + day;
  const over = Date.now() - day;
  const iso = (ms: number) => new Date(ms).toISOString();
  const forms = (ms: number) => [
    ms,
    Math.floor(ms / 1000),
    `'${iso(ms)}'`,
    `'${iso(ms).replace("Z", "+00:00")}'`,
    `'${iso(ms).slice(0, 19).replace("T", " ")}'`,
  ];
  for (const [at, value] of [...forms(alive), "'no date'", "null", ...forms(over)].entries())
    await opened.run(`insert into "session" values ('${at}', 'u', ${value})`);
  expect(await auth(opened, "cleanup")).toMatchObject({
    result: { tables: [{ table: "session", rows: 5 }] },
  });
  const { rows } = (await opened.run(`select "sessionToken" as t from "session" order by 0 + t`)) as {
    rows: { t: string }[];
  };
  expect(rows.map(({ t }) => t)).toEqual(["0", "1", "2", "3", "4", "5", "6"]);
});

const zoned = [
  {
    name: "PostgreSQL",
    open: onPostgres,
    port: 5432,
    type: "timestamp",
    // The app of such a table writes UTC, whatever the zone of the server is.
    zone: (url: string) => url.replace("options=", "options=-c%20timezone%3DAsia/Tokyo%20"),
  },
  { name: "MariaDB", open: onMariaDb, port: 3306, type: "timestamp(3)", zone: (url: string) => url },
];
for (const { name, open, port, type, zone } of zoned) {
  const isThere = await answers(port);
  const title = `dates of Drizzle in ${name}${isThere ? "" : ` (skipped: no server on 127.0.0.1:${port})`}`;
  test.skipIf(!isThere)(`${title} are over at their time, without a time zone too`, async () => {
    const opened = await open();
    const q = opened.quote;
    await opened.run(
      `create table session (${q}sessionToken${q} varchar(99) primary key, ${q}userId${q} text, expires ${type} not null)`,
    );
    // MySQL turns what is written from the zone of the session into UTC.
    const written = (seconds: number) => {
      const at = new Date(Date.now() + seconds * 1000);
      const utc = at.toISOString().slice(0, 23).replace("T", " ");
      return q === "`" ? `from_unixtime(${at.getTime() / 1000})` : `'${utc}'`;
    };
    for (const seconds of [-60, 60])
      await opened.run(`insert into session values ('${seconds}', 'u', ${written(seconds)})`);
    const { result } = await auth({ folder: opened.folder, url: zone(opened.url) }, "cleanup");
    expect(result.tables).toEqual([{ table: "session", rows: 1 }]);
  });
}

test("no part of an address that is a secret is left in a message", () => {
  const address = {
    kind: "postgres",
    url: "postgres://someone:pass%21word@db.example.com:5432/app",
  } as const;
  const libsql = { kind: "libsql", url: "libsql://db.example.com?authToken=tok%2Ben" } as const;
  expect(withoutAddress(`cannot parse ${address.url}`, address)).toBe("cannot parse …");
  expect(withoutAddress("someone:pass%21word@db.example.com:5432 is away", address)).toBe("… is away");
  expect(withoutAddress("pass%21word and pass!word", address)).toBe("… and …");
  expect(withoutAddress("tok%2Ben, tok+en", libsql)).toBe("…, …");
});

test("rows of a shared store go too", async () => {
  const opened = await onFile();
  await opened.run(`create table auth_shared (key text primary key, count integer, expires bigint)`);
  await opened.run(
    `insert into auth_shared values ('a', 1, ${Date.now() - 1000}), ('b', 1, ${Date.now() + day})`,
  );
  expect((await auth(opened, "cleanup")).result.tables).toEqual([{ table: "auth_shared", rows: 1 }]);
});

describe("what is not there", () => {
  const failure = async (folder: string, args: string[], env: Record<string, string> = {}) => {
    const { code, stdout, stderr } = await runMain(folder, ["db", ...args], { env });
    return { code, text: stdout + stderr };
  };

  test("without an address: exit code 2, and the option is named", async () => {
    const folder = makeProject();
    for (const command of ["migrate", "cleanup"]) {
      const { code, text } = await failure(folder, [command]);
      expect(code).toBe(2);
      expect(text).toContain("DATABASE_URL is neither");
      expect(text).toContain("--url-env NAME");
    }
    const named = await failure(folder, ["migrate", "--url-env", "OTHER_URL"], { DATABASE_URL: "file:a.db" });
    expect([named.code, named.text.includes("OTHER_URL is neither")]).toEqual([2, true]);
  });

  test.each(["__proto__", "constructor", "toString"])("EDG-08 no variable is called %s", async (name) => {
    const { code, text } = await failure(makeProject(), ["migrate", "--url-env", name]);
    expect([code, text.includes(`${name} is neither`)], text).toEqual([2, true]);
  });

  test("the env file is read, .env.local first", async () => {
    const folder = makeProject();
    writeFileSync(path.join(folder, ".env"), "DATABASE_URL=file:wrong.db\n");
    writeFileSync(path.join(folder, ".env.local"), 'export DATABASE_URL="file:right.db"\n');
    expect((await failure(folder, ["migrate", "--yes"])).code).toBe(0);
    expect([existsSync(path.join(folder, "right.db")), existsSync(path.join(folder, "wrong.db"))]).toEqual([
      true,
      false,
    ]);
  });

  test("a file that does not exist is not made by --dry-run, nor by cleanup", async () => {
    const folder = makeProject();
    const env = { DATABASE_URL: "sqlite://./new.db" };
    const shown = await failure(folder, ["migrate", "--dry-run"], env);
    expect([shown.code, shown.text.includes(`create table if not exists "User"`)]).toEqual([0, true]);
    expect((await failure(folder, ["cleanup"], env)).code).toBe(1);
    expect(existsSync(path.join(folder, "new.db"))).toBe(false);
  });

  test("another kind of database, a batch that is no number", async () => {
    const folder = makeProject();
    const other = await failure(folder, ["migrate"], { DATABASE_URL: "mongodb://u:hidden-word@h/x" });
    expect(other.code).toBe(2);
    expect(other.text).not.toContain("hidden-word");
    for (const batch of ["0", "x", "1.5", "1e9"]) {
      const { code, text } = await failure(folder, ["cleanup", "--batch", batch], {
        DATABASE_URL: "file:a.db",
      });
      expect([code, text.includes("not a number of rows")]).toEqual([2, true]);
    }
  });

  test("a driver that the project lacks is named", async () => {
    const folder = makeProject({}, false);
    const { code, text } = await failure(folder, ["migrate"], {
      DATABASE_URL: "postgres://u:hidden-word@h/x",
    });
    expect(code).toBe(1);
    expect(text).toContain("npm install pg");
    expect(text).not.toContain("hidden-word");
  });

  test.each([
    "postgres://someone:hidden-word%21@127.0.0.1:9/x",
    "mysql://someone:hidden-word%21@127.0.0.1:9/x",
    "libsql://127.0.0.1:9?tls=0&authToken=hidden-word%21",
    "libsql://[bad?authToken=hidden-word%21",
    "postgres://someone:hidden-word%21@127.0.0.1:bad/x",
  ])("the address of %s stands in no output", async (url) => {
    const folder = makeProject();
    for (const command of ["migrate", "cleanup"]) {
      const { code, text } = await failure(folder, [command, "--verbose"], { DATABASE_URL: url });
      expect([code, text.includes("The database refused")]).toEqual([1, true]);
      expect(text).not.toContain("hidden-word");
    }
  });

  test.each([
    ["Prisma", { "@prisma/client": "*" }, "npx prisma migrate dev"],
    ["Drizzle", { "drizzle-orm": "*" }, "npx drizzle-kit generate && npx drizzle-kit migrate"],
  ])("%s makes its own tables: its command is printed", async (_, dependencies, command) => {
    const folder = makeProject(dependencies as unknown as Record<string, string>);
    const { code, text } = await failure(folder, ["migrate"], { DATABASE_URL: "file:app.db" });
    expect([code, text.replaceAll(/\s+/g, " ").includes(command)]).toEqual([0, true]);
    expect(existsSync(path.join(folder, "app.db"))).toBe(false);
  });
});
