/** What `auth doctor` says of a Drizzle schema. */
import type { DrizzleSourceTable } from "../../../cli/source/databases/drizzle-tables.js";
import { detectStyle } from "../../../cli/source/text/text-style.js";
import { isCore, type StoredTable } from "../../../runtime/adapters/rows/rows.js";
import { tableNames, type TableName } from "../../../runtime/adapters/schema.js";
import { restyle } from "../../render.js";
import { driftAt, weightOf, type SchemaDrift } from "../drift.js";
import type { DriftContext } from "../support.js";
import { moduleSpecifier } from "../wiring.js";
import { gapsOf } from "./judge.js";
import { homeOf, openMerge, pluginTable } from "./merge.js";
import { codeOf, finish, importLine, sourceOf, tableTexts, writerFor, type Merge } from "./new-tables.js";
import { coreOf, findSchema } from "./schema-files.js";
import { exactText, exactTextLines } from "./table-text.js";

/**
 * What the tables of a project's schema lack.
 * @throws SchemaError when there is no schema, or it cannot be read
 */
export async function findDrift({
  facts,
  framework,
  records,
}: DriftContext): Promise<readonly SchemaDrift[]> {
  const schema = await findSchema(facts);
  const merge = await openMerge(schema, (file, from) => moduleSpecifier(facts, framework, file, from));
  return [...tableNames, ...records].flatMap((table) => {
    if (!isCore(table)) return pluginTable(merge, table) ? [] : [missingTable(merge, table)];
    const found = merge.found.get(table);
    return found ? gapsIn(merge, table, found) : [missingTable(merge, table)];
  });
}

function gapsIn(merge: Merge, name: TableName, table: DrizzleSourceTable): readonly SchemaDrift[] {
  const { file, text, parameter } = table;
  return gapsOf({ name, table, manner: merge.manner }).map(({ kind, at, what, column, mended }) => {
    const { use, call, wanted } = writerFor(merge, file);
    const item = mended({
      use,
      isExact: true,
      call: (builder) =>
        parameter === undefined || builder.own ? call(builder) : `${parameter}.${builder.name}`,
    });
    const isExact = item.includes(`${exactText}(`) && !codeOf(merge, file)?.isTaken(exactText);
    const exact = isExact ? [exactTextLines(use("customType"), /\.[cm]?tsx?$/.test(file))] : [];
    const lines = [...imports(merge, file, wanted()), ...exact, `${item},`].join("\n");
    const styled = restyle(lines, detectStyle(text));
    return driftAt(weightOf(name, kind, column), name, table, { at, what, lines: styled });
  });
}

function missingTable(merge: Merge, table: StoredTable): SchemaDrift {
  const { schema, found } = merge;
  const file = homeOf(schema, found);
  const source = { file, text: sourceOf(schema, file)?.text ?? "" };
  const writer = writerFor(merge, file);
  const { texts } = tableTexts(merge, source, [table], writer);
  const head = isCore(table) ? imports(merge, file, writer.wanted()) : [];
  return driftAt("table", table, found.get("User") ?? source, {
    at: found.get("User")?.start ?? 0,
    what: `There is no table ${isCore(table) ? `for what ${table} holds` : table.name}`,
    lines: finish(merge, source, [...head, ...texts]),
  });
}

const imports = (merge: Merge, file: string, names: readonly string[]): readonly string[] =>
  names.length > 0 ? [importLine(merge, file, { names, specifier: coreOf(merge.schema.dialect) })] : [];
