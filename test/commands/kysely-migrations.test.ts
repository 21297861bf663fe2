/** `auth add-adapter kysely` in projects whose migrations are code: one more of them, in their manner. */
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { Kysely, type Migration, Migrator, MysqlDialect, PostgresDialect, sql } from "kysely";
import { createPool as createAdmin } from "mysql2/promise";
import { createPool } from "mysql2";
import { Pool } from "pg";
import ts from "typescript";
import { afterEach, describe, expect, test } from "vitest";
import { KyselyAdapter, type AuthTables } from "../../src/runtime/adapters/kysely.js";
import { conformance } from "../../src/runtime/adapter-testing/index.js";
import { answers } from "../adapters/servers.js";
import { projectRoot } from "../architecture/source-tree.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";
import { mustRun } from "../support/process.js";
import { nativeCompiler } from "../support/type-check.js";

let folder: string;
afterEach(removeProjects);
const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
function write(file: string, text: string) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}
const add = (...flags: string[]) =>
  runMain(folder, ["add-adapter", "kysely", "--yes", "--no-install", ...flags]);

const pets = `import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>): Promise<void> {
    await db.schema.createTable('pet').addColumn('id', 'integer', (column) => column.primaryKey()).execute()
    await sql\`select 1\`.execute(db)
}

export async function down(db: Kysely<any>): Promise<void> {
    await db.schema.dropTable('pet').execute()
}
`;
const petsInJs = `import { sql } from "kysely";

export const up = async (db) => {
  await sql\`create table pet (id integer primary key)\`.execute(db);
};
`;

async function start(files: Readonly<Record<string, string>>, project = "express-esm-ts", dependencies = {}) {
  folder = realpathSync(copyProject(project));
  const manifest = JSON.parse(read("package.json")) as { dependencies: object };
  manifest.dependencies = { ...manifest.dependencies, kysely: "^0.28.0", ...dependencies };
  write("package.json", `${JSON.stringify(manifest, null, 2)}\n`);
  for (const [file, text] of Object.entries(files)) write(file, text);
  expect((await runMain(folder, ["init", "--yes", "--no-install"])).code).toBe(0);
}

