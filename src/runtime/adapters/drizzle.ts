/** Entry point `authwright/adapters/drizzle`: a store over the app's own Drizzle database and its own table objects. */
import { adapterOver, type StoreAdapter } from "./adapter-over.js";
import { drizzleRows } from "./rows/drizzle.js";

// So that declarations of the app can name what it gets.
export type { StoreAdapter } from "./adapter-over.js";

/** The app's own tables, under the names of their columns in this adapter: `id`, `userId`, `sessionToken` and so on. */
export interface DrizzleTables {
  /** `id`, `name`, `email`, `emailVerified`, `image`, and columns of the app's own. */
  usersTable: unknown;
  /** `userId`, `type`, `provider`, `providerAccountId`, and those of the provider's tokens that the app keeps. */
  accountsTable: unknown;
  /** `sessionToken`, `userId`, `expires`. */
  sessionsTable?: unknown;
  /** `identifier`, `token`, `expires`. */
  verificationTokensTable?: unknown;
  /** `credentialID`, `userId`, `providerAccountId`, `credentialPublicKey`, `counter` and so on, for passkeys. */
  authenticatorsTable?: unknown;
  /**
   * Tables of plugins by their names in the database, `{ auth_thing: authThing }`. A plugin whose table is left out is off.
   * @internal
   */
  records?: Readonly<Record<string, unknown>>;
}

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
