/** What `auth doctor` says of a Drizzle schema. */
import type { DrizzleSourceTable } from "../../../cli/source/databases/drizzle-tables.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import { detectStyle } from "../../../cli/source/text/text-style.js";
import { isCore, type StoredTable } from "../../../runtime/adapters/rows/rows.js";
import { tableNames, type TableName } from "../../../runtime/adapters/schema.js";
import { restyle } from "../../render.js";
import { weightOf, type SchemaDrift } from "../drift.js";
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
  const core = tableNames.flatMap((name) => {
    const table = merge.found.get(name);
    return table ? gapsIn(merge, name, table) : [missingTable(merge, name)];
  });
  const absent = records.filter((table) => !pluginTable(merge, table));
  return [...core, ...absent.map((table) => missingTable(merge, table))];
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
    const place = { table: name, file, line: lineAt(text, at) };
    return { ...place, kind: weightOf(name, kind, column), what, lines: restyle(lines, detectStyle(text)) };
  });
}

function missingTable(merge: Merge, table: StoredTable): SchemaDrift {
  const { schema, found } = merge;
  const file = homeOf(schema, found);
  const source = { file, text: sourceOf(schema, file)?.text ?? "" };
  const writer = writerFor(merge, file);
  const { texts } = tableTexts(merge, source, [table], writer);
  const head = isCore(table) ? imports(merge, file, writer.wanted()) : [];
  const users = found.get("User");
  return {
    kind: "table",
    table: isCore(table) ? table : table.name,
    file,
    line: users ? lineAt(users.text, users.start) : 1,
    what: isCore(table) ? `There is no table for what ${table} holds` : `There is no table ${table.name}`,
    lines: finish(merge, source, [...head, ...texts]),
  };
}

const imports = (merge: Merge, file: string, names: readonly string[]): readonly string[] =>
  names.length > 0 ? [importLine(merge, file, { names, specifier: coreOf(merge.schema.dialect) })] : [];
