import type { StoreSupport } from "../support.js";
import { publishedAdapters } from "./adapters.js";

/** One store for each of the published adapters. */
export const published: readonly StoreSupport[] = publishedAdapters.map((adapter) => ({
  id: adapter.id,
  over: adapter.over,
  dialects: [],
  plan: async (context, answers) => (await import("./plan.js")).planAdapter(context, answers, adapter),
}));
