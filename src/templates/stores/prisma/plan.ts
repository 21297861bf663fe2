import { shortList } from "../short-list.js";
import { packageName } from "../../../cli/formats/own-package.js";
import { execPrefix } from "../../../cli/project/package-manager.js";
import { findInstance, importOf } from "../instances.js";
import type { StoreAnswers, StoreContext } from "../support.js";
import { planStore } from "../wiring.js";
import { ownClient } from "./client.js";
import { mergeModels, type SchemaMerge } from "./merge.js";
import { findSchema } from "./schema-files.js";

/** `auth add-adapter prisma`: models in the schema, over the client that the project has. Nothing of Prisma is run. */
export async function planAdapter(context: StoreContext, answers: StoreAnswers): Promise<void> {
  const { builder, facts } = context;
  const schema = await findSchema(facts);
  const merge = mergeModels(schema);
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
  planSchema(context, merge);
  const run = execPrefix(facts.packageManager.name);
  const command = merge.provider === "mongodb" ? "db push" : "migrate dev --name auth";
  builder.next(
    `Make the tables and the client: ${run} prisma ${command}, then ${run} prisma generate`,
    "before",
  );
}

function planSchema({ builder }: StoreContext, { changes, added, unfilled }: SchemaMerge): void {
  for (const { file, edits, models } of changes) {
    const words = { reason: `models ${shortList(models)}`, already: "has the models", snippet: "" };
    builder.edit(file, { kind: "edits", edits }, words);
  }
  if (added) builder.create(added.file, added.content, "the models");
  if (changes.length === 0 && !added)
    builder.step({ kind: "edit", status: "already", reason: "the schema has the models" });
  if (unfilled.length === 0) return;
  builder.warn(
    "AUTH_W_REQUIRED_COLUMNS",
    `New users have no value for ${unfilled.join(", ")}: make it optional, or give it a default.`,
  );
}
