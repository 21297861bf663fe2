/** Tables of the store into a schema: as insertions, so that not a byte of it changes otherwise. */
import { insertItems } from "../../../cli/edit/comma-list.js";
import { addImports } from "../../../cli/edit/imports.js";
import type { TextEdit } from "../../../cli/source/text/text-edit.js";
import type { DrizzleSourceTable } from "../../../cli/source/databases/drizzle-tables.js";
import { lineEnd } from "../../../cli/source/text/layout.js";
import type { SourceText } from "../../../cli/source/names/names.js";
import { detectStyle } from "../../../cli/source/text/text-style.js";
import type { StoredTable } from "../../../runtime/adapters/rows/rows.js";
import { tableNames, type TableName } from "../../../runtime/adapters/schema.js";
import type { RecordTable } from "../../../runtime/types/records.js";
import { restyle } from "../../render.js";
import type { SchemaChange, SchemaChanges } from "../schema-plan.js";
import { judgeTable, type Judged } from "./judge.js";
import {
  append,
  finish,
  importEdits,
  makerImport,
  namesFor,
  nameTables,
  newFile,
  sourceOf,
  tableTexts,
  writerFor,
  type Merge,
  type Specifier,
} from "./new-tables.js";
import { recogniseTables, type FoundTables } from "./recognise.js";
import { coreOf, type DrizzleSchema } from "./schema-files.js";
import { columnText, mannerOf, type CodeFile } from "./table-text.js";

/** A table under the name that its file exports it. */
export interface StoreTable {
  readonly file: string;
  readonly name: string;
}

export interface SchemaMerge extends SchemaChanges {
  readonly tables: ReadonlyMap<TableName, StoreTable>;
  /** Columns that must have a value which not each way of signing in has. */
  readonly unfilled: readonly string[];
}

/** `judged`: what the tables of the core that are there lack; of those that are not in it nothing is asked. */
interface JudgedMerge extends Merge {
  readonly judged: ReadonlyMap<TableName, Judged>;
}

/**
 * What a schema has, and how what it lacks would be called.
 * @throws CliError exit 3 when several tables could be meant
 */
export async function openMerge(schema: DrizzleSchema, specifier: Specifier): Promise<Merge> {
  const { readSchemaCode } = await import("../../../cli/source/databases/schema-code.js");
  const found = recogniseTables(schema.tables);
  const manner = mannerOf(schema, found);
  const absent = tableNames.filter((name) => !found.has(name));
  const source = sourceOf(schema, homeOf(schema, found));
  const code = source && readSchemaCode(source);
  const naming = nameTables(absent, schema.tables, manner, (name) => code?.isTaken(name) ?? false);
  return { schema, found, manner, naming, specifier, readCode: readSchemaCode };
}

/** The file that further tables go into. */
export const homeOf = ({ place }: DrizzleSchema, found: FoundTables): string =>
  found.get("User")?.file ?? place.file;

/** The table of a plugin that the schema has and exports. */
export const pluginTable = ({ schema }: Merge, { name }: RecordTable): DrizzleSourceTable | undefined =>
  schema.tables.find((one) => one.name === name && one.exported !== undefined);

/** @throws CliError exit 3 where a table that is there means something else */
export async function mergeTables(schema: DrizzleSchema, specifier: Specifier): Promise<SchemaMerge> {
  const opened = await openMerge(schema, specifier);
  const { found, manner, naming } = opened;
  const judged = new Map([...found].map(([name, table]) => [name, judgeTable(name, table, manner)]));
  const absent = tableNames.filter((name) => !found.has(name));
  const file = homeOf(schema, found);
  return {
    ...(await changesFor({ ...opened, judged }, absent)),
    tables: new Map([
      ...[...found].map(([name, table]) => [name, { file: table.file, name: table.exported ?? "" }] as const),
      ...[...naming].map(([name, { variable }]) => [name, { file, name: variable }] as const),
    ]),
    unfilled: [...judged.values()].flatMap(({ unfilled }) => unfilled),
  };
}

