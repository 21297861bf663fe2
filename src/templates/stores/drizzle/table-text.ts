/** Columns and whole tables of the store, from the tables as data, as one schema would write them. */
import type { DrizzleColumn } from "../../../cli/source/databases/drizzle-columns.js";
import type { DrizzleDialect, DrizzleSourceTable } from "../../../cli/source/databases/drizzle-tables.js";
import { dataOf, identityOf, isCore, type StoredTable } from "../../../runtime/adapters/rows/rows.js";
import type { ColumnType, Table } from "../../../runtime/adapters/schema.js";
import type { DrizzleSchema } from "./schema-files.js";

/** A builder with its options. */
export interface Builder {
  /** As drizzle-orm exports it, or as the project calls one of its own. */
  readonly name: string;
  readonly options?: string;
  /** The project's own: nothing is imported for it. */
  readonly own?: true;
}

/** Text that is part of an index compares byte by byte; MySQL needs to be told. */
export const exactText = "exactText";

const builders: Readonly<Record<DrizzleDialect, Readonly<Record<ColumnType, Builder>>>> = {
  pg: {
    key: { name: "text" },
    text: { name: "text" },
    date: { name: "timestamp", options: '{ mode: "date", withTimezone: true }' },
    integer: { name: "bigint", options: '{ mode: "number" }' },
    boolean: { name: "boolean" },
  },
  mysql: {
    key: { name: exactText, own: true },
    // A text ends at 65,535 bytes, and tokens of providers may be longer.
    text: { name: "mediumtext" },
    date: { name: "datetime", options: '{ mode: "date", fsp: 3 }' },
    integer: { name: "bigint", options: '{ mode: "number" }' },
    boolean: { name: "boolean" },
  },
  sqlite: {
    key: { name: "text" },
    text: { name: "text" },
    date: { name: "integer", options: '{ mode: "timestamp_ms" }' },
    integer: { name: "integer" },
    boolean: { name: "integer", options: '{ mode: "boolean" }' },
  },
};

const limitedText: Builder = { name: "varchar", options: "{ length: 255 }" };

/** What a column that refers to one of this type is made of; the others refer to their like. */
const references: Readonly<Record<string, Builder>> = {
  serial: { name: "integer" },
  smallserial: { name: "smallint" },
  bigserial: { name: "bigint" },
};

/** What a schema decides for every table in it. */
export interface TableManner {
  readonly dialect: DrizzleDialect;
  /** Columns say their names in the database. */
  readonly isNamed: boolean;
  /** Names in the database are in snake case. */
  readonly isSnake: boolean;
  /** The users that are there. */
  readonly users: DrizzleSourceTable | undefined;
  /** Variable of the users, also where they are not there yet. */
  readonly usersName: string;
  /** Of references to users. */
  readonly userId: Builder;
}

/** What the tables of a schema decide. `users`: those that are there. */
export function mannerOf(
  { tables, dialect, isSnake }: DrizzleSchema,
  users: DrizzleSourceTable | undefined,
): Omit<TableManner, "usersName"> {
  const columns = tables.flatMap((table) => table.columns);
  const named = columns.filter(({ name }) => name !== undefined);
  const long = named.filter(({ key }) => /[a-z][A-Z]/.test(key));
  const snaked = long.filter(({ name = "" }) => name.includes("_"));
  return {
    dialect,
    isNamed: columns.length > 0 ? named.length * 2 >= columns.length : !isSnake,
    isSnake: isSnake || snaked.length * 2 > long.length,
    users,
    userId: referenceTo(
      users?.columns.find(({ key }) => key === "id"),
      dialect,
    ),
  };
}

function referenceTo(id: DrizzleColumn | undefined, dialect: DrizzleDialect): Builder {
  const { type, options, builder } = id ?? {};
  if (builder === undefined) return builders[dialect].key;
  if (type === undefined) return { name: builder, own: true };
  // In MySQL a serial is a big number without a sign.
  if (type === "serial" && dialect === "mysql")
    return { name: "bigint", options: '{ mode: "number", unsigned: true }' };
  const other = Object.hasOwn(references, type) ? references[type] : undefined;
  const kept = options === undefined || type === "serial" || type === "smallserial" ? {} : { options };
  return { ...(other ?? { name: type }), ...kept };
}

/** `emailVerified` → `email_verified` */
export const snake = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();

