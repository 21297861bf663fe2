// A database with nothing but npm: PGlite, PostgreSQL as WebAssembly, in memory. It has the tables of the migrations.
import { readdirSync, readFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";

const db = await PGlite.create();
const folders = readdirSync("prisma/migrations").filter((name) => /^\d/.test(name));
for (const name of folders.sort()) await db.exec(readFileSync(`prisma/migrations/${name}/migration.sql`, "utf8"));

const port = Number(new URL(process.env.DATABASE_URL).port);
await new PGLiteSocketServer({ db, port, maxConnections: 20 }).start();
console.log(`PostgreSQL on port ${port}, in memory: ctrl + c ends it`);
