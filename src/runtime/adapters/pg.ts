/** Entry point `authwright/adapters/pg`: a store in PostgreSQL over the app's own pool of `pg`, with prepared statements. */
import { adapterOver, type StoreAdapter } from "./adapter-over.js";
import { pgRecords } from "./records/pg-records.js";
import { removeOwned } from "./owned-tables.js";
import {
  columnsOf,
  countsRows,
  decodeRow,
  noneIfIncomparable,
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
  const database = databaseOf(pool, options);
  const reads = readsOf(database);
  const { run } = database;
  const records = pgRecords(dialect, (text, values) => run(text, values.map(encode)));
  return adapterOver({ ...reads, ...writesOf(database, reads) }, records);
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

/** A migration has added a column since the statement was planned: PostgreSQL refuses it before it does anything. */
const isStalePlan = (error: unknown): boolean =>
  typeof error === "object" && error !== null && (error as { code?: unknown }).code === "0A000";

function databaseOf(pool: PgPool, { tables, prepared = true }: PgAdapterOptions) {
  const sql = statementsFor(dialect, { ...defaultNames, ...tables });
  const names = new Map<string, string>();
  const named = (text: string): string => {
    const name = nameOf(text);
    names.set(text, name);
    return name;
  };
  const run = async (text: string, values: unknown[]): Promise<Row[]> => {
    if (!prepared) return (await pool.query({ text, values })).rows;
    const name = names.get(text) ?? named(text);
    try {
      return (await pool.query({ name, text, values })).rows;
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      // Each connection keeps its plan under the old name: all of them plan it anew under another one.
      if (names.get(text) === name) names.set(text, `${name}_`);
      return (await pool.query({ text, values })).rows;
    }
  };
  const first = async (table: TableName, text: string, where: Where): Promise<Row | undefined> => {
    const [row] = await run(text, Object.values(where)).catch(noneIfIncomparable);
    return row && decodeRow(table, row);
  };
  return { sql, run, first };
}

function readsOf({ sql, run, first }: Database): RowReads {
  const check = sql.sessionAndUser();
  return {
    find: (table, where) => first(table, sql.find(table, where), where),
    async list(table, where) {
      const rows = await run(sql.find(table, where), Object.values(where)).catch(noneIfIncomparable);
      return rows.map((row) => decodeRow(table, row));
    },
    async alike(table, where) {
      const rows = await run(sql.alike(table, where), Object.values(where)).catch(noneIfIncomparable);
      return rows.map((row) => decodeRow(table, row));
    },
    userOfAccount: (where) => first("User", sql.userOfAccount(where), where),
    // Without steps in between: each session check waits for them.
    sessionAndUser: (sessionToken) =>
      run(check, [sessionToken]).then(([row]) => row && decodeCheck(row), noneFor),
  };
}

const decodeCheck = (row: Row) => ({
  expires: toDate(row["sessionExpires"]),
  user: decodeRow("User", row, "sessionExpires"),
});

const noneFor = (error: { code?: unknown }): undefined => void noneIfIncomparable(error);

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
      const numbered = async (error: { code?: unknown }) => {
        if (!countsRows(error)) throw error;
        const rows = await withoutId();
        numbersUsers = true;
        return rows;
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
      const [row] = await run(text, values).catch(noneIfIncomparable);
      return row && decodeRow(table, row);
    },
    take: (table, where) => first(table, sql.remove(table, where) + sql.returning(table), where),
    removeUser: (id) =>
      removeOwned((owned) => {
        // One statement, so that all of it happens or nothing.
        const parts = owned.map((table, at) => `r${at} as (${sql.remove(table, { userId: id })})`);
        const text = `with ${parts.join(", ")} ${sql.remove("User", { id })}`;
        return run(text, [id]).catch(noneIfIncomparable);
      }),
    async removeExpired(table, before, batch) {
      const gone = await run(`${sql.removeExpired(table)} returning 1`, [encode(before), batch]);
      return gone.length;
    },
  };
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
