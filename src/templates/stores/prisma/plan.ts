import path from "node:path";
import { packageName } from "../../../cli/formats/own-package.js";
import { prismaText, prismaVariable, type PrismaBlock } from "../../../cli/formats/prisma-schema.js";
import { stagedProject } from "../../../cli/plan/staged-project.js";
import type { ConfiguredProject } from "../../../cli/project/facts.js";
import { execPrefix } from "../../../cli/project/package-manager.js";
import { majorVersion } from "../../../cli/project/versions.js";
import { tableNames } from "../../../runtime/adapters/schema.js";
import { findInstance, type Maker } from "../instances.js";
import { planSchema, warnOfUnfilled } from "../schema-plan.js";
import { noSchema } from "../schema-problem.js";
import {
  isPasswordColumn,
  type PasswordTable,
  type StoreAnswers,
  type StoreContext,
  type StoreDeployment,
  type WantedTables,
} from "../support.js";
import { moduleSpecifier, planStore, type PackageRanges, type StorePlace, stagedFor } from "../wiring.js";
import { mergeModels, type PrismaMerge } from "./merge.js";
import { clientName, mannerOf, propertyOf } from "./models.js";
import { findSchema, type PrismaSchema } from "./schema-files.js";

const client: Maker = { name: "PrismaClient", usual: "prisma" };

/** `auth add-adapter prisma`: models in the schema, over the client that the project has. Nothing of Prisma is run. */
export async function planAdapter(context: StoreContext, answers: StoreAnswers): Promise<void> {
  const { builder } = context;
  const schema = await findSchema(context.builder.facts);
  const merge = mergeModels(schema, tableNames, ["auth", "auth-models"]);
  await planStore(context, answers, async (place) => {
    const existing = await findInstance(context, place, client);
    const own = existing ? undefined : ownClient(context, place, schema, merge.provider);
    return {
      subpath: `${packageName}/adapters/prisma`,
      template: "stores/prisma/store.ts.hbs",
      data: {
        existing,
        client: "",
        driver: undefined,
        openedType: place.typed ? ": PrismaClient | undefined" : "",
        ...own?.data,
        connection: existing?.local ?? client.usual,
      },
      reason: existing ? `the store, over ${existing.file}` : "the store, over a client of its own",
      dependencies: own?.dependencies ?? {},
    };
  });
  planSchema(builder, merge, "models");
  warnOfUnfilled(builder, "New users have no value for", merge.unfilled);
  makeTables(context, merge, "auth");
}

/** `auth add-plugin` over Prisma: models below the last line of the file with the users, or in a file of their own. */
export async function planTables(
  context: StoreContext,
  { tables, ids, storeFile }: WantedTables,
): Promise<void> {
  const { builder } = context;
  const schema = await findSchema(stagedProject(builder));
  const merge = mergeModels(schema, tables, ["auth-plugins"]);
  planSchema(builder, merge, "models", merge.models);
  if (merge.models.length === 0) return;
  // With the store itself one migration makes all tables.
  const isNew = builder.created((file) => file === storeFile) !== undefined;
  makeTables(context, merge, isNew ? "auth" : ["auth", ...ids].join("-"));
}

function makeTables({ builder }: StoreContext, { provider }: PrismaMerge, name: string): void {
  const { facts } = builder;
  const run = execPrefix(facts.packageManager.name);
  const command = provider === "mongodb" ? "db push" : `migrate dev --name ${name}`;
  builder.next(
    `Make the tables and the client: ${run} prisma ${command}, then ${run} prisma generate`,
    "before",
  );
}

/** What Prisma 7 reaches a database with. */
interface Driver {
  readonly package: string;
  readonly name: string;
  /** Argument, for the address in a variable. */
  readonly argument: (variable: string) => string;
}

const drivers: Readonly<Record<string, readonly Driver[]>> = {
  postgresql: [driver("pg", "PrismaPg", "connectionString")],
  cockroachdb: [driver("pg", "PrismaPg", "connectionString")],
  mysql: [driver("mariadb", "PrismaMariaDb")],
  sqlite: [driver("libsql", "PrismaLibSql", "url"), driver("better-sqlite3", "PrismaBetterSqlite3", "url")],
  sqlserver: [driver("mssql", "PrismaMssql")],
};

function driver(id: string, name: string, option?: string): Driver {
  const argument = (variable: string) => {
    const value = `process.env.${variable} ?? ""`;
    return option ? `{ ${option}: ${value} }` : value;
  };
  return { package: `@prisma/adapter-${id}`, name, argument };
}

