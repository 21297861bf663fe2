/** Tables of plugins in a schema of Drizzle, and in the options of the adapter. */
import { shortList } from "../short-list.js";
import { insertItems } from "../../../cli/edit/comma-list.js";
import { addImports } from "../../../cli/edit/imports.js";
import type { EditResult, TextEdit } from "../../../cli/source/text/text-edit.js";
import { stagedProject } from "../../../cli/plan/staged-project.js";
import { indentAt, lineAt } from "../../../cli/source/text/layout.js";
import { detectStyle } from "../../../cli/source/text/text-style.js";
import type { RecordTable } from "../../../runtime/types/records.js";
import type { SchemaDrift } from "../drift.js";
import type { StoreContext, WantedTables } from "../support.js";
import { moduleSpecifier } from "../wiring.js";
import { builderOf, snake, type Manner } from "./builders.js";
import { codeFile, importEdits, type CodeFile } from "./code-file.js";
import { homeOf, openMerge, passOn } from "./merge.js";
import {
  append,
  declaredIn,
  finish,
  importLine,
  makerImport,
  type Merge,
  type TableForm,
} from "./new-tables.js";
import { kitCommand } from "./plan.js";
import { coreOf, findSchema } from "./schema-files.js";
import { declarationText } from "./table-text.js";

/** `auth_two_factor_secret` → `authTwoFactorSecret` */
const variableOf = ({ name }: RecordTable): string =>
  name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** The variable of a table that the schema has, with its file. */
const foundIn = ({ schema }: Merge, { name }: RecordTable) =>
  schema.tables.find((one) => one.name === name && one.exported !== undefined);

function recordText(table: RecordTable, form: TableForm, writer: CodeFile): string {
  const { primaryKey, unique, indexes, columns, name } = table;
  const lines = (call: CodeFile["call"]) =>
    Object.keys(columns).map((column) => recordColumn(table, column, form.manner, call));
  return declarationText(
    {
      ...form,
      variable: variableOf(table),
      name,
      columns: lines,
      key: primaryKey,
      unique: unique.filter((one) => one.length > 1),
      indexes,
    },
    writer,
  );
}

function recordColumn(
  { columns, primaryKey, unique }: RecordTable,
  column: string,
  { dialect, isNamed, isSnake }: Manner,
  call: CodeFile["call"],
): string {
  const { type, required } = columns[column] ?? { type: "text" };
  const builder = builderOf(dialect, type);
  const title = isNamed ? JSON.stringify(isSnake ? snake(column) : column) : undefined;
  const args = [title, builder.options].filter((one) => one !== undefined).join(", ");
  const isOnly = (one: readonly string[]) => one.length === 1 && one[0] === column;
  const calls = isOnly(primaryKey)
    ? ".primaryKey()"
    : `${required ? ".notNull()" : ""}${unique.some(isOnly) ? ".unique()" : ""}`;
  return `${column}: ${call(builder)}(${args})${calls}`;
}

/** `auth add-plugin` over Drizzle: tables in the file with the users, and their names in the adapter's options. */
export async function planRecordTables(
  context: StoreContext,
  { tables, storeFile }: WantedTables,
): Promise<void> {
  const { builder, framework } = context;
  const facts = stagedProject(builder, context.facts);
  const schema = await findSchema(facts);
  const specifier = (file: string, from: string) => moduleSpecifier(facts, framework, file, from);
  const merge = await openMerge(schema, specifier);
  const home = homeOf(schema, merge.found);
  const missing = tables.filter((table) => !foundIn(merge, table));
  if (missing.length > 0) await planSchema(context, merge, home, missing);
  else builder.step({ kind: "edit", status: "already", reason: "the schema has the tables of the plugins" });
  const given = tables.map((table) => {
    const found = foundIn(merge, table);
    return { table: table.name, variable: found?.exported ?? variableOf(table), file: found?.file ?? home };
  });
  const text = builder.text(storeFile) ?? "";
  const edit = await addToAdapter({ file: storeFile, text }, given, (file) => specifier(file, storeFile));
  builder.edit(storeFile, edit, {
    reason: `gives the adapter ${shortList(given.map(({ variable }) => variable))}`,
    already: "the adapter has the tables",
    snippet: `DrizzleAdapter(db, { records: { ${given.map(memberText).join(", ")} } })`,
  });
  builder.next(`Make the tables: ${kitCommand(facts)}`, "before");
}

