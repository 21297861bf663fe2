/** What a session check costs on Postgres: the same with a million rows, by an index, and hardly more than the driver. */
import { randomUUID } from "node:crypto";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTables, PgAdapter, type PgStatement } from "../../src/runtime/adapters/pg.js";
import type { StoreAdapter } from "../../src/runtime/adapters/adapter-over.js";
import { cpuMilliseconds } from "../support/measure.js";
import { servers } from "../adapters/tested-store.js";

interface Timed {
  readonly wall: number;
  readonly cpu: number;
}

const rounds = 5;
const checks = 1000;
const block = 50;
const most = 1.3;

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

interface Filled {
  readonly pool: Pool;
  readonly adapter: StoreAdapter;
  readonly seen: PgStatement[];
  readonly sessions: number;
  close(): Promise<void>;
}

/** Tables with as many sessions, and a tenth as many users. */
async function fill(sessions: number): Promise<Filled> {
  const name = `cost_${randomUUID().replaceAll("-", "")}`;
  const pool = new Pool({
    host: "127.0.0.1",
    user: "postgres",
    database: "test",
    max: 1,
    options: `-c search_path=${name}`,
  });
  await pool.query(`create schema ${name}`);
  for (const statement of createTables()) await pool.query(statement);
  const users = sessions / 10;
  await pool.query(
    `insert into users (id, name, email) select 'u' || n, 'Ada', 'u' || n || '@example.com' from generate_series(1, ${users}) n`,
  );
  await pool.query(
    `insert into accounts (id, "userId", type, provider, "providerAccountId") select 'a' || n, 'u' || n, 'oauth', 'github', 'p' || n from generate_series(1, ${users}) n`,
  );
  await pool.query(
    `insert into sessions (id, "userId", "sessionToken", expires) select 's' || n, 'u' || (n % ${users} + 1), md5(n::text), now() + n * interval '1 second' from generate_series(1, ${sessions}) n`,
  );
  await pool.query(
    `insert into verification_token (identifier, token, expires) select 'u' || n || '@example.com', 't' || n, now() + n * interval '1 second' from generate_series(1, ${users}) n`,
  );
  await pool.query(
    `insert into authenticators ("credentialID", "userId", "providerAccountId", "credentialPublicKey", counter, "credentialDeviceType", "credentialBackedUp") select 'c' || n, 'u' || n, 'p' || n, 'key', 0, 'singleDevice', false from generate_series(1, ${users}) n`,
  );
  for (const table of ["users", "accounts", "sessions", "verification_token", "authenticators"])
    await pool.query(`vacuum analyze ${table}`);
  const seen: PgStatement[] = [];
  const adapter = PgAdapter({
    query(statement) {
      seen.push(statement);
      return pool.query(statement);
    },
  });
  const close = async () => {
    await pool.query(`drop schema ${name} cascade`);
    await pool.end();
  };
  return { pool, adapter, seen, sessions, close };
}

const why = servers.Postgres ? "" : " (skipped: no Postgres on 127.0.0.1)";

