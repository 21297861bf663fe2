/**
 * The crossings: each two values of framework, configuration, environment line, command, store, strategy and plugins that
 * may meet do meet in a project, where the compiler, visits, `auth doctor`, a second run and `auth undo` judge.
 *
 * npm run test:full -- --only crossings --shard 1/8
 * AUTHWRIGHT_ROWS=12,40 runs these rows alone; AUTHWRIGHT_TARBALL=<file> takes the package of another commit.
 */
import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { postgresBin, startPostgres, type Database } from "../support/databases.js";
import { temporaryFolder } from "../support/project.js";
import { installedBase, type Base } from "./crossings/base.js";
import type { Row } from "./crossings/pairs.js";
import { projectNamed } from "./crossings/projects.js";
import { tryRow } from "./crossings/row.js";
import { crossings, runRows } from "./crossings/run-rows.js";
import { isPostgres } from "./crossings/table.js";
import { shardOf } from "./crossings/shard.js";

const { rows, pairs } = crossings();
const shard = shardOf(process.env["AUTHWRIGHT_SHARD"]);
/** Next.js is built in the last part, and run in development in the others. */
const isBuilt = shard.of > 1 && shard.number === shard.of;
const asked = process.env["AUTHWRIGHT_ROWS"]?.split(",").map(Number);
/** In order of their projects, so that each part has some of all. */
const ofShard = [...rows]
  .sort((one, other) => (one.row["project"] ?? "").localeCompare(other.row["project"] ?? ""))
  .filter((_, at) => at % shard.of === shard.number - 1);
const hasPostgres = postgresBin !== undefined;
const isRun = ({ row }: { row: Row }) => hasPostgres || !isPostgres(row["store"]);
const chosen = (asked === undefined ? ofShard : rows.filter(({ number }) => asked.includes(number))).filter(
  isRun,
);

let postgres: { readonly server: Database; readonly dispose: () => Promise<void> } | undefined;
beforeAll(async () => {
  if (!hasPostgres) return;
  const { folder, dispose } = await temporaryFolder("crossings-postgres");
  postgres = { server: await startPostgres(folder), dispose };
});
afterAll(async () => {
  postgres?.server.stop();
  await postgres?.dispose();
});

async function database(): Promise<string> {
  const url = postgres?.server.url ?? "";
  const name = `row_${randomUUID().replaceAll("-", "")}`;
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return url.replace(/\/postgres$/, `/${name}`);
}

const bases = new Map<string, Promise<Base>>();
function baseOf(id: string): Promise<Base> {
  const known = bases.get(id) ?? installedBase(projectNamed(id));
  bases.set(id, known);
  return known;
}

test(
  `part ${shard.number} of ${shard.of}: ${chosen.length} of ${rows.length} rows, ${pairs} pairs in all`,
  { timeout: 3_600_000 },
  async () => {
    const began = Date.now();
    // One after the other: installations get into each other's way.
    for (const id of new Set(chosen.map(({ row }) => row["project"] ?? ""))) await baseOf(id);
    const installed = Date.now();
    const wrong = await runRows(chosen, async ({ row }) =>
      tryRow(row, { base: await baseOf(row["project"] ?? ""), database, isBuilt }),
    );
    const seconds = (from: number) => Math.round((Date.now() - from) / 1000);
    console.log(
      `part ${shard.number} of ${shard.of}: ${chosen.length} rows in ${seconds(began)} s (${seconds(installed)} s without installing), ${wrong.length} wrong`,
    );
    expect(wrong).toEqual([]);
  },
);
