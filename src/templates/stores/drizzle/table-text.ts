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
  const { table, variable, name, manner, users, maker, parameter, prefix } = request;
  const call: CodeFile["call"] =
    parameter === undefined
      ? code.call
      : (builder) => (builder.own ? builder.name : `${parameter}.${builder.name}`);
  const columns = writtenColumns(table).map((column) =>
    columnText({ table, column, manner, users, isExact: true }, call),
  );
  const [open, close] = parameter === undefined ? ["{", "}"] : [`(${parameter}) => ({`, "})"];
  const indexes = indexLines(request, code);
  const start = `${prefix}const ${variable} = ${maker}(`;
  const title = JSON.stringify(name);
  if (indexes.length === 0)
    return [`${start}${title}, ${open}`, ...columns.map((one) => `  ${one},`), `${close});`].join("\n");
  const [first, last] = request.extra === "array" ? ["[", "]"] : ["({", "})"];
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

function indexLines({ table, name, manner, extra }: TableRequest, { use }: CodeFile): readonly string[] {
  const key = keyOf(table);
  const members = (columns: readonly string[]) => columns.map((one) => `table.${one}`).join(", ");
  const keyed = (property: string, value: string) => (extra === "array" ? value : `${property}: ${value}`);
  return [
    ...(key.length > 1 ? [keyed("key", `${use("primaryKey")}({ columns: [${members(key)}] })`)] : []),
    ...tableOf(table).indexes.map((columns) => {
      const parts = [name, ...columns, "idx"].map((part) => (manner.isSnake ? snake(part) : part));
      const value = `${use("index")}(${JSON.stringify(parts.join("_"))}).on(${members(columns)})`;
      return keyed(`${columns.join("")}Index`, value);
    }),
  ];
}
