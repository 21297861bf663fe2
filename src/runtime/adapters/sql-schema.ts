/** The statements that make the tables of a store without an ORM. */
import { defaultNames, type TableNames } from "./sql-statements.js";
import { tableNames, tableOf, type ColumnType, type TableName } from "./schema.js";

export type SqlDatabase = "postgres" | "mysql";

interface SqlTypes extends Readonly<Record<ColumnType, string>> {
  readonly quote: string;
  /** What a row gets as its id when it is inserted without one. */
  readonly newId: string;
  /** Behind the columns of a table. */
  readonly end: string;
}

const utf8 = "character set utf8mb4 collate utf8mb4_bin";

const databases: Readonly<Record<SqlDatabase, SqlTypes>> = {
  postgres: {
    quote: '"',
    key: "text",
    text: "text",
    date: "timestamptz",
    integer: "bigint",
    boolean: "boolean",
    newId: "gen_random_uuid()",
    end: ")",
  },
  mysql: {
    quote: "`",
    // Text that is part of an index needs a length.
    key: "varchar(255)",
    text: "text",
    date: "datetime(3)",
    integer: "bigint",
    boolean: "boolean",
    newId: "(uuid())",
    end: `) ${utf8}`,
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
  const types = databases[database];
  return tableNames.flatMap((table) => [
    tableStatement(table, all, types),
    ...indexStatements(table, all, types, database),
  ]);
}

function tableStatement(table: TableName, names: TableNames, types: SqlTypes): string {
  const quote = (name: string) => types.quote + name + types.quote;
  const list = (columns: readonly string[]) => columns.map(quote).join(", ");
  const { columns, primaryKey, generatesKey, unique, userId } = tableOf(table);
  const lines = [
    ...Object.entries(columns).map(([name, { type, required }]) => {
      const given = generatesKey && primaryKey.includes(name) ? ` default ${types.newId}` : "";
      return `${quote(name)} ${types[type]}${required ? " not null" : ""}${given}`;
    }),
    ...(primaryKey.length > 0 ? [`primary key (${list(primaryKey)})`] : []),
    ...unique.map((one) => `unique (${list(one)})`),
    ...(userId
      ? [`foreign key (${quote(userId)}) references ${quote(names.User)} (${quote("id")}) on delete cascade`]
      : []),
  ];
  return `create table if not exists ${quote(names[table])} (\n  ${lines.join(",\n  ")}\n${types.end}`;
}

function indexStatements(
  table: TableName,
  names: TableNames,
  { quote: mark }: SqlTypes,
  database: SqlDatabase,
): string[] {
  const quote = (name: string) => mark + name + mark;
  // MySQL knows no "if not exists" here.
  const create = database === "mysql" ? "create index" : "create index if not exists";
  return tableOf(table).indexes.map((columns) => {
    const name = quote(`${names[table]}_${columns.join("_")}_idx`);
    return `${create} ${name} on ${quote(names[table])} (${columns.map(quote).join(", ")})`;
  });
}
