/** The tables that a schema lacks: below those of a file, or in a file of their own. */
import { insertItems } from "../../../cli/edit/comma-list.js";
import { addImports, renderImport, type WantedImport } from "../../../cli/edit/imports.js";
import { readSchemaCode, type SchemaCode } from "../../../cli/source/databases/schema-code.js";
import type { DrizzleSourceTable, TableMaker } from "../../../cli/source/databases/drizzle-tables.js";
import type { SourceText } from "../../../cli/source/names/names.js";
import type { ModulePlace } from "../../../cli/source/syntax/syntax.js";
import type { TextEdit } from "../../../cli/source/text/text-edit.js";
import { defaultStyle, detectStyle } from "../../../cli/source/text/text-style.js";
import { isCore, memberOf, type StoredTable } from "../../../runtime/adapters/rows/rows.js";
import type { TableName } from "../../../runtime/adapters/schema.js";
import { restyle } from "../../render.js";
import { schemaProblem } from "../schema-problem.js";
import type { FrameworkProject } from "../support.js";
import { moduleSpecifier } from "../wiring.js";
import type { FoundTables } from "./recognise.js";
import { coreOf, type DrizzleSchema } from "./schema-files.js";
import {
  exactText,
  snake,
  tableText,
  type LocalNames,
  type TableForm,
  type TableManner,
  type TableNaming,
} from "./table-text.js";

/** What is known when tables are written. */
export interface Merge {
  readonly project: FrameworkProject;
  readonly schema: DrizzleSchema;
  readonly found: FoundTables;
  readonly manner: TableManner;
  readonly naming: ReadonlyMap<TableName, TableNaming>;
  /** The file that further tables go into. */
  readonly home: string;
}

/** A file of the schema; undefined: it is not there yet. */
export const sourceOf = ({ files }: DrizzleSchema, file: string): SourceText | undefined =>
  files.find((one) => one.file === file);

/** A file of the schema, or one that is not there yet: how it calls what drizzle-orm exports. */
export interface SchemaFile extends SourceText, LocalNames {
  /** undefined: it is not there yet. */
  readonly code: SchemaCode | undefined;
  /** How modules are loaded. */
  readonly kind: ModulePlace["kind"];
  /** Names asked for that the file does not have yet: `text`, `text as pgText`. */
  readonly wanted: () => readonly string[];
}

export function openFile({ schema }: Merge, file: string): SchemaFile {
  const { dialect, files } = schema;
  const source = sourceOf(schema, file);
  const code = source && readSchemaCode(source);
  const neighbour = code ?? (files[0] && readSchemaCode(files[0]));
  const present = code?.namesOf(coreOf(dialect));
  const added = new Map<string, string>();
  const use = (name: string): string => {
    const local = present?.names[name] ?? added.get(name);
    if (local !== undefined) return local;
    if (present?.whole !== undefined && present.list === undefined) return `${present.whole}.${name}`;
    const alias = code?.isTaken(name) ? dialect + upper(name) : name;
    added.set(name, alias);
    return alias;
  };
  const separator = code?.place.kind === "require" ? ": " : " as ";
  return {
    file,
    text: source?.text ?? "",
    code,
    kind: neighbour?.place.kind ?? "import",
    isExact: true,
    use,
    call: ({ name, own }) => (own ? name : use(name)),
    wanted: () => [...added].map(([name, alias]) => (name === alias ? name : name + separator + alias)),
  };
}

/** The edits that import names of a module. */
export function importEdits(
  { text, code }: Pick<SchemaFile, "text" | "code">,
  { specifier, names = [] }: WantedImport,
): TextEdit[] {
  if (!code || names.length === 0) return [];
  const style = detectStyle(text);
  const { list } = code.namesOf(specifier);
  if (list) return insertItems(text, list, names, style);
  return addImports(text, code.place, [{ specifier, names }], style);
}

/** The line that imports what a file asked for of drizzle-orm; none where that is nothing. */
export function importLines({ schema }: Merge, { kind, wanted }: SchemaFile): readonly string[] {
  const names = wanted();
  return names.length > 0
    ? [renderImport({ specifier: coreOf(schema.dialect), names }, kind, defaultStyle)]
    : [];
}

const upper = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Names for tables that are not there, as the users have theirs. `isTaken`: by something in the file. */
export function nameTables(
  absent: readonly TableName[],
  tables: readonly DrizzleSourceTable[],
  { users, isSnake }: Pick<TableManner, "users" | "isSnake">,
  isTaken: (variable: string) => boolean,
): ReadonlyMap<TableName, TableNaming> {
  const isVariable = (name: string) => isTaken(name) || tables.some(({ variable }) => variable === name);
  const isTable = (name: string) => tables.some((one) => one.name === name);
  return new Map(
    absent.map((table) => {
      const variable = like(users?.variable, table) ?? `${memberOf(table)}s`;
      const plain = like(users?.name, table) ?? memberOf(table);
      const name = isSnake ? snake(plain) : plain;
      return [
        table,
        {
          variable: isVariable(variable) ? `auth${upper(variable)}` : variable,
          name: isTable(name) ? (isSnake ? `auth_${name}` : `auth${upper(name)}`) : name,
        },
      ];
    }),
  );
}

/** `app_users` → `app_accounts`, `usersTable` → `accountsTable`, `user` → `account`. */
function like(users: string | undefined, table: TableName): string | undefined {
  const found = /[uU]ser(s?)/.exec(users ?? "");
  if (!found || users === undefined) return undefined;
  const [word, plural = ""] = found;
  const own = (word.startsWith("U") ? table : memberOf(table)) + plural;
  return users.slice(0, found.index) + own + users.slice(found.index + word.length);
}

