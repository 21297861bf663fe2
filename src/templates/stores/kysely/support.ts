import type { StoreSupport } from "../support.js";

export const kysely: StoreSupport = {
  id: "kysely",
  plan: async (context, answers) => (await import("./plan.js")).planAdapter(context, answers),
};
