/** Makes what is missing, and says what is left. */
import type { RecordTable } from "../../runtime/types/records.js";
import type { Connection } from "../database/connection.js";
import {
  allNames,
  compareTables,
  namesOf,
  type TableChanges,
  type WantedNames,
} from "../../templates/stores/table-drift.js";
import { readTables } from "../database/read-tables.js";
import type { DatabaseTables } from "../../templates/stores/found-table.js";

/** What a project says of its tables. */
export interface ProjectTables {
  /** It depends on Kysely: that decides the names in an empty database. */
  readonly usesKysely: boolean;
  /** Those of its plugins. */
  readonly records: readonly RecordTable[];
}

/** What was found to do, under the names that the database uses. */
export interface TablePlan extends TableChanges, WantedNames {}

export async function planTables(connection: Connection, project: ProjectTables): Promise<TablePlan> {
  const asked = [...allNames, ...project.records.map(({ name }) => name)];
  return planFor(connection.database, await readTables(connection, asked), project);
}

/** What a database needs that does not exist yet. */
export const planNewDatabase = (database: Connection["database"], project: ProjectTables): TablePlan =>
  planFor(database, new Map(), project);

function planFor(
  database: Connection["database"],
  found: DatabaseTables,
  { usesKysely, records }: ProjectTables,
): TablePlan {
  const names = namesOf(found, database, usesKysely);
  return { names, records, ...compareTables(database, { names, records }, found) };
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
  const asked = [...Object.values(plan.names), ...plan.records.map(({ name }) => name)];
  const { statements, drift } = compareTables(connection.database, plan, await readTables(connection, asked));
  const left = statements.map((fix) => ({
    table: "",
    message: "A statement had no effect: an index of the same name is there, over other columns.",
    fix,
  }));
  return { statements: [], drift: [...drift, ...left] };
}
