/** Answers of databases that are no outage, and what stores do then: a table is not there, a row is, a column cannot hold a value. */
import { ownedTables, type TableName } from "../schema.js";
import { isCore, type Row, type Rows, type StoredTable } from "./rows.js";
import { isObject, type Members, membersOf } from "../../types/members.js";

const mark = Symbol.for("authwright.missing-table");

/** The database, or what the app gave the adapter, has no such table, or it lacks a column (`isHalf`). */
export class MissingTable extends Error {
  override readonly name = "MissingTable";
  readonly [mark] = true;
  /** Its name in the database. */
  readonly table: string;

  constructor(table: string, options: ErrorOptions & { readonly isHalf?: boolean } = {}) {
    const { isHalf = false, ...rest } = options;
    super(isHalf ? `The table ${table} lacks a column` : `The database has no table ${table}`, rest);
    this.table = table;
  }
}

/**
 * Does a table of a plugin not exist? Everything else that a store throws is an outage.
 *
 * @param error what a method of `records` rejected with
 */
export const isMissingTable = (error: unknown): boolean =>
  causesOf(error).some((cause) => membersOf(cause)[mark] === true);

/** Of a column: Postgres, MySQL, Prisma. */
const missingColumnCodes: readonly unknown[] = ["42703", "ER_BAD_FIELD_ERROR", 1054, "P2022"];
/** Of a table, likewise. */
const missingCodes: readonly unknown[] = ["42P01", "ER_NO_SUCH_TABLE", 1146, "P2021"];
const duplicateCodes: readonly unknown[] = ["23505", "ER_DUP_ENTRY", 1062, "P2002"];

/** Does a database, or a client of Prisma by its schema, say that a table lacks a column? */
export const isMissingColumn = (error: unknown): boolean =>
  says(error, missingColumnCodes, /no such column|has no column named|Unknown argument `/);

/** Does an error, or one below it, have one of these codes? SQLite says some of that in its text alone. */
const says = (error: unknown, codes: readonly unknown[], text?: RegExp): boolean =>
  causesOf(error).some(
    ({ code, errno, message }) =>
      codes.includes(code) || codes.includes(errno) || text?.test(String(message)) === true,
  );

/** What a driver threw, as {@link MissingTable} where it says so. */
export function toMissingTable(error: unknown, table: string): unknown {
  const isMissing = says(error, missingCodes, new RegExp(`no such table: (?:\\w+\\.)?${table}\\b`));
  const isHalf = !isMissing && says(error, missingColumnCodes, /no such column|has no column named/);
  return isMissing || isHalf ? new MissingTable(table, { cause: error, isHalf }) : error;
}

/**
 * Removes what belongs to a user. An app without passkeys may have no table for them: then there is nothing in it.
 *
 * @param remove from all of these tables, or from none
 * @throws the error of the second try, and of the first one where it says something else
 */
export async function removeOwned(remove: (tables: readonly TableName[]) => Promise<unknown>): Promise<void> {
  try {
    await remove(ownedTables);
  } catch (error) {
    if (!says(error, missingCodes, /no such table/)) throw error;
    await remove(ownedTables.filter((name) => name !== "Authenticator"));
  }
}

/** Is there a row already with the same value of a unique index? */
export const isDuplicate = (error: unknown): boolean =>
  says(error, duplicateCodes, /UNIQUE constraint failed/);

const mostCauses = 5;

/** An error and those below it: query builders wrap what drivers throw. */
function causesOf(error: unknown): readonly Members[] {
  const causes: Members[] = [];
  let next = error;
  while (isObject(next) && causes.length < mostCauses) {
    causes.push(next);
    next = next["cause"];
  }
  return causes;
}

/** Not a number or UUID where the column holds those; a number beyond the column's; a NUL, which no text has there. */
const incomparable = ["22P02", "22003", "22021"];

/**
 * Postgres refuses to look for a text that the column cannot hold: nobody has it then. For `catch` behind a look-up.
 *
 * @throws the error, when it is another one
 */
export function noneIfIncomparable(error: unknown): Row[] {
  if (says(error, incomparable)) return [];
  throw error;
}

/** The rows of a look-up. Columns of the core may be of other types than ours: see {@link noneIfIncomparable}. */
export const orNone = (table: StoredTable, rows: Promise<readonly Row[]>): Promise<readonly Row[]> =>
  isCore(table) ? rows.catch(noneIfIncomparable) : rows;

/** Not a number: of Postgres, of SQLite, and two of MySQL. */
const countingCodes = [
  "22P02",
  "SQLITE_MISMATCH",
  "ER_TRUNCATED_WRONG_VALUE_FOR_FIELD",
  "WARN_DATA_TRUNCATED",
];

/** How a database writes rows. */
interface Inserts {
  /** Whether the table may count its rows. */
  counts(table: StoredTable): boolean;
  /** With the id that the row has. @returns the row as it is stored */
  write(table: StoredTable, row: Row): Promise<Row>;
  /** A row without an id. @returns the row as it is stored, with the id that the database gave it */
  writeCounted(table: StoredTable, row: Row): Promise<Row>;
}

/**
 * Inserts rows with ids of ours. Tables of other libraries may count their rows: a column of numbers takes no id of
 * ours, and gives its own from the first refusal on.
 */
export function insertUnlessCounted({ counts, write, writeCounted }: Inserts): Rows["insert"] {
  const counted = new Set<StoredTable>();
  return async (table, row) => {
    const { id: _, ...others } = row;
    if (counted.has(table)) return writeCounted(table, others);
    try {
      return await write(table, row);
    } catch (error) {
      if (!counts(table) || !says(error, countingCodes)) throw error;
      const stored = await writeCounted(table, others);
      counted.add(table);
      return stored;
    }
  };
}

/** A row of SQLite that others refer to stays, unless they go with it. @throws the error, when it is another one */
function unlessReferred(error: unknown): void {
  if (!causesOf(error).some(({ code }) => String(code).startsWith("SQLITE_CONSTRAINT"))) throw error;
}

/**
 * Removes a user of SQLite, and what belongs to them. A transaction that waits would hold up all others of the process,
 * so the row takes along those that refer to it.
 *
 * @param removeFrom removes from these tables, and the user last
 */
export async function removeInTurn(
  removeFrom: (tables: readonly TableName[]) => Promise<unknown>,
): Promise<void> {
  await removeFrom([]).catch(unlessReferred);
  return removeOwned(removeFrom);
}
