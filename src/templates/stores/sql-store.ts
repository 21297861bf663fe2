/** Stores over a driver without an ORM: a pool, and a migration with the tables. */
import { packageName } from "../../cli/formats/own-package.js";
import {
  recordTableStatements,
  tableStatements,
  type SqlDatabase,
} from "../../runtime/adapters/sql-schema.js";
import { findInstance, type Maker } from "./instances.js";
import { planMigration, planPluginMigration } from "./migration.js";
import type { StoreAnswers, StoreContext, WantedTables } from "./support.js";
import { addressOf, planStore, type PackageRanges } from "./wiring.js";

export interface SqlStore {
  readonly id: string;
  /** The package of the driver. */
  readonly driver: string;
  readonly database: SqlDatabase;
  readonly pool: Maker;
  readonly dependencies: PackageRanges;
  readonly types?: PackageRanges;
  /** What the file with the store says where it is TypeScript. */
  readonly typeTexts: PackageRanges;
}

/** `auth add-adapter pg` and its like. */
export async function planSqlStore(
  context: StoreContext,
  answers: StoreAnswers,
  store: SqlStore,
): Promise<void> {
  const { driver, database, pool, types, dependencies } = store;
  await planStore(context, answers, async (place) => {
    const uses = driver in context.builder.facts.packageJson.dependencies;
    const existing = uses ? await findInstance(context, place, pool) : undefined;
    const typed = place.typed && !existing;
    const texts = Object.entries(store.typeTexts).map(([name, text]) => [name, typed ? text : ""]);
    return {
      subpath: `${packageName}/adapters/${store.id}`,
      template: `stores/${store.id}/store.ts.hbs`,
      data: {
        existing,
        own: !existing,
        connection: existing?.local ?? pool.usual,
        ...(Object.fromEntries(texts) as PackageRanges),
      },
      reason: existing ? `the store, over ${existing.file}` : `the store, over ${driver}`,
      dependencies,
      connects: !existing,
      types,
      variables: existing ? [] : [addressOf("DATABASE_URL", database)],
    };
  });
  const file = planMigration(context, tableStatements(database));
  context.builder.next(makeTables(file), "before");
}

/** `auth add-plugin` over `pg` and its like: a further migration. */
export function planSqlTables(
  context: StoreContext,
  wanted: WantedTables,
  { database }: Pick<SqlStore, "database">,
): void {
  const file = planPluginMigration(context, wanted, (table) => recordTableStatements(database, table));
  if (file) context.builder.next(makeTables(file), "before");
}

/** Its variables stand in the env file, which the command reads and a shell does not. */
const makeTables = (file: string): string =>
  `Make the tables: npx auth db migrate. Or run ${file} as this project runs its own migrations`;
