/** A file with tables: how it calls the builders, and what it has to import for that. */
import { insertItems } from "../../../cli/edit/comma-list.js";
import { addImports } from "../../../cli/edit/imports.js";
import type { TextEdit } from "../../../cli/source/text/text-edit.js";
import type { SourceText } from "../../../cli/source/names/names.js";
import type { SchemaCode } from "../../../cli/source/databases/schema-code.js";
import type { TextStyle } from "../../../cli/source/text/text-style.js";
import type { Call } from "./builders.js";

export interface CodeFile {
  /** Local name of what drizzle-orm exports under a name; it is imported where it is not yet. */
  readonly use: (name: string) => string;
  readonly call: Call;
  /** Names asked for that the file does not have yet: `text`, `text as pgText`. */
  readonly wanted: () => readonly string[];
}

/** @param code the file; undefined: it is not there yet */
export function codeFile(code: SchemaCode | undefined, core: string, prefix: string): CodeFile {
  const present = code?.namesOf(core);
  const added = new Map<string, string>();
  const use = (name: string): string => {
    const local = present?.names[name] ?? added.get(name);
    if (local !== undefined) return local;
    if (present?.whole !== undefined && present.list === undefined) return `${present.whole}.${name}`;
    const alias = code?.isTaken(name) ? prefix + name.charAt(0).toUpperCase() + name.slice(1) : name;
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

/** The edits that import what a file asked for. */
export function importEdits(
  { text }: SourceText,
  code: SchemaCode,
  core: string,
  { names, style }: { readonly names: readonly string[]; readonly style: TextStyle },
): TextEdit[] {
  if (names.length === 0) return [];
  const { list } = code.namesOf(core);
  if (list) return insertItems(text, list, names, style);
  return addImports(text, code.place, [{ specifier: core, names }], style);
}
