/** Rows that go together: those that are over, batch by batch, and those of a user. */
import type { RecordTable } from "../../types/records.js";
import { tableNames, tableOf, type Expiring, type TableName } from "../schema.js";
import { isAboutNoTable, isMissingTable } from "./driver-errors.js";
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

const owned = tableNames.filter((name) => tableOf(name).userId);

/**
 * Removes what belongs to a user. An app without passkeys may have no table for them: then there is nothing in it.
 *
 * @param remove from all of these tables, or from none
 * @throws the error of the second try, and of the first one where it says something else
 */
export async function removeOwned(remove: (tables: readonly TableName[]) => Promise<unknown>): Promise<void> {
  try {
    await remove(owned);
  } catch (error) {
    if (!isAboutNoTable(error)) throw error;
    await remove(owned.filter((name) => name !== "Authenticator"));
  }
}
