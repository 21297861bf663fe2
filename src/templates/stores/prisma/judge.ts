/** Whether a model that is there can hold what the store writes, and what it lacks. */
import { listedFields, type PrismaBlock, type PrismaMember } from "../../../cli/formats/prisma-schema.js";
import { lineAt } from "../../../cli/source/layout.js";
import { tableOf, type ColumnType, type TableName } from "../../../runtime/adapters/schema.js";
import { schemaProblem } from "../schema-problem.js";
import { fieldLine, fieldOf, ownerField, wantedColumn, type Manner, type WantedField } from "./models.js";
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

/**
 * The fields that a model lacks, where all of them may be empty.
 * @throws CliError exit 3 for a model that means something else
 */
export function missingFields(table: TableName, placed: PlacedBlock, manner: Manner): readonly WantedField[] {
  const { columns, generatesKey } = tableOf(table);
  const { block } = placed;
  const missing = Object.entries(columns).flatMap(([column, { type, required }]) => {
    const field = fieldOf(block, column);
    if (field) {
      assertType(placed, field, column === "id" || column === "userId" ? idTypes : accepted[type]);
      return [];
    }
    // Accounts and sessions are found by their other keys.
    if (column === "id" && generatesKey && table !== "User") return [];
    const wanted = wantedColumn(table, column, manner);
    if (required) throw refusal(placed, block.start, `model ${table} has no field ${column}`, [wanted]);
    return [wanted];
  });
  assertUnique(table, placed, manner, missing);
  if (table === "User") assertDefault(placed, manner);
  return [...missing, ...missingOwner(table, placed)];
}

function assertType(placed: PlacedBlock, field: PrismaMember, types: readonly string[]): void {
  if (types.includes(field.type) && field.suffix !== "[]") return;
  const { block } = placed;
  const what = `${block.name}.${field.name} is ${field.type}${field.suffix}, ${types.join(" or ")} is needed`;
  throw refusal(placed, field.start, what, [{ name: field.name, type: types[0] ?? "", attributes: "" }]);
}

function assertUnique(
  table: TableName,
  placed: PlacedBlock,
  manner: Manner,
  missing: readonly WantedField[],
): void {
  const { unique, primaryKey, generatesKey } = tableOf(table);
  const keys = uniqueKeys(placed.block);
  const wanted = generatesKey || primaryKey.length === 0 ? unique : [primaryKey, ...unique];
  for (const columns of wanted) {
    if (missing.some(({ name }) => columns.includes(name))) continue;
    const fitting = [columns, alsoUnique[table] ?? columns].map(sorted);
    if (keys.some((key) => fitting.includes(sorted(key)))) continue;
    const [only = "", ...others] = columns;
    const snippet =
      others.length > 0
        ? [{ name: `@@unique([${columns.join(", ")}])`, type: "", attributes: "" }]
        : [wantedColumn(table, only, manner)];
    const at = fieldOf(placed.block, only)?.start ?? placed.block.start;
    throw refusal(placed, at, `${table} has no unique index on ${columns.join(", ")}`, snippet);
  }
}

const sorted = (columns: readonly string[]): string => [...columns].sort().join(" ");

function uniqueKeys({ members }: PrismaBlock): readonly (readonly string[])[] {
  return members.flatMap(({ kind, name, attributes }) =>
    attributes
      .filter((one) => one.name === "unique" || one.name === "id")
      .map((one) => (kind === "field" ? [name] : listedFields(one))),
  );
}

/** The database, or Prisma, gives a new user an id. */
function assertDefault(placed: PlacedBlock, { id }: Manner): void {
  const field = fieldOf(placed.block, "id");
  if (!field || field.attributes.some(({ name }) => name === "default")) return;
  const attributes = `${id.attributes} ${field.type === "String" ? "@default(cuid())" : "@default(autoincrement())"}`;
  throw refusal(placed, field.start, "User.id has no default, so no user can be made", [
    { ...id, attributes },
  ]);
}

/** A row's user is read along with it. */
function missingOwner(table: TableName, placed: PlacedBlock): readonly WantedField[] {
  if (!tableOf(table).userId) return [];
  const field = fieldOf(placed.block, ownerField.name);
  if (field) {
    assertType(placed, field, ["User"]);
    return [];
  }
  const other = placed.block.members.find(({ kind, type }) => kind === "field" && type === "User");
  if (!other) return [ownerField];
  throw refusal(placed, other.start, `${table}.${other.name} has to be named user`, [ownerField]);
}

/** Fields that must have a value and get none when the store makes a row. */
export function unfilledFields(table: TableName, { block }: PlacedBlock): readonly PrismaMember[] {
  const { columns } = tableOf(table);
  return block.members.filter(({ kind, name, suffix, attributes }) => {
    if (kind !== "field" || suffix !== "" || name === "email") return false;
    if (Object.hasOwn(columns, name) && columns[name]?.required) return false;
    return !attributes.some((one) => ["default", "updatedAt", "relation", "id"].includes(one.name));
  });
}

function refusal(placed: PlacedBlock, at: number, what: string, snippet: readonly WantedField[]) {
  const { file, text, block } = placed;
  const lines = snippet.map((one) => `  ${fieldLine(one, [0, 0])}`).join("\n");
  return schemaProblem(
    `${file}:${lineAt(text, at)}`,
    what,
    `The store needs, in model ${block.name}:\n${lines}`,
  );
}
