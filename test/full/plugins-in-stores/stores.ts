/** Stores for apps that commands make: what a project has of a store before, and how its tables are made. */
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Client } from "pg";
import { database as drizzleDatabase, config as drizzleConfig } from "../../fixtures/schemas/drizzle.js";
import { mustRun } from "../../support/process.js";
import { npm, npx } from "../../support/project.js";
import { installTools, type PrismaTools } from "../prisma/tools.js";

/** A project before its first command. */
export interface EmptyProject {
  readonly folder: string;
  readonly env: (extra?: Record<string, string>) => Record<string, string>;
  /** Folder of its code: "src", or "" at the top. */
  readonly source: string;
}

export interface StoreRow {
  readonly name: string;
  /** Arguments of `auth add-adapter`. */
  readonly adapter: readonly string[];
  /** The database of the row. */
  open(): Promise<{ readonly url?: string; drop(): Promise<void> }>;
  /** Packages and files that a project with this store has before. */
  prepare?(project: EmptyProject): Promise<void>;
  /** The tools of the store make the tables. */
  makeTables?(project: EmptyProject, url: string): Promise<void>;
}

const server = { host: "127.0.0.1", user: "postgres", database: "test" };

async function openPostgres() {
  const name = `walk_${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const ask = async (statement: string) => {
    const client = new Client(server);
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await ask(`create database ${name}`);
  return {
    url: `postgres://postgres@127.0.0.1:5432/${name}`,
    drop: () => ask(`drop database ${name} with (force)`),
  };
}

function write({ folder }: EmptyProject, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
}

const flags = ["--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts", "--prefer-offline"];
const install = ({ folder }: EmptyProject, ...packages: string[]) =>
  mustRun(npm, ["install", ...flags, ...packages], { cwd: folder, timeoutSeconds: 300 });

let prisma: Promise<PrismaTools> | undefined;
const prismaTools = () => (prisma ??= installTools());

/** Once all rows are done. */
export async function disposeTools(): Promise<void> {
  await (await prisma)?.dispose();
}

const prismaSchema = (output: string): string => `generator client {
  provider = "prisma-client"
  output   = "${output}"
}

datasource db {
  provider = "postgresql"
}
`;

export const stores: readonly StoreRow[] = [
  {
    name: "SQLite",
    adapter: ["kysely", "--dialect", "sqlite"],
    open: async () => ({ drop: async () => {} }),
  },
  {
    name: "Postgres, Prisma",
    adapter: ["prisma"],
    open: openPostgres,
    async prepare(project) {
      const { version } = await prismaTools();
      const names = ["prisma", "@prisma/client", "@prisma/adapter-pg"];
      await install(project, ...names.map((name) => `${name}@${version}`));
      write(project, {
        "prisma/schema.prisma": prismaSchema(path.posix.join("..", project.source, "generated")),
      });
    },
    async makeTables({ folder, env }, url) {
      const tools = await prismaTools();
      const content = readFileSync(path.join(folder, "prisma/schema.prisma"), "utf8");
      await tools.makeTables([{ path: "prisma/schema.prisma", content }], { provider: "postgresql", url });
      // The engine that is not there is asked for nothing.
      const offline = env({ PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true", DATABASE_URL: url });
      await mustRun(npx, ["prisma", "generate"], { cwd: folder, env: offline, timeoutSeconds: 200 });
    },
  },
  {
    name: "Postgres, Drizzle",
    adapter: ["drizzle"],
    open: openPostgres,
    async prepare(project) {
      const own = readOwn();
      await install(project, `drizzle-orm@${own("drizzle-orm")}`, `pg@${own("pg")}`);
      await install(project, "--save-dev", "drizzle-kit@0.31.11", `@types/pg@${own("@types/pg")}`);
      const folder = path.posix.join(project.source, "db");
      const credentials = ' dbCredentials: { url: process.env.DATABASE_URL ?? "" },';
      write(project, {
        "drizzle.config.ts": drizzleConfig("postgresql", `"./${folder}/schema.ts"`, credentials),
        [`${folder}/schema.ts`]: `import { pgTable, serial, text } from "drizzle-orm/pg-core";

export const posts = pgTable("posts", {
  id: serial("id").primaryKey(),
  title: text("title").notNull(),
});
`,
        [`${folder}/index.ts`]: drizzleDatabase("postgresql"),
      });
    },
    async makeTables({ folder, env }, url) {
      const made = await mustRun(npx, ["drizzle-kit", "push", "--force"], {
        cwd: folder,
        env: env({ DATABASE_URL: url }),
        timeoutSeconds: 200,
      });
      if (!made.stdout.includes("Changes applied"))
        throw new Error(`drizzle-kit push\n${made.stdout}${made.stderr}`);
    },
  },
];

/** The version of a package that this project is tested with. */
function readOwn() {
  const folder = path.resolve(import.meta.dirname, "../../../node_modules");
  return (name: string): string => {
    const manifest = path.join(folder, name, "package.json");
    return (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;
  };
}
