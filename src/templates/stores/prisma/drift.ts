/** What `auth doctor` says of a Prisma schema. */
import { lineAt } from "../../../cli/source/text/layout.js";
import { isCore, type StoredTable } from "../../../runtime/adapters/rows/rows.js";
import { tableNames, type TableName } from "../../../runtime/adapters/schema.js";
import type { RecordTable } from "../../../runtime/types/records.js";
import { weightOf, type SchemaDrift } from "../drift.js";
import type { DriftContext } from "../support.js";
import { judgeModel } from "./judge.js";
import { listsFor } from "./merge.js";
import {
  fieldLine,
  fieldOf,
  listField,
  mannerOf,
  modelLines,
  modelName,
  pluginModel,
  wantedModel,
  type ModelManner,
} from "./models.js";
import { blocksOf, findSchema, type PlacedBlock } from "./schema-files.js";

/**
 * What the models of a project's schema lack.
 * @throws SchemaError when there is no schema, or it cannot be read
 */
export async function findDrift({ facts, records }: DriftContext): Promise<readonly SchemaDrift[]> {
  const schema = await findSchema(facts);
  const blocks = blocksOf(schema);
  const modelOf = (table: TableName) =>
    blocks.find(({ block }) => block.kind === "model" && clientName(block.name) === clientName(table));
  const user = modelOf("User");
  const manner = mannerOf(schema, user?.block);
  const lists = listsFor(user?.block);
  const place = user ?? blocks[0];
  const missing = (table: StoredTable): readonly SchemaDrift[] => {
    if (!place) return [];
    const name = modelName(table);
    const lines = modelLines(name, wantedModel(table, manner, lists), "  ").join("\n");
    const what = `There is no model ${name}${isCore(table) ? "" : `, for the table ${table.name}`}`;
    return [drift("table", table, place, { at: 0, what, lines })];
  };
  const core = tableNames.flatMap((table): readonly SchemaDrift[] => {
    const placed = modelOf(table);
    if (!placed) return missing(table);
    return [...gapsIn(table, placed, manner), ...(table === "User" ? listGaps(placed, lists) : [])];
  });
  const plugins = records.flatMap((table): readonly SchemaDrift[] => {
    const placed = pluginModel(schema, table);
    return placed ? missingFields(table, placed, manner) : missing(table);
  });
  return [...core, ...plugins];
}

/** Of a plugin's model only that its fields are there is asked: nobody else writes it. */
const missingFields = (
  table: RecordTable,
  placed: PlacedBlock,
  manner: ModelManner,
): readonly SchemaDrift[] =>
  wantedModel(table, manner)
    .fields.filter(({ name }) => !fieldOf(placed.block, name))
    .map((field) =>
      drift("column", table, placed, {
        at: placed.block.start,
        what: `model ${placed.block.name} has no ${field.name}`,
        lines: fieldLine(field, [0, 0]),
      }),
    );

/** The client takes `User` and `user` for the same. */
const clientName = (model: string): string => model.charAt(0).toLowerCase() + model.slice(1);

const gapsIn = (table: TableName, placed: PlacedBlock, manner: ModelManner): readonly SchemaDrift[] =>
  judgeModel(table, placed, manner).map(({ kind, at, what, wanted }) =>
    drift(kind === "relation" ? "column" : weightOf(table, kind, wanted.name), table, placed, {
      at,
      what,
      lines: fieldLine(wanted, [0, 0]),
    }),
  );

/** Prisma wants both ends of a relation. */
const listGaps = (
  placed: PlacedBlock,
  lists: Readonly<Partial<Record<TableName, string>>>,
): readonly SchemaDrift[] =>
  Object.entries(lists).map(([table, list]) =>
    drift("column", table as TableName, placed, {
      at: placed.block.start,
      what: `model ${placed.block.name} has no list of ${table}`,
      lines: fieldLine(listField(table, list), [0, 0]),
    }),
  );

interface Wrong {
  readonly at: number;
  readonly what: string;
  readonly lines: string;
}

const drift = (
  kind: SchemaDrift["kind"],
  table: StoredTable,
  { file, text }: PlacedBlock,
  { at, what, lines }: Wrong,
): SchemaDrift => ({
  kind,
  table: isCore(table) ? table : table.name,
  file,
  line: lineAt(text, at),
  what,
  lines,
});
