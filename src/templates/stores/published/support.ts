import { drizzle } from "../drizzle/support.js";
import { kysely } from "../kysely/support.js";
import { pg } from "../pg/support.js";
import { prisma } from "../prisma/support.js";
import type { StoreSupport } from "../support.js";
import { publishedAdapters } from "./adapters.js";

/** Stores of ours whose schemas published adapters read too, by what those work over. */
const alike = [prisma, drizzle, kysely, pg];

/** One store for each of the published adapters. */
export const published: readonly StoreSupport[] = publishedAdapters.map((adapter) => {
  const drift = alike.find(({ id }) => adapter.id === `@auth/${id}-adapter`)?.drift;
  return {
    id: adapter.id,
    subpath: adapter.id,
    isPublished: true,
    over: adapter.over,
    dialects: [],
    plan: async (context, answers) => (await import("./plan.js")).planAdapter(context, answers, adapter),
    ...(drift && { drift }),
  };
});
