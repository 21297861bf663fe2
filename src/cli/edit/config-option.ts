import { addImports, type WantedImport } from "./imports.js";
import type { OpenModule, SourceText } from "../source/names/names.js";
import type { ConfigPlace } from "../source/configuration/config-object.js";
import type { ModulePlace } from "../source/syntax/syntax.js";
import { insertItems } from "./comma-list.js";
import { splice, type EditResult, type TextEdit } from "../source/text/text-edit.js";
import { indentAt, lineAt, lineStart } from "../source/text/layout.js";
import { detectStyle, requote, type TextStyle } from "../source/text/text-style.js";

/** An option for an auth configuration. */
export interface WantedOption {
  readonly name: string;
  /** Source of its value; strings get the quotes of the file. */
  readonly value: string;
  /** One that is there with another value is for a person to decide about. */
  readonly only?: true;
}

/** Options, and the imports that their values need. */
export interface WantedOptions {
  readonly options: readonly WantedOption[];
  readonly imports: readonly WantedImport[];
}

/** Our package, as code imports from it. */
export interface OwnPackage {
  readonly name: string;
  /** Type of the configuration that a subpath of it takes; undefined: `AuthConfig`. */
  configType(subpath: string): string | undefined;
}

/**
 * Adds options to the configuration of a file, with the imports that their values need. An option that is there
 * already stays as it is.
 */
export async function addOptions(
  source: SourceText,
  own: OwnPackage,
  { options, imports }: WantedOptions,
  open: OpenModule,
): Promise<EditResult> {
  const { countSyntaxErrors, locateModule } = await import("../source/syntax/syntax.js");
  const { locateConfig } = await import("../source/configuration/config-object.js");
  const { file, text } = source;
  if (countSyntaxErrors(text, file) > 0)
    return { kind: "manual", line: 1, why: "the file has a syntax error" };
  const place = locateConfig(source, own.name, open);
  if (!place) return { kind: "manual", line: 1, why: "the object with the configuration was not found" };
  for (const { name, value, only } of options) {
    const present = only && place.members.get(name);
    if (present && present.value !== value) {
      const words = present.value.split("\n", 1)[0] ?? "";
      return { kind: "manual", line: lineAt(text, present.start), why: `there is another ${name}: ${words}` };
    }
  }
  const missing = options.filter(({ name }) => !place.members.has(name));
  if (missing.length === 0) return { kind: "edits", edits: [] };
  const hidden = missing.find(({ name, only }) => only && place.spreads.some(({ names }) => names.has(name)));
  if (hidden)
    return {
      kind: "manual",
      line: lineAt(text, place.before),
      why: `a spread object has another ${hidden.name}`,
    };
  const style = detectStyle(text);
  const module = locateModule(text, file);
  const typed = typeEdits(place, module, own);
  const edits = [
    ...addImports(text, module, [...imports, ...typed.imports], style),
    ...insertMembers(
      text,
      place,
      missing.map(({ name, value }) => `${name}: ${merged(place, name, requote(value, style.quote))}`),
      style,
    ),
    ...typed.edits,
  ];
  if (countSyntaxErrors(splice(text, edits), file) > 0)
    return { kind: "manual", line: 1, why: "the configuration cannot be extended safely" };
  return { kind: "edits", edits };
}

function insertMembers(
  text: string,
  { before, ownLine, list }: ConfigPlace,
  members: readonly string[],
  style: TextStyle,
): TextEdit[] {
  if (list) return insertItems(text, list, members, style);
  const indent = indentAt(text, before);
  return [
    ownLine
      ? at(lineStart(text, before), members.map((one) => `${indent}${one},${style.eol}`).join(""))
      : at(before, `${members.map((one) => `${one},`).join(" ")} `),
  ];
}

/** The value, with what an object that is spread in front has under the same name. */
function merged({ spreads }: ConfigPlace, name: string, value: string): string {
  const spread = spreads.filter(({ names }) => names.has(name)).at(-1);
  if (spread === undefined) return value;
  const there = `${spread.expression}.${name}`;
  const inner = value.slice(1, -1).trim();
  return value.startsWith("[") ? `[...(${there} ?? []), ${inner}]` : `{ ...${there}, ${inner} }`;
}

/** `satisfies` behind an object that nothing else gives a type to: what is added would be `string` and `any` there. */
export function typeEdits(
  { untypedEnd, module, members }: ConfigPlace,
  { names, imports }: ModulePlace,
  own: OwnPackage,
): { readonly edits: readonly TextEdit[]; readonly imports: readonly WantedImport[] } {
  if (untypedEnd === undefined) return { edits: [], imports: [] };
  // Next.js alone has this callback; its configuration often stands in a file without a call.
  const isNext = module === undefined && members.get("callbacks")?.value.includes("authorized");
  const subpath = isNext ? "next" : (module ?? "").slice(own.name.length + 1);
  const found = own.configType(subpath);
  const type = found ?? "AuthConfig";
  const specifier = found === undefined ? own.name : `${own.name}/${subpath}`;
  const isThere = imports.some((one) => one.specifier === specifier && type in one.names);
  if (!isThere && names.has(type)) return { edits: [], imports: [] };
  return {
    edits: [at(untypedEnd, ` satisfies ${type}`)],
    imports: isThere ? [] : [{ specifier, names: [type], isType: true }],
  };
}

const at = (offset: number, text: string): TextEdit => ({ start: offset, end: offset, text });
