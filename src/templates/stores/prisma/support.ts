import type { StoreSupport } from "../support.js";

export const prisma: StoreSupport = {
  id: "prisma",
  over: "Prisma, in the database of the schema",
  dialects: [],
  plan: async (context, answers) => (await import("./plan.js")).planAdapter(context, answers),
};
