import type { SchemaDrift } from "../drift.js";
import { findSqlDrift } from "../sql-drift.js";
import type { DriftContext } from "../support.js";
import { usualDialect } from "./plan.js";

/** What migrations in SQL leave out. Those in TypeScript, and tables that `migrate()` makes, say nothing here. */
export const findDrift = (context: DriftContext): readonly SchemaDrift[] =>
  findSqlDrift(context, usualDialect(context.facts).id);
