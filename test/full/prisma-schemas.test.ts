/** Schemas that `auth add-adapter prisma` extended: Prisma generates, its engine makes the tables, and somebody signs in. */
import { randomUUID } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createPool } from "mysql2/promise";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answers } from "../adapters/servers.js";
import { projectRoot } from "../architecture/source-tree.js";
import { prismaFixtures, type PrismaFixture } from "../fixtures/schemas/prisma.js";
import { parsePrisma, prismaText } from "../../src/cli/formats/prisma-schema.js";
import { PrismaAdapter } from "../../src/runtime/adapters/prisma.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";
import { postgresBin, startPostgres, type Database } from "../support/databases.js";
import { cleanEnv, mustRun } from "../support/process.js";
import { installTools, type DatabasePlace, type PrismaProvider, type PrismaTools } from "./prisma/tools.js";
import { signInAndOut } from "./store-sign-in.js";

const mysqlServer = "mysql://root@127.0.0.1:3306";
const hasMariaDb = await answers(3306);

let tools: PrismaTools;
let server: Database | undefined;
const data = mkdtempSync(path.join(tmpdir(), "authwright-prisma-"));
/** What was generated for each project, beside the file with its store: TypeScript sees all of it at once. */
const compiled = mkdtempSync(path.join(tmpdir(), "authwright-prisma-stores-"));
const mysqlDatabases: string[] = [];

beforeAll(async () => {
  tools = await installTools();
  symlinkSync(path.join(tools.folder, "node_modules"), path.join(compiled, "node_modules"));
  if (postgresBin) server = await startPostgres(data);
}, 240_000);
afterAll(async () => {
  server?.stop();
  for (const name of mysqlDatabases) await atMariaDb(`drop database ${name}`);
  for (const folder of [data, compiled]) rmSync(folder, { recursive: true, force: true });
  await tools?.dispose();
  removeProjects();
});

/** As Prisma 7 has it: no address in the schema, and the client in a folder of the project. */
const asOfSeven = (file: string, text: string): string =>
  text
    .replace(/^[ \t]*url[ \t]+=.*\r?\n/m, "")
    .replace(/provider = "prisma-client-js"(\r?\n)/, (line, eol) => {
      const output = path.posix.dirname(file) === "." ? "./generated-client" : "../generated-client";
      return `${String(line)}  output = "${output}"${String(eol)}`;
    });

async function makeProject({ files }: PrismaFixture) {
  const folder = realpathSync(copyProject("express-esm-ts"));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), asOfSeven(file, text));
  }
  const manifest = path.join(folder, "package.json");
  const facts = JSON.parse(readFileSync(manifest, "utf8")) as { dependencies: Record<string, string> };
  facts.dependencies["@prisma/client"] = `^${tools.version}`;
  writeFileSync(manifest, JSON.stringify(facts, null, 2));
  expect((await runMain(folder, ["init", "--yes", "--no-install"])).code).toBe(0);
  return { folder, main: Object.keys(files).find((file) => file.endsWith(".prisma")) ?? "" };
}

async function atMariaDb(statement: string) {
  const pool = createPool(`${mysqlServer}/mysql`);
  await pool.query(statement);
  await pool.end();
}

