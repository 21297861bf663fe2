/**
 * The conformance kit on every store and database, ours and published ones, in two processes and time zones.
 * AUTHWRIGHT_WRITE=1 npm run test:full -- --only conformance writes the table of docs/adapters/README.md.
 */
import { KyselyPGlite } from "kysely-pglite";
import { Kysely } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KyselyAdapter, migrate, type AuthTables } from "../../src/runtime/adapters/kysely.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { runConformance, type ConformanceReport } from "../../src/runtime/adapter-testing/index.js";
import type { StoreName } from "../adapters/open-store.js";
import { compareTable, writeTable, type Result } from "../adapters/results-table.js";
import { bundleApp } from "../adapters/second-process.js";
import { openTested, servers, type Server } from "../adapters/tested-store.js";
import { describeVersions } from "../adapters/versions.js";
import { pglite } from "../support/pglite.js";

process.env["TZ"] = "America/St_Johns";

let app: Awaited<ReturnType<typeof bundleApp>>;
beforeAll(async () => {
  app = await bundleApp("second-store-app.ts");
});
afterAll(() => app.dispose());

const failuresOf = ({ groups }: ConformanceReport) =>
  groups.flatMap(({ group, failures }) => failures.map(({ name, reason }) => `${group}: ${name}. ${reason}`));

async function reportOf(name: StoreName, server: Server): Promise<ConformanceReport> {
  const store = await openTested(name, server, app.file);
  return runConformance(store.adapter, store.options).finally(store.close);
}

const results: Result[] = [];

const why = (server: Server) => (servers[server] ? "" : ` (skipped: no ${server} on 127.0.0.1)`);

describe("ours", () => {
  test("memory", async () => {
    const report = await runConformance(MemoryAdapter());
    results.push({ store: "memory", report });
    expect(failuresOf(report)).toEqual([]);
  });
  test("kysely on PGlite", async () => {
    const db = new Kysely<AuthTables>({ dialect: new KyselyPGlite(pglite()).dialect });
    await migrate(db);
    const report = await runConformance(KyselyAdapter(db));
    await db.destroy();
    results.push({ store: "kysely on PGlite", report });
    expect(failuresOf(report)).toEqual([]);
  });
});

const ours = [
  ["kysely on libsql", "file"],
  ["kysely on Postgres", "Postgres"],
  ["kysely on MariaDB", "MariaDB"],
  ["pg", "Postgres"],
  ["mysql2", "MariaDB"],
  ["drizzle on libsql", "file"],
  ["drizzle on Postgres", "Postgres"],
  ["drizzle on MariaDB", "MariaDB"],
  ["prisma on libsql", "Prisma"],
] as const;
describe.each(ours)("ours: %s", (name, server) => {
  test.skipIf(!servers[server])(`passes the kit${why(server)}`, async () => {
    const report = await reportOf(name, server);
    results.push({ store: name, report });
    expect(failuresOf(report)).toEqual([]);
  });
});

describe.each([
  ["pg, numbers as ids", "Postgres"],
  ["mysql2, numbers as ids", "MariaDB"],
  ["kysely on Postgres, numbers as ids", "Postgres"],
  ["kysely on MariaDB, numbers as ids", "MariaDB"],
  ["kysely on libsql, numbers as ids", "file"],
  ["drizzle on Postgres, numbers as ids", "Postgres"],
] as const)("%s", (name, server) => {
  test.skipIf(!servers[server])(`passes the kit${why(server)}`, async () => {
    expect(failuresOf(await reportOf(name, server))).toEqual([]);
  });
});

const published = [
  ["@auth/kysely-adapter on libsql", "file"],
  ["@auth/kysely-adapter on Postgres", "Postgres"],
  ["@auth/drizzle-adapter on Postgres", "Postgres"],
  ["@auth/drizzle-adapter on MariaDB", "MariaDB"],
  ["@auth/pg-adapter", "Postgres"],
  ["@auth/prisma-adapter on libsql", "Prisma"],
] as const;
describe.each(published)("published: %s", (name, server) => {
  test.skipIf(!servers[server])(`has a report${why(server)}`, async () => {
    const report = await reportOf(name, server);
    results.push({ store: name, report });
    expect(report.groups.length).toBeGreaterThan(8);
  });
});

const reason =
  process.env["AUTHWRIGHT_WRITE"] !== "1"
    ? " (skipped: only with AUTHWRIGHT_WRITE=1)"
    : Object.values(servers).includes(false)
      ? " (skipped: it takes both servers)"
      : "";
test.skipIf(reason !== "")(`docs/adapters/README.md is written${reason}`, async () => {
  const versions = await describeVersions();
  expect(versions).toMatch(/^Seen with (\S+ \d[\d.]*,? )+and \S+ \d[\d.]*\.$/);
  writeTable(results, versions);
});

test("docs/adapters/README.md says the same of the stores that were asked", () => {
  const { page, seen } = compareTable(results);
  expect(page).toEqual(seen);
});
