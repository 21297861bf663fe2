/** The tables of plugins as the app gives them to the adapter. */
import { insertItems } from "../../../cli/edit/comma-list.js";
import { addImports } from "../../../cli/edit/imports.js";
import type { EditResult } from "../../../cli/source/text/text-edit.js";
import { indentAt, lineAt } from "../../../cli/source/text/layout.js";
import { detectStyle } from "../../../cli/source/text/text-style.js";

/** A table of a plugin, and where the app has it. */
export interface GivenTable {
  readonly table: string;
  readonly variable: string;
  readonly file: string;
}

export const memberText = ({ table, variable }: GivenTable): string =>
  table === variable ? table : `${table}: ${variable}`;

/** The option `records` of the adapter, with the imports that it needs. */
export async function addToAdapter(
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
