/** Door `authwright/adapters/pg`: a store in PostgreSQL over the app's own pool of `pg`, with prepared statements. */
import { adapterOver, type StoreAdapter } from "./adapter-over.js";
import {
  columnsOf,
  decodeRow,
  toDate,
  type Row,
  type RowReads,
  type RowStore,
  type RowWrites,
  type Where,
} from "./row-store.js";
import { tableNames, tableOf, type TableName } from "./schema.js";
import { tableStatements } from "./sql-schema.js";
import { defaultNames, statementsFor, type SqlDialect, type TableNames } from "./sql-statements.js";

/** As much of a `pg.Pool` as is used. */
export interface PgPool {
  /** As `pg` has it. */
  query(statement: PgStatement): Promise<{ rows: Record<string, unknown>[] }>;
}

/** A statement as `pg` takes it. */
export interface PgStatement {
  /** The connection keeps the statement prepared under it. */
  name?: string;
  /** SQL, with `$1` and so on for values. */
  text: string;
  /** The values, in that order. */
  values: unknown[];
}

/** Options of {@link PgAdapter}. */
export interface PgAdapterOptions {
  /** Names of tables that differ from `users`, `accounts`, `sessions`, `verification_token`, `authenticators`. */
  tables?: Partial<TableNames>;
  /**
   * Let the database keep each statement prepared, for each connection. Default: true. Write false behind a pooler that
   * gives each transaction another connection and knows no prepared statements, such as PgBouncer before 1.21.
   */
  prepared?: boolean;
}

/**
 * A store over `pg`. Each session check is one query.
 *
 * @param pool the app's own `pg.Pool`
 * @param options names of tables; whether statements stay prepared
 * @returns every method of an adapter, and `deleteExpired`
 * @throws nothing itself; errors of the database pass through, and the handler logs them as `AdapterError`
 * @example
 * const pool = new Pool({ connectionString: process.env.DATABASE_URL });
 * pool.on("error", (error) => console.error("Postgres:", error.message));
 * const config = { adapter: PgAdapter(pool), providers: [GitHub] };
 */
export function PgAdapter(pool: PgPool, options: PgAdapterOptions = {}): StoreAdapter {
  return adapterOver(rowStore(pool, options));
}

/**
 * Statements that make the five tables and their indexes, for a migration.
 *
 * @param tables names of tables that differ, as in the options of the adapter
 * @returns one statement per entry, without a semicolon
 * @example for (const statement of createTables()) await pool.query(statement);
 */
export const createTables = (tables: Partial<TableNames> = {}): string[] =>
  tableStatements("postgres", tables);

const dialect: SqlDialect = {
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  place: (index) => `$${index}`,
  same: (column, place) => `${column} = ${place}`,
  limitsDelete: false,
  // Columns without a time zone hold UTC, whatever the zone of the process.
  date: (column) => `round(extract(epoch from ${column}) * 1000)::float8`,
};

type Database = ReturnType<typeof databaseOf>;

function databaseOf(pool: PgPool, { tables, prepared = true }: PgAdapterOptions) {
  const sql = statementsFor(dialect, { ...defaultNames, ...tables });
  const names = new Map<string, string>();
  const run = async (text: string, values: unknown[]): Promise<Row[]> => {
    const name = names.get(text) ?? nameOf(text);
    names.set(text, name);
    const { rows } = await pool.query({ ...(prepared && { name }), text, values });
    return rows;
  };
  const first = async (table: TableName, text: string, where: Where): Promise<Row | undefined> => {
    const [row] = await run(text, Object.values(where)).catch(noneUnlessId);
    return row && decodeRow(table, row);
  };
  return { sql, run, first };
}

function rowStore(pool: PgPool, options: PgAdapterOptions): RowStore {
  const database = databaseOf(pool, options);
  const reads = readsOf(database);
  return { ...reads, ...writesOf(database, reads) };
}

function readsOf({ sql, run, first }: Database): RowReads {
  const check = sql.sessionAndUser();
  return {
    find: (table, where) => first(table, sql.find(table, where), where),
    async list(table, where) {
      const rows = await run(sql.find(table, where), Object.values(where)).catch(noneUnlessId);
      return rows.map((row) => decodeRow(table, row));
    },
    async alike(table, where) {
      const rows = await run(sql.alike(table, where), Object.values(where));
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

function writesOf({ sql, run, first }: Database, { find }: RowReads): RowWrites {
  const write = async (table: TableName, given: Row) => {
    const row = columnsOf(table, given);
    const values = Object.values(row).map(encode);
    return run(sql.insert(table, Object.keys(row)) + sql.returning(table), values);
  };
  let numbersUsers = false;

  return {
    async insert(table, row) {
      const others = Object.fromEntries(Object.entries(row).filter(([name]) => name !== "id"));
      const withoutId = () => write(table, others);
      // Tables of the published adapter number their users: the id is left to the database from then on.
      const numbered = (error: { code?: unknown }) => {
        if (error.code !== noSuchText) throw error;
        numbersUsers = true;
        return withoutId();
      };
      const isOwnId = table === "User" && !numbersUsers;
      const [stored = row] = await (isOwnId ? write(table, row).catch(numbered) : withoutId());
      return decodeRow(table, stored);
    },
    async update(table, where, given) {
      const changes = columnsOf(table, given);
      if (Object.keys(changes).length === 0) return find(table, where);
      const text = sql.update(table, where, Object.keys(changes)) + sql.returning(table);
      const values = [...Object.values(changes).map(encode), ...Object.values(where)];
      const [row] = await run(text, values).catch(noneUnlessId);
      return row && decodeRow(table, row);
    },
    take: (table, where) => first(table, sql.remove(table, where) + sql.returning(table), where),
    async removeUser(id) {
      // One statement, so that all of it happens or nothing.
      const owned = tableNames.filter((table) => tableOf(table).userId);
      const parts = owned.map((table, at) => `r${at} as (${sql.remove(table, { userId: id })})`);
      await run(`with ${parts.join(", ")} ${sql.remove("User", { id })}`, [id]).catch(noneUnlessId);
    },
    async removeExpired(table, before, batch) {
      const gone = await run(`${sql.removeExpired(table)} returning 1`, [encode(before), batch]);
      return gone.length;
    },
  };
}

/** A text that is no value of the column's type: ids may be numbers or UUIDs. */
const noSuchText = "22P02";

function noneUnlessId(error: { code?: unknown }): Row[] {
  if (error.code !== noSuchText) throw error;
  return [];
}

/** Text, so that no driver writes a date in the time zone of the process. */
const encode = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

/** A connection knows a prepared statement by its name, which has at most 63 bytes. */
function nameOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const character of text)
    hash = BigInt.asUintN(64, (hash ^ BigInt(character.codePointAt(0) ?? 0)) * 0x100000001b3n);
  return `authwright_${hash.toString(36)}`;
}
