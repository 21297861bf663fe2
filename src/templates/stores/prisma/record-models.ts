/** Tables of plugins as models of a schema: the names are those that the records of the adapter look for. */
import { shortList } from "../short-list.js";
import path from "node:path";
import type { ColumnType } from "../../../runtime/adapters/schema.js";
import type { RecordTable } from "../../../runtime/types/records.js";
import { prismaText } from "../../../cli/formats/prisma-schema.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import { stagedProject } from "../../../cli/plan/staged-project.js";
import { execPrefix } from "../../../cli/project/package-manager.js";
import { detectIndent, detectStyle } from "../../../cli/source/text/text-style.js";
import type { SchemaDrift } from "../drift.js";
import { schemaProblem } from "../schema-problem.js";
import type { StoreContext, WantedTables } from "../support.js";
import { fieldOf, mannerOf, modelLines, type Manner, type WantedField, type WantedModel } from "./models.js";
import { blocksOf, findSchema, type PlacedBlock, type PrismaSchema } from "./schema-files.js";

const types: Readonly<Record<ColumnType, string>> = {
  key: "String",
  text: "String",
  date: "DateTime",
  // Milliseconds since 1970 are more than an Int holds.
  integer: "BigInt",
  boolean: "Boolean",
};

/** `auth_two_factor_secret` → `AuthTwoFactorSecret` */
const modelName = ({ name }: RecordTable): string =>
  name.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());

function recordModel(table: RecordTable, manner: Manner): WantedModel {
  const { columns, primaryKey, unique, indexes, name } = table;
  const isDocument = manner.provider === "mongodb";
  const needsId = isDocument && primaryKey.length > 1;
  const brackets = (own: readonly string[]) => `([${own.join(", ")}])`;
  const [key, ...rest] = primaryKey;
  const only = rest.length === 0 ? key : undefined;
  return {
    fields: [
      ...(needsId ? [manner.id] : []),
      ...Object.keys(columns).map((column) => recordField(table, column, manner, column === only)),
    ],
    attributes: [
      ...(only === undefined ? [`@@${needsId ? "unique" : "id"}${brackets(primaryKey)}`] : []),
      ...unique.filter((one) => one.length > 1).map((one) => `@@unique${brackets(one)}`),
      ...indexes.map((one) => `@@index${brackets(one)}`),
      `@@map("${name}")`,
      ...(manner.databaseSchema ? [`@@schema("${manner.databaseSchema}")`] : []),
    ],
  };
}

function recordField(
  { columns, unique }: RecordTable,
  column: string,
  manner: Manner,
  isKey: boolean,
): WantedField {
  const { type, required } = columns[column] ?? { type: "text" };
  const attributes = [
    isKey ? "@id" : "",
    isKey && manner.provider === "mongodb" ? '@map("_id")' : "",
    !isKey && unique.some((one) => one.length === 1 && one[0] === column) ? "@unique" : "",
    type === "text" ? manner.longText : "",
  ];
  return {
    name: column,
    type: types[type] + (required ? "" : "?"),
    attributes: attributes.filter((one) => one !== "").join(" "),
  };
}

const userOf = (schema: PrismaSchema): PlacedBlock | undefined =>
  blocksOf(schema).find(({ block }) => block.kind === "model" && block.name === "User");

/** The model of a table that is there. @throws SchemaError where its name or its table is something else's */
function modelOf(schema: PrismaSchema, table: RecordTable): PlacedBlock | undefined {
  const name = modelName(table);
  for (const placed of blocksOf(schema)) {
    const { block, file, text } = placed;
    if (block.kind === "datasource" || block.kind === "generator") continue;
    const map = block.members.find((one) => one.kind === "attribute" && one.name === "map");
    const mapped = prismaText(map?.attributes[0]?.args.replace(/^\s*name\s*:\s*/, "").trim() ?? "");
    if (block.kind === "model" && block.name === name) return placed;
    if (block.name === name || mapped === table.name)
      throw schemaProblem(
        `${file}:${lineAt(text, block.start)}`,
        `${block.kind} ${block.name} stands where model ${name} is needed, with the table ${table.name}`,
        `Rename it to ${name}.`,
      );
  }
  return undefined;
}

/** `auth add-plugin` over Prisma: models below the last line of the file with the users, or in a file of their own. */
export async function planRecordModels(
  context: StoreContext,
  { tables, ids, storeFile }: WantedTables,
): Promise<void> {
  const { builder } = context;
  const facts = stagedProject(builder, context.facts);
  const schema = await findSchema(facts);
  const user = userOf(schema);
  const manner = mannerOf(schema, user?.block);
  const missing = tables.filter((table) => modelOf(schema, table) === undefined);
  const { provider } = manner;
  if (missing.length === 0)
    return builder.step({
      kind: "edit",
      status: "already",
      reason: "the schema has the models of the plugins",
    });
  const target = user ?? schema.files[0];
  const own = target?.text ?? "";
  const { eol } = detectStyle(own);
  const indent = detectIndent(own, "  ");
  const models = missing.map((table) =>
    modelLines(modelName(table), recordModel(table, manner), indent).join("\n"),
  );
  const content = `${models.join("\n\n")}\n`.replaceAll("\n", eol);
  const reason = `models ${shortList(missing.map(modelName))}`;
  const beside =
    schema.folder === undefined ? undefined : path.posix.join(schema.folder, "auth-plugins.prisma");
  if (!target || (beside !== undefined && !user))
    builder.create(beside ?? "prisma/auth.prisma", content, reason);
  else {
    const gap = own.endsWith("\n") ? eol : eol + eol;
    const edits = [{ start: own.length, end: own.length, text: gap + content }];
    builder.edit(target.file, { kind: "edits", edits }, { reason, already: "", snippet: "" });
  }
  const run = execPrefix(facts.packageManager.name);
  // With the store itself one migration makes all tables.
  const isNew = builder.created((file) => file === storeFile) !== undefined;
  const name = isNew ? "auth" : ["auth", ...ids].join("-");
  const command = provider === "mongodb" ? "db push" : `migrate dev --name ${name}`;
  builder.next(
    `Make the tables and the client: ${run} prisma ${command}, then ${run} prisma generate`,
    "before",
  );
}

/** What the models of the tables of plugins lack. @throws SchemaError where a name is something else's */
export function findRecordDrift(
  schema: PrismaSchema,
  tables: readonly RecordTable[],
): readonly SchemaDrift[] {
  const user = userOf(schema);
  const manner = mannerOf(schema, user?.block);
  const place = user ?? blocksOf(schema)[0];
  return tables.flatMap((table): readonly SchemaDrift[] => {
    const placed = modelOf(schema, table);
    const model = modelName(table);
    if (placed)
      return recordModel(table, manner)
        .fields.filter(({ name }) => !fieldOf(placed.block, name))
        .map(({ name, type, attributes }) => ({
          kind: "column",
          table: table.name,
          file: placed.file,
          line: lineAt(placed.text, placed.block.start),
          what: `model ${model} has no ${name}`,
          lines: [name, type, attributes].filter((one) => one !== "").join(" "),
        }));
    if (!place) return [];
    const lines = modelLines(model, recordModel(table, manner), "  ").join("\n");
    const what = `There is no model ${model}, for the table ${table.name}`;
    return [{ kind: "table", table: table.name, file: place.file, line: 1, what, lines }];
  });
}
