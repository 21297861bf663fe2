import type { RecordTable } from "../../types/records.js";
import type { PluginScope } from "./plugin.js";

const page = 1000;
const mostPages = 10;

/** Deletes the rows of a plugin's table whose columns hold these texts. */
export async function deleteRows(
  { records }: Pick<PluginScope, "records">,
  table: RecordTable,
  where: Readonly<Record<string, string>>,
): Promise<void> {
  const rows = records(table);
  for (let round = 0; round < mostPages; round += 1) {
    const found = await rows.list(where, { limit: page });
    for (const row of found)
      await rows.consume(Object.fromEntries(table.primaryKey.map((column) => [column, String(row[column])])));
    if (found.length < page) return;
  }
}
