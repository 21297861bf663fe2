/** Puts sign-in into the root module: names in its lists, and the import of them. */
import { insertItems } from "../../../cli/edit/comma-list.js";
import { addImports, type WantedImport } from "../../../cli/edit/imports.js";
import { splice, type EditResult, type TextEdit } from "../../../cli/source/text/text-edit.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import type { SourceText } from "../../../cli/source/names/names.js";
import { placedList } from "../../../cli/source/syntax/placed-list.js";
import { countSyntaxErrors, locateModule, parse, ts, unwrap } from "../../../cli/source/syntax/syntax.js";
import { detectStyle, type TextStyle } from "../../../cli/source/text/text-style.js";
import { memberOf, objectIn } from "../../../cli/source/syntax/decorators.js";
import { moduleDecorator } from "./root-module.js";

/** A list of the module, and the name that it gets. */
export interface WantedEntry {
  readonly list: "imports" | "controllers";
  readonly name: string;
}

export function editModule(
  { file, text }: SourceText,
  name: string,
  { imported, entries }: { readonly imported: WantedImport; readonly entries: readonly WantedEntry[] },
): EditResult {
  const manual = (offset: number, why: string): EditResult => ({
    kind: "manual",
    line: lineAt(text, offset),
    why,
  });
  if (countSyntaxErrors(text, file) > 0) return manual(0, "the file has a syntax error");
  const module = locateModule(text, file);
  const decorator = moduleDecorator(parse(text, file), name);
  const object = decorator && objectIn(decorator);
  if (decorator === undefined || object === undefined)
    return manual(Math.max(0, text.indexOf(name)), `\`${name}\` has no @Module({ … }) that can be read`);
  if (isThere(module.imports, imported)) return { kind: "edits", edits: [] };
  const clash = imported.names?.find((one) => module.names.has(one));
  if (clash !== undefined) return manual(decorator.getStart(), `the name \`${clash}\` is taken in this file`);
  const style = detectStyle(text);
  const lists = entries.map((entry) => entryEdit(text, decorator, entry, style));
  const closed = entries.find((_, at) => lists[at] === undefined);
  if (closed !== undefined)
    return manual(decorator.getStart(), `\`${closed.list}\` of the module isn't a list literal`);
  const missing = entries.filter(({ list }) => memberOf(decorator, list) === undefined);
  const edits = [
    ...addImports(text, module, [imported], style),
    ...newMembers(text, object, missing, style),
    ...lists.flatMap((one) => one ?? []),
  ];
  return countSyntaxErrors(splice(text, edits), file) > 0
    ? manual(decorator.getStart(), "the module cannot be extended safely")
    : { kind: "edits", edits };
}

const isThere = (
  imports: readonly { readonly specifier: string; readonly names: object }[],
  wanted: WantedImport,
): boolean =>
  imports.some(
    ({ specifier, names }) =>
      specifier === wanted.specifier && (wanted.names ?? []).every((one) => one in names),
  );

/** At the end of a list that is there; none for a list that is not; undefined for what is no list. */
function entryEdit(
  text: string,
  decorator: ts.CallExpression,
  { list, name }: WantedEntry,
  style: TextStyle,
): readonly TextEdit[] | undefined {
  const member = memberOf(decorator, list);
  if (member === undefined) return [];
  const value = ts.isPropertyAssignment(member) ? unwrap(member.initializer) : undefined;
  if (value === undefined || !ts.isArrayLiteralExpression(value)) return undefined;
  return insertItems(text, placedList(value, value.elements), [name], style);
}

/** Right behind the bracket that opens the object. */
function newMembers(
  text: string,
  object: ts.ObjectLiteralExpression,
  entries: readonly WantedEntry[],
  style: TextStyle,
): readonly TextEdit[] {
  if (entries.length === 0) return [];
  const at = object.getStart() + 1;
  const isOpen = text.slice(at, object.properties[0]?.getStart() ?? object.getEnd()).includes("\n");
  const members = entries.map(({ list, name }) => `${list}: [${name}]`);
  if (object.properties.length === 0) {
    const lines = members.map((one) => `${style.indent}${one},${style.eol}`).join("");
    return [{ start: at, end: object.getEnd() - 1, text: style.eol + lines }];
  }
  const code = isOpen
    ? members.map((one) => `${style.eol}${style.indent}${one},`).join("")
    : members.map((one) => ` ${one},`).join("");
  return [{ start: at, end: at, text: code }];
}
