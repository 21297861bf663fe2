/** What `auth doctor` says of a Drizzle schema. */
import type { DrizzleSourceTable } from "../../../cli/source/databases/drizzle-tables.js";
import { detectStyle } from "../../../cli/source/text/text-style.js";
import { isCore, type StoredTable } from "../../../runtime/adapters/rows/rows.js";
import { tableNames, type TableName } from "../../../runtime/adapters/schema.js";
import { restyle } from "../../render.js";
import { driftAt, weightOf, type SchemaDrift } from "../drift.js";
import type { DriftContext } from "../support.js";
import { gapsOf } from "./judge.js";
import { openMerge, pluginTable } from "./merge.js";
import { exactLines, finish, importLines, openFile, tableTexts, type Merge } from "./new-tables.js";
import { findSchema } from "./schema-files.js";
import { withParameter } from "./table-text.js";

/**
 * What the tables of a project's schema lack.
 * @throws SchemaError when there is no schema, or it cannot be read
 */
export function findDrift(context: DriftContext): readonly SchemaDrift[] {
  const merge = openMerge(context, findSchema(context.facts));
  return [...tableNames, ...context.records].flatMap((table) => {
    if (!isCore(table)) return pluginTable(merge, table) ? [] : [missingTable(merge, table)];
    const found = merge.found.get(table);
    return found ? gapsIn(merge, table, found) : [missingTable(merge, table)];
  });
}

function gapsIn(merge: Merge, name: TableName, table: DrizzleSourceTable): readonly SchemaDrift[] {
  return gapsOf({ name, table, manner: merge.manner }).map(({ kind, at, what, column, mended }) => {
    const file = openFile(merge, table.file);
    const item = mended(withParameter(file, table.parameter));
    const exact = exactLines(file, [item]);
    const lines = [...importLines(merge, file), ...exact, `${item},`].join("\n");
    const styled = restyle(lines, detectStyle(table.text));
    return driftAt(weightOf(name, kind, column), name, table, { at, what, lines: styled });
  });
}

function missingTable(merge: Merge, table: StoredTable): SchemaDrift {
  const file = openFile(merge, merge.home);
  const users = merge.found.get("User");
  const { texts } = tableTexts(merge, file, [table]);
  const head = isCore(table) ? importLines(merge, file) : [];
  return driftAt("table", table, users ?? file, {
    at: users?.start ?? 0,
    what: `There is no table ${isCore(table) ? `for what ${table} holds` : table.name}`,
    lines: finish(merge, file, [...head, ...texts]),
  });
}
