/**
 * Entry point `authwright/adapters/kysely`: a store in any database that Kysely speaks to. Tested: libsql (a file, the
 * embedded default), PGlite, PostgreSQL, MariaDB/MySQL. Tables and columns are those that existing apps have.
 */
import { type Kysely, sql } from "kysely";
import { adapterOver, type StoreAdapter } from "./adapter-over.js";
import type { Records } from "../types/records.js";
import { afterOnce, once } from "./after-once.js";
import { databaseOf } from "./kysely-dialect.js";
import { makeMissing, migrate, type AuthTables } from "./kysely-tables.js";
import { kyselyRows } from "./rows/kysely.js";

// So that declarations of the app can name what it gets.
export type { StoreAdapter } from "./adapter-over.js";

export { migrate, type AuthTables } from "./kysely-tables.js";

/** Options of {@link KyselyAdapter}. */
export interface KyselyAdapterOptions {
  /** Make the tables that are missing before the first use: with {@link migrate}, and those of plugins. Default: false. */
  migrate?: boolean;
}

/**
 * A store over Kysely.
 *
 * @param connection your Kysely instance, typed with {@link AuthTables} or more
 * @param options whether missing tables are made; without it, call {@link migrate} where you deploy
 * @returns every method of an adapter, and `deleteExpired`
 * @throws nothing itself; errors of the database pass through, and the handler logs them as `AdapterError`
 * @example
 * const db = new Kysely<AuthTables>({ dialect: new LibsqlDialect({ url: "file:auth.db" }) });
 * const config = { adapter: KyselyAdapter(db), providers: [GitHub] };
 */
export function KyselyAdapter<Tables extends AuthTables>(
  connection: Kysely<Tables>,
  options: KyselyAdapterOptions = {},
): StoreAdapter {
  const adapter = adapterOver(kyselyRows(connection as never));
  const isFile = databaseOf(connection) === "sqlite";
  if (options.migrate !== true && !isFile) return adapter;
  const prepare = once(async () => {
    if (isFile) await waitForTurns(connection);
    if (options.migrate === true) await migrate(connection);
  });
  const prepared = new Map<string, Records>();
  return {
    ...afterOnce(prepare, adapter),
    records(table) {
      const prepareTable = async (): Promise<void> => {
        await prepare();
        if (options.migrate === true) await makeMissing(connection, [table]);
      };
      const found = prepared.get(table.name) ?? afterOnce(prepareTable, adapter.records(table));
      prepared.set(table.name, found);
      return found;
    },
  };
}

/**
 * SQLite has one writer at a time, and a connection without a time to wait fails at once. In libsql the statement that
 * failed stays open then, and nothing that the connection writes later is kept.
 */
async function waitForTurns<Tables>(connection: Kysely<Tables>): Promise<void> {
  const milliseconds = 5000;
  try {
    const { rows } = await sql<{ timeout: unknown }>`pragma busy_timeout`.execute(connection);
    if (Number(rows[0]?.timeout) === 0)
      await sql`pragma busy_timeout = ${sql.raw(String(milliseconds))}`.execute(connection);
  } catch {
    // A database that is no file has no turns.
  }
}
