/** Entry point `authwright/adapters/drizzle`: a store over the app's own Drizzle database and its own table objects. */
import { adapterOver, type StoreAdapter } from "./adapter-over.js";
import type { DrizzleTables } from "./drizzle-tables.js";
import { drizzleRows } from "./rows/drizzle.js";

// So that declarations of the app can name what it gets.
export type { StoreAdapter } from "./adapter-over.js";
export type { DrizzleTables } from "./drizzle-tables.js";

/**
 * A store over Drizzle, for Postgres, MySQL and SQLite. Each session check is one query.
 *
 * @param db the app's own Drizzle database
 * @param tables the app's own table objects; those that are left out are the tables that this adapter documents
 * @returns every method of an adapter, and `deleteExpired`
 * @throws TypeError when `db` is none of Drizzle's databases
 * @example
 * const config = {
 *   adapter: DrizzleAdapter(db, { usersTable: users, accountsTable: accounts, sessionsTable: sessions }),
 *   providers: [GitHub],
 * };
 */
export function DrizzleAdapter(
  db: object,
  tables?: DrizzleTables | Pick<DrizzleTables, "records">,
): StoreAdapter {
  return adapterOver(drizzleRows(db, tables));
}
