/** Shared memory in every place it can live in: one set of checks, each from two connections at once. */
import { createClient } from "@libsql/client";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { Redis } from "ioredis";
import { Kysely, MysqlDialect, PostgresDialect } from "kysely";
import { KyselyPGlite } from "kysely-pglite";
import mysql from "mysql2";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { kyselyStore, migrateSharedStore, type SharedTables } from "../../src/runtime/shared-store/kysely.js";
import { memoryStore } from "../../src/runtime/shared-store/memory.js";
import { redisStore } from "../../src/runtime/shared-store/redis.js";
import { processMemory, sharedMemory } from "../../src/runtime/settings/shared-stores.js";
import type { SharedStore } from "../../src/runtime/types/shared-store.js";
import { answers } from "./servers.js";
import { pglite } from "../support/pglite.js";

const [redis, postgres, mariadb] = await Promise.all([6379, 5432, 3306].map(answers));
const postgresUrl = "postgres://postgres@127.0.0.1:5432/test";
const mariadbUrl = "mysql://root@127.0.0.1:3306/test";

interface Opened {
  /** Two that share: two connections, where the place has connections. */
  readonly stores: readonly [SharedStore, SharedStore];
  close(): Promise<void>;
}

const places: Record<string, (() => Promise<Opened>) | string> = {
  memory: async () => {
    const store = memoryStore();
    return { stores: [store, store], close: async () => undefined };
  },
  redis: redis
    ? async () => {
        const prefix = `test-${crypto.randomUUID()}:`;
        const clients = [new Redis(6379), new Redis(6379)] as const;
        const [one, two] = clients;
        return {
          stores: [redisStore(one, { prefix }), redisStore(two, { prefix })],
          async close() {
            const keys = await one.keys(`${prefix}*`);
            if (keys.length > 0) await one.del(keys);
            for (const client of clients) client.disconnect();
          },
        };
      }
    : "no Redis on this machine",
  libsql: async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "shared-store-"));
    const client = createClient({ url: `file:${path.join(folder, "test.db")}` });
    const db = new Kysely<SharedTables>({ dialect: new LibsqlDialect({ client: client as never }) });
    const store = kyselyStore(db, { migrate: true });
    return {
      stores: [store, kyselyStore(db, { migrate: true })],
      async close() {
        await db.destroy();
        client.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
  pglite: async () => {
    const db = new Kysely<SharedTables>({ dialect: new KyselyPGlite(pglite()).dialect });
    return {
      stores: [kyselyStore(db, { migrate: true }), kyselyStore(db, { migrate: true })],
      close: async () => db.destroy(),
    };
  },
  postgres: postgres
    ? async () => {
        const schema = `shared_${crypto.randomUUID().replaceAll("-", "")}`;
        const admin = new pg.Pool({ connectionString: postgresUrl });
        await admin.query(`create schema ${schema}`);
        const open = () =>
          new Kysely<SharedTables>({
            dialect: new PostgresDialect({
              pool: new pg.Pool({ connectionString: postgresUrl, options: `-c search_path=${schema}` }),
            }),
          });
        const [one, two] = [open(), open()];
        return {
          stores: [kyselyStore(one, { migrate: true }), kyselyStore(two, { migrate: true })],
          async close() {
            await Promise.all([one.destroy(), two.destroy()]);
            await admin.query(`drop schema ${schema} cascade`);
            await admin.end();
          },
        };
      }
    : "no Postgres on this machine",
  mariadb: mariadb
    ? async () => {
        const database = `shared_${crypto.randomUUID().replaceAll("-", "")}`;
        const admin = mysql.createPool(mariadbUrl).promise();
        await admin.query(`create database ${database}`);
        const uri = new URL(mariadbUrl);
        uri.pathname = `/${database}`;
        const open = () =>
          new Kysely<SharedTables>({ dialect: new MysqlDialect({ pool: mysql.createPool(uri.href) }) });
        const [one, two] = [open(), open()];
        return {
          stores: [kyselyStore(one, { migrate: true }), kyselyStore(two, { migrate: true })],
          async close() {
            await Promise.all([one.destroy(), two.destroy()]);
            await admin.query(`drop database ${database}`);
            await admin.end();
          },
        };
      }
    : "no MariaDB on this machine",
};

const countOf = (answer: number | { count: number }): number =>
  typeof answer === "number" ? answer : answer.count;

for (const [name, open] of Object.entries(places)) {
  const title = typeof open === "string" ? `${name} (skipped: ${open})` : name;
  describe.skipIf(typeof open === "string")(title, () => {
    let opened: Promise<Opened> | undefined;
    const stores = async () => (await (opened ??= (open as () => Promise<Opened>)())).stores;
    afterAll(async () => (await opened)?.close());

    it("F-74: of 60 tries at once from two processes each has a count of its own", async () => {
      const both = await stores();
      const seen = await Promise.all(
        Array.from({ length: 60 }, async (_, at) => countOf(await both[at % 2]!.increment("race", 60, 1))),
      );
      expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, at) => at + 1));
    });

    it("F-74: of 20 who use a value at once exactly one is the first", async () => {
      const both = await stores();
      const seen = await Promise.all(Array.from({ length: 20 }, (_, at) => both[at % 2]!.add("spent", 60)));
      expect(seen.filter(Boolean)).toHaveLength(1);
      expect([await both[0].has(["other", "spent"]), await both[1].has(["other"])]).toEqual([true, false]);
      expect(await both[0].has([])).toBe(false);
    });

    it("gives tries back, never below nothing, and opens no window by that", async () => {
      const [store] = await stores();
      expect(countOf(await store.increment("given", 60, -1))).toBe(0);
      expect(await store.has(["given"])).toBe(false);
      await store.increment("given", 60, 1);
      await store.increment("given", 60, 1);
      expect(countOf(await store.increment("given", 60, -1))).toBe(1);
      for (let at = 0; at < 3; at++) await store.increment("given", 60, -1);
      expect(countOf(await store.increment("given", 60, 1))).toBe(1);
    });

    it("begins anew when a window has ended, and says how long it lasts", async () => {
      const [store] = await stores();
      for (let at = 0; at < 3; at++) await store.increment("window", 0.3, 1);
      await store.add("brief", 0.3);
      await new Promise((resolve) => setTimeout(resolve, 400));
      expect([await store.has(["window", "brief"]), await store.add("brief", 60)]).toEqual([false, true]);
      const answer = await store.increment("window", 60, 1);
      expect(answer).toEqual({ count: 1, secondsLeft: expect.closeTo(60, 0) as number });
    });

    it("forgets what it is told to forget", async () => {
      const [store, other] = await stores();
      await store.add("gone", 60);
      await store.increment("gone-count", 60, 1);
      await other.delete("gone");
      await other.delete("gone-count");
      await other.delete("never-there");
      expect([await store.add("gone", 60), countOf(await store.increment("gone-count", 60, 1))]).toEqual([
        true,
        1,
      ]);
    });
  });
}

