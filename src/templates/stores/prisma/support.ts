import { packageName } from "../../../cli/formats/own-package.js";
import type { StoreSupport } from "../support.js";

export const prisma: StoreSupport = {
  id: "prisma",
  subpath: `${packageName}/adapters/prisma`,
  library: "@prisma/client",
  over: "Prisma, in the database of the schema",
  dialects: [],
  plan: async (context, answers) => (await import("./plan.js")).planAdapter(context, answers),
  planTables: async (context, wanted) => (await import("./plan.js")).planTables(context, wanted),
  passwordTable: async (context, file) => (await import("./plan.js")).findPasswordTable(context, file),
  deployment: async (facts) => (await import("./plan.js")).deploymentOf(facts),
  drift: async (context) => (await import("./drift.js")).findDrift(context),
};
