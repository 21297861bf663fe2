/** Rows that go with their user. */
import { tableNames, tableOf, type TableName } from "../schema.js";
import { isAboutNoTable } from "./driver-errors.js";

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
