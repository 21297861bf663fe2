/** Optional tables of this package, as data. */
import type { RecordTable } from "../../types/records.js";

/** What processes share. Its ends are milliseconds since 1970. */
const sharedTable: RecordTable = {
  name: "auth_shared",
  columns: {
    key: { type: "key", required: true },
    count: { type: "integer", required: true },
    expires: { type: "integer", required: true },
  },
  primaryKey: ["key"],
  unique: [],
  indexes: [["expires"]],
  expires: "expires",
};

/** Every optional table. `auth db cleanup` removes the rows of those with a column of ends. */
export const recordTables: readonly RecordTable[] = [sharedTable];