async function planSchema(
  { builder }: StoreContext,
  merge: Merge,
  file: string,
  missing: readonly RecordTable[],
): Promise<void> {
  const { schema, readCode } = merge;
  const source = schema.files.find((one) => one.file === file);
  const code = source && readCode(source);
  const core = coreOf(schema.dialect);
  const writer = codeFile(code, core, schema.dialect);
  const { texts, from } = declaredIn(merge, file, writer, (form) =>
    missing.map((table) => recordText(table, form, writer)),
  );
  const names = missing.map(variableOf);
  const reason = `tables ${shortList(names)}`;
  if (source && code) {
    const style = detectStyle(source.text);
    const edits: TextEdit[] = [
      ...importEdits(source, code, core, { names: writer.wanted(), style }),
      ...(from ? addImports(source.text, code.place, [makerImport(merge, from, file)], style) : []),
      ...append(merge, source, names, finish(merge, source, texts)),
    ];
    return builder.edit(file, { kind: "edits", edits }, { reason, already: "", snippet: "" });
  }
  const neighbour = { file, text: schema.files[0]?.text ?? "" };
  const head = [
    importLine(merge, file, { specifier: core, names: [...writer.wanted()].sort() }),
    ...(from ? [importLine(merge, file, makerImport(merge, from, file))] : []),
  ];
  const { eol } = detectStyle(neighbour.text);
  builder.create(file, `${finish(merge, neighbour, [head.join("\n"), ...texts])}${eol}`, reason);
  for (const change of schema.place.barrel ? await passOn(schema, schema.place.barrel, file) : []) {
    const words = { reason: "passes the tables on", already: "", snippet: "" };
    builder.edit(change.file, { kind: "edits", edits: change.edits }, words);
  }
}

interface GivenTable {
  readonly table: string;
  readonly variable: string;
  readonly file: string;
}

const memberText = ({ table, variable }: GivenTable): string =>
  table === variable ? table : `${table}: ${variable}`;

/** The option `records` of the adapter, with the imports that it needs. */
async function addToAdapter(
  source: { readonly file: string; readonly text: string },
  given: readonly GivenTable[],
  specifierOf: (file: string) => string,
): Promise<EditResult> {
  const { locateAdapterCall } = await import("../../../cli/source/configuration/adapter-call.js");
  const { readSchemaCode } = await import("../../../cli/source/databases/schema-code.js");
  const { text } = source;
  const located = locateAdapterCall(source, "DrizzleAdapter", "records");
  if (located.kind === "unreadable")
    return { kind: "manual", line: lineAt(text, located.offset), why: located.why };
  const { arguments: args, options, member } = located.place;
  const missing = given.filter(({ table }) => !member?.names.includes(table));
  if (missing.length === 0) return { kind: "edits", edits: [] };
  const style = detectStyle(text);
  const items = missing.map(memberText);
  const outer = indentAt(text, options?.items[0]?.start ?? args.open);
  const lines = (indent: string) =>
    ["{", ...items.map((one) => `${indent}${style.indent}${one},`), `${indent}}`].join(style.eol);
  const inserted = member
    ? insertItems(text, member, items, style)
    : options
      ? insertItems(text, options, [`records: ${lines(outer)}`], style)
      : insertItems(text, args, [`{ records: ${lines(outer)} }`], style);
  const code = readSchemaCode(source);
  const imports = [...new Set(missing.map(({ file }) => file))].flatMap((file) => {
    const specifier = specifierOf(file);
    const present = code.namesOf(specifier);
    const names = missing.flatMap((one) =>
      one.file === file && present.names[one.variable] === undefined ? [one.variable] : [],
    );
    if (names.length === 0 || file === source.file) return [];
    return present.list
      ? insertItems(text, present.list, names, style)
      : addImports(text, code.place, [{ specifier, names }], style);
  });
  return { kind: "edits", edits: [...imports, ...inserted] };
}

/** Tables of plugins that a schema lacks. */
export function findRecordDrift(merge: Merge, tables: readonly RecordTable[]): readonly SchemaDrift[] {
  const { schema, found, readCode } = merge;
  const file = homeOf(schema, found);
  const source = schema.files.find((one) => one.file === file);
  const users = found.get("User");
  return tables
    .filter((table) => !foundIn(merge, table))
    .map((table) => {
      const writer = codeFile(source && readCode(source), coreOf(schema.dialect), schema.dialect);
      const { texts } = declaredIn(merge, file, writer, (form) => [recordText(table, form, writer)]);
      return {
        kind: "table",
        table: table.name,
        file,
        line: users ? lineAt(users.text, users.start) : 1,
        what: `There is no table ${table.name}`,
        lines: finish(merge, { file, text: source?.text ?? "" }, texts),
      };
    });
}
