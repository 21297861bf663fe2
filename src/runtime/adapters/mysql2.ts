/** Entry point `authwright/adapters/mysql2`: a store in MySQL or MariaDB over the app's own pool of `mysql2/promise`. */
import { adapterOver, type StoreAdapter } from "./adapter-over.js";
import type { Row } from "./rows/rows.js";
import { countingRows, type Counted } from "./rows/sql-rows.js";
import { mysql, namesFor, statementsFor, type SqlStatement, type TableNames } from "./rows/sql.js";
import { tableStatements } from "./sql-schema.js";

// So that declarations of the app can name what it gets.
export type { StoreAdapter } from "./adapter-over.js";

/** As much of a connection of `mysql2/promise` as is used. */
export interface Mysql2Connection {
  /** Runs a prepared statement; rows come first. */
  execute(text: string, values: never[]): Promise<[unknown, unknown]>;
}

/** As much of a pool of `mysql2/promise` as is used. */
export interface Mysql2Pool extends Mysql2Connection {
  /** A connection of one's own, until it is released. */
  getConnection(): Promise<
    Mysql2Connection & {
      beginTransaction(): Promise<void>;
      commit(): Promise<void>;
      rollback(): Promise<void>;
      release(): void;
    }
  >;
}

/** Options of {@link Mysql2Adapter}. */
export interface Mysql2AdapterOptions {
  /** Names of tables that differ from `users`, `accounts`, `sessions`, `verification_token`, `authenticators`. */
  tables?: Partial<TableNames>;
}

/**
 * A store over `mysql2`, with prepared statements. Each session check is one query.
 *
 * @param pool the app's own pool, of `mysql2/promise`
 * @param options names of tables
 * @returns every method of an adapter, and `deleteExpired`
 * @throws nothing itself; errors of the database pass through, and the handler logs them as `AdapterError`
 * @example
 * const pool = createPool(process.env.DATABASE_URL); // from "mysql2/promise"
 * const config = { adapter: Mysql2Adapter(pool), providers: [GitHub] };
 */
export function Mysql2Adapter(pool: Mysql2Pool, options: Mysql2AdapterOptions = {}): StoreAdapter {
  const sql = statementsFor(mysql, namesFor(mysql, options.tables));
  const connection = { ...statementsOver(pool), transaction: inTransaction(pool) };
  return adapterOver(countingRows(sql, connection, (_, row) => row));
}

/**
 * Statements that make the five tables and their indexes, for a migration.
 *
 * @param tables names of tables that differ, as in the options of the adapter
 * @returns one statement per entry, without a semicolon
 * @example for (const statement of createTables()) await pool.query(statement);
 */
export const createTables = (tables: Partial<TableNames> = {}): string[] => tableStatements("mysql", tables);

/** What runs statements on a connection. */
const statementsOver = (connection: Mysql2Connection) => ({
  async run({ text, values }: SqlStatement): Promise<readonly Row[]> {
    const [rows] = await connection.execute(text, values as never[]);
    return Array.isArray(rows) ? (rows as Row[]) : [];
  },
  async change({ text, values }: SqlStatement): Promise<Counted> {
    const [header] = await connection.execute(text, values as never[]);
    return header as Counted;
  },
});

const inTransaction =
  (pool: Mysql2Pool) =>
  async <T>(work: (own: ReturnType<typeof statementsOver>) => Promise<T>): Promise<T> => {
    const connection = await pool.getConnection();
    try {
      await connection.beginTransaction();
      const result = await work(statementsOver(connection));
      await connection.commit();
      return result;
    } catch (error) {
      // A connection that is lost cannot roll back; the database does then.
      await connection.rollback().catch(() => {});
      throw error;
    } finally {
      connection.release();
    }
  };
