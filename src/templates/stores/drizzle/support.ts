import type { StoreSupport } from "../support.js";

export const drizzle: StoreSupport = {
  id: "drizzle",
  over: "Drizzle, in the database of the schema",
  dialects: [],
  plan: async (context, answers) => (await import("./plan.js")).planAdapter(context, answers),
};
