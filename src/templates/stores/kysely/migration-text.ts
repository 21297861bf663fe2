/** The tables as a migration in code, in the words of Kysely's schema builder. */
import { tableNames, tableOf, type Column, type Table } from "../../../runtime/adapters/schema.js";
import { sqlTypes, type SqlTypes } from "../../../runtime/adapters/sql-schema.js";
import type { DialectId } from "./dialects.js";

/** Types that Kysely knows by name; others are SQL. */
const named: readonly string[] = [
  "text",
  "bigint",
  "boolean",
  "integer",
  "timestamptz",
  "varchar(255)",
  "datetime(3)",
];

const typeText = (type: string): string => (named.includes(type) ? JSON.stringify(type) : `sql\`${type}\``);

/** A table with the name that it gets. */
type NamedTable = Table & { readonly name: string };

/** The tables of the core. */
export const coreTablesByName: readonly NamedTable[] = tableNames.map((name) => ({ ...tableOf(name), name }));

/**
 * @param isTyped the file is TypeScript
 * @returns `up`, which makes the tables and their indexes, and `down`, which drops them
 */
export function migrationText(all: readonly NamedTable[], database: DialectId, isTyped: boolean): string {
  const types = sqlTypes[database];
  const tables = all.map((table) => [tableCode(table, types), ...indexCode(table)].join("\n"));
  const drops = [...all]
    .reverse()
    .map(({ name }) => `  await db.schema.dropTable(${JSON.stringify(name)}).execute();`);
  const head = (name: string) =>
    isTyped
      ? `export async function ${name}(db: Kysely<any>): Promise<void> {`
      : `/** @param {import("kysely").Kysely<any>} db */\nexport async function ${name}(db) {`;
  return [
    ...importLines(tables.join("\n").includes("sql`"), isTyped),
    head("up"),
    tables.join("\n\n"),
    "}",
    "",
    head("down"),
    ...drops,
    "}",
    "",
  ].join("\n");
}

function importLines(usesSql: boolean, isTyped: boolean): readonly string[] {
  const names = [...(usesSql ? ["sql"] : []), ...(isTyped ? ["type Kysely"] : [])];
  return names.length > 0 ? [`import { ${names.join(", ")} } from "kysely";`, ""] : [];
}

function tableCode({ name: table, ...own }: NamedTable, types: SqlTypes): string {
  const { columns, unique, primaryKey, userId: owner } = own;
  const list = (names: readonly string[]) => `[${names.map((name) => JSON.stringify(name)).join(", ")}]`;
  return [
    "  await db.schema",
    `    .createTable(${JSON.stringify(table)})`,
    ...Object.entries(columns).map((column) => columnCode(own, column, types)),
    ...(primaryKey.length > 1 ? [`    .addPrimaryKeyConstraint("${table}_pkey", ${list(primaryKey)})`] : []),
    ...unique
      .filter((together) => together.length > 1)
      .map((together) => `    .addUniqueConstraint("${table}_${together.join("_")}_key", ${list(together)})`),
    ...(owner
      ? [
          `    .addForeignKeyConstraint("${table}_${owner}_fkey", ["${owner}"], "User", ["id"], (key) => key.onDelete("cascade"))`,
        ]
      : []),
    ...(types.end ? [`    .modifyEnd(sql\`${types.end}\`)`] : []),
    "    .execute();",
  ].join("\n");
}

function columnCode(
  { primaryKey, generatesKey, unique }: Table,
  [name, column]: readonly [string, Column],
  types: SqlTypes,
): string {
  const isKey = primaryKey.length === 1 && primaryKey[0] === name;
  const isUnique = unique.some((one) => one.length === 1 && one[0] === name);
  const calls = [
    isKey ? ".primaryKey()" : "",
    isKey && generatesKey ? `.defaultTo(sql\`${types.newId}\`)` : "",
    !isKey && column.required ? ".notNull()" : "",
    isUnique ? ".unique()" : "",
  ].join("");
  const options = calls ? `, (column) => column${calls}` : "";
  return `    .addColumn(${JSON.stringify(name)}, ${typeText(types[column.type])}${options})`;
}

const indexCode = ({ name: table, indexes }: NamedTable): readonly string[] =>
  indexes.map(
    (columns) =>
      `  await db.schema.createIndex("${table}_${columns.join("_")}_idx").on("${table}").columns([${columns
        .map((name) => JSON.stringify(name))
        .join(", ")}]).execute();`,
  );
