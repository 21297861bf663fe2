/** What stores were seen with: the versions of the servers and of the installed packages. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createConnection } from "mysql2/promise";
import { Client } from "pg";
import { prismaVersions, publishedVersion } from "./prisma-project.js";

const packages = [
  "pg",
  "mysql2",
  "kysely",
  "drizzle-orm",
  "@libsql/client",
  "@auth/kysely-adapter",
  "@auth/drizzle-adapter",
  "@auth/pg-adapter",
];

function versionOf(name: string): string {
  const file = fileURLToPath(new URL(`../../node_modules/${name}/package.json`, import.meta.url));
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

async function postgresVersion(): Promise<string> {
  const client = new Client({ host: "127.0.0.1", user: "postgres", database: "test" });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  await client.end();
  return (rows[0]?.server_version ?? "").split(" ")[0] ?? "";
}

async function mariadbVersion(): Promise<string> {
  const connection = await createConnection({ host: "127.0.0.1", user: "root", password: "" });
  const [rows] = await connection.query("select version() as version");
  await connection.end();
  return ((rows as { version: string }[])[0]?.version ?? "").split("-")[0] ?? "";
}

/** A sentence; both servers must be there. */
export async function describeVersions(): Promise<string> {
  const servers = [`PostgreSQL ${await postgresVersion()}`, `MariaDB ${await mariadbVersion()}`];
  const prisma = [`prisma ${prismaVersions["Prisma 7"]}`, `@auth/prisma-adapter ${publishedVersion}`];
  const all = [...servers, ...packages.map((name) => `${name} ${versionOf(name)}`), ...prisma];
  return `Seen with ${all.slice(0, -1).join(", ")} and ${all.at(-1)}.`;
}
