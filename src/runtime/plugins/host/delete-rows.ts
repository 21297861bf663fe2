import type { RecordTable } from "../../types/records.js";
import type { PluginScope } from "./plugin.js";

const batch = 1000;
const mostBatches = 10_000;

/** Deletes the rows of a plugin's table whose columns hold these texts. A process that dies in between leaves some: the next call goes on. */
export async function deleteRows(
  { records }: Pick<PluginScope, "records">,
  table: RecordTable,
  where: Readonly<Record<string, string>>,
): Promise<void> {
  const rows = records(table);
  for (let round = 0; round < mostBatches; round += 1)
    if ((await rows.remove(where, { batch })) === 0) return;
}
