/** The statements that make the tables of a store without an ORM. */
import { dataOf, isCore, type StoredTable } from "./rows/rows.js";
import { defaultNames, inBackticks, inDoubleQuotes, type SqlDatabase, type TableNames } from "./rows/sql.js";
import { tableNames, type Column, type ColumnType, type Table } from "./schema.js";

export type { SqlDatabase } from "./rows/sql.js";

/** How a database writes the columns of a table. */
export interface SqlTypes extends Readonly<Record<ColumnType, string>> {
  readonly quote: (name: string) => string;
  /** What a row gets as its id when it is inserted without one. */
  readonly newId: string;
  /** Behind the bracket of a table's columns; "": nothing. */
  readonly end: string;
  /** Of an index: MySQL knows no "if not exists" here. */
  readonly ifNotExists: string;
}

const utf8 = "character set utf8mb4 collate utf8mb4_bin";

export const sqlTypes: Readonly<Record<SqlDatabase, SqlTypes>> = {
  postgres: {
    quote: inDoubleQuotes,
    key: "text",
    text: "text",
    date: "timestamptz",
    integer: "bigint",
    boolean: "boolean",
    newId: "gen_random_uuid()",
    end: "",
    ifNotExists: " if not exists",
  },
  mysql: {
    quote: inBackticks,
    // Text that is part of an index needs a length.
    key: "varchar(255)",
    // A text ends at 65,535 bytes, and tokens of providers may be longer.
    text: "mediumtext",
    date: "datetime(3)",
    integer: "bigint",
    boolean: "boolean",
    newId: "(uuid())",
    end: utf8,
    ifNotExists: "",
  },
  sqlite: {
    quote: inDoubleQuotes,
    key: "text",
    text: "text",
    date: "text",
    integer: "bigint",
    boolean: "integer",
    newId: "(lower(hex(randomblob(16))))",
    end: "",
    ifNotExists: " if not exists",
  },
};

/**
 * Statements that make the five tables and their indexes, in the order that references need.
 *
 * @param database which SQL is written
 * @param names names of tables, where they differ
 * @returns one statement per entry, without a semicolon; each says "if not exists" where the database knows that
 */
export function tableStatements(database: SqlDatabase, names: Partial<TableNames> = {}): string[] {
  const all = { ...defaultNames, ...names };
  return tableNames.flatMap((table) => storedTableStatements(database, table, { names: all }));
}

/** What a table takes from the database it comes into. */
interface Surroundings {
  /** Of the tables of the core. */
  readonly names: TableNames;
  /** The type of `id` in a table of users that is there already: what refers to it must be of the same. */
  readonly userId?: string | undefined;
}

/** Statements that make one table, of the core or of a plugin, and its indexes. */
export function storedTableStatements(
  database: SqlDatabase,
  table: StoredTable,
  { names, userId }: Surroundings,
): string[] {
  const name = isCore(table) ? names[table] : table.name;
  return statementsOf(database, { ...dataOf(table), name }, { users: names.User, userId });
}

/**
 * Statements that make a plugin's table and its indexes.
 *
 * @param database which SQL is written
 * @param table the table as data, with its name
 * @returns one statement per entry, without a semicolon
 */
export const recordTableStatements = (database: SqlDatabase, table: NamedTable): string[] =>
  statementsOf(database, table, {});

type NamedTable = Table & { readonly name: string };

/** What rows that belong to a user refer to. */
interface Owner {
  readonly users?: string;
  readonly userId?: string | undefined;
}

function statementsOf(database: SqlDatabase, table: NamedTable, { users = "", userId }: Owner): string[] {
  const { quote, end, ...types } = sqlTypes[database];
  const list = (columns: readonly string[]) => columns.map(quote).join(", ");
  const { name: title, columns, primaryKey, generatesKey, unique, indexes, userId: owner } = table;
  const lines = Object.entries(columns).map(([name, { type, required }]) => {
    const given = generatesKey && primaryKey.includes(name) ? ` default ${types.newId}` : "";
    const written = (name === owner ? userId : undefined) ?? types[type];
    return `${quote(name)} ${written}${required ? " not null" : ""}${given}`;
  });
  const keys = [
    ...(primaryKey.length > 0 ? [`primary key (${list(primaryKey)})`] : []),
    ...unique.map((one) => `unique (${list(one)})`),
    ...(owner
      ? [`foreign key (${quote(owner)}) references ${quote(users)} (${quote("id")}) on delete cascade`]
      : []),
  ];
  const inside = [...lines, ...keys].join(",\n  ");
  return [
    `create table if not exists ${quote(title)} (\n  ${inside}\n)${end && ` ${end}`}`,
    ...indexes.map((one) => indexStatement(database, title, one)),
  ];
}

type Index = readonly [database: SqlDatabase, table: string, columns: readonly string[]];

/** The statement that makes one index that is not unique. */
export const indexStatement = (...index: Index): string => createStatement("index", "idx", index);

/** The statement that makes one unique index, of a table that lacks it. */
export const uniqueIndexStatement = (...index: Index): string =>
  createStatement("unique index", "key", index);

function createStatement(kind: string, end: string, [database, table, columns]: Index): string {
  const { quote, ifNotExists } = sqlTypes[database];
  const name = quote([table, ...columns, end].join("_"));
  return `create ${kind}${ifNotExists} ${name} on ${quote(table)} (${columns.map(quote).join(", ")})`;
}

/** The statement that adds a column to a table that lacks it; rows that are there have no value in it. */
export function addColumnStatement(
  database: SqlDatabase,
  table: string,
  [name, { type }]: readonly [string, Column],
): string {
  const { quote, ...types } = sqlTypes[database];
  return `alter table ${quote(table)} add column ${quote(name)} ${types[type]}`;
}

/** The statement that gives a column the type that it should have; values that do not fit end it. */
export function changeColumnStatement(
  database: SqlDatabase,
  table: string,
  [name, { type, required }]: readonly [string, Column],
): string {
  const { quote, ...types } = sqlTypes[database];
  const quoted = quote(name);
  const start = `alter table ${quote(table)}`;
  if (database === "mysql") {
    const exact = type === "key" ? ` ${utf8}` : "";
    return `${start} modify column ${quoted} ${types[type]}${exact}${required ? " not null" : ""}`;
  }
  return `${start} alter column ${quoted} type ${types[type]} using ${quoted}::${types[type]}`;
}
