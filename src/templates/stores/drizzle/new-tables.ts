/** The tables that a schema lacks: below those of a file, or in a file of their own. */
import { insertItems } from "../../../cli/edit/comma-list.js";
import { addImports } from "../../../cli/edit/imports.js";
import type { TextEdit } from "../../../cli/source/text/text-edit.js";
import type { DrizzleSourceTable, TableMaker } from "../../../cli/source/databases/drizzle-tables.js";
import type { SourceText } from "../../../cli/source/names/names.js";
import type { SchemaCode } from "../../../cli/source/databases/schema-code.js";
import { detectStyle } from "../../../cli/source/text/text-style.js";
import { isCore, type StoredTable } from "../../../runtime/adapters/rows/rows.js";
import type { TableName } from "../../../runtime/adapters/schema.js";
import { restyle } from "../../render.js";
import { schemaProblem } from "../schema-problem.js";
import type { FoundTables } from "./recognise.js";
import { coreOf, type DrizzleSchema } from "./schema-files.js";
import {
  exactText,
  exactTextLines,
  snake,
  tableText,
  type CodeFile,
  type TableForm,
  type TableManner,
} from "./table-text.js";

/** How one file of the project is imported by another. */
export type Specifier = (file: string, from: string) => string;
type ReadCode = (source: SourceText) => SchemaCode;

/** What is known when tables are written. */
export interface Merge {
  readonly schema: DrizzleSchema;
  readonly found: FoundTables;
  readonly manner: TableManner;
  readonly naming: ReadonlyMap<TableName, TableNaming>;
  readonly specifier: Specifier;
  readonly readCode: ReadCode;
}

/** A file of the schema; undefined: it is not there yet. */
export const sourceOf = ({ files }: DrizzleSchema, file: string): SourceText | undefined =>
  files.find((one) => one.file === file);

export function codeOf({ schema, readCode }: Merge, file: string): SchemaCode | undefined {
  const source = sourceOf(schema, file);
  return source && readCode(source);
}

/** How a file of the schema, or one that is not there yet, calls the builders, and what it has to import for that. */
export function writerFor(merge: Merge, file: string): CodeFile {
  const { dialect } = merge.schema;
  const code = codeOf(merge, file);
  const present = code?.namesOf(coreOf(dialect));
  const added = new Map<string, string>();
  const use = (name: string): string => {
    const local = present?.names[name] ?? added.get(name);
    if (local !== undefined) return local;
    if (present?.whole !== undefined && present.list === undefined) return `${present.whole}.${name}`;
    const alias = code?.isTaken(name) ? dialect + name.charAt(0).toUpperCase() + name.slice(1) : name;
    added.set(name, alias);
    return alias;
  };
  const separator = code?.place.kind === "require" ? ": " : " as ";
  return {
    use,
    call: ({ name, own }) => (own ? name : use(name)),
    wanted: () => [...added].map(([name, alias]) => (name === alias ? name : name + separator + alias)),
  };
}

/** The edits that import names of a module. */
export function importEdits(
  text: string,
  code: SchemaCode,
  { specifier, names }: { readonly specifier: string; readonly names: readonly string[] },
): TextEdit[] {
  if (names.length === 0) return [];
  const style = detectStyle(text);
  const { list } = code.namesOf(specifier);
  if (list) return insertItems(text, list, names, style);
  return addImports(text, code.place, [{ specifier, names }], style);
}

/** The import of what makes tables, from the file that declares it. */
export const makerImport = (
  { specifier }: Merge,
  { file, name }: NonNullable<TableMaker["home"]>,
  from: string,
) => ({
  specifier: specifier(file, from),
  names: [name],
});

export interface TableTexts {
  readonly texts: readonly string[];
  readonly from: TableMaker["home"];
}

export interface TableNaming {
  readonly variable: string;
  /** In the database. */
  readonly name: string;
}

