/** What `auth doctor` says of a Prisma schema. */
import { isCore, type StoredTable } from "../../../runtime/adapters/rows/rows.js";
import { tableNames, type TableName } from "../../../runtime/adapters/schema.js";
import { driftAt, weightOf, type SchemaDrift } from "../drift.js";
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
  return [...tableNames, ...records].flatMap((table): readonly SchemaDrift[] => {
    const placed = isCore(table) ? modelOf(table) : pluginModel(schema, table);
    if (placed && isCore(table))
      return [...gapsIn(table, placed, manner), ...(table === "User" ? listGaps(placed, lists) : [])];
    if (placed) return missingFields(table, placed, manner);
    if (!place) return [];
    const name = modelName(table);
    const lines = modelLines(name, wantedModel(table, manner, lists), "  ").join("\n");
    const what = `There is no model ${name}${isCore(table) ? "" : `, for the table ${table.name}`}`;
    return [driftAt("table", table, place, { at: 0, what, lines })];
  });
}

/** Of a plugin's model only that its fields are there is asked: nobody else writes it. */
const missingFields = (
  table: StoredTable,
  placed: PlacedBlock,
  manner: ModelManner,
): readonly SchemaDrift[] =>
  wantedModel(table, manner)
    .fields.filter(({ name }) => !fieldOf(placed.block, name))
    .map((field) =>
      driftAt("column", table, placed, {
        at: placed.block.start,
        what: `model ${placed.block.name} has no ${field.name}`,
        lines: fieldLine(field, [0, 0]),
      }),
    );

/** The client takes `User` and `user` for the same. */
const clientName = (model: string): string => model.charAt(0).toLowerCase() + model.slice(1);

const gapsIn = (table: TableName, placed: PlacedBlock, manner: ModelManner): readonly SchemaDrift[] =>
  judgeModel(table, placed, manner).map(({ kind, at, what, wanted }) =>
    driftAt(kind === "relation" ? "column" : weightOf(table, kind, wanted.name), table, placed, {
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
    driftAt("column", table as TableName, placed, {
      at: placed.block.start,
      what: `model ${placed.block.name} has no list of ${table}`,
      lines: fieldLine(listField(table, list), [0, 0]),
    }),
  );
