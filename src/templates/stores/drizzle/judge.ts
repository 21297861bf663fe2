/** Whether a table that is there can hold what the store writes, and what it lacks. */
import type { DrizzleColumn } from "../../../cli/source/databases/drizzle-columns.js";
import type { DrizzleSourceTable } from "../../../cli/source/databases/drizzle-tables.js";
import { tableOf, type ColumnType, type TableName } from "../../../runtime/adapters/schema.js";
import { placeIn, schemaProblem } from "../schema-problem.js";
import { collationGaps, keyGaps, type JudgedTable, type DrizzleGap } from "./judge-keys.js";
import { spelledLike } from "./recognise.js";
import { columnText, type LocalNames, type TableManner } from "./table-text.js";

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

/** Columns that most ways of signing in fill. */
const mostlyFilled = ["name", "image"];

export interface Judged {
  /** Columns that the table gets. */
  readonly missing: readonly string[];
  /** `users.name (src/schema.ts:12)`: must have a value, and not each way of signing in has one. */
  readonly unfilled: readonly string[];
}

/** Names as drizzle-orm has them: what a person is told. */
const asExported: LocalNames = { call: ({ name }) => name, use: (name) => name, isExact: false };

/** Why the store that is written could not use a table. */
type Refusal = Omit<DrizzleGap, "kind">;

/** Kinds that `auth add-adapter` does not stop at. */
const bearable: readonly DrizzleGap["kind"][] = ["optional", "index", "collation"];

/**
 * What a table lacks, where all of that may be empty.
 * @throws CliError exit 3 for a table that means something else
 */
export function judgeTable(name: TableName, table: DrizzleSourceTable, manner: TableManner): Judged {
  const subject = { name, table, manner };
  const { refused, unfilled } = unfilledColumns(subject);
  const gaps = gapsOf(subject);
  const [first] = [...gaps.filter(({ kind }) => !bearable.includes(kind)), ...unexported(table), ...refused];
  if (first) {
    const hint = `The store needs, in table ${table.variable}:\n  ${first.mended(asExported)}`;
    throw schemaProblem(table, first.at, first.what, hint);
  }
  return {
    missing: gaps.flatMap(({ kind, column }) =>
      kind === "optional" && column !== undefined ? [column] : [],
    ),
    unfilled,
  };
}

/** Everything in which a table differs from its table as data. */
export function gapsOf(subject: JudgedTable): readonly DrizzleGap[] {
  const names = Object.keys(tableOf(subject.name).columns);
  const columns = names.flatMap((column) => columnGap(subject, column) ?? []);
  const missing = columns.flatMap(({ column }) => column ?? []);
  const unread = columns.find(({ kind }) => kind === "unreadable");
  return [
    ...columns.filter((gap) => gap.kind !== "unreadable" || gap === unread),
    ...keyGaps(subject, missing),
    ...collationGaps(subject),
  ];
}

function columnGap(subject: JudgedTable, column: string): DrizzleGap | undefined {
  const { name, table } = subject;
  const { columns, generatesKey } = tableOf(name);
  const own = table.columns.find(({ key }) => key === column);
  if (own) return typeGap(subject, own, columns[column]?.type ?? "text");
  if (column === "id" && generatesKey && name !== "User") return undefined;
  const { start: at, variable } = table;
  const like = spelledLike(table, column);
  if (like) {
    const mended = wantedText(subject, column, like.name ?? like.key);
    const what = `${variable}.${like.key} has to be called ${column}`;
    return { kind: "column", at: like.start, what, mended, column };
  }
  const mended = wantedText(subject, column);
  if (table.isOpen || table.list === undefined) {
    const what = `the columns of ${variable} cannot be read, and ${column} may be missing`;
    return { kind: "unreadable", at, what, mended, column };
  }
  const kind = columns[column]?.required ? "column" : "optional";
  return { kind, at, what: `${variable} has no column ${column}`, mended, column };
}

