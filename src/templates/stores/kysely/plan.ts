import { recordTableStatements } from "../../../runtime/adapters/sql-schema.js";
import { dialects, type DialectDescriptor } from "./dialects.js";
import { packageName } from "../../../cli/formats/own-package.js";
import type { ConfiguredProject } from "../../../cli/project/facts.js";
import { hasPackage } from "../../../cli/project/packages.js";
import type { SourceText } from "../../../cli/source/names/names.js";
import { styleLike } from "../../../cli/plan/places.js";
import { restyle } from "../../render.js";
import type { SchemaDrift } from "../drift.js";
import { findInstance, type Instance } from "../instances.js";
import {
  codeMigrationFile,
  findCodeMigrations,
  listMigrations,
  planPluginMigration,
  pluginMigrationFile,
} from "../migration.js";
import type { DriftContext, StoreAnswers, StoreContext, StoreDeployment, WantedTables } from "../support.js";
import { coreTablesByName, migrationText } from "./migration-text.js";
import { addressOf, planStore, type StoreParts, type StorePlace } from "../wiring.js";

/** The database that a project uses already, or a file. */
export function usualDialect(facts: ConfiguredProject): DialectDescriptor {
  const found = dialects.find(({ driver }) => driver === undefined || hasPackage(facts, driver));
  if (!found) throw new Error("One database needs no driver");
  return found;
}

/** The database of a project, by its drivers: a server, or the file that the store opens. */
export function deploymentOf(facts: ConfiguredProject): StoreDeployment {
  const { id, ignore } = usualDialect(facts);
  return id === "sqlite" ? { file: ignore?.replace("*", "") } : { database: id };
}

/** What migrations in SQL leave out. Those in TypeScript, and tables that the store makes itself, say nothing here. */
export async function findDrift(context: DriftContext): Promise<readonly SchemaDrift[]> {
  const { facts, storeFile } = context;
  const { id } = usualDialect(facts);
  const text = facts.files.read(storeFile)?.text ?? "";
  const makesTables = await makesItsTables({ file: storeFile, text });
  // The migrations of the app have never run in a file of the store's own.
  if (makesTables && id === "sqlite" && text.includes("LibsqlDialect")) return [];
  const { findSqlDrift } = await import("../sql-drift.js");
  const found = findSqlDrift(context, id);
  return makesTables ? found.filter(({ kind }) => kind !== "table") : found;
}

/** `migrate: true`: the store makes the tables that are missing, and changes none that is there. */
async function makesItsTables(store: SourceText): Promise<boolean> {
  const { hasAdapterSwitch } = await import("../../../cli/source/configuration/adapter-call.js");
  return hasAdapterSwitch(store, "KyselyAdapter", "migrate");
}

/** `auth add-adapter kysely`: over the Kysely instance that the project has, or one of its own. */
export const planAdapter = (context: StoreContext, answers: StoreAnswers): Promise<void> =>
  planStore(context, answers, async (place) => {
    const dialect = answers.dialect ?? usualDialect(context.builder.facts);
    warnOfTwoClasses(context, place);
    const uses = "kysely" in context.builder.facts.packageJson.dependencies;
    const existing = uses
      ? await findInstance(context, place, { name: "Kysely", modules: ["kysely"], usual: "db" })
      : undefined;
    const subpath = `${packageName}/adapters/kysely`;
    const hasMigration = uses && (await planCodeMigration(context, place, subpath, dialect));
    const parts = {
      subpath,
      template: "stores/kysely/store.ts.hbs",
      data: { ...dataFor(place, dialect, existing), migrates: !hasMigration },
    };
    return existing
      ? { ...parts, reason: `the store, over ${existing.file}`, dependencies: {} }
      : { ...parts, ...ownDatabase(dialect) };
  });