describe.skipIf(!servers.Postgres)(`a session check on Postgres${why}`, () => {
  let small: Filled;
  let large: Filled;
  let tokens: readonly string[];
  beforeAll(async () => {
    [small, large] = [await fill(1000), await fill(1_000_000)];
    const { rows } = await small.pool.query<{ sessionToken: string }>('select "sessionToken" from sessions');
    // Both tables begin with the same ones.
    tokens = rows.map((row) => row.sessionToken);
  }, 300_000);
  afterAll(async () => {
    await small?.close();
    await large?.close();
  });

  type Check = (token: string) => Promise<unknown>;

  /** Milliseconds of a call of each, in short blocks in turn, so that a busy machine is busy for both. */
  async function timed(both: readonly [Check, Check]): Promise<readonly [Timed, Timed]> {
    const walls: [number[], number[]] = [[], []];
    const cpus: [number, number] = [0, 0];
    for (let begin = 0; begin < checks; begin += block) {
      for (const which of [0, 1] as const) {
        const cpu = cpuMilliseconds();
        for (let at = begin; at < begin + block; at += 1) {
          const start = performance.now();
          await both[which](tokens[(at * 7) % tokens.length] ?? "");
          walls[which].push(performance.now() - start);
        }
        cpus[which] += cpuMilliseconds() - cpu;
      }
    }
    return [
      { wall: median(walls[0]), cpu: cpus[0] / checks },
      { wall: median(walls[1]), cpu: cpus[1] / checks },
    ];
  }

  async function compare(one: Check, other: Check) {
    await timed([one, other]);
    const pairs: (readonly [Timed, Timed])[] = [];
    for (let round = 0; round < rounds; round += 1) pairs.push(await timed([one, other]));
    const of = (which: 0 | 1, kind: keyof Timed) => median(pairs.map((pair) => pair[which][kind]));
    return {
      wall: of(0, "wall") / of(1, "wall"),
      cpu: of(0, "cpu") / of(1, "cpu"),
      first: of(0, "wall"),
      second: of(1, "wall"),
    };
  }

  test("costs the same with a million sessions as with a thousand", async () => {
    const { wall, first, second } = await compare(
      async (token) => large.adapter.getSessionAndUser(token),
      async (token) => small.adapter.getSessionAndUser(token),
    );
    console.log(
      `1,000,000 rows: ${first.toFixed(3)} ms, 1,000 rows: ${second.toFixed(3)} ms, ratio ${wall.toFixed(2)}`,
    );
    expect(wall).toBeLessThanOrEqual(most);
  });

  test("costs at most 1.3 times the driver's own query, by the clock and by the processor", async () => {
    small.seen.length = 0;
    await small.adapter.getSessionAndUser(tokens[0] ?? "");
    const [{ name = "", text } = { text: "" }] = small.seen;
    const quiet = PgAdapter(small.pool);
    const { wall, cpu } = await compare(
      async (token) => quiet.getSessionAndUser(token),
      (token) => small.pool.query({ name, text, values: [token] }),
    );
    console.log(`adapter to driver: ${wall.toFixed(2)} by the clock, ${cpu.toFixed(2)} by the processor`);
    expect(wall).toBeLessThanOrEqual(most);
    expect(cpu).toBeLessThanOrEqual(most);
  });

  test("each statement of the adapter finds its rows by an index", async () => {
    const { adapter, seen, pool } = large;
    seen.length = 0;
    const expires = new Date();
    const account = { provider: "github", providerAccountId: "p5" };
    await adapter.getUser("u5");
    await adapter.getUserByEmail("u5@example.com");
    await adapter.getUserByAccount(account);
    await adapter.getAccount("p5", "github");
    await adapter.updateUser({ id: "u5", name: "Eve" });
    await adapter.getSessionAndUser(tokens[5] ?? "");
    await adapter.updateSession({ sessionToken: tokens[5] ?? "", expires });
    await adapter.deleteSession("nobody");
    await adapter.useVerificationToken({ identifier: "u5@example.com", token: "t5" });
    await adapter.getAuthenticator("c5");
    await adapter.listAuthenticatorsByUserId("u5");
    await adapter.updateAuthenticatorCounter("c5", 7);
    await adapter.unlinkAccount(account);
    await adapter.deleteUser("u6");
    await adapter.deleteExpired({ batch: 100 });
    const texts = new Map(seen.map((statement) => [statement.text, statement.values]));
    expect(texts.size).toBeGreaterThanOrEqual(15);
    for (const [text, values] of texts) {
      const { rows } = await pool.query<{ "QUERY PLAN": string }>({ text: `explain ${text}`, values });
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan, text).not.toContain("Seq Scan");
      expect(plan, text).toMatch(/Index (Only )?Scan/);
    }
    console.log(`${texts.size} statements, each by an index`);
  });
});
