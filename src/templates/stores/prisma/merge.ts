/** Models of the store into a schema: as insertions, so that not a byte of it changes otherwise. */
import path from "node:path";
import type { PrismaBlock, PrismaMember } from "../../../cli/formats/prisma-schema.js";
import type { TextEdit } from "../../../cli/source/text/text-edit.js";
import { lineAt, lineEnd, lineStart } from "../../../cli/source/text/layout.js";
import { detectIndent, detectStyle } from "../../../cli/source/text/text-style.js";
import { isCore, type StoredTable } from "../../../runtime/adapters/rows/rows.js";
import { ownedTables, type TableName } from "../../../runtime/adapters/schema.js";
import type { SchemaChange, SchemaChanges } from "../schema-plan.js";
import { schemaProblem } from "../schema-problem.js";
import { missingFields, unfilledFields } from "./judge.js";
import {
  fieldLine,
  fieldOf,
  isModel,
  listField,
  listName,
  mannerOf,
  mappedName,
  modelLines,
  modelName,
  pluginModel,
  wantedModel,
  type WantedField,
  type WantedModel,
} from "./models.js";
import { blocksOf, type PlacedBlock, type PrismaSchema } from "./schema-files.js";

export interface PrismaMerge extends SchemaChanges {
  /** `User.role (prisma/schema.prisma:12)`: must have a value, and the store has none. */
  readonly unfilled: readonly string[];
  readonly provider: string;
  /** The models that were not there. */
  readonly models: readonly string[];
}

/**
 * @param tables those of the core, or of plugins
 * @param names what a file for new models may be called
 * @throws CliError exit 3 where a model of one of the names means something else
 */
export function mergeModels(
  schema: PrismaSchema,
  tables: readonly StoredTable[],
  names: readonly string[],
): PrismaMerge {
  const blocks = blocksOf(schema);
  const core = tables.filter(isCore);
  assertNamesFree(blocks, core);
  const found = core.flatMap((name) => {
    const placed = blocks.find((one) => isModel(one, name));
    return placed ? [[name, placed] as const] : [];
  });
  const user = blocks.find((one) => isModel(one, "User"));
  const manner = mannerOf(schema, user?.block);
  const lists = listsFor(user?.block);
  const extended = found.flatMap(([name, placed]) => {
    const columns = missingFields(name, placed, manner);
    const added = name === "User" ? Object.entries(lists).map(([table, list]) => listField(table, list)) : [];
    const fields = [...columns, ...added];
    return fields.length > 0 ? [{ file: placed.file, edits: [extend(placed, fields)], names: [name] }] : [];
  });
  const absent = tables.filter((table) =>
    isCore(table) ? !found.some(([name]) => name === table) : pluginModel(schema, table) === undefined,
  );
  const write = (table: StoredTable) => wantedModel(table, manner, lists);
  const appended = append(schema, user, { tables: absent, write, names });
  return {
    changes: joined([...extended, ...(appended.change ? [appended.change] : [])]),
    added: appended.added,
    unfilled: found.flatMap(([name, placed]) =>
      unfilledFields(name, placed)
        .filter(({ type }) => !blocks.some((one) => isModel(one, type)))
        .map((field) => `${name}.${field.name} (${placed.file}:${lineAt(placed.text, field.start)})`),
    ),
    provider: manner.provider,
    models: absent.map(modelName),
  };
}

/** The names are taken by nothing else: an enum, another spelling that the client shortens to the same, a table. */
function assertNamesFree(blocks: readonly PlacedBlock[], names: readonly TableName[]): void {
  for (const { file, text, block } of blocks) {
    const same = names.find((name) => name.toLowerCase() === block.name.toLowerCase());
    const isOther = block.kind !== "datasource" && block.kind !== "generator";
    const place = `${file}:${lineAt(text, block.start)}`;
    if (same && isOther && (block.kind !== "model" || block.name !== same))
      throw schemaProblem(
        place,
        `${block.kind} ${block.name} stands where model ${same} is needed`,
        "Rename it.",
      );
    const table = mappedName(block);
    const taken = names.find((name) => name === table && name !== block.name);
    const isWritten = !blocks.some((one) => taken !== undefined && isModel(one, taken));
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
  // Fields between two empty lines or comments may have columns of their own.
  const [all, near] = [present, lastGroup(text, present)].map(widthsOf);
  const widths = [all?.[0] || near?.[0] || 0, all?.[1] || near?.[1] || 0] as const;
  const lines = fields.map((one) => indent + fieldLine(one, widths) + eol).join("");
  return { start: at, end: at, text: lines };
}

const widthsOf = (fields: readonly PrismaMember[]): readonly [number, number] => [
  common(fields.map(({ start, typeStart }) => typeStart - start)),
  common(fields.flatMap(({ typeStart, attributes: [first] }) => (first ? [first.start - typeStart] : []))),
];

/** The last fields that stand one below the other. */
function lastGroup(text: string, fields: readonly PrismaMember[]): readonly PrismaMember[] {
  const begins = fields.map((one, at) => {
    const before = fields[at - 1];
    return before === undefined || lineAt(text, one.start) - lineAt(text, before.end) > 1;
  });
  return fields.slice(Math.max(begins.lastIndexOf(true), 0));
}

/** The one width that all have; with several there are no columns. */
const common = ([first, ...others]: readonly number[]): number =>
  first !== undefined && others.every((one) => one === first) ? first : 0;

interface Appended {
  readonly change?: SchemaChange;
  readonly added?: PrismaMerge["added"];
}

/** Models that a schema lacks. */
interface AbsentModels {
  readonly tables: readonly StoredTable[];
  readonly write: (table: StoredTable) => WantedModel;
  /** What a file of their own may be called. */
  readonly names: readonly string[];
}

/** At the end of the file that the users are in; without users in a folder, as a file of its own. */
function append(
  { files, folder }: PrismaSchema,
  user: PlacedBlock | undefined,
  { tables, write, names }: AbsentModels,
): Appended {
  if (tables.length === 0) return {};
  const target = user ?? (folder === undefined ? files[0] : undefined);
  const own = target?.text ?? files.map(({ text }) => text).join("\n");
  const { eol } = detectStyle(own);
  const indent = detectIndent(own, "  ");
  const models = tables.map((table) => modelLines(modelName(table), write(table), indent).join("\n"));
  const content = `${models.join("\n\n")}\n`.replaceAll("\n", eol);
  if (!target) {
    const taken = new Set(files.map(({ file }) => file));
    const places = names.map((name) => path.posix.join(folder ?? "", `${name}.prisma`));
    return { added: { file: places.find((one) => !taken.has(one)) ?? places[0] ?? "", content } };
  }
  const { file, text } = target;
  const gap = text.endsWith("\n") ? eol : eol + eol;
  const edits = [{ start: text.length, end: text.length, text: gap + content }];
  return { change: { file, edits, names: tables.map(modelName) } };
}

/** One entry for each file. */
function joined(changes: readonly SchemaChange[]): readonly SchemaChange[] {
  const files = [...new Set(changes.map(({ file }) => file))];
  return files.map((file) => {
    const own = changes.filter((one) => one.file === file);
    return { file, edits: own.flatMap(({ edits }) => edits), names: own.flatMap(({ names }) => names) };
  });
}
