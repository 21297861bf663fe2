import { packageName } from "../../../cli/formats/own-package.js";
import { stagedProject } from "../../../cli/plan/staged-project.js";
import type { ConfiguredProject } from "../../../cli/project/facts.js";
import { execPrefix } from "../../../cli/project/package-manager.js";
import { tableNames } from "../../../runtime/adapters/schema.js";
import { findInstance, importOf } from "../instances.js";
import { planSchema } from "../schema-plan.js";
import type { StoreAnswers, StoreContext, StoreDeployment, WantedTables } from "../support.js";
import { planStore, shortList } from "../wiring.js";
import { ownClient } from "./client.js";
import { mergeModels, type PrismaMerge } from "./merge.js";
import { mannerOf } from "./models.js";
import { findSchema } from "./schema-files.js";

/** `auth add-adapter prisma`: models in the schema, over the client that the project has. Nothing of Prisma is run. */
export async function planAdapter(context: StoreContext, answers: StoreAnswers): Promise<void> {
  const { builder } = context;
  const schema = await findSchema(context.facts);
  const merge = mergeModels(schema, tableNames, ["auth", "auth-models"]);
  await planStore(context, answers, async (place) => {
    const existing = await findInstance(context, place, { name: "PrismaClient" });
    const instance = existing && importOf(context, place, existing, "prisma");
    const own = existing ? undefined : ownClient(context, place, schema, merge.provider);
    return {
      subpath: `${packageName}/adapters/prisma`,
      template: "stores/prisma/store.ts.hbs",
      data: {
        existing: instance,
        client: "",
        driver: undefined,
        openedType: place.typed ? ": PrismaClient | undefined" : "",
        ...own?.data,
        connection: instance?.local ?? "prisma",
      },
      reason: existing ? `the store, over ${existing.file}` : "the store, over a client of its own",
      dependencies: own?.dependencies ?? {},
    };
  });
  planSchema(builder, merge, { kind: "models", added: "the models", already: "the schema has the models" });
  warnOfUnfilled(context, merge);
  makeTables(context, merge, "auth");
}

/** `auth add-plugin` over Prisma: models below the last line of the file with the users, or in a file of their own. */
export async function planTables(
  context: StoreContext,
  { tables, ids, storeFile }: WantedTables,
): Promise<void> {
  const { builder } = context;
  const schema = await findSchema(stagedProject(builder, context.facts));
  const merge = mergeModels(schema, tables, ["auth-plugins"]);
  const already = "the schema has the models of the plugins";
  planSchema(builder, merge, { kind: "models", added: `models ${shortList(merge.models)}`, already });
  if (merge.models.length === 0) return;
  // With the store itself one migration makes all tables.
  const isNew = builder.created((file) => file === storeFile) !== undefined;
  makeTables(context, merge, isNew ? "auth" : ["auth", ...ids].join("-"));
}

function makeTables({ builder, facts }: StoreContext, { provider }: PrismaMerge, name: string): void {
  const run = execPrefix(facts.packageManager.name);
  const command = provider === "mongodb" ? "db push" : `migrate dev --name ${name}`;
  builder.next(
    `Make the tables and the client: ${run} prisma ${command}, then ${run} prisma generate`,
    "before",
  );
}

/** The database that the schema names. The client is made from the schema before the app is built. */
export async function deploymentOf(facts: ConfiguredProject): Promise<StoreDeployment> {
  const { provider } = mannerOf(await findSchema(facts), undefined);
  const prepare = "prisma generate";
  if (provider === "postgresql") return { prepare, database: "postgres" };
  if (provider === "mysql") return { prepare, database: "mysql" };
  return provider === "sqlite" ? { prepare, variables: { DATABASE_URL: "file:/data/app.db" } } : { prepare };
}

function warnOfUnfilled({ builder }: StoreContext, { unfilled }: PrismaMerge): void {
  if (unfilled.length === 0) return;
  builder.warn(
    "AUTH_W_REQUIRED_COLUMNS",
    `New users have no value for ${unfilled.join(", ")}: make it optional, or give it a default.`,
  );
}
