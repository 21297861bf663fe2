/** Whether a model that is there can hold what the store writes, and what it lacks. */
import { listedFields, type PrismaBlock, type PrismaMember } from "../../../cli/formats/prisma-schema.js";
import { tableOf, type ColumnType, type TableName } from "../../../runtime/adapters/schema.js";
import { missingKeys } from "../drift.js";
import { schemaProblem } from "../schema-problem.js";
import {
  attributeText,
  fieldLine,
  fieldOf,
  ownerField,
  together,
  wantedColumn,
  type ModelManner,
  type WantedField,
} from "./models.js";
import type { PlacedBlock } from "./schema-files.js";

const accepted: Readonly<Record<ColumnType, readonly string[]>> = {
  key: ["String"],
  text: ["String"],
  date: ["DateTime"],
  integer: ["Int", "BigInt"],
  boolean: ["Boolean"],
};
const idTypes = ["String", "Int", "BigInt"];

/** Other unique keys under which rows are found just as well: those of the published adapter. */
const alsoUnique: Partial<Readonly<Record<TableName, readonly string[]>>> = {
  VerificationToken: ["identifier", "token"],
};

/** What a model lacks, or has otherwise than the store needs it. */
export interface ModelGap {
  /** `relation`: the user that a row belongs to. */
  readonly kind: "column" | "optional" | "relation" | "type" | "unique" | "index";
  readonly at: number;
  readonly what: string;
  /** What mends it. */
  readonly wanted: WantedField;
}

/** A model, and what it is held against. */
interface Subject {
  readonly table: TableName;
  readonly model: PrismaBlock;
  readonly manner: ModelManner;
}

/**
 * The fields that a model lacks, where all of them may be empty.
 * @throws CliError exit 3 for a model that means something else
 */
export function missingFields(
  table: TableName,
  model: PlacedBlock,
  manner: ModelManner,
): readonly WantedField[] {
  const gaps = judgeModel(table, model, manner);
  const isAdded = ({ kind }: ModelGap) => kind === "optional" || kind === "relation";
  const refused = gaps.filter((one) => !isAdded(one) && one.kind !== "index");
  if (refused.length > 0) throw refusal(model, refused, isAnother(table, gaps));
  return gaps.filter(isAdded).map(({ wanted }) => wanted);
}

/** Of what every row of the table has, the model has nothing: it is something else by the same name. */
function isAnother(table: TableName, gaps: readonly ModelGap[]): boolean {
  const { columns, userId } = tableOf(table);
  const required = Object.keys(columns).filter((name) => name !== "id" && columns[name]?.required);
  const lacks = (name: string) => gaps.some(({ kind, wanted }) => kind === "column" && wanted.name === name);
  return userId !== undefined && required.length > 0 && required.every(lacks);
}

/** Everything in which a model differs from its table as data. */
export function judgeModel(table: TableName, model: PrismaBlock, manner: ModelManner): readonly ModelGap[] {
  const subject = { table, model, manner };
  const columns = Object.keys(tableOf(table).columns).flatMap((column) => columnGap(subject, column) ?? []);
  const missing = columns.filter(({ kind }) => kind !== "type").map(({ wanted }) => wanted.name);
  const keys = keyGaps(subject, missing);
  const isIndex = ({ kind }: ModelGap) => kind === "index";
  return [
    ...columns,
    ...keys.filter((one) => !isIndex(one)),
    ...[table === "User" ? defaultGap(subject) : ownerGap(subject)].flatMap((gap) => gap ?? []),
    ...keys.filter(isIndex),
  ];
}

function columnGap({ table, model, manner }: Subject, column: string): ModelGap | undefined {
  const { columns, generatesKey } = tableOf(table);
  const { type = "text", required } = columns[column] ?? {};
  const field = fieldOf(model, column);
  const wanted = wantedColumn(table, column, manner);
  const isId = column === "id" || column === "userId";
  if (field) return typeGap(model, field, isId ? idTypes : accepted[type], wanted);
  // Accounts and sessions are found by their other keys.
  if (column === "id" && generatesKey && table !== "User") return undefined;
  const what = `model ${model.name} has no field ${column}`;
  return { kind: required ? "column" : "optional", at: model.start, what, wanted };
}

function typeGap(
  model: PrismaBlock,
  field: PrismaMember,
  types: readonly string[],
  wanted: WantedField,
): ModelGap | undefined {
  const { name, type, suffix, start: at } = field;
  if (types.includes(type) && suffix !== "[]") return undefined;
  const [usual = ""] = types;
  const what = `${model.name}.${name} is ${type}${suffix}, ${types.join(" or ")} is needed`;
  const mended = types.includes(wanted.type.replace("?", ""))
    ? wanted
    : { name, type: usual, attributes: "" };
  return { kind: "type", at, what, wanted: { ...mended, attributes: keptAttributes(field, mended) } };
}

