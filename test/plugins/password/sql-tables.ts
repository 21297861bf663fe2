/** Tables of plugins in a database of tests. */
import type { Kysely } from "kysely";
import type { RecordTable } from "../../../src/runtime/types/records.js";

const types = {
  key: "varchar(255)",
  text: "text",
  date: "text",
  integer: "integer",
  boolean: "integer",
} as const;

export async function createTables(db: Kysely<never>, tables: readonly RecordTable[]): Promise<void> {
  for (const { name, columns, primaryKey, unique } of tables) {
    let table = db.schema.createTable(name);
    for (const [column, { type, required }] of Object.entries(columns))
      table = table.addColumn(column, types[type], (one) => (required === true ? one.notNull() : one));
    table = table.addPrimaryKeyConstraint(`${name}_pk`, [...primaryKey] as never);
    for (const one of unique)
      table = table.addUniqueConstraint(`${name}_${one.join("_")}`, [...one] as never);
    await table.execute();
  }
}