async function newDatabase(provider: PrismaProvider): Promise<DatabasePlace> {
  const name = `t${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  if (provider === "sqlite") return { provider, url: `file:${path.join(compiled, `${name}.db`)}` };
  if (provider === "mysql") {
    await atMariaDb(`create database ${name} character set utf8mb4`);
    mysqlDatabases.push(name);
    return { provider, url: `${mysqlServer}/${name}` };
  }
  const url = server?.url ?? "";
  const client = new Client(url);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return { provider, url: url.replace(/postgres$/, name) };
}

const add = (folder: string) => runMain(folder, ["add-adapter", "prisma", "--yes", "--no-install"]);

/** The folder of a schema of several files. */
const schemaPlace = (main: string): string =>
  path.basename(path.dirname(main)) === "schema" ? path.dirname(main) : main;

/** The folder that the client is generated into. */
async function generate(folder: string, main: string): Promise<string> {
  const modules = path.join(folder, "node_modules");
  symlinkSync(path.join(tools.folder, "node_modules"), modules);
  const bin = path.join(modules, "prisma/build/index.js");
  const flags = ["generate", "--schema", schemaPlace(main), "--generator", "client"];
  try {
    await mustRun(process.execPath, [bin, ...flags], {
      cwd: folder,
      env: cleanEnv({ PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true" }),
      timeoutSeconds: 120,
    });
  } finally {
    rmSync(modules);
  }
  const from = path.dirname(main) === "." ? "generated-client" : "../generated-client";
  return path.join(folder, path.dirname(main), from);
}

/** Leaves the project as it was before, but for what Prisma has generated, which moves to where it is compiled. */
function keepForTypes(folder: string, generated: string): string {
  const kept = path.join(compiled, randomUUID());
  const target = path.join(kept, path.relative(folder, generated));
  mkdirSync(path.join(kept, "src"), { recursive: true });
  mkdirSync(path.dirname(target), { recursive: true });
  renameSync(generated, target);
  for (const file of ["package.json", "src/auth-store.ts"])
    cpSync(path.join(folder, file), path.join(kept, file));
  return target;
}

async function signIn(folder: string, generated: string, provider: PrismaProvider) {
  const schemas = Object.keys(snapshotOf(folder)).filter((file) => file.endsWith(".prisma"));
  const texts = schemas.map((file) => ({
    path: file,
    content: readFileSync(path.join(folder, file), "utf8"),
  }));
  const place = await newDatabase(provider);
  await tools.makeTables(texts, place);
  const client = tools.open(generated, place);
  try {
    await signInAndOut(PrismaAdapter(client));
  } finally {
    await client.$disconnect();
  }
}

/** The database that a schema is for. */
function providerOf({ files }: PrismaFixture): string {
  const schemas = Object.entries(files).filter(([file]) => file.endsWith(".prisma"));
  const source = schemas.flatMap(([, text]) => parsePrisma(text)).find(({ kind }) => kind === "datasource");
  return prismaText(source?.members.find(({ name }) => name === "provider")?.value ?? "") ?? "";
}

/** Databases that somebody signs in to, and whether they are on this machine. */
const here: Readonly<Record<string, boolean>> = {
  postgresql: postgresBin !== undefined,
  mysql: hasMariaDb,
  sqlite: true,
};

/** Read by `auth`, and refused by Prisma 7 itself: it does not speak to MongoDB, and its lists end on their line. */
const overLines = ["attributes over several lines", "a generator with a list over lines"];
const isGenerated = (fixture: PrismaFixture) =>
  providerOf(fixture) !== "mongodb" && !overLines.includes(fixture.name);
const canSignIn = (fixture: PrismaFixture) => here[providerOf(fixture)] === true;
const byOf = (fixture: PrismaFixture) =>
  providerOf(fixture) === "mysql"
    ? " (in tables by this package: npm has no engine of Prisma for MySQL)"
    : "";
const generatable = prismaFixtures.filter(isGenerated);

/** One project from the first command to the last. */
async function walk(fixture: PrismaFixture, provider: PrismaProvider | undefined) {
  const { folder, main } = await makeProject(fixture);
  const before = snapshotOf(folder);
  const added = await add(folder);
  expect(added.code, added.stderr).toBe(0);
  const after = snapshotOf(folder);
  expect((await add(folder)).stderr).toContain("Nothing to do");
  expect(snapshotOf(folder)).toEqual(after);
  const generated = keepForTypes(folder, await generate(folder, main));
  expect(snapshotOf(folder)).toEqual(after);
  if (provider) await signIn(folder, generated, provider);
  expect((await runMain(folder, ["undo"])).code).toBe(0);
  expect(snapshotOf(folder)).toEqual(before);
}

test("a sign-in or at least a client of 40 schemas", () =>
  expect(generatable.length).toBeGreaterThanOrEqual(40));

describe("Prisma 7: generated, migrated, signed in, taken back", () => {
  test.each(
    generatable.filter(canSignIn).map((fixture) => ({ title: fixture.name + byOf(fixture), fixture })),
  )("$title", ({ fixture }) => walk(fixture, providerOf(fixture) as PrismaProvider), 120_000);
});

describe("Prisma 7: generated and taken back; no such database is on this machine", () => {
  const others = generatable.filter((fixture) => !canSignIn(fixture));
  const named = others.map((fixture) => ({
    title: `${fixture.name} (skipped: a sign-in to ${providerOf(fixture)})`,
    fixture,
  }));
  test.each(named)("$title", ({ fixture }) => walk(fixture, undefined), 120_000);
});

test("every file with a store compiles against its own client", async () => {
  const tsc = path.join(projectRoot, "node_modules/typescript/bin/tsc");
  const flags =
    "--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --target es2022 --types node";
  const stores = Object.keys(snapshotOf(compiled)).filter((file) => file.endsWith("src/auth-store.ts"));
  expect(stores).toHaveLength(generatable.length);
  await mustRun(process.execPath, [tsc, ...flags.split(" "), ...stores], {
    cwd: compiled,
    timeoutSeconds: 300,
  });
}, 300_000);

/** Columns and indexes of a database, with all that tells two of them apart. */
async function shapeOf(url: string): Promise<readonly unknown[]> {
  const client = new Client(url);
  await client.connect();
  const columns = await client.query(
    "select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns where table_schema = 'public' order by 1, 2",
  );
  const indexes = await client.query(
    "select indexdef from pg_indexes where schemaname = 'public' order by 1",
  );
  const references = await client.query(
    "select conrelid::regclass::text, pg_get_constraintdef(oid) from pg_constraint where contype = 'f' order by 1, 2",
  );
  await client.end();
  return [columns.rows, indexes.rows, references.rows];
}

// prisma migrate dev writes migrations, with an engine that npm does not have.
test.runIf(postgresBin)("the migrations of an example make the tables that its schema says", async () => {
  const top = path.join(projectRoot, "examples/next-prisma/prisma");
  const [bySchema, byMigrations] = [await newDatabase("postgresql"), await newDatabase("postgresql")];
  const content = readFileSync(path.join(top, "schema.prisma"), "utf8");
  await tools.makeTables([{ path: "prisma/schema.prisma", content }], bySchema);
  const client = new Client(byMigrations.url);
  await client.connect();
  const folders = readdirSync(path.join(top, "migrations")).filter((name) => /^\d/.test(name));
  expect(folders.length).toBeGreaterThan(1);
  for (const folder of folders.sort())
    await client.query(readFileSync(path.join(top, "migrations", folder, "migration.sql"), "utf8"));
  await client.end();
  expect(await shapeOf(byMigrations.url)).toEqual(await shapeOf(bySchema.url));
});
