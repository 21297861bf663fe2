/** Schemas that `auth add-adapter drizzle` extended, made in real databases: a whole sign-in through the written store. */
import { randomUUID } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { sql, type SQL } from "drizzle-orm";
import { createPool, type Pool } from "mysql2/promise";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answers } from "../adapters/servers.js";
import { projectRoot } from "../architecture/source-tree.js";
import { drizzleFixtures, type DrizzleFixture } from "../fixtures/schemas/drizzle.js";
import { conformance } from "../../src/runtime/adapter-testing/index.js";
import type { StoreAdapter } from "../../src/runtime/adapters/adapter-over.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";
import { generate, installKit } from "./drizzle/kit.js";
import { statementsFor } from "./drizzle/statements.js";
import { signInAndOut } from "./store-sign-in.js";

interface Written {
  readonly folder: string;
  readonly db: {
    execute?(statement: SQL): Promise<unknown>;
    run?(statement: SQL): Promise<unknown>;
    readonly $client?: { close(): unknown };
  };
  readonly authStore: StoreAdapter;
  readonly modules: readonly Readonly<Record<string, unknown>>[];
}

const casing = (text: string) => (text.includes("casing") ? ', casing: "snake_case"' : "");

const engines = {
  postgresql: (options: string) =>
    `import { PGlite } from "@electric-sql/pglite";\nimport { drizzle } from "drizzle-orm/pglite";\nexport const db = drizzle({ client: new PGlite()${options} });\n`,
  sqlite: (options: string) =>
    `import { createClient } from "@libsql/client";\nimport { drizzle } from "drizzle-orm/libsql";\nexport const db = drizzle({ client: createClient({ url: "file:auth.db" })${options} });\n`,
  mysql: (options: string) =>
    `import { createPool } from "mysql2/promise";\nimport { drizzle } from "drizzle-orm/mysql2";\nexport const pool = createPool(process.env.DRIZZLE_TEST_URL);\nexport const db = drizzle(pool, { mode: "default"${options} });\n`,
};

/** A fixture's project with the store, as JavaScript that Node runs. */
async function write(name: string, engine: keyof typeof engines): Promise<Written> {
  const folder = realpathSync(copyProject("express-esm-ts"));
  const fixture = drizzleFixtures.find((one) => one.name === name);
  const files = { ...fixture?.files };
  files["src/db/index.ts"] = engines[engine](casing(files["drizzle.config.ts"] ?? ""));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  expect((await runMain(folder, ["init", "--yes", "--no-install"])).code).toBe(0);
  const added = await runMain(folder, ["add-adapter", "drizzle", "--yes", "--no-install"]);
  expect(added.code, added.stderr).toBe(0);
  symlinkSync(path.join(projectRoot, "node_modules"), path.join(folder, "node_modules"));
  const sources = Object.keys(snapshotOf(path.join(folder, "src"))).filter((file) => file.endsWith(".ts"));
  // Not beside the sources: drizzle-kit takes every file of a folder for a schema.
  const built = path.join(folder, "built");
  cpSync(path.join(folder, "src"), built, { recursive: true });
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  for (const file of sources) {
    const text = readFileSync(path.join(folder, "src", file), "utf8");
    const script = ts.transpileModule(text, { compilerOptions }).outputText;
    const target = path.join(built, file.replace(/ts$/, "js"));
    // The package itself is no dependency of its own repository.
    const door = pathToFileURL(path.join(projectRoot, "dist/runtime/adapters/drizzle.js")).href;
    writeFileSync(target, script.replace('"authwright/adapters/drizzle"', JSON.stringify(door)));
  }
  process.chdir(folder);
  const load = (file: string) => import(/* @vite-ignore */ pathToFileURL(path.join(built, file)).href);
  const tables = sources.filter(
    (file) => !["server.ts", "auth.ts", "products.ts", "auth-store.ts"].includes(file),
  );
  const modules = await Promise.all(tables.map((file) => load(file.replace(/ts$/, "js"))));
  const { db } = modules.find((one) => "db" in one) as Pick<Written, "db">;
  return { folder, db, modules, ...((await load("auth-store.js")) as Pick<Written, "authStore">) };
}

/** The statements that make the tables of a project. */
type Statements = (written: Written, engine: keyof typeof engines, isSnake: boolean) => Promise<string[]>;

const fromTables: Statements = async ({ modules }, engine, isSnake) =>
  statementsFor(engine, [...new Set(modules.flatMap((module) => Object.values(module)))], isSnake);

async function makeTables({ db }: Written, statements: readonly string[]) {
  for (const statement of statements) {
    const text = sql.raw(statement);
    await (db.execute?.(text) ?? db.run?.(text));
  }
}

