/** Models of the store into a schema: as insertions, so that not a byte of it changes otherwise. */
import path from "node:path";
import { prismaText, type PrismaBlock } from "../../../cli/formats/prisma-schema.js";
import type { TextEdit } from "../../../cli/source/text/text-edit.js";
import { lineAt, lineEnd, lineStart } from "../../../cli/source/text/layout.js";
import { detectIndent, detectStyle } from "../../../cli/source/text/text-style.js";
import { tableNames, type TableName } from "../../../runtime/adapters/schema.js";
import { schemaProblem } from "../schema-problem.js";
import { missingFields, unfilledFields } from "./judge.js";
import {
  fieldLine,
  fieldOf,
  listField,
  listName,
  mannerOf,
  modelLines,
  ownedTables,
  wantedModel,
  type WantedField,
} from "./models.js";
import { blocksOf, type PlacedBlock, type PrismaSchema } from "./schema-files.js";

/** What becomes of one file. */
export interface SchemaChange {
  readonly file: string;
  readonly edits: readonly TextEdit[];
  /** The models that get written or extended. */
  readonly models: readonly string[];
}

export interface SchemaMerge {
  readonly changes: readonly SchemaChange[];
  /** Of a file that is not there yet. */
  readonly added: { readonly file: string; readonly content: string } | undefined;
  /** `User.role (prisma/schema.prisma:12)`: must have a value, and the store has none. */
  readonly unfilled: readonly string[];
  readonly provider: string;
}

/** @throws CliError exit 3 where a model of one of the names means something else */
export function mergeModels(schema: PrismaSchema): SchemaMerge {
  const blocks = blocksOf(schema);
  assertNamesFree(blocks);
  const found = new Map(
    tableNames.flatMap((name) => {
      const placed = blocks.find(({ block }) => block.kind === "model" && block.name === name);
      return placed ? [[name, placed] as const] : [];
    }),
  );
  const user = found.get("User");
  const manner = mannerOf(schema, user?.block);
  const lists = listsFor(user?.block);
  const extended = [...found].flatMap(([name, placed]) => {
    const columns = missingFields(name, placed, manner);
    const added = name === "User" ? Object.entries(lists).map(([table, list]) => listField(table, list)) : [];
    const fields = [...columns, ...added];
    return fields.length > 0 ? [{ file: placed.file, edits: [extend(placed, fields)], models: [name] }] : [];
  });
  const absent = tableNames.filter((name) => !found.has(name));
  const texts = (indent: string) =>
    absent.map((name) => modelLines(name, wantedModel(name, manner, lists), indent).join("\n"));
  const appended = absent.length > 0 ? append(schema, user, texts, absent) : {};
  return {
    changes: joined([...extended, ...(appended.change ? [appended.change] : [])]),
    added: appended.added,
    unfilled: [...found].flatMap(([name, placed]) =>
      unfilledFields(name, placed)
        .filter(({ type }) => !blocks.some(({ block }) => block.kind === "model" && block.name === type))
        .map((field) => `${name}.${field.name} (${placed.file}:${lineAt(placed.text, field.start)})`),
    ),
    provider: manner.provider,
  };
}

/** The names are taken by nothing else: an enum, another spelling that the client shortens to the same, a table. */
function assertNamesFree(blocks: readonly PlacedBlock[]): void {
  for (const { file, text, block } of blocks) {
    const same = tableNames.find((name) => name.toLowerCase() === block.name.toLowerCase());
    const isOther = block.kind !== "datasource" && block.kind !== "generator";
    const place = `${file}:${lineAt(text, block.start)}`;
    if (same && isOther && (block.kind !== "model" || block.name !== same))
      throw schemaProblem(
        place,
        `${block.kind} ${block.name} stands where model ${same} is needed`,
        "Rename it.",
      );
    const map = block.members.find(({ kind, name }) => kind === "attribute" && name === "map");
    const table = prismaText(map?.attributes[0]?.args.replace(/^\s*name\s*:\s*/, "").trim() ?? "");
    const taken = tableNames.find((name) => name === table && name !== block.name);
    const isWritten = !blocks.some((one) => one.block.kind === "model" && one.block.name === taken);
    if (taken && isWritten)
      throw schemaProblem(
        place,
        `the table of model ${block.name} is called ${taken}, as that of model ${taken} would be`,
        `Rename the model to ${taken}, or its table.`,
      );
  }
}

/** Names for the lists that the model of users lacks, by table. */
export function listsFor(user: PrismaBlock | undefined): Partial<Record<TableName, string>> {
  const entries = ownedTables.flatMap((table) => {
    if (user?.members.some(({ kind, type }) => kind === "field" && type === table)) return [];
    const usual = listName(table);
    const taken = user && fieldOf(user, usual);
    return [[table, taken ? `auth${usual.charAt(0).toUpperCase()}${usual.slice(1)}` : usual] as const];
  });
  return Object.fromEntries(entries);
}

/** Below the last field, in the columns that the model's own fields are in. */
function extend({ text, block }: PlacedBlock, fields: readonly WantedField[]): TextEdit {
  const { eol } = detectStyle(text);
  const present = block.members.filter(({ kind }) => kind === "field");
  const last = present.at(-1);
  const at = lineEnd(text, last?.end ?? block.open);
  const indent = last ? text.slice(lineStart(text, last.start), last.start) : detectIndent(text, "  ");
  const widths = [
    common(present.map(({ start, typeStart }) => typeStart - start)),
    common(present.flatMap(({ typeStart, attributes: [first] }) => (first ? [first.start - typeStart] : []))),
  ] as const;
  const lines = fields.map((one) => indent + fieldLine(one, widths) + eol).join("");
  return { start: at, end: at, text: lines };
}

/** The one width that all have; with several there are no columns. */
const common = ([first, ...others]: readonly number[]): number =>
  first !== undefined && others.every((one) => one === first) ? first : 0;

interface Appended {
  readonly change?: SchemaChange;
  readonly added?: SchemaMerge["added"];
}

/** At the end of the file that the users are in; without users in a folder, as a file of its own. */
function append(
  { files, folder }: PrismaSchema,
  user: PlacedBlock | undefined,
  texts: (indent: string) => readonly string[],
  models: readonly string[],
): Appended {
  const whole = files.map(({ text }) => text).join("\n");
  const target = user ?? (folder === undefined ? files[0] : undefined);
  const own = target?.text ?? whole;
  const { eol } = detectStyle(own);
  const content = `${texts(detectIndent(own, "  ")).join("\n\n")}\n`.replaceAll("\n", eol);
  if (!target) {
    const names = new Set(files.map(({ file }) => file));
    const file = ["auth", "auth-models"].map((name) => path.posix.join(folder ?? "", `${name}.prisma`));
    return { added: { file: file.find((one) => !names.has(one)) ?? file[0] ?? "", content } };
  }
  const { file, text } = target;
  const gap = text.endsWith("\n") ? eol : eol + eol;
  return { change: { file, edits: [{ start: text.length, end: text.length, text: gap + content }], models } };
}

/** One entry for each file. */
function joined(changes: readonly SchemaChange[]): readonly SchemaChange[] {
  const files = [...new Set(changes.map(({ file }) => file))];
  return files.map((file) => {
    const own = changes.filter((one) => one.file === file);
    return { file, edits: own.flatMap(({ edits }) => edits), models: own.flatMap(({ models }) => models) };
  });
}