/** The adapters go with the Prisma of their version: this one, where the project says none. */
const adapters = "^7.0.0";

interface PrismaClientFile {
  readonly data: Readonly<Record<string, unknown>>;
  readonly dependencies: PackageRanges;
}

/** How the file with the store makes a client where no file of the project exports one. */
function ownClient(
  context: StoreContext,
  place: StorePlace,
  schema: PrismaSchema,
  provider: string,
): PrismaClientFile {
  const {
    builder: { facts },
  } = context;
  const { dependencies, devDependencies } = facts.packageJson;
  const specifier = clientSpecifier(context, place, schema);
  const isNew = (majorVersion(facts, "prisma") ?? majorVersion(facts, "@prisma/client") ?? 7) >= 7;
  const choices = isNew ? (drivers[provider] ?? []) : [];
  const chosen = choices.find((one) => one.package in dependencies) ?? choices.at(-1);
  const range =
    dependencies["@prisma/client"] ?? devDependencies["prisma"] ?? dependencies["prisma"] ?? adapters;
  const source = schema.blocks.find(({ kind }) => kind === "datasource");
  const variable = prismaVariable(propertyOf(source, "url") ?? "") ?? "DATABASE_URL";
  return {
    data: {
      client: specifier,
      driver: chosen && { package: chosen.package, name: chosen.name, argument: chosen.argument(variable) },
    },
    dependencies: chosen ? { [chosen.package]: range } : {},
  };
}

/** The package, or the folder that the generator writes to. */
function clientSpecifier(
  context: StoreContext,
  { file: from }: StorePlace,
  { blocks }: PrismaSchema,
): string {
  const generator = blocks.find((block) => generates(block) !== undefined);
  const written = propertyOf(generator, "output");
  if (!generator || written === undefined) return "@prisma/client";
  const output = prismaText(written);
  if (output === undefined)
    throw noSchema(
      `${generator.file} does not say in plain text where the client is generated.`,
      "Export a client from a file of the project: export const prisma = new PrismaClient().",
    );
  const folder = path.posix.normalize(path.posix.join(path.posix.dirname(generator.file), output));
  const module = path.posix.join(folder, generates(generator) === "prisma-client" ? "client.ts" : "index.js");
  return moduleSpecifier(stagedFor(context), module, from);
}

function generates(block: PrismaBlock): string | undefined {
  if (block.kind !== "generator") return undefined;
  const provider = prismaText(propertyOf(block, "provider") ?? "");
  return provider === "prisma-client" || provider === "prisma-client-js" ? provider : undefined;
}

/** The database that the schema names. The client is made from the schema before the app is built. */
export async function deploymentOf(facts: ConfiguredProject): Promise<StoreDeployment> {
  const { provider } = mannerOf(await findSchema(facts), undefined);
  const prepare = "prisma generate";
  if (provider === "postgresql") return { prepare, database: "postgres" };
  if (provider === "mysql") return { prepare, database: "mysql" };
  return provider === "sqlite" ? { prepare, variables: { DATABASE_URL: "file:/data/app.db" } } : { prepare };
}

/**
 * The model of an app that holds users with the hashes of their passwords.
 * @throws SchemaError when there is no schema, or it cannot be read
 */
export async function findPasswordTable(
  context: StoreContext,
  file: string,
): Promise<PasswordTable | undefined> {
  const { blocks } = await findSchema(context.builder.facts);
  for (const { kind: block, name: model, members, file: home } of blocks) {
    const fields = block === "model" ? members.filter(({ kind }) => kind === "field") : [];
    const hash = fields.find(({ name, type }) => type === "String" && isPasswordColumn(name));
    const id = fields.find(({ attributes }) => attributes.some(({ name }) => name === "id"));
    if (!hash || !id || !fields.some(({ name }) => name === "email")) continue;
    const instance = await findInstance(context, { file }, client);
    if (!instance) return undefined;
    return {
      name: `model ${model} of ${home}`,
      imports: [instance],
      lines: `const row = await ${instance.local}.${clientName(model)}.findFirst({ where: { email } });`,
      id: id.name,
      hash: hash.suffix === "?" ? `${hash.name} ?? undefined` : hash.name,
      label: fields.some(({ name }) => name === "name") ? "row.name" : "null",
    };
  }
  return undefined;
}
