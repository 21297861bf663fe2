/** `auth add-adapter @auth/…-adapter`: import, option, packages and variables of adapters that others publish. */
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
import { afterEach, describe, expect, test } from "vitest";
import { publishedAdapters } from "../../src/templates/stores/published/adapters.js";
import { projectRoot } from "../architecture/source-tree.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";
import { run } from "../support/process.js";
import { nativeCompiler } from "../support/type-check.js";

let folder: string;
const add = (id: string) => runMain(folder, ["add-adapter", id, "--yes", "--no-install"]);
const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};
afterEach(removeProjects);

const start = async (project: string, client?: string) => {
  folder = copyProject(project);
  if (client) write("src/client.ts", client);
  expect((await runMain(folder, ["init", "--yes", "--no-install"])).code).toBe(0);
};

/** A client of each, as a project exports it. */
const clients: Readonly<Record<string, string>> = {
  "@auth/prisma-adapter":
    'import { PrismaClient } from "@prisma/client";\nexport const client = new PrismaClient();\n',
  "@auth/drizzle-adapter":
    'import { drizzle } from "drizzle-orm/node-postgres";\nexport const client = drizzle("postgres://localhost/x");\n',
  "@auth/kysely-adapter":
    'import { Kysely, PostgresDialect } from "kysely";\nimport { Pool } from "pg";\nexport const client = new Kysely<any>({ dialect: new PostgresDialect({ pool: new Pool() }) });\n',
  "@auth/pg-adapter": 'import { Pool } from "pg";\nexport const client = new Pool();\n',
  "@auth/upstash-redis-adapter":
    'import { Redis } from "@upstash/redis";\nexport const client = Redis.fromEnv();\nexport const other = new Redis({});\n',
  "@auth/mongodb-adapter":
    'import { MongoClient } from "mongodb";\nexport const client = new MongoClient("mongodb://localhost");\n',
};

describe.each(publishedAdapters)("$id", ({ id, name, own, peers }) => {
  test.each(["express-esm-ts", "express-cjs", "next-app-ts"])(
    "%s: the second run is empty, undo byte-identical; or a client is asked for",
    async (project) => {
      await start(project);
      const before = snapshotOf(folder);
      const first = await add(id);
      if (!own) {
        expect([first.code, first.stderr]).toEqual([3, expect.stringContaining("needs one, such as")]);
        expect(snapshotOf(folder)).toEqual(before);
        return;
      }
      expect(first.code, first.stderr).toBe(0);
      expect(JSON.parse(read("package.json")).dependencies).toMatchObject({
        ...peers,
        [id]: expect.any(String),
      });
      for (const { key } of own.variables) {
        const files = Object.keys(snapshotOf(folder)).filter((file) =>
          path.basename(file).startsWith(".env"),
        );
        expect(files.map(read).join("\n")).toContain(`${key}=`);
      }
      const after = snapshotOf(folder);
      expect((await add(id)).stderr).toContain("Nothing to do");
      expect(snapshotOf(folder)).toEqual(after);
      await runMain(folder, ["undo"]);
      expect(snapshotOf(folder)).toEqual(before);
    },
  );

  const client = clients[id];
  test.skipIf(client === undefined)(
    `a client of the project is used${client ? "" : " (skipped: it is a binding)"}`,
    async () => {
      await start("express-esm-ts", client);
      expect((await add(id)).code).toBe(0);
      expect(read("src/auth-store.ts")).toContain('from "./client.js";');
      expect(read("src/auth-store.ts")).toMatch(new RegExp(`${name}\\((?:client|other)\\)`));
      expect(read("src/client.ts")).toBe(client);
      expect(read(".env")).not.toMatch(/REDIS|MONGO|DATABASE/);
    },
  );
});

test("TypeScript accepts those whose packages are here, in a configuration", async () => {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), "authwright published ")));
  const at = (file: string) => path.join(home, file);
  mkdirSync(at("node_modules"));
  for (const name of ["kysely", "pg", "drizzle-orm", "@auth", "@types"])
    symlinkSync(path.join(projectRoot, "node_modules", name), at(`node_modules/${name}`));
  symlinkSync(projectRoot, at("node_modules/authwright"));
  writeFileSync(at("package.json"), '{ "type": "module" }');
  const files: string[] = [];
  for (const id of ["@auth/drizzle-adapter", "@auth/kysely-adapter", "@auth/pg-adapter"]) {
    await start("express-esm-ts", clients[id]);
    await add(id);
    const place = id.replace("@auth/", "");
    mkdirSync(at(place));
    for (const file of ["client", "auth-store", "auth"]) {
      files.push(at(`${place}/${file}.ts`));
      writeFileSync(files.at(-1) ?? "", read(`src/${file}.ts`));
    }
  }
  const flags = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2022"];
  const { stdout } = await run(process.execPath, [...nativeCompiler, ...flags, ...files], { cwd: home });
  rmSync(home, { recursive: true, force: true });
  expect(stdout).toBe("");
});
