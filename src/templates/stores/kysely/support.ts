import { packageName } from "../../../cli/formats/own-package.js";
import type { StoreSupport } from "../support.js";
import { dialects } from "./dialects.js";

export const kysely: StoreSupport = {
  id: "kysely",
  subpath: `${packageName}/adapters/kysely`,
  over: "Kysely, in SQLite, PostgreSQL or MySQL",
  dialects,
  plan: async (context, answers) => (await import("./plan.js")).planAdapter(context, answers),
  planTables: async (context, wanted) => (await import("./plan.js")).planTables(context, wanted),
  deployment: async (facts) => (await import("./plan.js")).deploymentOf(facts),
  drift: async (context) => (await import("./plan.js")).findDrift(context),
};
