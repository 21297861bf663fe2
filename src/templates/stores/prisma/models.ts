/** The models that the Prisma store works with, from the tables as data, as one schema would write them. */
import {
  prismaText,
  prismaTexts,
  type PrismaAttribute,
  type PrismaBlock,
  type PrismaMember,
} from "../../../cli/formats/prisma-schema.js";
import { dataOf, isCore, memberOf, type StoredTable } from "../../../runtime/adapters/rows/rows.js";
import { ownedTables, type ColumnType, type TableName } from "../../../runtime/adapters/schema.js";
import type { RecordTable } from "../../../runtime/types/records.js";
import { schemaProblem } from "../schema-problem.js";
import type { PlacedBlock, PrismaSchema } from "./schema-files.js";

/** A field as it would be written. */
export interface WantedField {
  readonly name: string;
  /** With `?` or `[]`. */
  readonly type: string;
  readonly attributes: string;
}

export interface WantedModel {
  readonly fields: readonly WantedField[];
  /** Lines with two at signs. */
  readonly attributes: readonly string[];
}

/** What a schema decides for every model in it. */
export interface ModelManner {
  readonly provider: string;
  /** Attributes of long texts, where a text has a limit otherwise. */
  readonly longText: string;
  /** Every id: `@id @default(cuid())`. */
  readonly id: WantedField;
  /** References to users: type and attributes. */
  readonly userId: WantedField;
  /** Where tables are in several schemas of one database. */
  readonly databaseSchema: string | undefined;
  /** Name of the model of users. */
  readonly userModel: string;
  /** The database makes an index for each reference. */
  readonly indexesReferences: boolean;
  /** Names for the lists that the model of users lacks, by table. */
  readonly lists: Readonly<Partial<Record<TableName, string>>>;
}

const types: Readonly<Record<ColumnType, string>> = {
  key: "String",
  text: "String",
  date: "DateTime",
  integer: "Int",
  boolean: "Boolean",
};

/** Texts are short there unless the schema says otherwise; a `Text` of MySQL ends at 65,535 bytes, as some tokens do not. */
const longTexts: Readonly<Record<string, string>> = { mysql: "MediumText", sqlserver: "NVarChar(Max)" };

export function mannerOf(schema: PrismaSchema, user: PrismaBlock | undefined): ModelManner {
  const datasource = schema.blocks.find(({ kind }) => kind === "datasource");
  const provider = prismaText(propertyOf(datasource, "provider") ?? "") ?? "";
  const native = `@${datasource?.name ?? "db"}.`;
  const schemas = prismaTexts(propertyOf(datasource, "schemas") ?? "");
  const own = user?.members.find(({ kind, name }) => kind === "attribute" && name === "schema");
  const id = (user && idLike(user, provider)) ?? freshId(provider, native);
  const length = longTexts[provider];
  return {
    provider,
    longText: length ? native + length : "",
    id,
    userId: { name: "userId", type: id.type, attributes: nativeIn(id.attributes, native) },
    userModel: user?.name ?? "User",
    indexesReferences:
      provider === "mysql" && prismaText(propertyOf(datasource, "relationMode") ?? "") !== "prisma",
    databaseSchema:
      prismaText(own?.attributes[0]?.args.trim() ?? "") ??
      schemas.find((one) => one === "public") ??
      schemas[0],
    lists: listsFor(user),
  };
}

function listsFor(user: PrismaBlock | undefined): ModelManner["lists"] {
  const entries = ownedTables.flatMap((table) => {
    if (user?.members.some(({ kind, type }) => kind === "field" && type === table)) return [];
    const isTaken = user && fieldOf(user, `${memberOf(table)}s`);
    return [[table, isTaken ? `auth${table}s` : `${memberOf(table)}s`] as const];
  });
  return Object.fromEntries(entries);
}

export const propertyOf = (block: PrismaBlock | undefined, name: string): string | undefined =>
  block?.members.find((one) => one.kind === "property" && one.name === name)?.value;

export const fieldOf = (block: PrismaBlock, name: string): PrismaMember | undefined =>
  block.members.find((one) => one.kind === "field" && one.name === name);

function freshId(provider: string, native: string): WantedField {
  return provider === "mongodb"
    ? { name: "id", type: "String", attributes: `@id @default(auto()) @map("_id") ${native}ObjectId` }
    : { name: "id", type: "String", attributes: "@id @default(cuid())" };
}

/** As the users of the project have it: numbers, UUIDs or what the database makes. */
function idLike(user: PrismaBlock, provider: string): WantedField | undefined {
  const field = fieldOf(user, "id");
  if (!field) return undefined;
  const kept = field.attributes.filter(
    ({ name }) => name === "default" || (name === "map" && provider === "mongodb") || name.includes("."),
  );
  return { name: "id", type: field.type, attributes: ["@id", ...kept.map(attributeText)].join(" ") };
}

export const attributeText = ({ name, args }: PrismaAttribute): string =>
  `@${name}${args ? `(${args})` : ""}`;

/** The attribute that chooses a type of the database: references have the same. */
const nativeIn = (attributes: string, native: string): string =>
  attributes.split(" ").find((one) => one.startsWith(native)) ?? "";

