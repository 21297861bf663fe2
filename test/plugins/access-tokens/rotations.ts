/** Two processes over one file of SQLite, and how many calls reach the token server. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { Kysely, sql } from "kysely";
import { KyselyAdapter, migrate, type AuthTables } from "../../../src/runtime/adapters/kysely.js";
import { recordTableStatements } from "../../../src/runtime/adapters/sql-schema.js";
import { tables } from "../../../src/runtime/plugins/access-tokens/tables.js";
import { bundleApp } from "../../adapters/second-process.js";
import { cleanEnv } from "../../support/process.js";
import { signIn } from "./sign-in.js";
import { configOf } from "./renewing.js";
import { RotatingServer } from "./rotating-server.js";

export interface Rotations {
  readonly rounds: number;
  readonly calls: number;
  readonly processes: number;
  readonly strategy: "jwt" | "database";
}

export interface RotationResult {
  /** Refreshes that reached the server, round by round. */
  readonly refreshes: readonly number[];
  /** Different answers of all calls, round by round. */
  readonly answers: readonly (readonly string[])[];
  readonly refused: number;
}

export async function rotate({ rounds, calls, processes, strategy }: Rotations): Promise<RotationResult> {
  const folder = await mkdtemp(path.join(tmpdir(), "rotations-"));
  const file = path.join(folder, "auth.db");
  const server = new RotatingServer();
  const origin = await server.start();
  const db = new Kysely<AuthTables>({ dialect: new LibsqlDialect({ url: `file:${file}` }) });
  const app = await bundleApp("../plugins/access-tokens/renewing-app.ts");
  const children: ChildProcess[] = [];
  try {
    await sql`pragma journal_mode = wal`.execute(db);
    await migrate(db);
    for (const statement of tables.flatMap((table) => recordTableStatements("sqlite", table)))
      await sql.raw(statement).execute(db);
    const cookie = await signIn(configOf({ server: origin, adapter: KyselyAdapter(db), strategy }));
    for (let at = 0; at < processes; at += 1) {
      const child = fork(app.file, [file, origin, strategy, cookie], {
        env: cleanEnv({}) as NodeJS.ProcessEnv,
      });
      children.push(child);
      await once(child, "message");
    }
    const refreshes: number[] = [];
    const answers: string[][] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const before = server.refreshes.length;
      const told = children.map(async (child) => {
        const answered = once(child, "message");
        child.send({ hours: round, calls });
        return (await answered)[0] as string[];
      });
      answers.push([...new Set((await Promise.all(told)).flat())]);
      refreshes.push(server.refreshes.length - before);
    }
    return { refreshes, answers, refused: server.refused };
  } finally {
    for (const child of children) child.kill();
    server.stop();
    await db.destroy();
    await app.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}
