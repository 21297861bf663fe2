/** Whether a table that is there can hold what the store writes, and which columns it lacks. */
import type { DrizzleColumn } from "../../../cli/source/drizzle-columns.js";
import type { DrizzleTable } from "../../../cli/source/drizzle-tables.js";
import { tableOf, type ColumnType, type TableName } from "../../../runtime/adapters/schema.js";
import { schemaProblem } from "../schema-problem.js";
import { columnText, spelledLike, type Manner } from "./builders.js";
import { placeOfTable } from "./recognise.js";

const texts = ["text", "varchar", "char", "tinytext", "mediumtext", "longtext"];
const numbers = ["integer", "int", "bigint", "smallint", "mediumint", "serial", "bigserial", "smallserial"];

const accepted: Readonly<Record<ColumnType, readonly string[]>> = {
  key: texts,
  text: texts,
  date: ["timestamp", "datetime", ...texts],
  integer: ["integer", "int", "bigint", "mediumint"],
  boolean: ["boolean", "tinyint"],
};
/** Builders that make their values themselves. */
const counting = ["serial", "bigserial", "smallserial"];
const filled =
  /^(?:default|defaultNow|defaultRandom|\$default|\$defaultFn|\$onUpdate|\$onUpdateFn|onUpdateNow|autoincrement|generated\w*)$/;

/** Other unique keys under which rows are found just as well: those of the published adapter. */
const alsoUnique: Partial<Readonly<Record<TableName, readonly string[]>>> = {
  VerificationToken: ["identifier", "token"],
  Authenticator: ["userId", "credentialID"],
};

/** Columns that most ways of signing in fill. */
const mostlyFilled = ["name", "image"];

export interface Judged {
  /** Columns that the table gets. */
  readonly missing: readonly string[];
  /** `users.name (src/schema.ts:12)`: must have a value, and not each way of signing in has one. */
  readonly unfilled: readonly string[];
}

/**
 * What a table lacks, where all of that may be empty.
 * @throws CliError exit 3 for a table that means something else
 */
export function judgeTable(name: TableName, table: DrizzleTable, manner: Manner): Judged {
  const { columns, generatesKey } = tableOf(name);
  const missing = Object.entries(columns).flatMap(([column, { type, required }]) => {
    const own = table.columns.find(({ key }) => key === column);
    if (own) {
      assertType({ name, table, manner }, own, type);
      return [];
    }
    if (column === "id" && generatesKey && name !== "User") return [];
    const like = spelledLike(table, column);
    if (like) {
      const what = `${table.variable}.${like.key} has to be called ${column}`;
      throw refusal(table, like.start, what, wantedText(name, column, manner, like.name ?? like.key));
    }
    if (table.isOpen || table.list === undefined)
      throw refusal(
        table,
        table.start,
        `the columns of ${table.variable} cannot be read, and ${column} may be missing`,
        wantedText(name, column, manner),
      );
    if (required)
      throw refusal(
        table,
        table.start,
        `${table.variable} has no column ${column}`,
        wantedText(name, column, manner),
      );
    return [column];
  });
  assertUnique({ name, table, manner }, missing);
  assertExported(table);
  return { missing, unfilled: unfilledColumns({ name, table, manner }) };
}

interface Subject {
  readonly name: TableName;
  readonly table: DrizzleTable;
  readonly manner: Manner;
}

function assertType({ name, table, manner }: Subject, column: DrizzleColumn, type: ColumnType): void {
  if (column.key === "userId") return assertReference(table, column, manner);
  if (column.key === "id") return name === "User" ? assertId(table, column, manner) : undefined;
  const found = column.type;
  if (found === undefined || found === "customType" || /Enum$|^enum$/.test(found)) return;
  const isFitting =
    manner.dialect === "sqlite" && found === "integer"
      ? fitsSqlite(column, type)
      : accepted[type].includes(found) && !(manner.dialect === "sqlite" && type === "boolean");
  if (isFitting) return;
  const what = `${table.variable}.${column.key} is ${found}, which does not hold what the store writes`;
  throw refusal(table, column.start, what, wantedText(name, column.key, manner, column.name));
}

