/** Tables of the store into a schema: as insertions, so that not a byte of it changes otherwise. */
import { insertItems } from "../../../cli/edit/comma-list.js";
import type { TextEdit } from "../../../cli/source/text/text-edit.js";
import type { DrizzleSourceTable } from "../../../cli/source/databases/drizzle-tables.js";
import { readPassing, readSchemaCode } from "../../../cli/source/databases/schema-code.js";
import { lineEnd } from "../../../cli/source/text/layout.js";
import { detectEol, detectStyle } from "../../../cli/source/text/text-style.js";
import type { StoredTable } from "../../../runtime/adapters/rows/rows.js";
import { tableNames, type TableName } from "../../../runtime/adapters/schema.js";
import type { RecordTable } from "../../../runtime/types/records.js";
import { restyle } from "../../render.js";
import type { SchemaChange, SchemaChanges } from "../schema-plan.js";
import { judgeTable } from "./judge.js";
import {
  append,
  finish,
  importEdits,
  namesFor,
  nameTables,
  newFile,
  openFile,
  sourceOf,
  tableTexts,
  type Merge,
  type SchemaFile,
} from "./new-tables.js";
import { recogniseTables } from "./recognise.js";
import { coreOf, type DrizzleSchema } from "./schema-files.js";
import { columnText, mannerOf, withParameter } from "./table-text.js";

export interface SchemaMerge extends SchemaChanges {
  /** Each table under the name that its file exports it. */
  readonly tables: ReadonlyMap<TableName, { readonly file: string; readonly name: string }>;
  /** Columns that must have a value which not each way of signing in has. */
  readonly unfilled: readonly string[];
}

/** Columns that tables of the core lack. */
type MissingColumns = ReadonlyMap<TableName, readonly string[]>;

/**
 * What a schema has, and how what it lacks would be called.
 * @throws CliError exit 3 when several tables could be meant
 */
export function openMerge(project: Merge["project"], schema: DrizzleSchema): Merge {
  const found = recogniseTables(schema.tables);
  const users = found.get("User");
  const manner = mannerOf(schema, users);
  const home = users?.file ?? schema.place.file;
  const source = sourceOf(schema, home);
  const code = source && readSchemaCode(source);
  const absent = tableNames.filter((name) => !found.has(name));
  const naming = nameTables(absent, schema.tables, manner, (name) => code?.isTaken(name) ?? false);
  const usersName = (users ?? naming.get("User"))?.variable ?? "";
  return { project, schema, found, manner: { ...manner, usersName }, naming, home };
}

/** The table of a plugin that the schema has and exports. */
export const pluginTable = ({ schema }: Merge, { name }: RecordTable): DrizzleSourceTable | undefined =>
  schema.tables.find((one) => one.name === name && one.exported !== undefined);

/** @throws CliError exit 3 where a table that is there means something else */
export function mergeTables(project: Merge["project"], schema: DrizzleSchema): SchemaMerge {
  const merge = openMerge(project, schema);
  const { found, manner, naming, home } = merge;
  const judged = [...found].map(([name, table]) => ({ name, ...judgeTable(name, table, manner) }));
  const missing = new Map(judged.map((one) => [one.name, one.missing]));
  return {
    ...changesFor(merge, [...naming.keys()], missing),
    tables: new Map([
      ...[...found].map(([name, table]) => [name, { file: table.file, name: table.exported ?? "" }] as const),
      ...[...naming].map(([name, { variable }]) => [name, { file: home, name: variable }] as const),
    ]),
    unfilled: judged.flatMap(({ unfilled }) => unfilled),
  };
}

/** What tables that a schema lacks make of its files, and columns that its own lack. */
export function changesFor(
  merge: Merge,
  absent: readonly StoredTable[],
  missing: MissingColumns = new Map(),
): SchemaChanges {
  const { schema, home } = merge;
  const changes = schema.files.flatMap(({ file }) =>
    changeFile(merge, file, { absent: file === home ? absent : [], missing }),
  );
  if (absent.length === 0 || sourceOf(schema, home)) return { changes, added: undefined };
  const { barrel } = schema.place;
  return {
    changes: [...changes, ...(barrel ? passOn(schema, barrel, home) : [])],
    added: { file: home, content: newFile(merge, absent) },
  };
}

/** What a file of the schema lacks. */
interface Lacks {
  readonly absent: readonly StoredTable[];
  readonly missing: MissingColumns;
}

/** Columns that tables of a file lack, and tables below its last line. */
function changeFile(merge: Merge, name: string, { absent, missing }: Lacks): SchemaChange[] {
  const extended = [...merge.found].filter(
    ([table, { file }]) => file === name && (missing.get(table)?.length ?? 0) > 0,
  );
  if (extended.length === 0 && absent.length === 0) return [];
  const file = openFile(merge, name);
  const columns = extended.flatMap(([table, own]) =>
    addColumns(merge, table, { ...own, missing: missing.get(table) ?? [] }, file),
  );
  const { texts, from } = tableTexts(merge, file, absent);
  const written = absent.map((table) => namesFor(merge, table).variable);
  const edits = [
    ...importEdits(file, { specifier: coreOf(merge.schema.dialect), names: file.wanted() }),
    ...(from ? importEdits(file, from) : []),
    ...columns,
    ...(texts.length > 0 ? append(file, written, finish(merge, file, texts)) : []),
  ];
  const names = [...extended.map(([, { variable }]) => variable), ...written];
  return edits.length > 0 ? [{ file: name, edits, names }] : [];
}

function addColumns(
  { manner }: Merge,
  name: TableName,
  { list, parameter, text, missing }: DrizzleSourceTable & { readonly missing: readonly string[] },
  file: SchemaFile,
): TextEdit[] {
  if (!list) return [];
  const style = detectStyle(text);
  const names = withParameter({ ...file, isExact: false }, parameter);
  const items = missing.map((column) => restyle(columnText({ table: name, column, manner }, names), style));
  return insertItems(text, list, items, style);
}

/** The line that passes a new file on, as the last one like it is written. */
function passOn(schema: DrizzleSchema, barrel: string, file: string): SchemaChange[] {
  const source = sourceOf(schema, barrel);
  const last = source && readPassing(source).last;
  if (!source || !last) return [];
  const ending = /\.[cm]?[jt]s$/.exec(last.specifier)?.[0] ?? "";
  const name = `./${file.slice(file.lastIndexOf("/") + 1).replace(/\.[cm]?[jt]s$/, "")}${ending}`;
  const line = source.text.slice(last.start, last.end).replace(last.specifier, () => name);
  const eol = detectEol(source.text);
  const at = lineEnd(source.text, last.end);
  const text = source.text.slice(0, at).endsWith("\n") ? line + eol : eol + line;
  return [{ file: barrel, edits: [{ start: at, end: at, text }], names: [] }];
}
