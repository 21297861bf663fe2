import { packageName } from "../../../cli/formats/own-package.js";
import type { StoreSupport } from "../support.js";

export const pg: StoreSupport = {
  id: "pg",
  subpath: `${packageName}/adapters/pg`,
  over: "pg, in PostgreSQL",
  dialects: [],
  plan: async (context, answers) =>
    (await import("../sql-store.js")).planSqlStore(context, answers, {
      id: "pg",
      driver: "pg",
      database: "postgres",
      pool: { name: "Pool", modules: ["pg"], usual: "pool" },
      dependencies: { pg: "^8.23.1" },
      types: { "@types/pg": "^8.15.6" },
      typeTexts: { typeImport: ", type PgPool", openedType: ": Pool | undefined", poolType: ": PgPool" },
    }),
  planTables: async (context, wanted) =>
    (await import("../sql-store.js")).planSqlTables(context, wanted, { database: "postgres" }),
  deployment: async () => ({ database: "postgres" }),
  drift: async (context) => (await import("../sql-drift.js")).findSqlDrift(context, "postgres"),
};