/** Kysely has types for CommonJS and for ES modules, each with a class of its own; this package sees the latter. */
function warnOfTwoClasses({ builder }: StoreContext, { file, typed }: StorePlace): void {
  const { facts } = builder;
  const module = facts.tsconfig?.module ?? "";
  if (!typed || facts.moduleType !== "cjs" || !/^node(?:next|\d+)$/.test(module)) return;
  builder.warn(
    "AUTH_W_COMMONJS",
    `TypeScript refuses ${file}: in a CommonJS project with "module": "${module}" it sees two Kysely classes. Turn the project to ES modules, or choose another store, such as --adapter pg.`,
  );
}

/**
 * A migration beside those in code that the project has.
 * @returns whether there is one: the store makes no tables then
 */
async function planCodeMigration(
  { builder }: StoreContext,
  place: StorePlace,
  subpath: string,
  { id }: DialectDescriptor,
): Promise<boolean> {
  const { facts } = builder;
  const { isKyselyMigration } = await import("../../../cli/source/databases/kysely-migration.js");
  const found = findCodeMigrations(facts.files, isKyselyMigration);
  if (!found) return false;
  const file = codeMigrationFile(facts.files, found);
  const isThere = facts.files.exists(file);
  // A store from before the first migration in code makes its tables by itself.
  if (!isThere && builder.text(place.file)?.includes(subpath)) return false;
  const text = restyle(
    migrationText(coreTablesByName, id, /\.[cm]?ts$/.test(file)),
    styleLike(facts, [found.last]),
  );
  builder.create(file, text, "the tables, with their indexes", { keep: () => true });
  builder.next(`Run the migration ${file} as this project runs its own`, "before");
  return true;
}

/** `auth add-plugin` over Kysely: a migration beside those in code that the project has; else the database is asked. */
export async function planTables(
  context: StoreContext,
  { tables, ids, storeFile }: WantedTables,
): Promise<void> {
  const { builder } = context;
  const { facts } = builder;
  const { isKyselyMigration } = await import("../../../cli/source/databases/kysely-migration.js");
  const { id, ignore } = usualDialect(facts);
  const found = findCodeMigrations(facts.files, isKyselyMigration);
  const sql = listMigrations(facts.files);
  const store = { file: storeFile, text: builder.text(storeFile) ?? "" };
  if (!found && (await makesItsTables(store)))
    return builder.step({
      kind: "create",
      path: storeFile,
      status: "already",
      reason: "makes the tables of the plugins",
    });
  if (!found && sql.length > 0) {
    const file = planPluginMigration(context, { tables, ids }, (table) => recordTableStatements(id, table));
    if (file) builder.next(`Run the migration ${file} as this project runs its own`, "before");
    return;
  }
  if (!found) {
    const file = ignore && /"(file:[^"]+)"/.exec(builder.text(storeFile) ?? "")?.[1];
    const variable = file ? `DATABASE_URL=${file} ` : "";
    builder.next(
      `Make the tables, here and where the app is deployed: ${variable}npx auth db migrate`,
      "before",
    );
    return;
  }
  const planned = pluginMigrationFile(facts.files, found, { tables, ids });
  if (planned.tables.length === 0)
    return builder.step({
      kind: "create",
      status: "already",
      reason: "migrations make the tables of the plugins",
    });
  const text = migrationText(planned.tables, id, /\.[cm]?ts$/.test(planned.file));
  builder.create(
    planned.file,
    restyle(text, styleLike(facts, [found.last])),
    `the tables of ${ids.join(", ")}`,
  );
  builder.next(`Run the migration ${planned.file} as this project runs its own`, "before");
}

function dataFor(
  { typed }: StorePlace,
  dialect: DialectDescriptor,
  existing: Instance | undefined,
): StoreParts["data"] {
  return {
    ...Object.fromEntries(dialects.map(({ id }) => [id, !existing && dialect.id === id])),
    existing,
    types: typed ? "<AuthTables>" : "",
    typeImport: typed ? ", type AuthTables" : "",
    connection: existing ? `${existing.local}${typed ? ".withTables<AuthTables>()" : ""}` : "db",
  };
}

function ownDatabase({ id, name, dependencies, types, env, ignore }: DialectDescriptor) {
  return {
    reason: `the store, in ${name}`,
    dependencies,
    types,
    ignore,
    variables: env ? [addressOf(env, id)] : [],
  };
}