/** The name of a key or an index in the database, as it is written. */
export const titleOf = ({ isSnake }: TableManner, parts: readonly string[]): string =>
  JSON.stringify(parts.map((part) => (isSnake ? snake(part) : part)).join("_"));

export interface ColumnRequest {
  readonly table: StoredTable;
  readonly column: string;
  readonly manner: TableManner;
}

/** How a file has what drizzle-orm exports. */
export interface LocalNames {
  /** Local name of what drizzle-orm exports under a name. */
  readonly use: (name: string) => string;
  /** How it calls a builder. */
  readonly call: (builder: Builder) => string;
  /** Text that compares byte by byte may be declared, where a dialect has none. */
  readonly isExact: boolean;
}

/** The names of a table whose columns come by a function: builders are members of its parameter. */
export const withParameter = (names: LocalNames, parameter: string | undefined): LocalNames =>
  parameter === undefined
    ? names
    : { ...names, call: ({ name, own }) => (own ? name : `${parameter}.${name}`) };

/** `userId: text("userId").notNull().references(…)`. `name`: the one that it has in the database already. */
export function columnText(request: ColumnRequest, { call, isExact }: LocalNames, name?: string): string {
  const { table, column, manner } = request;
  const { columns, userId } = dataOf(table);
  const own = column === userId ? manner.userId : builders[manner.dialect][columns[column]?.type ?? "text"];
  const builder = own.name === exactText && !isExact ? limitedText : own;
  const usual = manner.isSnake ? snake(column) : column;
  const title = name ?? (manner.isNamed ? usual : undefined);
  const args = [title === undefined ? undefined : JSON.stringify(title), builder.options];
  const shown = args.filter((one) => one !== undefined).join(", ");
  return `${column}: ${call(builder)}(${shown})${callsFor(request, dataOf(table))}`;
}

/** `.primaryKey()`, `.notNull().references(…)` */
function callsFor(
  { table, column, manner }: ColumnRequest,
  { columns, unique, userId, generatesKey }: Table,
): string {
  const key = identityOf(table);
  const isOnly = (one: readonly string[]) => one.length === 1 && one[0] === column;
  if (isOnly(key))
    return `.primaryKey()${generatesKey && column === "id" ? ".$defaultFn(() => crypto.randomUUID())" : ""}`;
  return [
    columns[column]?.required ? ".notNull()" : "",
    unique.some(isOnly) ? ".unique()" : "",
    column === userId ? `.references(() => ${manner.usersName}.id, { onDelete: "cascade" })` : "",
  ].join("");
}

/** Columns of a table that is written: rows of accounts and sessions have no id, others identify them. */
const writtenColumns = (table: StoredTable): readonly string[] =>
  Object.keys(dataOf(table).columns).filter(
    (column) => column !== "id" || table === "User" || !isCore(table),
  );

/** What a table is called. */
export interface TableNaming {
  readonly variable: string;
  /** In the database. */
  readonly name: string;
}

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

/** A declaration with two spaces, double quotes and commas at the end of each list. */
export function tableText(
  table: StoredTable,
  { variable, name }: TableNaming,
  form: TableForm,
  names: LocalNames,
): string {
  const { manner, maker, parameter, extra, prefix } = form;
  const members = withParameter(names, parameter);
  const columns = writtenColumns(table).map((column) => columnText({ table, column, manner }, members));
  const [open, close] = parameter === undefined ? ["{", "}"] : [`(${parameter}) => ({`, "})"];
  const indexes = indexLines(table, name, form, names);
  const start = `${prefix}const ${variable} = ${maker}(`;
  const title = JSON.stringify(name);
  if (indexes.length === 0)
    return [`${start}${title}, ${open}`, ...columns.map((one) => `  ${one},`), `${close});`].join("\n");
  const [first, last] = extra === "array" ? ["[", "]"] : ["({", "})"];
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

function indexLines(
  table: StoredTable,
  name: string,
  { manner, extra }: TableForm,
  { use }: LocalNames,
): readonly string[] {
  const { unique, indexes } = dataOf(table);
  const key = identityOf(table);
  const members = (columns: readonly string[]) => columns.map((one) => `table.${one}`).join(", ");
  const keyed = (property: string, value: string) => (extra === "array" ? value : `${property}: ${value}`);
  const named = (columns: readonly string[], end: string) => titleOf(manner, [name, ...columns, end]);
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
