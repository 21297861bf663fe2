/** Entry point `authwright/adapters/mysql2`: a store in MySQL or MariaDB over the app's own pool of `mysql2/promise`. */
import { adapterOver, type StoreAdapter } from "./adapter-over.js";
import { insertUnlessCounted, removeOwned } from "./rows/driver-errors.js";
import { columnsOf, decodeRow, isCore, type Row, type Rows } from "./rows/rows.js";
import {
  defaultNames,
  readsOf,
  statementsFor,
  type SqlDialect,
  type SqlStatement,
  type SqlStatements,
  type TableNames,
} from "./rows/sql.js";
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
  const sql = statementsFor(dialect, { ...defaultNames, ...options.tables });
  const reads = readsOf(sql, (_, statement) => rowsOf(pool, statement));
  return adapterOver({
    ...reads,
    ...writesOf(sql, pool, reads),
    removeUser: (id) => removeUser(sql, pool, id),
  });
}

/**
 * Statements that make the five tables and their indexes, for a migration.
 *
 * @param tables names of tables that differ, as in the options of the adapter
 * @returns one statement per entry, without a semicolon
 * @example for (const statement of createTables()) await pool.query(statement);
 */
export const createTables = (tables: Partial<TableNames> = {}): string[] => tableStatements("mysql", tables);

const bytes = (value: string) => `cast(convert(${value} using utf8mb4) as binary)`;

const dialect: SqlDialect = {
  quote: (name) => `\`${name.replaceAll("`", "``")}\``,
  place: () => "?",
  // The first half of the condition is the one that has an index.
  same: (column, place) => `(${column} = ${place()} and ${bytes(column)} = ${bytes(place())})`,
  limitsDelete: true,
  date: (column) => `date_format(${column}, '%Y-%m-%dT%H:%i:%s.%fZ')`,
  encode: (value) => (value instanceof Date ? value.toISOString().slice(0, -1).replace("T", " ") : value),
};

type Connection = Awaited<ReturnType<Mysql2Pool["getConnection"]>>;

function writesOf(
  sql: SqlStatements,
  pool: Mysql2Pool,
  { find }: Pick<Rows, "find">,
): Omit<Rows, "find" | "list"> {
  const insert = insertUnlessCounted({
    counts: (table) => table === "User",
    async write(table, row) {
      await headerOf(pool, sql.insert(table, row));
      return row;
    },
    async writeCounted(table, row) {
      const { insertId } = await headerOf(pool, sql.insert(table, row));
      return { ...row, id: String(insertId) };
    },
  });
  return {
    insert: (table, given) => insert(table, columnsOf(table, given)),
    async update(table, key, given, expected) {
      const changes = columnsOf(table, given);
      if (Object.keys(changes).length === 0) return find(table, key);
      const { affectedRows } = await headerOf(pool, sql.update(table, key, changes, expected));
      if (isCore(table)) return find(table, key);
      return affectedRows > 0 ? changes : undefined;
    },
    take: (table, key) =>
      inTransaction(pool, async (connection) => {
        const { text, values } = sql.find(table, key);
        const [row] = await rowsOf(connection, { text: `${text} for update`, values });
        if (row) await headerOf(connection, sql.remove(table, key));
        return row && decodeRow(table, row);
      }),
    removeExpired: async (table, before, batch) =>
      (await headerOf(pool, sql.removeExpired(table, before, batch))).affectedRows,
  };
}

const removeUser = (sql: SqlStatements, pool: Mysql2Pool, id: string): Promise<void> =>
  removeOwned((owned) =>
    inTransaction(pool, async (connection) => {
      for (const table of owned) await headerOf(connection, sql.remove(table, { userId: id }));
      await headerOf(connection, sql.remove("User", { id }));
    }),
  );

/** What comes first where there are no rows. */
interface Header {
  readonly affectedRows: number;
  readonly insertId?: unknown;
}

async function headerOf(connection: Mysql2Connection, { text, values }: SqlStatement): Promise<Header> {
  const [header] = await connection.execute(text, values as never[]);
  return header as Header;
}

async function rowsOf(connection: Mysql2Connection, { text, values }: SqlStatement): Promise<readonly Row[]> {
  const [rows] = await connection.execute(text, values as never[]);
  return Array.isArray(rows) ? (rows as Row[]) : [];
}

async function inTransaction<T>(pool: Mysql2Pool, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const result = await work(connection);
    await connection.commit();
    return result;
  } catch (error) {
    // A connection that is lost cannot roll back; the database does then.
    await connection.rollback().catch(() => {});
    throw error;
  } finally {
    connection.release();
  }
}
