/** Makes what is missing, and says what is left. */
import type { TableNames } from "../../runtime/adapters/sql-statements.js";
import type { Connection } from "./connection.js";
import { allNames, compareTables, namesOf, type TableChanges } from "./drift.js";
import { readTables, type FoundTables } from "./read-tables.js";

/** What was found to do, under the names that the database uses. */
export interface TablePlan extends TableChanges {
  readonly names: TableNames;
}

/** @param usesKysely whether the project depends on Kysely: it decides the names in an empty database */
export async function planTables(connection: Connection, usesKysely: boolean): Promise<TablePlan> {
  return planFor(connection.database, await readTables(connection, allNames), usesKysely);
}

/** What a database needs that does not exist yet. */
export const planNewDatabase = (database: Connection["database"], usesKysely: boolean): TablePlan =>
  planFor(database, new Map(), usesKysely);

function planFor(database: Connection["database"], found: FoundTables, usesKysely: boolean): TablePlan {
  const names = namesOf(found, database, usesKysely);
  return { names, ...compareTables(database, names, found) };
}

/**
 * Runs the statements of a plan: in Postgres all of them or none. Elsewhere each stands for itself: MySQL ends a
 * transaction at every table that is made, and what is there already is not made again.
 *
 * @returns what is left afterwards
 * @throws CliError when the database refuses one
 */
export async function runPlan(connection: Connection, plan: TablePlan): Promise<TableChanges> {
  const isWhole = connection.database === "postgres";
  if (isWhole) await connection.execute("begin");
  try {
    if (isWhole) await connection.execute("select pg_advisory_xact_lock(hashtext('authwright.migrate'))");
    for (const statement of plan.statements) await connection.execute(statement);
    if (isWhole) await connection.execute("commit");
  } catch (error) {
    // A connection that is lost cannot roll back; the database does then.
    if (isWhole) await connection.execute("rollback").catch(() => 0);
    throw error;
  }
  const found = await readTables(connection, Object.values(plan.names));
  const { statements, drift } = compareTables(connection.database, plan.names, found);
  const left = statements.map((fix) => ({
    table: "",
    message: "A statement had no effect: an index of the same name is there, over other columns.",
    fix,
  }));
  return { statements: [], drift: [...drift, ...left] };
}
