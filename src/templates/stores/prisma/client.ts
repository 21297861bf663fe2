/** The client that Prisma generates for a schema, and how a project without one of its own makes one. */
import path from "node:path";
import { prismaText, prismaVariable, type PrismaBlock } from "../../../cli/formats/prisma-schema.js";
import { majorVersion } from "../../../cli/project/versions.js";
import { noSchema } from "../schema-problem.js";
import type { StoreContext } from "../support.js";
import { moduleSpecifier, type PackageRanges, type StorePlace } from "../wiring.js";
import { propertyOf } from "./models.js";
import { blocksOf, type PrismaSchema } from "./schema-files.js";

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

export interface PrismaClientFile {
  readonly data: Readonly<Record<string, unknown>>;
  readonly dependencies: PackageRanges;
}

/** How the file with the store makes a client where no file of the project exports one. */
export function ownClient(
  context: StoreContext,
  place: StorePlace,
  schema: PrismaSchema,
  provider: string,
): PrismaClientFile {
  const { facts } = context;
  const { dependencies, devDependencies } = facts.packageJson;
  const specifier = clientSpecifier(context, place, schema);
  const isNew = (majorVersion(facts, "prisma") ?? majorVersion(facts, "@prisma/client") ?? 7) >= 7;
  const choices = isNew ? (drivers[provider] ?? []) : [];
  const chosen = choices.find((one) => one.package in dependencies) ?? choices.at(-1);
  const range =
    dependencies["@prisma/client"] ?? devDependencies["prisma"] ?? dependencies["prisma"] ?? adapters;
  const source = blocksOf(schema).find(({ block }) => block.kind === "datasource")?.block;
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
  { facts, framework }: StoreContext,
  { file: from }: StorePlace,
  schema: PrismaSchema,
): string {
  const placed = blocksOf(schema).find(({ block }) => generates(block) !== undefined);
  const kind = placed && generates(placed.block);
  const written = placed && propertyOf(placed.block, "output");
  if (!placed || written === undefined) return "@prisma/client";
  const output = prismaText(written);
  if (output === undefined)
    throw noSchema(
      `${placed.file} does not say in plain text where the client is generated.`,
      "Export a client from a file of the project: export const prisma = new PrismaClient().",
    );
  const folder = path.posix.normalize(path.posix.join(path.posix.dirname(placed.file), output));
  const module = path.posix.join(folder, kind === "prisma-client" ? "client.ts" : "index.js");
  return moduleSpecifier(facts, framework, module, from);
}

function generates({ kind, members }: PrismaBlock): string | undefined {
  if (kind !== "generator") return undefined;
  const provider = prismaText(members.find(({ name }) => name === "provider")?.value ?? "");
  return provider === "prisma-client" || provider === "prisma-client-js" ? provider : undefined;
}