/** What a table that the schema lacks gets as its names: `auth_two_factor_secret` → `authTwoFactorSecret`. */
export function namesFor({ naming }: Merge, table: StoredTable): TableNaming {
  if (isCore(table)) return naming.get(table) ?? { variable: "", name: "" };
  return { variable: memberOf(table), name: table.name };
}

/** Declarations of tables, and of what they are made with. `from`: what the file has to import to make them. */
export function tableTexts(
  merge: Merge,
  file: SchemaFile,
  absent: readonly StoredTable[],
): { readonly texts: readonly string[]; readonly from: WantedImport | undefined } {
  if (absent.length === 0) return { texts: [], from: undefined };
  const { schema, manner } = merge;
  const { maker, from } = makerFor(merge, file);
  const forms = schema.tables.map(({ extra }) => extra);
  const form: TableForm = {
    manner,
    maker,
    parameter: schema.tables.find((one) => one.file === file.file && one.parameter !== undefined)?.parameter,
    extra: forms.includes("object") && !forms.includes("array") ? "object" : "array",
    prefix: file.kind === "require" ? "" : "export ",
  };
  const tables = absent.map((table) => tableText(table, namesFor(merge, table), form, file));
  return { texts: [...exactLines(file, tables), ...tables], from };
}

/** The declaration of the builder for texts that compare byte by byte, where code uses it and the file has none. */
export function exactLines({ file, code, use }: SchemaFile, texts: readonly string[]): readonly string[] {
  if (!texts.some((text) => text.includes(`${exactText}(`)) || code?.isTaken(exactText)) return [];
  const types = /\.[cm]?tsx?$/.test(file) ? "<{ data: string }>" : "";
  return [
    [
      "// Text that compares byte by byte.",
      `const ${exactText} = ${use("customType")}${types}({`,
      '  dataType: () => "varchar(255) character set utf8mb4 collate utf8mb4_bin",',
      "});",
    ].join("\n"),
  ];
}

/** As the users are made, or most tables. */
function makerFor({ project, schema, manner }: Merge, { file, use }: SchemaFile) {
  const inFile = schema.tables.filter((one) => one.file === file);
  const known = manner.users ? [manner.users] : inFile.length > 0 ? inFile : schema.tables;
  const { call, home } = mostOf(known.map((one) => one.maker)) ?? {};
  if (call === undefined || !home || !isReachable(schema, home, file))
    return { maker: use(`${schema.dialect}Table`), from: undefined };
  if (home.file === file || inFile.some((one) => one.maker.call === call))
    return { maker: call, from: undefined };
  // The call with the name that the maker is exported under.
  const dot = call.indexOf(".");
  return {
    maker: home.name + (dot === -1 ? "" : call.slice(dot)),
    from: { specifier: moduleSpecifier(project, home.file, file), names: [home.name] },
  };
}

const isReachable = (schema: DrizzleSchema, home: NonNullable<TableMaker["home"]>, file: string): boolean =>
  home.file === file ||
  schema.tables.some((one) => one.maker.home?.file === home.file && one.file !== home.file) ||
  (sourceOf(schema, home.file)?.text.includes(`export const ${home.name} `) ?? false);

function mostOf(makers: readonly TableMaker[]): TableMaker | undefined {
  const count = ({ call }: TableMaker) => makers.filter((one) => one.call === call).length;
  return [...makers].sort((a, b) => count(b) - count(a))[0];
}

/** In the manner of the file. */
export function finish({ schema }: Merge, { text }: SourceText, texts: readonly string[]): string {
  const lists = schema.tables.flatMap(({ list, text: own }) =>
    list && list.items.length > 0 && own.slice(list.open, list.close).includes("\n") ? [list] : [],
  );
  const isBare = lists.filter(({ trailingComma }) => trailingComma).length * 2 < lists.length;
  const whole = texts.join("\n\n");
  return restyle(isBare ? whole.replaceAll(/,(\n\s*[)\]}])/g, "$1") : whole, detectStyle(text));
}

/** At the end of a file; in CommonJS in front of its exports, which get the names of the tables. */
export function append(
  { text, kind, code, ...source }: SchemaFile,
  names: readonly string[],
  content: string,
): TextEdit[] {
  const style = detectStyle(text);
  if (kind === "import") {
    const gap = text.trim() === "" || text.endsWith("\n") ? style.eol : style.eol + style.eol;
    return [{ start: text.length, end: text.length, text: gap + content + style.eol }];
  }
  const common = code?.common;
  if (!common)
    throw schemaProblem(
      { ...source, text },
      0,
      "the file has no module.exports = { … } for further tables",
      "Write the exports as one object at its end.",
    );
  const before = { start: common.start, end: common.start, text: content + style.eol + style.eol };
  return [before, ...insertItems(text, common.list, names, style)];
}

export function newFile(merge: Merge, absent: readonly StoredTable[]): string {
  const { schema, home } = merge;
  const file = openFile(merge, home);
  const { texts, from } = tableTexts(merge, file, absent);
  const sorted = { ...file, wanted: () => [...file.wanted()].sort() };
  const head = [
    ...importLines(merge, sorted),
    ...(from ? [renderImport(from, file.kind, defaultStyle)] : []),
  ];
  const names = absent.map((table) => namesFor(merge, table).variable);
  const tail = file.kind === "require" ? [`module.exports = { ${names.join(", ")} };`] : [];
  const neighbour = { file: home, text: schema.files[0]?.text ?? "" };
  return `${finish(merge, neighbour, [head.join("\n"), ...texts, ...tail])}${detectStyle(neighbour.text).eol}`;
}