/** What tables that a schema lacks make of its files, and columns that its own lack. */
export async function changesFor(merge: JudgedMerge, absent: readonly StoredTable[]): Promise<SchemaChanges> {
  const { schema, found } = merge;
  const file = homeOf(schema, found);
  const sources = schema.files.filter(
    (one) =>
      (one.file === file && absent.length > 0) || [...found].some(([, table]) => table.file === one.file),
  );
  const changes = sources.flatMap((one) => changeFile(merge, one, one.file === file ? absent : []));
  const isNew = absent.length > 0 && !sourceOf(schema, file);
  return {
    changes: [
      ...changes,
      ...(isNew && schema.place.barrel ? await passOn(schema, schema.place.barrel, file) : []),
    ],
    added: isNew ? { file, content: newFile(merge, file, absent) } : undefined,
  };
}

/** Columns that tables of a file lack, and tables below its last line. */
function changeFile(merge: JudgedMerge, source: SourceText, absent: readonly StoredTable[]): SchemaChange[] {
  const { schema, found, judged, readCode } = merge;
  const code = readCode(source);
  const writer = writerFor(merge, source.file);
  const style = detectStyle(source.text);
  const extended = [...found].filter(
    ([name, { file }]) => file === source.file && (judged.get(name)?.missing.length ?? 0) > 0,
  );
  const columns = extended.flatMap(([name, table]) => addColumns(merge, name, table, writer));
  const { texts, from } =
    absent.length > 0 ? tableTexts(merge, source, absent, writer) : { texts: [], from: undefined };
  if (columns.length === 0 && texts.length === 0) return [];
  const written = absent.map((table) => namesFor(merge, table).variable);
  const edits = [
    ...importEdits(source.text, code, { specifier: coreOf(schema.dialect), names: writer.wanted() }),
    ...(from ? addImports(source.text, code.place, [makerImport(merge, from, source.file)], style) : []),
    ...columns,
    ...(texts.length > 0 ? append(merge, source, written, finish(merge, source, texts)) : []),
  ];
  return [{ file: source.file, edits, names: [...extended.map(([, { variable }]) => variable), ...written] }];
}

function addColumns(
  merge: JudgedMerge,
  name: TableName,
  table: DrizzleSourceTable,
  writer: CodeFile,
): TextEdit[] {
  const { judged, manner } = merge;
  const { list, parameter } = table;
  if (!list) return [];
  const call: CodeFile["call"] =
    parameter === undefined ? writer.call : (builder) => `${parameter}.${builder.name}`;
  const style = detectStyle(table.text);
  const items = (judged.get(name)?.missing ?? []).map((column) => {
    const users = manner.users?.variable ?? "";
    return restyle(columnText({ table: name, column, manner, users, isExact: false }, call), style);
  });
  return insertItems(table.text, list, items, style);
}

/** The line that passes a new file on, as the last one like it is written. */
async function passOn(schema: DrizzleSchema, barrel: string, file: string): Promise<SchemaChange[]> {
  const { readPassing } = await import("../../../cli/source/databases/schema-code.js");
  const source = sourceOf(schema, barrel);
  const last = source && readPassing(source).last;
  if (!source || !last) return [];
  const ending = /\.[cm]?[jt]s$/.exec(last.specifier)?.[0] ?? "";
  const name = `./${file.slice(file.lastIndexOf("/") + 1).replace(/\.[cm]?[jt]s$/, "")}${ending}`;
  const line = source.text.slice(last.start, last.end).replace(last.specifier, () => name);
  const { eol } = detectStyle(source.text);
  const at = lineEnd(source.text, last.end);
  const text = source.text.slice(0, at).endsWith("\n") ? line + eol : eol + line;
  return [{ file: barrel, edits: [{ start: at, end: at, text }], names: [] }];
}
