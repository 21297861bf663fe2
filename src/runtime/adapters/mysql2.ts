/** Entry point `authwright/adapters/mysql2`: a store in MySQL or MariaDB over the app's own pool of `mysql2/promise`. */
import { adapterOver, type StoreAdapter } from "./adapter-over.js";
import { mysqlRecords, type Execute } from "./records/mysql-records.js";
import { removeOwned } from "./owned-tables.js";
import {
  columnsOf,
  countsRows,
  decodeRow,
  toDate,
  type Row,
  type RowReads,
  type RowWrites,
  type Where,
} from "./row-store.js";
import type { TableName } from "./schema.js";
import { tableStatements } from "./sql-schema.js";
import { defaultNames, statementsFor, type SqlDialect, type TableNames } from "./sql-statements.js";

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
  const database = databaseOf(pool, options);
  const reads = readsOf(database);
  const executeOn =
    (connection: Mysql2Connection): Execute =>
    (text, values) =>
      connection.execute(text, values.map(encode) as never[]);
  const records = mysqlRecords({
    dialect,
    execute: executeOn(pool),
    inTransaction: (work) => inTransaction(pool, (connection) => work(executeOn(connection))),
  });
  return adapterOver({ ...reads, ...writesOf(database, reads) }, records);
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
  same: (column, place) => `(${column} = ${place} and ${bytes(column)} = ${bytes(place)})`,
  limitsDelete: true,
  date: (column) => `date_format(${column}, '%Y-%m-%dT%H:%i:%s.%fZ')`,
};

type Connection = Awaited<ReturnType<Mysql2Pool["getConnection"]>>;

type Database = ReturnType<typeof databaseOf>;

function databaseOf(pool: Mysql2Pool, { tables }: Mysql2AdapterOptions) {
  const sql = statementsFor(dialect, { ...defaultNames, ...tables });
  const first = async (table: TableName, text: string, where: Where): Promise<Row | undefined> => {
    const [row] = await run(pool, text, twice(where));
    return row && decodeRow(table, row);
  };
  return { pool, sql, first };
}

function readsOf({ pool, sql, first }: Database): RowReads {
  const check = sql.sessionAndUser();
  return {
    find: (table, where) => first(table, sql.find(table, where), where),
    async list(table, where) {
      const rows = await run(pool, sql.find(table, where), twice(where));
      return rows.map((row) => decodeRow(table, row));
    },
    async alike(table, where) {
      const rows = await run(pool, sql.alike(table, where), Object.values(where));
      return rows.map((row) => decodeRow(table, row));
    },
    userOfAccount: (where) => first("User", sql.userOfAccount(where), where),
    async sessionAndUser(sessionToken) {
      const row = await first("User", check, { sessionToken });
      if (!row) return undefined;
      const { sessionExpires, ...user } = row;
      return { expires: toDate(sessionExpires), user };
    },
  };
}

function writesOf({ pool, sql }: Database, { find }: RowReads): RowWrites {
  let countsUsers = false;
  const write = async (table: TableName, row: Row): Promise<unknown> => {
    const values = Object.values(row).map(encode);
    const [result] = await pool.execute(sql.insert(table, Object.keys(row)), values as never[]);
    return (result as { insertId?: unknown }).insertId;
  };
  return {
    async insert(table, given) {
      const row = columnsOf(table, given);
      const { id: _, ...others } = row;
      // A table that counts its users gives an id of its own.
      const counted = async () => ({ ...others, id: String(await write(table, others)) });
      if (table === "User" && countsUsers) return counted();
      try {
        await write(table, row);
        return row;
      } catch (error) {
        if (table !== "User" || !countsRows(error as { code?: unknown })) throw error;
        const stored = await counted();
        countsUsers = true;
        return stored;
      }
    },
    async update(table, where, given) {
      const changes = columnsOf(table, given);
      if (Object.keys(changes).length === 0) return find(table, where);
      const values = [...Object.values(changes).map(encode), ...twice(where)];
      await run(pool, sql.update(table, where, Object.keys(changes)), values);
      return find(table, where);
    },
    take: (table, where) =>
      inTransaction(pool, async (connection) => {
        const [row] = await run(connection, `${sql.find(table, where)} for update`, twice(where));
        if (row) await run(connection, sql.remove(table, where), twice(where));
        return row && decodeRow(table, row);
      }),
    removeUser: (id) =>
      removeOwned((owned) =>
        inTransaction(pool, async (connection) => {
          for (const table of owned) await run(connection, sql.remove(table, { userId: id }), [id, id]);
          await run(connection, sql.remove("User", { id }), [id, id]);
        }),
      ),
    async removeExpired(table, before, batch) {
      // The protocol takes a number in LIMIT as text alone.
      const [result] = await pool.execute(sql.removeExpired(table), [
        encode(before),
        String(batch),
      ] as never[]);
      return (result as { affectedRows: number }).affectedRows;
    },
  };
}

/** Each text stands in its condition twice: as the column compares, and byte by byte. */
const twice = (where: Where): string[] => Object.values(where).flatMap((value) => [value, value]);

async function run(connection: Mysql2Connection, text: string, values: unknown[]): Promise<Row[]> {
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

/** Drivers would write a date in the time zone of the process. */
const encode = (value: unknown): unknown =>
  value instanceof Date ? value.toISOString().slice(0, -1).replace("T", " ") : value;