/** There the mode says what a number stands for. */
function fitsSqlite({ options = "" }: DrizzleColumn, type: ColumnType): boolean {
  const mode = /\bmode:\s*["'`](\w+)/.exec(options)?.[1] ?? "number";
  if (type === "date") return mode === "timestamp" || mode === "timestamp_ms";
  return type === "boolean" ? mode === "boolean" : type === "integer" && mode === "number";
}

/** The database, or Drizzle, has a value where none is given. */
function isFilled({ type, calls }: DrizzleColumn, { dialect }: Manner): boolean {
  const isKey = calls.some(({ name }) => name === "primaryKey");
  if (dialect === "sqlite" && type === "integer" && isKey) return true;
  return calls.some(({ name }) => filled.test(name)) || (type !== undefined && counting.includes(type));
}

type Kind = "text" | "uuid" | "number" | "other";

function kindOf({ type = "" }: Pick<DrizzleColumn, "type">): Kind {
  if (texts.includes(type)) return "text";
  if (numbers.includes(type)) return "number";
  return type === "uuid" ? "uuid" : "other";
}

/** The store makes UUIDs where the database makes nothing. */
function assertId(table: DrizzleTable, column: DrizzleColumn, manner: Manner): void {
  const kind = kindOf(column);
  if (column.type !== undefined && kind === "other") {
    const what = `${table.variable}.id is ${column.type}; texts, UUIDs and numbers can be ids`;
    throw refusal(table, column.start, what, 'id: text("id").primaryKey()');
  }
  if (isFilled(column, manner)) return;
  const length = Number(/\blength:\s*(\d+)/.exec(column.options ?? "")?.[1] ?? uuidLength);
  if (kind !== "number" && length >= uuidLength) return;
  const how = kind === "text" ? ".$defaultFn(…)" : counted[manner.dialect];
  const what = `${table.variable}.id has no default, so no user can be made`;
  throw refusal(table, column.start, what, `id: ${column.builder}(…).primaryKey()${how}`);
}

const uuidLength = 36;
const counted = { pg: ".generatedAlwaysAsIdentity()", mysql: ".autoincrement()", sqlite: "" } as const;

function assertReference(table: DrizzleTable, column: DrizzleColumn, manner: Manner): void {
  const id = manner.users?.columns.find(({ key }) => key === "id");
  if (!id) return;
  const [own, other] = [kindOf(column), kindOf(id)];
  if (own === other || own === "other" || other === "other") return;
  const what = `${table.variable}.userId is ${column.type}, and the id of ${manner.users?.variable} is ${id.type}`;
  throw refusal(table, column.start, what, wantedText("Session", "userId", manner, column.name));
}

function assertUnique({ name, table, manner }: Subject, missing: readonly string[]): void {
  const { unique, primaryKey, generatesKey } = tableOf(name);
  const wanted = generatesKey || primaryKey.length === 0 ? unique : [primaryKey, ...unique];
  for (const columns of wanted) {
    if (missing.some((column) => columns.includes(column))) continue;
    const fitting = [columns, alsoUnique[name] ?? columns].map(sorted);
    if (table.unique.some((one) => fitting.includes(sorted(one)))) continue;
    const [only = "", ...others] = columns;
    const at = table.columns.find(({ key }) => key === only)?.start ?? table.start;
    const list = columns.map((column) => `${table.variable}.${column}`).join(", ");
    const snippet =
      others.length > 0
        ? `(${table.variable}) => [uniqueIndex("${columns.join("_")}").on(${list})]`
        : name === "User"
          ? `${only}: ….unique()`
          : wantedText(name, only, manner);
    throw refusal(table, at, `${table.variable} has no unique index on ${columns.join(", ")}`, snippet);
  }
}

const sorted = (columns: readonly string[]): string => [...columns].sort().join(" ");

function assertExported(table: DrizzleTable): void {
  if (table.exported !== undefined) return;
  const what = `${table.variable} is not exported, so the store cannot import it`;
  throw refusal(table, table.start, what, `export { ${table.variable} };`);
}

/** @throws CliError exit 3 for columns that must have a value and get none when the store makes a row */
function unfilledColumns({ name, table, manner }: Subject): readonly string[] {
  const { columns } = tableOf(name);
  const needy = table.columns.filter((column) => {
    const { key, calls } = column;
    const isNeeded = calls.some((one) => one.name === "notNull" || one.name === "primaryKey");
    // A default would say of every address that somebody proved it.
    const isProof = name === "User" && key === "emailVerified";
    if (!isNeeded || (isFilled(column, manner) && !isProof)) return false;
    if (name === "User" && (key === "id" || key === "email")) return false;
    return !(Object.hasOwn(columns, key) && columns[key]?.required) || key === "id";
  });
  const refused = needy.find(({ key }) => name !== "User" || !mostlyFilled.includes(key));
  if (refused) {
    const what = `${table.variable}.${refused.key} must have a value, and sign-in has none for it`;
    const how = refused.key === "emailVerified" ? "" : ", or with .default(…)";
    throw refusal(table, refused.start, what, `${refused.key}: …  without .notNull()${how}`);
  }
  return needy.map(({ key, start }) => `${table.variable}.${key} (${placeOfTable(table, start)})`);
}

function wantedText(name: TableName, column: string, manner: Manner, present?: string): string {
  const users = manner.users?.variable ?? "users";
  return columnText(
    { table: name, column, manner, users, isExact: false },
    (builder) => builder.name,
    present,
  );
}

const refusal = (table: DrizzleTable, at: number, what: string, snippet: string) =>
  schemaProblem(placeOfTable(table, at), what, `The store needs, in table ${table.variable}:\n  ${snippet}`);