const lower = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
const upper = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Names for tables that are not there, as the users have theirs. `isTaken`: by something in the file. */
export function nameTables(
  absent: readonly TableName[],
  tables: readonly DrizzleSourceTable[],
  { users, isSnake }: TableManner,
  isTaken: (variable: string) => boolean,
): ReadonlyMap<TableName, TableNaming> {
  const isVariable = (name: string) => isTaken(name) || tables.some(({ variable }) => variable === name);
  const isTable = (name: string) => tables.some((one) => one.name === name);
  return new Map(
    absent.map((table) => {
      const variable = like(users?.variable, table) ?? `${lower(table)}s`;
      const plain = like(users?.name, table) ?? lower(table);
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
  const own = (word.startsWith("U") ? table : lower(table)) + plural;
  return users.slice(0, found.index) + own + users.slice(found.index + word.length);
}

/** What a table that the schema lacks gets as its names: `auth_two_factor_secret` → `authTwoFactorSecret`. */
export function namesFor({ naming }: Pick<Merge, "naming">, table: StoredTable): TableNaming {
  if (isCore(table)) return naming.get(table) ?? { variable: "", name: "" };
  const variable = table.name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return { variable, name: table.name };
}

/** Declarations of tables, and of what they are made with. */
export function tableTexts(
  merge: Merge,
  { file }: Pick<SourceText, "file">,
  absent: readonly StoredTable[],
  writer: CodeFile,
): TableTexts {
  const { schema, manner, found } = merge;
  const { call: maker, from } = makerFor(merge, file, writer);
  const inFile = schema.tables.filter((one) => one.file === file);
  const forms = schema.tables.map(({ extra }) => extra);
  const form: TableForm = {
    manner,
    maker,
    parameter: inFile.find(({ parameter }) => parameter !== undefined)?.parameter,
    extra: forms.includes("object") && !forms.includes("array") ? "object" : "array",
    prefix: isCommon(merge, file) ? "" : "export ",
  };
  const users = found.get("User")?.variable ?? namesFor(merge, "User").variable;
  const tables = absent.map((table) =>
    tableText({ ...form, ...namesFor(merge, table), table, users }, writer),
  );
  const isExact =
    tables.some((text) => text.includes(`${exactText}(`)) && !codeOf(merge, file)?.isTaken(exactText);
  const exact = isExact ? [exactTextLines(writer.use("customType"), /\.[cm]?tsx?$/.test(file))] : [];
  return { texts: [...exact, ...tables], from };
}

interface ChosenMaker {
  readonly call: string;
  /** What the file has to import for it. */
  readonly from: TableMaker["home"];
}

/** As the users are made, or most tables. */
function makerFor({ schema, manner }: Merge, file: string, { use }: CodeFile): ChosenMaker {
  const inFile = schema.tables.filter((one) => one.file === file);
  const known = manner.users ? [manner.users] : inFile.length > 0 ? inFile : schema.tables;
  const maker = mostOf(known.map((one) => one.maker));
  if (!maker?.home || !isReachable(schema, maker.home, file))
    return { call: use(`${schema.dialect}Table`), from: undefined };
  const isHere = maker.home.file === file || inFile.some((one) => one.maker.call === maker.call);
  return isHere ? { call: maker.call, from: undefined } : { call: outsideCall(maker), from: maker.home };
}

/** The call with the name that the maker is exported under. */
function outsideCall({ call, home }: TableMaker): string {
  const dot = call.indexOf(".");
  return (home?.name ?? "") + (dot === -1 ? "" : call.slice(dot));
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
  const style = detectStyle(text);
  const lists = schema.tables.filter(({ list, ...one }) => {
    return (
      list !== undefined && list.items.length > 0 && one.text.slice(list.open, list.close).includes("\n")
    );
  });
  const trailing = lists.filter(({ list }) => list?.trailingComma);
  const whole = texts.join("\n\n");
  const isBare = trailing.length * 2 < lists.length;
  return restyle(isBare ? whole.replaceAll(/,(\n\s*[)\]}])/g, "$1") : whole, style);
}

function isCommon({ schema, readCode }: Merge, file: string): boolean {
  const source = sourceOf(schema, file) ?? schema.files[0];
  return source !== undefined && readCode(source).place.kind === "require";
}

/** At the end of a file; in CommonJS in front of its exports, which get the names of the tables. */
export function append(
  merge: Merge,
  { file, text }: SourceText,
  names: readonly string[],
  content: string,
): TextEdit[] {
  const style = detectStyle(text);
  if (!isCommon(merge, file)) {
    const gap = text.trim() === "" || text.endsWith("\n") ? style.eol : style.eol + style.eol;
    return [{ start: text.length, end: text.length, text: gap + content + style.eol }];
  }
  const common = merge.readCode({ file, text }).common;
  if (!common)
    throw schemaProblem(
      `${file}:1`,
      "the file has no module.exports = { … } for further tables",
      "Write the exports as one object at its end.",
    );
  const before = { start: common.start, end: common.start, text: content + style.eol + style.eol };
  return [before, ...insertItems(text, common.list, names, style)];
}

/** The line that imports names, as the schema imports. */
export function importLine(
  merge: Merge,
  file: string,
  { names, specifier }: { readonly names: readonly string[]; readonly specifier: string },
): string {
  const [list, module] = [`{ ${names.join(", ")} }`, JSON.stringify(specifier)];
  return isCommon(merge, file) ? `const ${list} = require(${module});` : `import ${list} from ${module};`;
}

export function newFile(merge: Merge, file: string, absent: readonly StoredTable[]): string {
  const { schema } = merge;
  const writer = writerFor(merge, file);
  const neighbour = { file, text: schema.files[0]?.text ?? "" };
  const { texts, from } = tableTexts(merge, neighbour, absent, writer);
  const wanted = [
    { specifier: coreOf(schema.dialect), names: [...writer.wanted()].sort() },
    ...(from ? [makerImport(merge, from, file)] : []),
  ];
  const head = wanted.map((one) => importLine(merge, file, one));
  const names = absent.map((table) => namesFor(merge, table).variable);
  const tail = isCommon(merge, file) ? [`module.exports = { ${names.join(", ")} };`] : [];
  return `${finish(merge, neighbour, [head.join("\n"), ...texts, ...tail])}${detectStyle(neighbour.text).eol}`;
}
