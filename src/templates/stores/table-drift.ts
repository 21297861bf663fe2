/** What lies between the tables as data and those of a database: statements that mend it, and what is left. */
import { dataOf, isCore, type StoredTable } from "../../runtime/adapters/rows/rows.js";
import { tableNames, type Column } from "../../runtime/adapters/schema.js";
import {
  addColumnStatement,
  changeColumnStatement,
  indexStatement,
  storedTableStatements,
  uniqueIndexStatement,
  type SqlDatabase,
} from "../../runtime/adapters/sql-schema.js";
import { defaultNames, type TableNames } from "../../runtime/adapters/rows/sql.js";
import type { RecordTable } from "../../runtime/types/records.js";
import { servesFor } from "./drift.js";
import type { FoundTable, DatabaseTables } from "./found-table.js";

/** Something that no statement of ours changes. */
export interface Drift {
  readonly table: string;
  /** What is wrong. */
  readonly message: string;
  /** The statement that a person may run. */
  readonly fix: string;
}

/** What `auth db migrate` has to do. */
export interface TableChanges {
  /** In the order in which they run. */
  readonly statements: readonly string[];
  readonly drift: readonly Drift[];
}

const modelNames = Object.fromEntries(tableNames.map((name) => [name, name])) as TableNames;

/** The names that stores without an ORM give the tables: those of Kysely, and of `pg` and `mysql2`. */
const nameFamilies: readonly TableNames[] = [modelNames, defaultNames];

/** All names that a table of the core may have. */
export const allNames: readonly string[] = nameFamilies.flatMap((family) => Object.values(family));

/**
 * The names that a database uses: those of which more tables are there, else those of the project.
 *
 * @param found the tables that are there, of every family
 * @param usesKysely whether the project depends on Kysely
 */
export function namesOf(found: DatabaseTables, database: SqlDatabase, usesKysely: boolean): TableNames {
  const count = (family: TableNames) => Object.values(family).filter((name) => found.has(name)).length;
  const [models, plain] = [count(modelNames), count(defaultNames)];
  if (models !== plain) return models > plain ? modelNames : defaultNames;
  return usesKysely || database === "sqlite" ? modelNames : defaultNames;
}

/**
 * @param database which SQL is written
 * @param wanted names of the tables of the core, and the tables of plugins, which have the same names in every database
 * @param found the tables that are there
 */
export function compareTables(
  database: SqlDatabase,
  { names, records }: WantedNames,
  found: DatabaseTables,
): TableChanges {
  const userId = found.get(names.User)?.columns.get("id");
  const parts = [...tableNames, ...records].map((table): TableChanges => {
    const there = found.get(isCore(table) ? names[table] : table.name);
    if (there) return changesFor(there, gapsOf(database, table, there));
    return { statements: storedTableStatements(database, table, { names, userId }), drift: [] };
  });
  return {
    statements: parts.flatMap(({ statements }) => statements),
    drift: parts.flatMap(({ drift }) => drift),
  };
}

/** Tables that a database is to have. */
export interface WantedNames {
  readonly names: TableNames;
  readonly records: readonly RecordTable[];
}

/** One thing that a table lacks. */
export interface TableGap {
  readonly kind: "column" | "type" | "unique" | "index";
  /** The columns that it is about. */
  readonly columns: readonly string[];
  /** What is wrong. */
  readonly message: string;
  /** The statement that mends it. */
  readonly statement: string;
}

function changesFor(there: FoundTable, gaps: readonly TableGap[]): TableChanges {
  const isKey = ({ kind }: TableGap) => kind === "unique" || kind === "index";
  return {
    statements: gaps.filter(isKey).map(({ statement }) => statement),
    drift: gaps
      .filter((one) => !isKey(one))
      .map(({ message, statement: fix }) => ({ table: there.name, message, fix })),
  };
}

/** What a table lacks, keys of columns that are missing left aside. */
export function gapsOf(database: SqlDatabase, table: StoredTable, there: FoundTable): readonly TableGap[] {
  const { columns, primaryKey, unique, indexes } = dataOf(table);
  const has = (names: readonly string[]) => names.every((name) => there.columns.has(name));
  const keys = [...unique, ...(primaryKey.length > 0 ? [primaryKey] : [])];
  return [
    ...keys
      .filter((key) => has(key) && !isUnique(there, key))
      .map((key) => keyGap("unique", key, uniqueIndexStatement(database, there.name, key))),
    ...indexes
      .filter((index) => has(index) && !isIndexed(there, index))
      .map((index) => keyGap("index", index, indexStatement(database, there.name, index))),
    ...Object.entries(columns).flatMap((column) => columnGaps(database, there, column)),
  ];
}

const keyGap = (kind: "unique" | "index", columns: readonly string[], statement: string): TableGap => ({
  kind,
  columns,
  message: `There is no ${kind === "unique" ? "unique index" : "index"} on ${columns.join(", ")}.`,
  statement,
});

/** A unique index over fewer columns holds for all of them. */
const isUnique = ({ indexes }: FoundTable, key: readonly string[]): boolean =>
  indexes.some(({ unique, columns }) => unique && columns.every((name) => key.includes(name)));

const isIndexed = ({ indexes }: FoundTable, wanted: readonly string[]): boolean =>
  indexes.some(({ columns }) => servesFor(columns, wanted));

/** What a type's name has in it. */
const fitting = { date: ["timestamp", "datetime"], integer: ["int", "numeric", "decimal"] } as const;

function columnGaps(
  database: SqlDatabase,
  there: FoundTable,
  [name, column]: readonly [string, Column],
): readonly TableGap[] {
  const type = there.columns.get(name);
  const add = addColumnStatement(database, there.name, [name, column]);
  if (type === undefined)
    return [{ kind: "column", columns: [name], message: `The column ${name} is missing.`, statement: add }];
  const fits = column.type === "date" || column.type === "integer" ? fitting[column.type] : undefined;
  // SQLite keeps any value in any column.
  if (database === "sqlite" || fits === undefined || fits.some((word) => type.toLowerCase().includes(word)))
    return [];
  const wanted = add.slice(add.lastIndexOf(" ") + 1);
  const message = `The column ${name} is ${type}; it should be ${wanted}.`;
  const statement = changeColumnStatement(database, there.name, [name, column]);
  return [{ kind: "type", columns: [name], message, statement }];
}
