import { addImports } from "./imports.js";
import { splice, type EditResult, type TextEdit } from "../source/text/text-edit.js";
import { blanksBefore, endsLine, indentAt, lineAt, lineStart, spaceAfter } from "../source/text/layout.js";
import type { ElementPlace } from "../source/syntax/jsx-element.js";
import type { SourceText } from "../source/names/names.js";
import { detectStyle, type TextStyle } from "../source/text/text-style.js";

/** A component without properties, and the module that exports it. */
export interface WantedChild {
  readonly name: string;
  readonly specifier: string;
}

/** Makes a component the first child of the one element that has this tag, and imports it. */
export async function addFirstChild(
  { file, text }: SourceText,
  tag: string,
  { name, specifier }: WantedChild,
): Promise<EditResult> {
  const { countSyntaxErrors, firstSyntaxError, locateModule } = await import("../source/syntax/syntax.js");
  const { locateElement } = await import("../source/syntax/jsx-element.js");
  const error = firstSyntaxError(text, file);
  if (error !== undefined)
    return { kind: "manual", line: lineAt(text, error), why: "the file has a syntax error" };
  const located = locateElement(text, file, tag);
  if (located.kind === "unreadable")
    return { kind: "manual", line: lineAt(text, located.offset), why: located.why };
  const { place } = located;
  const module = locateModule(text, file);
  const known = module.imports.find(
    (one) => baseOf(one.specifier) === baseOf(specifier) && name in one.names,
  );
  const local = known?.names[name] ?? name;
  if (known && place.elements.has(local)) return { kind: "edits", edits: [] };
  if (!known && module.names.has(name))
    return {
      kind: "manual",
      line: lineAt(text, place.start),
      why: `the name \`${name}\` is taken in this file`,
    };
  const style = detectStyle(text);
  const edits = [
    ...addImports(text, module, known ? [] : [{ specifier, names: [name] }], style),
    ...insertFirst(text, place, `<${local} />`, style),
  ];
  if (countSyntaxErrors(splice(text, edits), file) > 0)
    return { kind: "manual", line: lineAt(text, place.start), why: "the lines cannot be added safely" };
  return { kind: "edits", edits };
}

/** A module has one name however the path to it is written. */
const baseOf = (specifier: string): string | undefined => specifier.split("/").at(-1);

/** On a line of its own where that changes no text of the page: JSX drops white space around line breaks only. */
function insertFirst(
  text: string,
  { start, inside, closing }: ElementPlace,
  child: string,
  { eol, indent }: TextStyle,
): TextEdit[] {
  const first = inside + spaceAfter(text, inside);
  const outer = indentAt(text, start);
  if (text.slice(inside, first).includes("\n")) {
    const inner = first < closing ? indentAt(text, first) : outer + indent;
    return [insert(inside, eol + inner + child)];
  }
  const content = text.slice(inside, closing);
  const isAlone = start - blanksBefore(text, start) === lineStart(text, start);
  const isPlain = content.trim() === content && !content.includes("\n");
  if (!isAlone || !isPlain || !endsLine(text, text.indexOf(">", closing) + 1)) return [insert(inside, child)];
  const line = eol + outer + indent;
  return [insert(inside, line + child + (content === "" ? "" : line)), insert(closing, eol + outer)];
}

const insert = (at: number, text: string): TextEdit => ({ start: at, end: at, text });
