/** What `auth doctor` says of a Prisma schema. */
import { isCore, memberOf, type StoredTable } from "../../../runtime/adapters/rows/rows.js";
import { tableNames, type TableName } from "../../../runtime/adapters/schema.js";
import { driftAt, weightOf, type SchemaDrift } from "../drift.js";
import type { DriftContext } from "../support.js";
import { judgeModel } from "./judge.js";
import {
  clientName,
  fieldLine,
  fieldOf,
  listField,
  mannerOf,
  modelLines,
  modelName,
  pluginModel,
  wantedModel,
  type ModelManner,
  type WantedField,
} from "./models.js";
import { findSchema, type PlacedBlock } from "./schema-files.js";

/**
 * What the models of a project's schema lack.
 * @throws SchemaError when there is no schema, or it cannot be read
 */
export async function findDrift({ facts, records }: DriftContext): Promise<readonly SchemaDrift[]> {
  const schema = await findSchema(facts);
  const modelOf = (table: TableName) =>
    schema.blocks.find(({ kind, name }) => kind === "model" && clientName(name) === memberOf(table));
  const user = modelOf("User");
  const manner = mannerOf(schema, user);
  const place = user ?? schema.blocks[0];
  return [...tableNames, ...records].flatMap((table): readonly SchemaDrift[] => {
    const model = isCore(table) ? modelOf(table) : pluginModel(schema, table);
    if (model && isCore(table))
      return [...gapsIn(table, model, manner), ...(table === "User" ? listGaps(model, manner) : [])];
    if (model) return missingFields(table, model, manner);
    if (!place) return [];
    const name = modelName(table);
    const lines = modelLines(name, wantedModel(table, manner), "  ").join("\n");
    const what = `There is no model ${name}${isCore(table) ? "" : `, for the table ${table.name}`}`;
    return [driftAt("table", table, place, { at: 0, what, lines })];
  });
}

/** Of a plugin's model only that its fields are there is asked: nobody else writes it. */
const missingFields = (table: StoredTable, model: PlacedBlock, manner: ModelManner): readonly SchemaDrift[] =>
  wantedModel(table, manner)
    .fields.filter(({ name }) => !fieldOf(model, name))
    .map((field) => missingField(table, model, field.name, field));

const missingField = (
  table: StoredTable,
  model: PlacedBlock,
  missing: string,
  field: WantedField,
): SchemaDrift =>
  driftAt("column", table, model, {
    at: model.start,
    what: `model ${model.name} has no ${missing}`,
    lines: fieldLine(field),
  });

const gapsIn = (table: TableName, model: PlacedBlock, manner: ModelManner): readonly SchemaDrift[] =>
  judgeModel(table, model, manner).map(({ kind, at, what, wanted }) =>
    driftAt(kind === "relation" ? "column" : weightOf(table, kind, wanted.name), table, model, {
      at,
      what,
      lines: fieldLine(wanted),
    }),
  );

const listGaps = (model: PlacedBlock, { lists }: ModelManner): readonly SchemaDrift[] =>
  Object.entries(lists).map(([table, name]) =>
    missingField(table as TableName, model, `list of ${table}`, listField(table, name)),
  );
