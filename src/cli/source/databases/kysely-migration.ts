/** Migrations in code, as Kysely's Migrator runs them. Loads the TypeScript parser. */
import { exportedFunction } from "../names/exported-functions.js";
import { mayNameModule } from "../syntax/probes.js";
import type { SourceText } from "../names/names.js";
import { parse } from "../syntax/syntax.js";

/** Whether a file exports `up` and speaks of Kysely: other tools run modules of the same shape. */
export function isKyselyMigration({ file, text }: SourceText): boolean {
  if (!mayNameModule(text, "kysely")) return false;
  return exportedFunction(parse(text, file), "up") !== undefined;
}
