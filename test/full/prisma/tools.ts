/** Prisma 7 with the engine that writes migrations, as npm has it: nothing else is downloaded. */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "@libsql/client";
import { createConnection } from "mysql2/promise";
import { Client } from "pg";
import { projectRoot } from "../../architecture/source-tree.js";
import { tableNames } from "../../../src/runtime/adapters/schema.js";
import { tableStatements } from "../../../src/runtime/adapters/sql-schema.js";
import { mustRun } from "../../support/process.js";
import { npm, temporaryFolder } from "../../support/project.js";

const version = "7.10.0";

export interface SchemaText {
  readonly path: string;
  readonly content: string;
}

export interface PrismaTools {
  readonly folder: string;
  readonly version: string;
  /** Makes the tables of a schema in an empty database. */
  makeTables(schema: readonly SchemaText[], place: DatabasePlace): Promise<void>;
  /** The client that was generated into a folder. */
  open(generated: string, place: DatabasePlace): { $disconnect(): Promise<void> };
  dispose(): Promise<void>;
}

export type PrismaProvider = "postgresql" | "mysql" | "sqlite";

export interface DatabasePlace {
  readonly provider: PrismaProvider;
  readonly url: string;
}

interface Driver {
  readonly module: string;
  readonly name: string;
  readonly argument: (url: string) => unknown;
  /** Runs a script of several statements. */
  readonly run: (url: string, script: string) => Promise<void>;
}

const drivers: Readonly<Record<PrismaProvider, Driver>> = {
  postgresql: {
    module: "@prisma/adapter-pg",
    name: "PrismaPg",
    argument: (connectionString) => ({ connectionString }),
    async run(url, script) {
      const client = new Client(url);
      await client.connect();
      await client.query(script);
      await client.end();
    },
  },
  mysql: {
    module: "@prisma/adapter-mariadb",
    name: "PrismaMariaDb",
    argument: (url) => url,
    async run(uri, script) {
      const connection = await createConnection({ uri, multipleStatements: true });
      await connection.query(script);
      await connection.end();
    },
  },
  sqlite: {
    module: "@prisma/adapter-libsql",
    name: "PrismaLibSql",
    argument: (url) => ({ url }),
    async run(url, script) {
      const client = createClient({ url });
      await client.executeMultiple(script);
      client.close();
    },
  },
};

/** Drivers that a written store imports and nothing here opens. */
const typedOnly = ["@prisma/adapter-better-sqlite3", "@prisma/adapter-mssql"];

/** Prisma names a table as its model. */
const modelNames = Object.fromEntries(tableNames.map((name) => [name, name]));

interface Engine {
  diff(input: object): Promise<{ readonly stdout: string | null }>;
}

interface Glue {
  __wbg_set_wasm(exports: object): void;
  readonly SchemaEngine: { new: (options: object, log: () => void, factory: object) => Promise<Engine> };
}

async function install(folder: string, ...packages: string[]) {
  const flags = ["--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts", "--prefer-offline"];
  await mustRun(npm, ["install", ...flags, ...packages], { cwd: folder, timeoutSeconds: 200 });
}

export async function installTools(): Promise<PrismaTools> {
  const { folder, dispose } = await temporaryFolder("prisma");
  writeFileSync(path.join(folder, "package.json"), '{ "private": true }\n');
  await install(
    folder,
    ...["prisma", "@prisma/client", ...Object.values(drivers).map((one) => one.module), ...typedOnly].map(
      (name) => `${name}@${version}`,
    ),
  );
  const load = createRequire(path.join(folder, "package.json"));
  const modules = path.join(folder, "node_modules");
  // The engine of a release is published under the version that the release names.
  const engines = JSON.parse(readFileSync(path.join(modules, "@prisma/engines/package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  await install(folder, `@prisma/schema-engine-wasm@${engines.dependencies["@prisma/engines-version"]}`);
  symlinkSync(projectRoot, path.join(modules, "authwright"));
  mkdirSync(path.join(modules, "@types"), { recursive: true });
  const node = path.join("@types", "node");
  rmSync(path.join(modules, node), { recursive: true, force: true });
  symlinkSync(path.join(projectRoot, "node_modules", node), path.join(modules, node));
  const adapterFor = ({ provider, url }: DatabasePlace): object => {
    const { module, name, argument } = drivers[provider];
    const adapters = load(module) as Readonly<Record<string, new (options: unknown) => object>>;
    const Adapter = adapters[name];
    if (!Adapter) throw new Error(`${module} has no ${name}`);
    return new Adapter(argument(url));
  };
  const { bindMigrationAwareSqlAdapterFactory: bind } = load("@prisma/driver-adapter-utils") as {
    bindMigrationAwareSqlAdapterFactory: (factory: object) => object;
  };
  const glue = await openEngine(path.join(modules, "@prisma/schema-engine-wasm"));
  return {
    folder,
    version,
    dispose,
    async makeTables(schema, place) {
      // The engine that npm has speaks to Postgres and SQLite alone: the statements of this package make the tables.
      if (place.provider === "mysql")
        return drivers.mysql.run(place.url, tableStatements("mysql", modelNames).join(";\n"));
      const datamodels = schema.map((one) => [one.path, one.content]);
      const factory = bind(adapterFor(place));
      const engine = await glue.SchemaEngine.new({ datamodels }, () => {}, factory);
      // What `prisma migrate diff` prints: to push, this engine reads a type of Postgres that the driver does not.
      const { stdout } = await engine.diff({
        from: { tag: "empty" },
        to: { tag: "schemaDatamodel", files: schema },
        script: true,
        exitCode: null,
        filters: { externalTables: [], externalEnums: [] },
      });
      await drivers[place.provider].run(place.url, stdout ?? "");
    },
    open(generated, place) {
      const { PrismaClient } = load(generated) as {
        PrismaClient: new (options: object) => { $disconnect(): Promise<void> };
      };
      return new PrismaClient({ adapter: adapterFor(place) });
    },
  };
}

async function openEngine(folder: string): Promise<Glue> {
  const file = path.join(folder, "schema_engine_bg.js");
  const glue = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Glue;
  const bytes = readFileSync(path.join(folder, "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": glue as never });
  glue["__wbg_set_wasm"](instance.exports);
  (instance.exports["__wbindgen_start"] as () => void)();
  return glue;
}
