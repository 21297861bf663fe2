/** A client that Prisma generated in a project of its own, on a file of SQLite there. */
import { createRequire } from "node:module";
import path from "node:path";
import type { Adapter } from "../../src/runtime/types/adapter.js";

/** As much of it as tests use. */
interface Client {
  $executeRawUnsafe(statement: string): Promise<unknown>;
  $disconnect(): Promise<void>;
}

/** @param file in the folder of a project that `makePrismaProject` made */
export function openPrisma(file: string) {
  const require = createRequire(path.join(path.dirname(file), "package.json"));
  const { PrismaClient } = require("@prisma/client");
  const { PrismaLibSql, PrismaLibSQL = PrismaLibSql } = require("@prisma/adapter-libsql");
  const url = `file:${file}`;
  const client: Client = new PrismaClient({ adapter: new PrismaLibSQL({ url, timeout: 10_000 }) });
  const { PrismaAdapter: Published } = require("@auth/prisma-adapter");
  return { client, url, published: Published(client) as Adapter };
}