/** `auth_two_factor_secret` → `AuthTwoFactorSecret`: the adapter looks for models by these names. */
export function modelName(table: StoredTable): string {
  const member = memberOf(table);
  return member.charAt(0).toUpperCase() + member.slice(1);
}

/** The client's member for a model: it takes `User` and `user` for the same. */
export const clientName = (model: string): string => model.charAt(0).toLowerCase() + model.slice(1);

export const isModel = ({ kind, name }: PrismaBlock, wanted: string): boolean =>
  kind === "model" && name === wanted;

/** The name that a block has in the database, where it says one. */
export function mappedName({ members }: PrismaBlock): string | undefined {
  const map = members.find(({ kind, name }) => kind === "attribute" && name === "map");
  return prismaText(map?.attributes[0]?.args.replace(/^\s*name\s*:\s*/, "").trim() ?? "");
}

/** The model of a plugin's table. @throws SchemaError where its name or its table is something else's */
export function pluginModel(schema: PrismaSchema, table: RecordTable): PlacedBlock | undefined {
  const name = modelName(table);
  for (const block of schema.blocks) {
    if (block.kind === "datasource" || block.kind === "generator") continue;
    if (isModel(block, name)) return block;
    if (block.name === name || mappedName(block) === table.name)
      throw schemaProblem(
        block,
        block.start,
        `${block.kind} ${block.name} stands where model ${name} is needed, with the table ${table.name}`,
        `Rename it to ${name}.`,
      );
  }
  return undefined;
}

/** A model as it is written where there is none. */
export function wantedModel(table: StoredTable, manner: ModelManner): WantedModel {
  const { columns, unique, indexes, primaryKey, userId } = dataOf(table);
  const needsId = manner.provider === "mongodb" && primaryKey.length !== 1;
  return {
    fields: [
      ...(needsId ? [manner.id] : []),
      ...Object.keys(columns).map((column) => wantedColumn(table, column, manner)),
      ...(table === "User" ? listFields(manner) : []),
      ...(userId ? [ownerField] : []),
    ],
    attributes: [
      ...(primaryKey.length > 1 ? [together(needsId ? "unique" : "id", primaryKey)] : []),
      ...unique.filter((one) => one.length > 1).map((one) => together("unique", one)),
      ...indexes.map((one) => together("index", one)),
      ...(isCore(table) ? [] : [`@@map("${table.name}")`]),
      ...(manner.databaseSchema ? [`@@schema("${manner.databaseSchema}")`] : []),
    ],
  };
}

export const ownerField: WantedField = {
  name: "user",
  type: "User",
  attributes: "@relation(fields: [userId], references: [id], onDelete: Cascade)",
};

/** Prisma wants both ends of a relation. */
export const listField = (table: string, name: string): WantedField => ({
  name,
  type: `${table}[]`,
  attributes: "",
});

export const listFields = ({ lists }: ModelManner): readonly WantedField[] =>
  Object.entries(lists).map(([table, name]) => listField(table, name));

/** An attribute of several fields: `@@index([userId])`. */
export const together = (attribute: string, fields: readonly string[]): string =>
  `@@${attribute}([${fields.join(", ")}])`;

export function wantedColumn(table: StoredTable, column: string, manner: ModelManner): WantedField {
  const { columns, primaryKey, generatesKey, unique, userId } = dataOf(table);
  if (column === userId) return manner.userId;
  const isOnly = (one: readonly string[]) => one.length === 1 && one[0] === column;
  const isKey = isOnly(primaryKey);
  if (isKey && generatesKey) return manner.id;
  const { type, required } = columns[column] ?? { type: "text" };
  // Milliseconds since 1970, which plugins keep, are more than an Int holds.
  const written = type === "integer" && !isCore(table) ? "BigInt" : types[type];
  const attributes = [
    isKey ? "@id" : "",
    isKey && manner.provider === "mongodb" ? '@map("_id")' : "",
    !isKey && unique.some(isOnly) ? "@unique" : "",
    type === "text" ? manner.longText : "",
  ];
  return {
    name: column,
    type: written + (required ? "" : "?"),
    attributes: attributes.filter((one) => one !== "").join(" "),
  };
}

/** Of a name and of a type, each with the blanks behind it. */
export type Widths = readonly [number, number];

/** A field's line, below others or in a new model: names, types and attributes each in a column. */
export function fieldLine({ name, type, attributes }: WantedField, widths = [0, 0] as Widths): string {
  const [nameWidth, typeWidth] = widths;
  return `${`${name} `.padEnd(nameWidth)}${`${type} `.padEnd(typeWidth)}${attributes}`.trimEnd();
}

/** The lines of a whole model. */
export function modelLines(
  name: string,
  { fields, attributes }: WantedModel,
  indent: string,
): readonly string[] {
  const widths = [
    Math.max(...fields.map((one) => one.name.length)) + 1,
    Math.max(...fields.map((one) => one.type.length)) + 1,
  ] as const;
  return [
    `model ${name} {`,
    ...fields.map((one) => indent + fieldLine(one, widths)),
    ...(attributes.length > 0 ? ["", ...attributes.map((one) => indent + one)] : []),
    "}",
  ];
}
