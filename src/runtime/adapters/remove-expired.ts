/** Rows that are over, batch by batch. */
import { isMissingTable } from "./records/missing-table.js";
import type { RowStore } from "./row-store.js";
import type { Expiring } from "./schema.js";

/** A plugin that was never set up has no rows. */
export function unlessMissing(error: unknown): number {
  if (isMissingTable(error)) return 0;
  throw error;
}

const mostBatches = 100_000;

export async function removeAll(
  store: RowStore,
  table: Expiring,
  { now, batch }: { readonly now: Date; readonly batch: number },
): Promise<number> {
  if (!Number.isInteger(batch) || batch < 1) throw new RangeError("deleteExpired: batch is a number from 1");
  let total = 0;
  for (let round = 0; round < mostBatches; round += 1) {
    const removed = await store.removeExpired(table, now, batch);
    total += removed;
    if (removed < batch) break;
  }
  return total;
}
