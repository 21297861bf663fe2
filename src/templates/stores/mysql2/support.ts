import { packageName } from "../../../cli/formats/own-package.js";
import type { StoreSupport } from "../support.js";

export const mysql2: StoreSupport = {
  id: "mysql2",
  subpath: `${packageName}/adapters/mysql2`,
  over: "mysql2, in MySQL or MariaDB",
  dialects: [],
  plan: async (context, answers) =>
    (await import("../sql-store.js")).planSqlStore(context, answers, {
      id: "mysql2",
      driver: "mysql2",
      database: "mysql",
      pool: { name: "createPool", modules: ["mysql2/promise"], usual: "pool" },
      dependencies: { mysql2: "^3.24.5" },
      typeTexts: {
        typeImport: ", type Mysql2Pool",
        driverTypeImport: ", type Pool",
        openedType: ": Pool | undefined",
        poolType: ": Mysql2Pool",
      },
    }),
  planTables: async (context, wanted) =>
    (await import("../sql-store.js")).planSqlTables(context, wanted, { database: "mysql" }),
  deployment: async () => ({ database: "mysql" }),
  drift: async (context) => (await import("../sql-drift.js")).findSqlDrift(context, "mysql"),
};
