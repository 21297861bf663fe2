import { dialects, type DialectDescriptor } from "./dialects.js";
import { packageName } from "../../package.js";
import type { ConfiguredProject } from "../../../cli/project/facts.js";
import { findInstance, importOf, type Instance } from "../instances.js";
import type { StoreAnswers, StoreContext } from "../support.js";
import { addressOf, planStore, type StoreParts, type StorePlace } from "../wiring.js";

/** The database that a project uses already, or a file. */
export function usualDialect(facts: ConfiguredProject): DialectDescriptor {
  const { dependencies, devDependencies } = facts.packageJson;
  const has = (name: string) => name in dependencies || name in devDependencies;
  const found = dialects.find(({ driver }) => driver === undefined || has(driver));
  if (!found) throw new Error("One database needs no driver");
  return found;
}

/** `auth add-adapter kysely`: over the Kysely instance that the project has, or one of its own. */
export const planAdapter = (context: StoreContext, answers: StoreAnswers): Promise<void> =>
  planStore(context, answers, async (place) => {
    const dialect = answers.dialect ?? usualDialect(context.facts);
    const uses = "kysely" in context.facts.packageJson.dependencies;
    const existing = uses
      ? await findInstance(context, place, { name: "Kysely", modules: ["kysely"] })
      : undefined;
    const parts = {
      door: `${packageName}/adapters/kysely`,
      template: "stores/kysely/store.ts.hbs",
      data: dataFor(context, place, dialect, existing),
    };
    return existing
      ? { ...parts, reason: `the store, over ${existing.file}`, dependencies: {} }
      : { ...parts, ...ownDatabase(dialect) };
  });

function dataFor(
  context: StoreContext,
  place: StorePlace,
  dialect: DialectDescriptor,
  existing: Instance | undefined,
): StoreParts["data"] {
  const { typed } = place;
  const instance = existing && importOf(context, place, existing, "db");
  return {
    ...Object.fromEntries(dialects.map(({ id }) => [id, !existing && dialect.id === id])),
    existing: instance,
    types: typed ? "<AuthTables>" : "",
    typeImport: typed ? ", type AuthTables" : "",
    connection: instance ? `${instance.local}${typed ? ".withTables<AuthTables>()" : ""}` : "db",
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
