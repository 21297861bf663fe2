/** A store on fresh tables, with all that the conformance kit can use: a second process, and a way to cut it off. */
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createPool } from "mysql2/promise";
import { Pool } from "pg";
import type { ConformanceOptions } from "../../src/runtime/adapter-testing/index.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import { openers, type StoreName } from "./open-store.js";
import { makePrismaProject, prismaVersions, textIds } from "./prisma-project.js";
import { openInProcess } from "./second-process.js";
import { answers } from "./servers.js";

export interface TestedStore {
  readonly adapter: Adapter;
  readonly options: ConformanceOptions;
  /** The file, schema or database that its tables are in. */
  readonly place: string;
  close(): Promise<void>;
}

/** A pool waits for ever for a connection that was taken and not given back: the app would be without it. */
const closingSeconds = 5;

const lateAfter = (seconds: number): Promise<false> =>
  new Promise((resolve) => setTimeout(() => resolve(false), seconds * 1000).unref());

/** Tables of a test's own, on one kind of database. */
interface Home {
  readonly name: string;
  /** Of this process and of the second one. */
  readonly timeZones: readonly [string, string];
  readonly breakConnections?: () => Promise<void>;
  remove(): Promise<void>;
}

export const servers = {
  Postgres: await answers(5432),
  MariaDB: await answers(3306),
  file: true,
  Prisma: true,
} as const;
export type Server = keyof typeof servers;

const homes: Readonly<Record<Server, () => Promise<Home>>> = {
  async file() {
    const name = path.join(tmpdir(), `authwright-kit-${randomUUID()}.db`);
    const files = ["", "-wal", "-shm"].map((end) => name + end);
    return {
      name,
      timeZones: ["", ""],
      remove: async () => void (await Promise.all(files.map((file) => rm(file, { force: true })))),
    };
  },
  async Prisma() {
    const { folder, dispose } = await makePrismaProject(prismaVersions["Prisma 7"], textIds);
    return { name: path.join(folder, "auth.db"), timeZones: ["", ""], remove: dispose };
  },
  async Postgres() {
    const name = `kit_${randomUUID().replaceAll("-", "")}`;
    const admin = new Pool({ host: "127.0.0.1", user: "postgres", database: "test" });
    await admin.query(`create schema ${name}`);
    return {
      name,
      timeZones: ["Australia/Lord_Howe", "America/Los_Angeles"],
      async breakConnections() {
        await admin.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1",
          [name],
        );
      },
      async remove() {
        await admin.query(`drop schema ${name} cascade`);
        await admin.end();
      },
    };
  },
  async MariaDB() {
    const name = `kit_${randomUUID().replaceAll("-", "")}`;
    const admin = createPool({ host: "127.0.0.1", user: "root", password: "" });
    // A collation that takes é for e: what identifies somebody is compared byte by byte all the same.
    await admin.query(`create database ${name} character set utf8mb4 collate utf8mb4_general_ci`);
    return {
      name,
      timeZones: ["+10:30", "-08:00"],
      async breakConnections() {
        const [rows] = await admin.query("select id from information_schema.processlist where db = ?", [
          name,
        ]);
        // One that has ended meanwhile cannot be ended.
        for (const { id } of rows as { id: number }[]) await admin.query(`kill ${id}`).catch(() => undefined);
      },
      async remove() {
        await admin.query(`drop database ${name}`);
        await admin.end();
      },
    };
  },
};

/**
 * @param secondApp the bundle of `second-store-app.ts`
 * @param server where its tables go
 */
export async function openTested(name: StoreName, server: Server, secondApp: string): Promise<TestedStore> {
  const home = await homes[server]();
  const [here, there] = home.timeZones;
  const store = openers[name]({ name: home.name, timeZone: here });
  await store.makeTables();
  const closing: (() => void)[] = [];
  return {
    adapter: store.adapter,
    place: home.name,
    options: {
      async second() {
        const second = await openInProcess(secondApp, name, { name: home.name, timeZone: there });
        closing.push(second.close);
        return second.adapter;
      },
      ...(home.breakConnections && { breakConnections: home.breakConnections }),
    },
    async close() {
      for (const close of closing) close();
      const isClosed = await Promise.race([store.close().then(() => true), lateAfter(closingSeconds)]);
      await home.breakConnections?.();
      await home.remove();
      if (!isClosed) throw new Error(`${name} still has a connection that no call of it needs`);
    },
  };
}