const cases = {
  postgresql: [
    "Postgres, nothing of ours yet",
    "users that count",
    "users with UUIDs",
    "enums, relations and columns of its own",
    "a schema of Postgres",
    "a table creator, columns by a function",
    "names in snake case",
    "the tables of the published adapter",
  ],
  sqlite: ["SQLite", "users of SQLite", "a table creator of SQLite in a file of its own"],
  mysql: [
    "MySQL: keys compare byte by byte",
    "users of MySQL",
    "a serial of MySQL, and no address yet",
    "a glob over features",
  ],
} as const;

const hasMariaDb = await answers(3306);
const kit = await installKit();
afterAll(() => kit?.dispose());

/** A fixture's project, in a database of its own with the tables that statements make. */
function opened(name: string, engine: keyof typeof engines, statementsOf: Statements) {
  const database = `t${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  let admin: Pool | undefined;
  const made: { written?: Written } = {};
  beforeAll(async () => {
    if (engine === "mysql") {
      admin = createPool({ host: "127.0.0.1", user: "root", password: "" });
      await admin.query(`create database ${database} character set utf8mb4`);
      process.env["DRIZZLE_TEST_URL"] = `mysql://root@127.0.0.1:3306/${database}`;
    }
    const written = await write(name, engine);
    await makeTables(written, await statementsOf(written, engine, name.includes("snake case")));
    made.written = written;
  }, 120_000);
  afterAll(async () => {
    process.chdir(projectRoot);
    for (const { pool } of made.written?.modules ?? []) await (pool as Pool | undefined)?.end();
    // An engine in this process keeps a hundred megabytes. A pool is ended already.
    if (engine !== "mysql") await made.written?.db.$client?.close();
    delete made.written;
    await admin?.query(`drop database ${database}`);
    await admin?.end();
    removeProjects();
  });
  return () => {
    if (!made.written) throw new Error("The project was not written");
    return made.written.authStore;
  };
}

const noMariaDb = "no MariaDB on 127.0.0.1";

/** Why drizzle-kit makes no tables of a fixture, or a database does not take them. */
const refused: Readonly<Record<string, string>> = {
  "a serial of MySQL, and no address yet":
    "MariaDB refuses the serial AUTO_INCREMENT that drizzle-kit writes",
  "an older configuration, with a driver": "drizzle-kit 0.31 takes a dialect in place of the driver",
  "no configuration": "drizzle-kit needs one",
  "tables beside the database, in one file": "drizzle-kit needs a configuration",
  "a column type of its own": "PGlite has no citext",
  "relations of version 1": "drizzle-orm 1 is not installed",
};

function whyNot(name: string, engine: keyof typeof engines): string | undefined {
  if (engine === "mysql" && !hasMariaDb) return noMariaDb;
  return kit ? refused[name] : "npm cannot fetch drizzle-kit";
}

/** The database that a fixture is for, by the driver of the file that is put in another's place. */
function engineOf({ files }: DrizzleFixture): keyof typeof engines {
  const text = files["src/db/index.ts"] ?? "";
  if (text.includes("drizzle-orm/mysql2")) return "mysql";
  return text.includes("drizzle-orm/libsql") ? "sqlite" : "postgresql";
}

const byKit = drizzleFixtures.map((fixture) => {
  const engine = engineOf(fixture);
  return { name: fixture.name, engine, why: whyNot(fixture.name, engine) };
});

describe.each(Object.entries(cases))("%s", (id, names) => {
  const engine = id as keyof typeof engines;
  const isThere = engine !== "mysql" || hasMariaDb;
  describe.skipIf(!isThere).each(names)(isThere ? "%s" : `%s (skipped: ${noMariaDb})`, (name) => {
    const store = opened(name, engine, fromTables);

    test("a whole sign-in", () => signInAndOut(store()));

    test("everything that a store must do", async () => {
      const failed: string[] = [];
      for (const check of conformance(store()))
        await check.run().catch((error) => failed.push(`${check.name}: ${String(error)}`));
      expect(failed).toEqual([]);
    }, 60_000);
  });
});

describe.skipIf(!kit)(kit ? "by drizzle-kit" : "by drizzle-kit (skipped: npm cannot fetch it)", () => {
  test("the tables of 30 schemas are made by it", () =>
    expect(byKit.filter(({ why }) => !why || why === noMariaDb).length).toBeGreaterThanOrEqual(30));

  for (const { name, engine, why } of byKit) {
    describe.skipIf(why)(why ? `${name} (skipped: ${why})` : name, () => {
      const store = opened(name, engine, async ({ folder }) => (kit ? generate(kit, folder) : []));

      test("a whole sign-in in the tables that drizzle-kit makes", () => signInAndOut(store()));
    });
  }
});