function typeGap(subject: JudgedTable, column: DrizzleColumn, type: ColumnType): DrizzleGap | undefined {
  const { name, table, manner } = subject;
  if (column.key === "userId") return referenceGap(subject, column);
  if (column.key === "id") return name === "User" ? idGap(subject, column) : undefined;
  const found = column.type;
  if (found === undefined || found === "customType" || /Enum$|^enum$/.test(found)) return undefined;
  const isFitting =
    manner.dialect === "sqlite" && found === "integer"
      ? fitsSqlite(column, type)
      : accepted[type].includes(found) && !(manner.dialect === "sqlite" && type === "boolean");
  if (isFitting) return undefined;
  const what = `${table.variable}.${column.key} is ${found}, which does not hold what the store writes`;
  return { kind: "type", at: column.start, what, mended: wantedText(subject, column.key, column.name) };
}

/** There the mode says what a number stands for. */
function fitsSqlite({ options = "" }: DrizzleColumn, type: ColumnType): boolean {
  const mode = /\bmode:\s*["'`](\w+)/.exec(options)?.[1] ?? "number";
  if (type === "date") return mode === "timestamp" || mode === "timestamp_ms";
  return type === "boolean" ? mode === "boolean" : type === "integer" && mode === "number";
}

/** The database, or Drizzle, has a value where none is given. */
function isFilled({ type, calls }: DrizzleColumn, { dialect }: TableManner): boolean {
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
function idGap({ table, manner }: JudgedTable, column: DrizzleColumn): DrizzleGap | undefined {
  const kind = kindOf(column);
  const { start: at } = column;
  if (column.type !== undefined && kind === "other") {
    const what = `${table.variable}.id is ${column.type}; texts, UUIDs and numbers can be ids`;
    return {
      kind: "type",
      at,
      what,
      mended: ({ call }) => `id: ${call({ name: "text" })}("id").primaryKey()`,
    };
  }
  if (isFilled(column, manner)) return undefined;
  const length = Number(/\blength:\s*(\d+)/.exec(column.options ?? "")?.[1] ?? uuidLength);
  if (kind !== "number" && length >= uuidLength) return undefined;
  const how = kind === "text" ? ".$defaultFn(…)" : counted[manner.dialect];
  const what = `${table.variable}.id has no default, so no user can be made`;
  return { kind: "type", at, what, mended: () => `id: ${column.builder}(…).primaryKey()${how}` };
}

const uuidLength = 36;
const counted = { pg: ".generatedAlwaysAsIdentity()", mysql: ".autoincrement()", sqlite: "" } as const;

function referenceGap(subject: JudgedTable, column: DrizzleColumn): DrizzleGap | undefined {
  const { table, manner } = subject;
  const id = manner.users?.columns.find(({ key }) => key === "id");
  if (!id) return undefined;
  const [own, other] = [kindOf(column), kindOf(id)];
  if (own === other || own === "other" || other === "other") return undefined;
  const what = `${table.variable}.userId is ${column.type}, and the id of ${manner.users?.variable} is ${id.type}`;
  return { kind: "type", at: column.start, what, mended: wantedText(subject, "userId", column.name) };
}

function unexported({ variable, exported, start: at }: DrizzleSourceTable): readonly Refusal[] {
  if (exported !== undefined) return [];
  const what = `${variable} is not exported, so the store cannot import it`;
  return [{ at, what, mended: () => `export { ${variable} };` }];
}

/** Columns that must have a value and get none when the store makes a row. */
function unfilledColumns({ name, table, manner }: JudgedTable) {
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
  const isMostlyFilled = ({ key }: DrizzleColumn) => name === "User" && mostlyFilled.includes(key);
  return {
    refused: needy
      .filter((column) => !isMostlyFilled(column))
      .map(({ key, start: at }): Refusal => {
        const what = `${table.variable}.${key} must have a value, and sign-in has none for it`;
        const how = key === "emailVerified" ? "" : ", or with .default(…)";
        return { at, what, mended: () => `${key}: …  without .notNull()${how}` };
      }),
    unfilled: needy
      .filter(isMostlyFilled)
      .map(({ key, start }) => `${table.variable}.${key} (${placeIn(table, start)})`),
  };
}

function wantedText({ name, manner }: JudgedTable, column: string, present?: string): DrizzleGap["mended"] {
  return (names) => columnText({ table: name, column, manner }, names, present);
}
