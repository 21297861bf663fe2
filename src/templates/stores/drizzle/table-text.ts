/** Whole tables of the store, from the tables as data, as one schema would write them. */
import { dataOf, type StoredTable } from "../../../runtime/adapters/rows/rows.js";
import { columnText, keyOf, snake, writtenColumns, type TableManner } from "./builders.js";
import type { CodeFile } from "./code-file.js";

/** How tables of a file are declared. */
export interface TableForm {
  readonly manner: TableManner;
  /** What makes them: `pgTable`. */
  readonly maker: string;
  /** Columns come by a function with this parameter. */
  readonly parameter: string | undefined;
  /** How indexes are given. */
  readonly extra: "array" | "object";
  /** `export `, or nothing. */
  readonly prefix: string;
}

export interface TableRequest extends TableForm {
  readonly table: StoredTable;
  readonly variable: string;
  /** In the database. */
  readonly name: string;
  /** Variable of the users. */
  readonly users: string;
}

/** A declaration with two spaces, double quotes and commas at the end of each list. */
export function tableText(request: TableRequest, code: CodeFile): string {
  const { table, manner, users, variable, name, maker, parameter, prefix } = request;
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
  const { unique, indexes } = dataOf(table);
  const key = keyOf(table);
  const members = (columns: readonly string[]) => columns.map((one) => `table.${one}`).join(", ");
  const keyed = (property: string, value: string) => (extra === "array" ? value : `${property}: ${value}`);
  const named = (columns: readonly string[], end: string) =>
    JSON.stringify([name, ...columns, end].map((part) => (manner.isSnake ? snake(part) : part)).join("_"));
  return [
    ...(key.length > 1 ? [keyed("key", `${use("primaryKey")}({ columns: [${members(key)}] })`)] : []),
    ...unique
      .filter((one) => one.length > 1 && one !== key)
      .map((columns) =>
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
