/** What `auth doctor` says of migrations in SQL. */
import { allNames, gapsOf, namesOf, type TableGap } from "./table-drift.js";
import type { FoundTable } from "./found-table.js";
import { readSqlTables, type SqlTable } from "../../cli/formats/sql-tables.js";
import type { ProjectFiles } from "../../cli/project/files.js";
import { isCore, type StoredTable } from "../../runtime/adapters/rows/rows.js";
import { tableNames, tableOf, type TableName } from "../../runtime/adapters/schema.js";
import {
  changeColumnStatement,
  indexStatement,
  storedTableStatements,
  uniqueIndexStatement,
  type SqlDatabase,
} from "../../runtime/adapters/sql-schema.js";
import { driftAt, identifying, type SchemaDrift } from "./drift.js";
import { listMigrations } from "./migration.js";
import type { DriftContext } from "./support.js";

/**
 * What the migrations of a project leave out. None where they make none of the tables: something else does.
 *
 * @param database which SQL they are written in
 */
export function findSqlDrift(
  { facts, records }: DriftContext,
  database: SqlDatabase,
): readonly SchemaDrift[] {
  const files = listMigrations(facts.files).map((file) => sourceOf(facts.files, file));
  const tables = readSqlTables(files, database === "postgres");
  const found = new Map(
    allNames.flatMap((name) => {
      const table = tables.get(name);
      return table ? [[name, asFound(name, table, database)] as const] : [];
    }),
  );
  if (found.size === 0) return [];
  const names = namesOf(found, database, "kysely" in facts.packageJson.dependencies);
  const last = files.at(-1)?.file ?? "";
  const missing = (table: StoredTable): SchemaDrift => {
    const statements = storedTableStatements(database, table, { names });
    const what = `no migration makes the table ${isCore(table) ? names[table] : table.name}`;
    return driftAt("table", table, { file: last, text: "" }, { at: 0, what, lines: sqlText(statements) });
  };
  const core = tableNames.flatMap((table): readonly SchemaDrift[] => {
    const there = found.get(names[table]);
    const written = tables.get(names[table]);
    if (!there || !written) return [missing(table)];
    const place = { database, table, written, there, files: facts.files };
    return [...gapsOf(database, table, there).map((gap) => toDrift(place, gap)), ...collations(place)];
  });
  return [...core, ...records.filter(({ name }) => !tables.has(name)).map(missing)];
}

interface Place {
  readonly database: SqlDatabase;
  readonly table: TableName;
  readonly written: SqlTable;
  readonly there: FoundTable;
  readonly files: ProjectFiles;
}

const sourceOf = (files: ProjectFiles, file: string) => ({ file, text: files.read(file)?.text ?? "" });
const sqlText = (statements: readonly string[]): string => statements.map((one) => `${one};`).join("\n");

/** As a database would say it. MySQL makes an index for each reference. */
const asFound = (name: string, { columns, keys }: SqlTable, database: SqlDatabase): FoundTable => ({
  name,
  columns: new Map([...columns].map(([column, { type }]) => [column, type])),
  indexes: keys
    .filter(({ kind }) => kind !== "reference" || database === "mysql")
    .map(({ kind, columns: own }) => ({ columns: own, unique: kind === "unique" })),
});

function toDrift({ database, table, written, there, files }: Place, gap: TableGap): SchemaDrift {
  const { kind, columns, message, statement } = gap;
  const at = written.columns.get(columns[0] ?? "") ?? written;
  // A column comes with the keys that it belongs to.
  const keys = kind === "column" ? keysWith(database, table, there, columns) : [];
  return driftAt(kind, table, sourceOf(files, at.file), {
    at: at.start,
    what: `${there.name}: ${message.replace(/\.$/, "")}`,
    lines: sqlText([statement, ...keys]),
  });
}

function keysWith(
  database: SqlDatabase,
  table: TableName,
  { name, columns: there }: FoundTable,
  [column = ""]: readonly string[],
) {
  const { unique, primaryKey, indexes } = tableOf(table);
  const isNow = (key: readonly string[]) =>
    key.includes(column) && key.every((one) => one === column || there.has(one));
  return [
    ...[...unique, primaryKey].filter(isNow).map((key) => uniqueIndexStatement(database, name, key)),
    ...indexes.filter(isNow).map((key) => indexStatement(database, name, key)),
  ];
}

/** The collations that MySQL begins with take upper and lower case for the same. */
function collations({ database, table, written, there, files }: Place): readonly SchemaDrift[] {
  if (database !== "mysql") return [];
  return (identifying[table] ?? []).flatMap((name): readonly SchemaDrift[] => {
    const column = written.columns.get(name);
    const collation = column?.collation ?? written.collation;
    if (!column || collation?.endsWith("_bin") || collation === "binary") return [];
    const wanted = tableOf(table).columns[name];
    if (!wanted || !/char|text/.test(column.type)) return [];
    return [
      driftAt("collation", table, sourceOf(files, column.file), {
        at: column.start,
        what: `${there.name}.${name} takes upper and lower case for the same`,
        lines: sqlText([changeColumnStatement(database, there.name, [name, wanted])]),
      }),
    ];
  });
}
