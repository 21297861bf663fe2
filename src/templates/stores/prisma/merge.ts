/** Models of the store into a schema: as insertions, so that not a byte of it changes otherwise. */
import path from "node:path";
import type { PrismaMember } from "../../../cli/formats/prisma-schema.js";
import type { TextEdit } from "../../../cli/source/text/text-edit.js";
import { lineAt, lineEnd, lineStart } from "../../../cli/source/text/layout.js";
import { detectEol, detectIndent } from "../../../cli/source/text/text-style.js";
import { isCore, type StoredTable } from "../../../runtime/adapters/rows/rows.js";
import type { TableName } from "../../../runtime/adapters/schema.js";
import type { SchemaChange, SchemaChanges } from "../schema-plan.js";
import { placeIn, schemaProblem } from "../schema-problem.js";
import { missingFields, unfilledFields } from "./judge.js";
import {
  fieldLine,
  isModel,
  listFields,
  mannerOf,
  mappedName,
  modelLines,
  modelName,
  pluginModel,
  wantedModel,
  type WantedField,
  type WantedModel,
  type Widths,
} from "./models.js";
import type { PlacedBlock, PrismaSchema } from "./schema-files.js";

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
  const core = tables.filter(isCore);
  assertNamesFree(schema.blocks, core);
  const modelOf = (name: string) => schema.blocks.find((one) => isModel(one, name));
  const found = core.flatMap((name) => {
    const model = modelOf(name);
    return model ? [[name, model] as const] : [];
  });
  const user = modelOf("User");
  const manner = mannerOf(schema, user);
  const extended = found.flatMap(([name, model]) => {
    const fields = [...missingFields(name, model, manner), ...(name === "User" ? listFields(manner) : [])];
    return fields.length > 0 ? [{ file: model.file, edits: [extend(model, fields)], names: [name] }] : [];
  });
  const absent = tables.filter((table) => !(isCore(table) ? modelOf(table) : pluginModel(schema, table)));
  const { changes, added } = append(schema, user, absent, {
    write: (table) => wantedModel(table, manner),
    names,
  });
  return {
    changes: joined([...extended, ...changes]),
    added,
    unfilled: found.flatMap(([name, model]) =>
      unfilledFields(name, model)
        .filter(({ type }) => !modelOf(type))
        .map((field) => `${name}.${field.name} (${placeIn(model, field.start)})`),
    ),
    provider: manner.provider,
    models: absent.map(modelName),
  };
}

/** The names are taken by nothing else: an enum, another spelling that the client shortens to the same, a table. */
function assertNamesFree(blocks: readonly PlacedBlock[], names: readonly TableName[]): void {
  for (const block of blocks) {
    const same = names.find((name) => name.toLowerCase() === block.name.toLowerCase());
    const isOther = block.kind !== "datasource" && block.kind !== "generator";
    if (same && isOther && (block.kind !== "model" || block.name !== same))
      throw schemaProblem(
        block,
        block.start,
        `${block.kind} ${block.name} stands where model ${same} is needed`,
        "Rename it.",
      );
    const table = mappedName(block);
    const taken = names.find((name) => name === table && name !== block.name);
    if (taken && !blocks.some((one) => isModel(one, taken)))
      throw schemaProblem(
        block,
        block.start,
        `the table of model ${block.name} is called ${taken}, as that of model ${taken} would be`,
        `Rename the model to ${taken}, or its table.`,
      );
  }
}

/** Below the last field, in the columns that the model's own fields are in. */
function extend({ text, members, open }: PlacedBlock, fields: readonly WantedField[]): TextEdit {
  const eol = detectEol(text);
  const present = members.filter(({ kind }) => kind === "field");
  const last = present.at(-1);
  const at = lineEnd(text, last?.end ?? open);
  const indent = last ? text.slice(lineStart(text, last.start), last.start) : detectIndent(text, "  ");
  // Fields between two empty lines or comments may have columns of their own.
  const [all, near] = [present, lastGroup(text, present)].map(widthsOf);
  const widths = [all?.[0] || near?.[0] || 0, all?.[1] || near?.[1] || 0] as const;
  const lines = fields.map((one) => indent + fieldLine(one, widths) + eol).join("");
  return { start: at, end: at, text: lines };
}

const widthsOf = (fields: readonly PrismaMember[]): Widths => [
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

/** How further models are written. */
interface NewModels {
  readonly write: (table: StoredTable) => WantedModel;
  /** What a file of their own may be called. */
  readonly names: readonly string[];
}

/** At the end of the file that the users are in; without users in a folder, as a file of its own. */
function append(
  { files, folder }: PrismaSchema,
  user: PlacedBlock | undefined,
  tables: readonly StoredTable[],
  { write, names }: NewModels,
): SchemaChanges {
  if (tables.length === 0) return { changes: [], added: undefined };
  const target = user ?? (folder === undefined ? files[0] : undefined);
  const own = target?.text ?? files.map(({ text }) => text).join("\n");
  const eol = detectEol(own);
  const indent = detectIndent(own, "  ");
  const models = tables.map((table) => modelLines(modelName(table), write(table), indent).join("\n"));
  const content = `${models.join("\n\n")}\n`.replaceAll("\n", eol);
  if (!target) {
    const places = names.map((name) => path.posix.join(folder ?? "", `${name}.prisma`));
    const free = places.find((one) => !files.some(({ file }) => file === one));
    return { changes: [], added: { file: free ?? places[0] ?? "", content } };
  }
  const { file, text } = target;
  const gap = text.endsWith("\n") ? eol : eol + eol;
  const edits = [{ start: text.length, end: text.length, text: gap + content }];
  return { changes: [{ file, edits, names: tables.map(modelName) }], added: undefined };
}

/** One entry for each file. */
function joined(changes: readonly SchemaChange[]): readonly SchemaChange[] {
  const files = [...new Set(changes.map(({ file }) => file))];
  return files.map((file) => {
    const own = changes.filter((one) => one.file === file);
    return { file, edits: own.flatMap(({ edits }) => edits), names: own.flatMap(({ names }) => names) };
  });
}