describe("other clients of Redis", () => {
  it("are called as they want it", async () => {
    const sent: unknown[] = [];
    const answer = (...call: unknown[]) => {
      sent.push(call);
      return Promise.resolve("OK");
    };
    await redisStore({ sendCommand: answer }).add("k", 1);
    await redisStore({ send: answer }, { prefix: "p:" }).add("k", 1);
    expect(sent).toEqual([
      [["SET", "authwright:k", "1", "NX", "PX", "1000"]],
      ["SET", ["p:k", "1", "NX", "PX", "1000"]],
    ]);
    await expect(redisStore({ sendCommand: answer }).increment("k", 1, 1)).rejects.toThrow("count");
  });
});

describe("the Kysely store", () => {
  it("deletes rows that are over in passing, and makes its table once", async () => {
    const db = new Kysely<SharedTables>({ dialect: new KyselyPGlite(pglite()).dialect });
    await migrateSharedStore(db);
    await migrateSharedStore(db);
    const store = kyselyStore(db);
    await store.add("old", 0.001);
    for (let at = 0; at < 500; at++) await store.has([`k${at}`]);
    const rows = await db.selectFrom("auth_shared").select("key").execute();
    expect(rows).toEqual([]);
    await db.destroy();
  });
});

it("F-77: the memory of the process is one, whatever asks for it", async () => {
  const access = {
    logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
    limitMs: 10,
  };
  expect(sharedMemory(undefined, access)).toBe(processMemory());
});
