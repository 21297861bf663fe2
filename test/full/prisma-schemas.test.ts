/** Schemas that `auth add-adapter prisma` extended: Prisma generates, its engine makes the tables, and somebody signs in. */
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
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { prismaFixtures } from "../fixtures/schemas/prisma.js";
import { PrismaAdapter } from "../../src/runtime/adapters/prisma.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";
import { postgresBin, startPostgres, type Database } from "../support/databases.js";
import { cleanEnv, mustRun } from "../support/process.js";
import { installTools, type PrismaTools } from "./prisma/tools.js";
import { signInAndOut } from "./store-sign-in.js";

const names = [
  "nothing but a datasource",
  "ids that count",
  "ids that count far",
  "UUIDs",
  "UUIDs that the database makes",
  "short ids",
  "mapped names",
  "columns in line",
  "an address that must be there, unique further down",
  "enums and relations",
  "sessions of something else",
  "the models of the published adapter",
  "a folder, users in a file of their own",
] as const;

let tools: PrismaTools;
let server: Database | undefined;
const data = mkdtempSync(path.join(tmpdir(), "authwright-prisma-"));

beforeAll(async () => {
  tools = await installTools();
  if (postgresBin) server = await startPostgres(data);
}, 240_000);
afterAll(async () => {
  server?.stop();
  rmSync(data, { recursive: true, force: true });
  await tools?.dispose();
  removeProjects();
});

/** As Prisma 7 has it: no address in the schema, and the client in a folder of the project. */
const asOfSeven = (text: string): string =>
  text
    .replace(/^ *url .*\r?\n/m, "")
    .replace(
      'provider = "prisma-client-js"',
      'provider = "prisma-client-js"\n  output = "../generated-client"',
    );

async function makeProject(name: string) {
  const folder = realpathSync(copyProject("express-esm-ts"));
  const files = Object.entries(prismaFixtures.find((one) => one.name === name)?.files ?? {});
  for (const [file, text] of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), asOfSeven(text));
  }
  const manifest = path.join(folder, "package.json");
  const facts = JSON.parse(readFileSync(manifest, "utf8")) as { dependencies: Record<string, string> };
  facts.dependencies["@prisma/client"] = `^${tools.version}`;
  writeFileSync(manifest, JSON.stringify(facts, null, 2));
  expect((await runMain(folder, ["init", "--yes", "--no-install"])).code).toBe(0);
  return { folder, main: path.join(folder, files[0]?.[0] ?? "") };
}

async function newDatabase(url: string): Promise<string> {
  const name = `t${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const client = new Client(url);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return url.replace(/postgres$/, name);
}

const add = (folder: string) => runMain(folder, ["add-adapter", "prisma", "--yes", "--no-install"]);

const why = postgresBin ? "" : " (skipped: no Postgres on this machine)";
describe.skipIf(!postgresBin)(`Prisma 7 on Postgres${why}`, () => {
  test.each(names)(
    "%s: generated, compiled, migrated, signed in, taken back",
    async (name) => {
      const { folder, main } = await makeProject(name);
      const before = snapshotOf(folder);
      const added = await add(folder);
      expect(added.code, added.stderr).toBe(0);
      const after = snapshotOf(folder);
      expect((await add(folder)).stderr).toContain("Nothing to do");
      expect(snapshotOf(folder)).toEqual(after);

      const modules = path.join(folder, "node_modules");
      symlinkSync(path.join(tools.folder, "node_modules"), modules);
      const generated = path.resolve(path.dirname(main), "../generated-client");
      try {
        const bin = path.join(modules, "prisma/build/index.js");
        await mustRun(process.execPath, [bin, "generate", "--schema", schemaPlace(main)], {
          cwd: folder,
          env: cleanEnv({ PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true" }),
          timeoutSeconds: 120,
        });
        const tsc = path.join(projectRoot, "node_modules/typescript/bin/tsc");
        const flags =
          "--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --target es2022 --types node";
        await mustRun(process.execPath, [tsc, ...flags.split(" "), "src/auth-store.ts"], { cwd: folder });

        const url = await newDatabase(server?.url ?? "");
        const schemas = Object.keys(after).filter((file) => file.endsWith(".prisma"));
        const texts = schemas.map((file) => ({
          path: file,
          content: readFileSync(path.join(folder, file), "utf8"),
        }));
        await tools.makeTables(texts, url);
        const client = tools.open(generated, url);
        try {
          await signInAndOut(PrismaAdapter(client));
        } finally {
          await client.$disconnect();
        }
      } finally {
        rmSync(modules);
        rmSync(generated, { recursive: true, force: true });
      }
      expect((await runMain(folder, ["undo"])).code).toBe(0);
      expect(snapshotOf(folder)).toEqual(before);
    },
    240_000,
  );
});

/** The folder of a schema of several files. */
const schemaPlace = (main: string): string =>
  path.basename(path.dirname(main)) === "schema" ? path.dirname(main) : main;
