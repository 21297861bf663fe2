/** `auth db` with a driver that is no package of ours: postgres.js, installed into a project. */
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { Pool } from "pg";
import { expect, test } from "vitest";
import { answers } from "../adapters/servers.js";
import { PgAdapter } from "../../src/runtime/adapters/pg.js";
import { runMain } from "../support/cli.js";
import { mustRun } from "../support/process.js";
import { npm, temporaryFolder } from "../support/project.js";

const isThere = await answers(5432);

test.skipIf(!isThere)(`postgres.js${isThere ? "" : " (skipped: no Postgres)"}`, async () => {
  const { folder, dispose } = await temporaryFolder("postgres-js");
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }\n');
  const flags = ["--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts"];
  await mustRun(npm, ["install", ...flags, "postgres@3"], { cwd: folder, timeoutSeconds: 200 });
  const schema = `db_${randomUUID().slice(0, 8)}`;
  const server = { host: "127.0.0.1", user: "postgres", database: "test" };
  const pool = new Pool({ ...server, options: `-c search_path=${schema}` });
  await pool.query(`create schema ${schema}`);
  const env = { DATABASE_URL: `postgres://postgres@127.0.0.1:5432/test?search_path=${schema}` };
  try {
    expect((await runMain(folder, ["db", "migrate"], { env })).code).toBe(0);
    expect((await runMain(folder, ["db", "migrate"], { env })).stderr).toContain("Nothing to do");
    const adapter = PgAdapter(pool);
    for (const [token, ms] of [
      ["over", -60_000],
      ["valid", 60_000],
    ] as const)
      await adapter.createVerificationToken({
        identifier: "a",
        token,
        expires: new Date(Date.now() + ms),
      });
    const { stdout } = await runMain(folder, ["db", "cleanup", "--batch", "1"], { env });
    expect(stdout).toContain("verification_token: 1 deleted");
    expect(await adapter.useVerificationToken({ identifier: "a", token: "valid" })).not.toBeNull();
  } finally {
    await pool.query(`drop schema ${schema} cascade`);
    await pool.end();
    await dispose();
  }
});
