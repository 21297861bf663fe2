/** Races in databases, over connections that know nothing of each other: as several processes have them. */
import { randomUUID } from "node:crypto";
import { createClient } from "@libsql/client";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { Kysely } from "kysely";
import { KyselyPGlite } from "kysely-pglite";
import { createPool } from "mysql2/promise";
import { Pool } from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { KyselyAdapter } from "../../../src/runtime/adapters/kysely.js";
import { Mysql2Adapter } from "../../../src/runtime/adapters/mysql2.js";
import { PgAdapter } from "../../../src/runtime/adapters/pg.js";
import { recordTableStatements } from "../../../src/runtime/adapters/sql-schema.js";
import {
  countRecoveryCodes,
  enrol,
  judgeAnswer,
  removeFactor,
  renewRecoveryCodes,
} from "../../../src/runtime/plugins/two-factor/factor-store.js";
import { hashesToKeep, newRecoveryCodes } from "../../../src/runtime/plugins/two-factor/recovery-codes.js";
import { recoveryTable, tables } from "../../../src/runtime/plugins/two-factor/tables.js";
import { newSecret, stepAt } from "../../../src/runtime/plugins/two-factor/totp.js";
import type { Adapter } from "../../../src/runtime/types/adapter.js";
import type { RecordTable } from "../../../src/runtime/types/records.js";
import { answers } from "../../adapters/servers.js";
import { codeOf, recoveryCodes, resolvedOf, stageWith, wrongCode } from "./visit.js";
import { pglite } from "../../support/pglite.js";

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of [...closing].reverse()) await close();
});
const statementsOf = (database: "sqlite" | "postgres" | "mysql") =>
  tables.flatMap((table) => recordTableStatements(database, table));
const fresh = () => `two_factor_${randomUUID().slice(0, 8)}`;

async function kyselyOn(
  dialect: ConstructorParameters<typeof Kysely>[0]["dialect"],
  database: "sqlite" | "postgres",
) {
  const db = new Kysely<never>({ dialect });
  closing.push(() => db.destroy());
  for (const sql of statementsOf(database)) await db.executeQuery({ sql, parameters: [] } as never);
  return [KyselyAdapter(db)];
}

const stores: [string, string | false, () => Promise<readonly Adapter[]>][] = [
  [
    "libsql",
    false,
    () => kyselyOn(new LibsqlDialect({ client: createClient({ url: ":memory:" }) as never }), "sqlite"),
  ],
  ["PGlite", false, () => kyselyOn(new KyselyPGlite(pglite()).dialect, "postgres")],
  [
    "PostgreSQL",
    !(await answers(5432)) && "no server on 127.0.0.1:5432",
    async () => {
      const postgres = { host: "127.0.0.1", user: "postgres", database: "test" };
      const schema = fresh();
      const admin = new Pool(postgres);
      await admin.query(`create schema ${schema}`);
      closing.push(async () => {
        await admin.query(`drop schema ${schema} cascade`);
        await admin.end();
      });
      const pools = [1, 2].map(() => new Pool({ ...postgres, options: `-c search_path=${schema}` }));
      for (const pool of pools) closing.push(() => pool.end());
      for (const sql of statementsOf("postgres")) await pools[0]!.query(sql);
      return pools.map((pool) => PgAdapter(pool));
    },
  ],
  [
    "MariaDB",
    !(await answers(3306)) && "no server on 127.0.0.1:3306",
    async () => {
      const mariaDb = { host: "127.0.0.1", user: "root", password: "" };
      const database = fresh();
      const admin = createPool(mariaDb);
      await admin.query(`create database ${database}`);
      closing.push(async () => {
        await admin.query(`drop database ${database}`);
        await admin.end();
      });
      const pools = [1, 2].map(() => createPool({ ...mariaDb, database }));
      for (const pool of pools) closing.push(() => pool.end());
      for (const sql of statementsOf("mysql")) await pools[0]!.query(sql);
      return pools.map((pool) => Mysql2Adapter(pool));
    },
  ],
];

describe.each(stores.filter(([, skip]) => skip === false))("in %s", (name, _skip, open) => {
  // One connection, one statement at a time.
  const most = name === "libsql" ? 12 : 20;
  const resolved = resolvedOf(stageWith());
  const opened = open();
  /** Takes the adapters in turn. */
  const ownersOf = async (userId: string) => {
    const adapters = await opened;
    return Array.from({ length: most }, (_, at) => ({
      resolved,
      own: { records: (table: RecordTable) => adapters[at % adapters.length]!.records!(table) },
      userId,
    }));
  };
  const enrolment = (secret: string) => ({ secret, step: stepAt(Date.now()) - 5, codes: recoveryCodes });

  it("one of many set-ups at once holds", async () => {
    const owners = await ownersOf("u1");
    const secrets = owners.map(() => newSecret());
    const codes = [recoveryCodes];
    const done = await Promise.all(
      owners.map((owner, at) => enrol(owner, { ...enrolment(secrets[at]!), codes: codes[at] ?? [] })),
    );
    expect(done.filter(Boolean)).toHaveLength(1);
    const code = await codeOf(secrets[done.indexOf(true)]!);
    expect(await judgeAnswer(owners[0]!, { code })).toEqual(["otp", "mfa"]);
  });

  it("one of many uses of a code, and of a recovery code, at once is right", async () => {
    const secret = newSecret();
    const owners = await ownersOf("u2");
    await enrol(owners[0]!, enrolment(secret));
    for (const answer of [{ recovery: recoveryCodes[1]! }, { code: await codeOf(secret) }]) {
      const judged = await Promise.allSettled(owners.map((owner) => judgeAnswer(owner, answer)));
      const right = judged.filter((each) => each.status === "fulfilled" && each.value !== undefined);
      expect(right).toHaveLength(1);
      await removeFactor(owners[0]!);
      await enrol(owners[0]!, enrolment(secret));
    }
  });

  it("attack: recovery codes are made in many tabs at once, so that more than one set holds", async () => {
    const owners = await ownersOf("u4");
    await enrol(owners[0]!, enrolment(newSecret()));
    const sets = owners.map(() => newRecoveryCodes());
    const done = await Promise.all(owners.map((owner, at) => renewRecoveryCodes(owner, sets[at]!)));
    expect(done.filter(Boolean).length).toBeGreaterThan(0);
    const left = await owners[0]!.own.records(recoveryTable).list({ userId: "u4" }, { limit: 1000 });
    expect([left.length, await countRecoveryCodes(owners[0]!)]).toEqual([10, 10]);
    const kept = left.map(({ hash }) => String(hash)).sort();
    const made = await Promise.all(sets.map((set) => hashesToKeep(resolved, "u4", set)));
    const holding = made.findIndex((hashes) => [...hashes].sort().join() === kept.join());
    expect(done[holding]).toBe(true);
    expect(await judgeAnswer(owners[0]!, { recovery: recoveryCodes[0]! })).toBeUndefined();
    expect(await judgeAnswer(owners[0]!, { recovery: sets[holding]![0]! })).toEqual(["mfa"]);
  });

  it("ten of many guesses at once are looked at", async () => {
    const secret = newSecret();
    const owners = await ownersOf("u3");
    await enrol(owners[0]!, enrolment(secret));
    const code = await wrongCode(secret);
    const judged = await Promise.allSettled(owners.map((owner) => judgeAnswer(owner, { code })));
    expect(judged.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    await expect(judgeAnswer(owners[1]!, { code: await codeOf(secret) })).rejects.toThrow("Too many wrong");
  });
});
