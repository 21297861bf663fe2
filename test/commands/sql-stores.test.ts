/** `auth add-adapter pg` and `mysql2`: a pool, the option, and a migration in plain SQL. */
import { randomUUID } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createConnection } from "mysql2/promise";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { conformance } from "../../src/runtime/adapter-testing/index.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import { answers } from "../adapters/servers.js";
import { projectRoot } from "../architecture/source-tree.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";
import { run } from "../support/process.js";
import { nativeCompiler } from "../support/type-check.js";

const hasPostgres = await answers(5432);
const hasMysql = await answers(3306);

let folder: string;
const add = (id: string, ...flags: string[]) =>
  runMain(folder, ["add-adapter", id, "--yes", "--no-install", ...flags]);
const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};
const depend = (name: string) => {
  const text = JSON.parse(read("package.json"));
  text.dependencies[name] = "*";
  write("package.json", JSON.stringify(text, null, 2));
};
const start = async (project: string) => {
  folder = copyProject(project);
  expect((await runMain(folder, ["init", "--yes", "--no-install"])).code).toBe(0);
};
afterEach(removeProjects);

const stores = ["pg", "mysql2"];
const projects = ["express-esm-ts", "express-esm-js", "express-cjs", "next-app-ts"];

describe.each(stores)("%s", (id) => {
  test.each(projects)(
    "%s: store, option, package, migration; the second run is empty, undo byte-identical",
    async (name) => {
      await start(name);
      const before = snapshotOf(folder);
      const first = await add(id, "--json");
      expect(JSON.parse(first.stdout)).toMatchObject({
        ok: true,
        warnings: [{ code: "AUTH_W_SESSIONS_MOVE" }],
      });
      expect(JSON.parse(read("package.json")).dependencies).toHaveProperty([id]);
      expect(read("migrations/0001_auth.sql").match(/create table/g)).toHaveLength(5);
      expect(read("migrations/0001_auth.sql").match(/create index/g)).toHaveLength(5);
      const after = snapshotOf(folder);
      expect((await add(id)).stderr).toContain("Nothing to do");
      expect(snapshotOf(folder)).toEqual(after);
      expect((await runMain(folder, ["undo"])).code).toBe(0);
      expect(snapshotOf(folder)).toEqual(before);
    },
  );

  test("the next free number, in the folder and the manner of the others; the second run is empty", async () => {
    const shapes = [
      ["migrations/0001_users.sql migrations/0009_posts.sql", "migrations/0010_auth.sql"],
      ["db/migrations/001-users.sql", "db/migrations/002-auth.sql"],
      ["sql/V7__users.sql sql/README.md", "sql/V8__auth.sql"],
      ["migrations/20260102030405_users.up.sql", "migrations/20260102030406_auth.up.sql"],
      ["database/migrations/99_users.sql", "database/migrations/100_auth.sql"],
    ] as const;
    for (const [present, wanted] of shapes) {
      await start("express-esm-ts");
      for (const file of present.split(" ")) write(file, "select 1;\r\n");
      const before = snapshotOf(folder);
      expect((await add(id)).stderr).toContain(wanted);
      expect(read(wanted)).toContain(";\r\n\r\ncreate table");
      expect((await add(id)).stderr).toContain("Nothing to do");
      await runMain(folder, ["undo"]);
      expect(snapshotOf(folder)).toEqual(before);
    }
  });

  test("init --adapter: one plan, the second run is empty, undo byte-identical", async () => {
    folder = copyProject("express-esm-ts");
    const before = snapshotOf(folder);
    const args = ["init", "--yes", "--no-install", "--adapter", id];
    expect((await runMain(folder, args)).code).toBe(0);
    expect(read("src/auth.ts")).toContain("adapter: authStore,");
    expect((await runMain(folder, args)).stderr).toContain("Nothing to do");
    await runMain(folder, ["undo"]);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("a choice of the database, and a store that was edited since, are refused and nothing is written", async () => {
    await start("express-esm-ts");
    const before = snapshotOf(folder);
    expect(await add(id, "--dialect", "sqlite")).toMatchObject({ code: 2 });
    expect(snapshotOf(folder)).toEqual(before);
    await runMain(folder, ["add-adapter", "kysely", "--yes", "--no-install"]);
    write("src/auth-store.ts", `${read("src/auth-store.ts")}// mine\n`);
    const kysely = snapshotOf(folder);
    expect(await add(id)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("a file with other content is there"),
    });
    expect(snapshotOf(folder)).toEqual(kysely);
  });
});

describe("a pool that is there is used, and not touched", () => {
  const shapes: readonly (readonly [string, string, string, string])[] = [
    ["pg", "export const db = new Pool({ max: 3 });", 'import { Pool } from "pg";', "PgAdapter(db)"],
    ["pg", "const pool = new pg.Pool();\nexport default pool;", 'import pg from "pg";', "PgAdapter(pool)"],
    [
      "mysql2",
      "export const db = createPool({ uri: process.env.DATABASE_URL });",
      'import { createPool } from "mysql2/promise";',
      "Mysql2Adapter(db)",
    ],
    [
      "mysql2",
      'const make = () => mysql.createPool("x");\nconst pool = globalThis.pool ?? make();\nexport { pool as shared };',
      'import mysql from "mysql2/promise";',
      "Mysql2Adapter(shared)",
    ],
  ];
  test.each(shapes)("%s: %s", async (id, code, imports, call) => {
    await start("express-esm-ts");
    depend(id);
    write("src/db/pool.ts", `${imports}\n\n${code}\n`);
    const env = read(".env");
    expect((await add(id)).code).toBe(0);
    expect(read("src/auth-store.ts")).toContain('from "./db/pool.js";');
    expect(read("src/auth-store.ts")).toContain(call);
    expect(read("src/auth-store.ts")).not.toContain("process.env");
    expect(read(".env")).toBe(env);
    expect((await add(id)).stderr).toContain("Nothing to do");
  });

  test("mysql2 without promises is no such pool", async () => {
    await start("express-esm-ts");
    depend("mysql2");
    write("src/db.ts", 'import { createPool } from "mysql2";\nexport const db = createPool("x");\n');
    await add("mysql2");
    expect(read("src/auth-store.ts")).toContain('from "mysql2/promise"');
  });
});

/** The files as written, where Node and TypeScript find the real libraries. */
describe("written stores type-check and work", () => {
  let home: string;
  beforeEach(() => {
    home = realpathSync(mkdtempSync(path.join(tmpdir(), "authwright stores ")));
    mkdirSync(path.join(home, "node_modules"));
    for (const name of ["pg", "mysql2", "@types"])
      symlinkSync(path.join(projectRoot, "node_modules", name), path.join(home, "node_modules", name));
    symlinkSync(projectRoot, path.join(home, "node_modules/authwright"));
    writeFileSync(path.join(home, "package.json"), '{ "type": "module" }');
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  test("TypeScript accepts them", async () => {
    const files: string[] = [];
    for (const id of stores) {
      await start("express-esm-ts");
      await add(id);
      files.push(path.join(home, `${id}.ts`));
      writeFileSync(files.at(-1) ?? "", read("src/auth-store.ts"));
    }
    const flags = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2022"];
    expect((await run(process.execPath, [...nativeCompiler, ...flags, ...files], { cwd: home })).stdout).toBe(
      "",
    );
  });

  const name = `t${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const servers = {
    pg: {
      there: hasPostgres,
      url: `postgres://postgres@127.0.0.1:5432/${name}`,
      async admin(sql: string, database = "postgres") {
        const client = new Client({ connectionString: `postgres://postgres@127.0.0.1:5432/${database}` });
        await client.connect();
        await client.query(sql).finally(() => client.end());
      },
      drop: `drop database ${name} with (force)`,
    },
    mysql2: {
      there: hasMysql,
      url: `mysql://root@127.0.0.1:3306/${name}`,
      async admin(sql: string, database = "test") {
        const uri = `mysql://root@127.0.0.1:3306/${database}`;
        const connection = await createConnection({ uri, multipleStatements: true });
        await connection.query(sql).finally(() => connection.end());
      },
      drop: `drop database ${name}`,
    },
  };
  for (const [id, { there, url, admin, drop }] of Object.entries(servers)) {
    const title = `${id}: the migration, then the whole conformance kit${there ? "" : " (skipped: no server on this machine)"}`;
    test.skipIf(!there)(title, async () => {
      await start("express-esm-js");
      await add(id);
      const file = path.join(home, `${id}.mjs`);
      writeFileSync(file, read("auth-store.js"));
      await admin(`create database ${name}`);
      try {
        await admin(read("migrations/0001_auth.sql"), name);
        process.env["DATABASE_URL"] = url;
        const { authStore } = (await import(pathToFileURL(file).href)) as { authStore: Required<Adapter> };
        for (const check of conformance(authStore)) await check.run();
      } finally {
        delete process.env["DATABASE_URL"];
        await admin(drop);
      }
    });
  }
});
