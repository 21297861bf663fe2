/** Entry point `authwright/adapters/pg`: a store in PostgreSQL over the app's own pool of `pg`, with prepared statements. */
import { adapterOver, type StoreAdapter } from "./adapter-over.js";
import { isCore, type Row, type StoredTable } from "./rows/rows.js";
import { returningRows } from "./rows/sql-rows.js";
import { namesFor, postgres, statementsFor, type SqlStatement, type TableNames } from "./rows/sql.js";
import { tableStatements } from "./sql-schema.js";
import { membersOf } from "../types/members.js";

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
  const sql = statementsFor(postgres, namesFor(postgres, options.tables));
  return adapterOver(returningRows(sql, runnerOf(pool, options), identify));
}

/** Accounts and sessions are found by other keys: their ids are the database's. */
function identify(table: StoredTable, row: Row): Row {
  const { id: _, ...others } = row;
  return isCore(table) && table !== "User" ? others : row;
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

/** A migration has added a column since the statement was planned: PostgreSQL refuses it before it does anything. */
const isStalePlan = (error: unknown): boolean => membersOf(error)["code"] === "0A000";

/** What runs a statement. */
function runnerOf(pool: PgPool, { prepared = true }: PgAdapterOptions) {
  const names = new Map<string, string>();
  const named = (text: string): string => {
    const name = nameOf(text);
    names.set(text, name);
    return name;
  };
  return async ({ text, values }: SqlStatement): Promise<readonly Row[]> => {
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
}

/** A connection knows a prepared statement by its name, which has at most 63 bytes. */
function nameOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const character of text)
    hash = BigInt.asUintN(64, (hash ^ BigInt(character.codePointAt(0) ?? 0)) * 0x100000001b3n);
  return `authwright_${hash.toString(36)}`;
}