/** What is said of the names and keys of a field stays true of another type. */
function keptAttributes({ attributes }: PrismaMember, { attributes: own }: WantedField): string {
  const kept = attributes.filter(({ name }) => ["map", "unique", "id"].includes(name)).map(attributeText);
  const more = own.split(" ").filter((one) => one !== "" && !kept.some((other) => other.startsWith(one)));
  return [...more, ...kept].join(" ");
}

/** MySQL makes an index for each reference. */
function keyGaps({ table, model, manner }: Subject, missing: readonly string[]): readonly ModelGap[] {
  const indexes = keysOf(model, ["index"]);
  const keys = missingKeys(table, {
    title: model.name,
    unique: keysOf(model, ["unique", "id"]),
    indexes: manner.indexesReferences ? [...indexes, ["userId"]] : indexes,
    alsoUnique: alsoUnique[table],
    missing,
  });
  return keys.map(({ kind, columns, what }): ModelGap => {
    const [only = "", ...others] = columns;
    const isField = kind === "unique" && others.length === 0;
    return {
      kind,
      at: fieldOf(model, only)?.start ?? model.start,
      what,
      wanted: isField
        ? wantedColumn(table, only, manner)
        : { name: together(kind, columns), type: "", attributes: "" },
    };
  });
}

/** The fields of each key or index. */
const keysOf = ({ members }: PrismaBlock, names: readonly string[]): readonly (readonly string[])[] =>
  members.flatMap(({ kind, name, attributes }) =>
    attributes
      .filter((one) => names.includes(one.name))
      .map((one) => (kind === "field" ? [name] : listedFields(one))),
  );

/** The database, or Prisma, gives a new user an id. */
function defaultGap({ model, manner }: Subject): ModelGap | undefined {
  const field = fieldOf(model, "id");
  const isFit =
    !field || !idTypes.includes(field.type) || field.attributes.some(({ name }) => name === "default");
  if (isFit) return undefined;
  const what = `${model.name}.id has no default, so no user can be made`;
  const { name, type } = field;
  const [first = "", ...others] = field.attributes.map(attributeText);
  const attributes = [first, `@default(${makerOf(field)})`, ...others].filter((one) => one !== "").join(" ");
  return { kind: "type", at: field.start, what, wanted: { ...manner.id, name, type, attributes } };
}

/** What makes ids that the column takes. */
function makerOf({ type, attributes }: PrismaMember): string {
  if (type !== "String") return "autoincrement()";
  return attributes.some(({ name }) => name === "db.Uuid") ? "uuid()" : "cuid()";
}

/** A row's user is read along with it. */
function ownerGap({ table, model, manner }: Subject): ModelGap | undefined {
  if (!tableOf(table).userId) return undefined;
  const owner = { ...ownerField, type: manner.userModel };
  const field = fieldOf(model, owner.name);
  if (field) return typeGap(model, field, [owner.type], owner);
  const other = model.members.find(({ kind, type }) => kind === "field" && type === owner.type);
  if (!other)
    return {
      kind: "relation",
      at: model.start,
      what: `model ${model.name} has no field user`,
      wanted: owner,
    };
  const what = `${model.name}.${other.name} has to be named user`;
  return { kind: "type", at: other.start, what, wanted: owner };
}

/** Fields that must have a value and get none when the store makes a row. */
export function unfilledFields(table: TableName, { members }: PrismaBlock): readonly PrismaMember[] {
  const { columns } = tableOf(table);
  return members.filter(({ kind, name, suffix, attributes }) => {
    if (kind !== "field" || suffix !== "" || name === "email") return false;
    if (Object.hasOwn(columns, name) && columns[name]?.required) return false;
    return !attributes.some((one) => ["default", "updatedAt", "relation", "id"].includes(one.name));
  });
}

/** All at once: whoever mends a schema does it in one go. */
function refusal(model: PlacedBlock, gaps: readonly ModelGap[], isOther: boolean) {
  const wanted = gaps.map((one) => `\n  ${fieldLine(one.wanted)}`);
  return schemaProblem(
    model,
    Math.min(...gaps.map((one) => one.at)),
    gaps.map(({ what }) => what).join("; "),
    isOther
      ? `Model ${model.name} holds something else. Give it another name, such as App${model.name}, and its table one with @@map; then run the command again.`
      : `The store needs, in model ${model.name}:${[...new Set(wanted)].join("")}`,
  );
}
