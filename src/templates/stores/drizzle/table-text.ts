/** Whole tables of the store, from the tables as data, as one schema would write them. */
import { tableOf, type TableName } from "../../../runtime/adapters/schema.js";
import { columnText, keyOf, snake, writtenColumns, type Manner } from "./builders.js";
import type { CodeFile } from "./code-file.js";

export interface TableRequest {
  readonly table: TableName;
  readonly variable: string;
  /** In the database. */
  readonly name: string;
  /** Variable of the users. */
  readonly users: string;
  readonly manner: Manner;
  /** What makes it: `pgTable`. */
  readonly maker: string;
  /** Columns come by a function with this parameter. */
  readonly parameter: string | undefined;
  /** How indexes are given. */
  readonly extra: "array" | "object";
  /** `export `, or nothing. */
  readonly prefix: string;
}

/** A declaration with two spaces, double quotes and commas at the end of each list. */
export function tableText(request: TableRequest, code: CodeFile): string {
  const { table, manner, users } = request;
  const columns = (call: CodeFile["call"]) =>
    writtenColumns(table).map((column) => columnText({ table, column, manner, users, isExact: true }, call));
  return declarationText(
    { ...request, columns, key: keyOf(table), unique: [], indexes: tableOf(table).indexes },
    code,
  );
}

/** A table to declare, whatever it is for. */
export interface Declaration extends Omit<TableRequest, "table" | "users"> {
  /** The lines of its columns. */
  readonly columns: (call: CodeFile["call"]) => readonly string[];
  /** Of several columns, or of one that says so itself. */
  readonly key: readonly string[];
  /** Unique indexes over several columns. */
  readonly unique: readonly (readonly string[])[];
  readonly indexes: readonly (readonly string[])[];
}

export function declarationText(declared: Declaration, code: CodeFile): string {
  const { variable, name, maker, parameter, prefix } = declared;
  const call: CodeFile["call"] =
    parameter === undefined
      ? code.call
      : (builder) => (builder.own ? builder.name : `${parameter}.${builder.name}`);
  const columns = declared.columns(call);
  const [open, close] = parameter === undefined ? ["{", "}"] : [`(${parameter}) => ({`, "})"];
  const indexes = indexLines(declared, code);
  const start = `${prefix}const ${variable} = ${maker}(`;
  const title = JSON.stringify(name);
  if (indexes.length === 0)
    return [`${start}${title}, ${open}`, ...columns.map((one) => `  ${one},`), `${close});`].join("\n");
  const [first, last] = declared.extra === "array" ? ["[", "]"] : ["({", "})"];
  return [
    start,
    `  ${title},`,
    `  ${open}`,
    ...columns.map((one) => `    ${one},`),
    `  ${close},`,
    `  (table) => ${first}`,
    ...indexes.map((one) => `    ${one},`),
    `  ${last},`,
    ");",
  ].join("\n");
}

function indexLines(declared: Declaration, { use }: CodeFile): readonly string[] {
  const { name, manner, extra, key, unique, indexes } = declared;
  const members = (columns: readonly string[]) => columns.map((one) => `table.${one}`).join(", ");
  const keyed = (property: string, value: string) => (extra === "array" ? value : `${property}: ${value}`);
  const named = (columns: readonly string[], end: string) =>
    JSON.stringify([name, ...columns, end].map((part) => (manner.isSnake ? snake(part) : part)).join("_"));
  return [
    ...(key.length > 1 ? [keyed("key", `${use("primaryKey")}({ columns: [${members(key)}] })`)] : []),
    ...unique.map((columns) =>
      keyed(
        `${columns.join("")}Unique`,
        `${use("unique")}(${named(columns, "key")}).on(${members(columns)})`,
      ),
    ),
    ...indexes.map((columns) =>
      keyed(`${columns.join("")}Index`, `${use("index")}(${named(columns, "idx")}).on(${members(columns)})`),
    ),
  ];
}