describe("the file", () => {
  test.each([
    ["migrations/0001_pets.ts", "migrations/0002_auth.ts"],
    ["src/migrations/1716743937856_pets.ts", "src/migrations/1716743937857_auth.ts"],
    ["src/db/migrations/2026-01-02T030405-pets.ts", "src/db/migrations/2026-01-02T030406-auth.ts"],
    ["db/migrations/20260102T030405-pets.mts", "db/migrations/20260102T030406-auth.mts"],
  ])("%s: %s; the second run is empty, undo byte-identical", async (present, wanted) => {
    await start({ [present]: pets });
    const before = snapshotOf(folder);
    const added = await add();
    expect([added.code, added.stderr]).toEqual([0, expect.stringContaining(`Run the migration ${wanted}`)]);
    const text = read(wanted);
    // Quotes, semicolons and indents are those of the neighbour.
    expect(text).toContain("import { sql, type Kysely } from 'kysely'\n");
    expect(text).toContain("\n    await db.schema\n        .createTable('User')\n");
    expect(text.match(/createTable\(/g)).toHaveLength(5);
    expect(text.match(/createIndex\(/g)).toHaveLength(5);
    expect(text.match(/dropTable\(/g)).toHaveLength(5);
    expect(read("src/auth-store.ts")).not.toContain("migrate: true");
    expect(Object.keys(snapshotOf(folder)).filter((file) => file.endsWith(".sql"))).toEqual([]);
    expect(read(present)).toBe(pets);
    const after = snapshotOf(folder);
    expect((await add()).stderr).toContain("Nothing to do");
    expect(snapshotOf(folder)).toEqual(after);
    expect((await runMain(folder, ["undo"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("JavaScript gets no types, and breaks lines as its neighbour does", async () => {
    await start({ "migrations/1_pets.js": petsInJs.replaceAll("\n", "\r\n") }, "express-esm-js");
    await add();
    const text = read("migrations/2_auth.js");
    expect(text).toContain(
      '/** @param {import("kysely").Kysely<any>} db */\r\nexport async function up(db) {\r\n',
    );
    expect(text.split("\n")).toHaveLength(text.split("\r\n").length);
  });

  test.each([
    ["of another tool", { "migrations/0001_pets.js": "export async function up(knex) {}\n" }],
    ["that only name Kysely", { "migrations/0001_pets.ts": 'import "kysely";\nconst up = 1;\n' }],
    ["in SQL", { "migrations/0001_pets.sql": "create table pet (id int);\n" }],
    ["of no number", { "migrations/index.ts": pets }],
  ])("none beside migrations %s: the store makes its tables", async (_, files) => {
    await start(files);
    const before = new Set(Object.keys(snapshotOf(folder)));
    await add();
    const created = Object.keys(snapshotOf(folder)).filter((file) => !before.has(file));
    expect(created.filter((file) => file.startsWith("migrations"))).toEqual([]);
    expect(read("src/auth-store.ts")).toContain("migrate: true");
  });

  test("a store from before the first migration in code goes on making its tables", async () => {
    await start({});
    await add();
    write("migrations/0001_pets.ts", pets);
    expect((await add()).stderr).toContain("Nothing to do");
    expect(existsSync(path.join(folder, "migrations/0002_auth.ts"))).toBe(false);
  });
});

/** What a Migrator is given for the files of the project. */
async function migrationsOf(files: readonly string[]): Promise<Record<string, Migration>> {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  const entries = files.map(async (file) => {
    const built = path.join(folder, file.replace(/ts$/, "mjs"));
    writeFileSync(built, ts.transpileModule(read(file), { compilerOptions }).outputText);
    const loaded = (await import(/* @vite-ignore */ pathToFileURL(built).href)) as Migration;
    return [path.basename(file, ".ts"), loaded] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const name = `kysely_migration_${process.pid}`;
const databases = {
  sqlite: { port: 0, driver: {}, open: async () => sqliteAt(path.join(folder, "auth.db")) },
  postgres: { port: 5432, driver: { pg: "^8.0.0" }, open: openPostgres },
  mysql: { port: 3306, driver: { mysql2: "^3.0.0" }, open: openMysql },
} as const;

interface Opened {
  readonly db: Kysely<AuthTables>;
  /** Where the Migrator keeps its tables: it takes those of any schema for its own. */
  readonly schema?: string;
  dispose(): Promise<unknown>;
}

function sqliteAt(file: string): Opened {
  const db = new Kysely<AuthTables>({ dialect: new LibsqlDialect({ url: `file:${file}` }) });
  return { db, dispose: () => db.destroy() };
}

async function openPostgres(): Promise<Opened> {
  const connection = { host: "127.0.0.1", user: "postgres", database: "test" };
  const admin = new Pool(connection);
  await admin.query(`create schema ${name}`);
  const pool = new Pool({ ...connection, options: `-c search_path=${name}` });
  const db = new Kysely<AuthTables>({ dialect: new PostgresDialect({ pool }) });
  const dispose = async () => {
    await db.destroy();
    await admin.query(`drop schema ${name} cascade`);
    await admin.end();
  };
  return { db, schema: name, dispose };
}

async function openMysql(): Promise<Opened> {
  const connection = { host: "127.0.0.1", user: "root", password: "" };
  const admin = createAdmin(connection);
  await admin.query(`create database ${name} character set utf8mb4`);
  const pool = createPool({ ...connection, database: name });
  const db = new Kysely<AuthTables>({ dialect: new MysqlDialect({ pool }) });
  const dispose = async () => {
    await db.destroy();
    await admin.query(`drop database ${name}`);
    await admin.end();
  };
  return { db, dispose };
}

for (const [id, { port, driver, open }] of Object.entries(databases)) {
  const isThere = port === 0 || (await answers(port));
  test.skipIf(!isThere)(
    `${id}${isThere ? "" : " (skipped: no such server on this machine)"}: it compiles, the Migrator runs it up and down, and the store passes the kit`,
    async () => {
      await start({ "migrations/0001_pets.ts": pets }, "express-esm-ts", driver);
      expect((await add("--dialect", id)).code).toBe(0);
      symlinkSync(path.join(projectRoot, "node_modules"), path.join(folder, "node_modules"));
      const flags = "--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --target es2022";
      const files = ["migrations/0001_pets.ts", "migrations/0002_auth.ts"];
      await mustRun(process.execPath, [...nativeCompiler, ...flags.split(" "), "--types", "node", ...files], {
        cwd: folder,
      });

      const migrations = await migrationsOf(files);
      const { db, schema, dispose } = await open();
      try {
        const migrator = new Migrator({
          db,
          provider: { getMigrations: async () => migrations },
          ...(schema !== undefined && { migrationTableSchema: schema }),
        });
        const up = await migrator.migrateToLatest();
        expect([up.error, up.results?.map(({ status }) => status)]).toEqual([
          undefined,
          ["Success", "Success"],
        ]);
        const failed: string[] = [];
        for (const check of conformance(KyselyAdapter(db)))
          await check.run().catch((error) => failed.push(`${check.name}: ${String(error)}`));
        expect(failed).toEqual([]);
        for (const table of ["Session", "Account", "Authenticator", "VerificationToken", "User"])
          await sql`delete from ${sql.table(table)}`.execute(db);
        expect((await migrator.migrateDown()).error).toBeUndefined();
        await expect(db.selectFrom("User").selectAll().execute()).rejects.toThrow(/User/);
        expect((await migrator.migrateToLatest()).error).toBeUndefined();
      } finally {
        await dispose();
      }
    },
    90_000,
  );
}
