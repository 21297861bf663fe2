/** Rows that are over, batch by batch. */
import type { RecordTable } from "../../types/records.js";
import type { Expiring } from "../schema.js";
import { isMissingTable } from "./driver-errors.js";
import type { Rows } from "./rows.js";

/** A plugin that was never set up has no rows. */
export function unlessMissing(error: unknown): number {
  if (isMissingTable(error)) return 0;
  throw error;
}

const mostBatches = 100_000;

/** @returns how many rows of a table went */
export async function removeAll(
  rows: Rows,
  table: Expiring | RecordTable,
  { now, batch }: { readonly now: Date; readonly batch: number },
): Promise<number> {
  let total = 0;
  for (let round = 0; round < mostBatches; round += 1) {
    const removed = await rows.removeExpired(table, now, batch);
    total += removed;
    if (removed < batch) break;
  }
  return total;
}
