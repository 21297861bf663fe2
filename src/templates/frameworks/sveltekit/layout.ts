/** The button in the root layout: `auth init --layout`. It loads the parser. */
import { insertElement } from "../../../cli/edit/component-file.js";
import { addImports } from "../../../cli/edit/imports.js";
import type { SourceText } from "../../../cli/source/names/names.js";
import {
  firstShown,
  hasElement,
  markupOf,
  pageAt,
  scriptStart,
  withoutNotes,
} from "../../../cli/source/syntax/component-markup.js";
import { scriptOf } from "../../../cli/source/syntax/probes.js";
import { firstSyntaxError, locateModule, type ModulePlace } from "../../../cli/source/syntax/syntax.js";
import { indentAt, lineAt, spaceAfter } from "../../../cli/source/text/layout.js";
import { splice, type EditResult, type TextEdit } from "../../../cli/source/text/text-edit.js";
import { detectStyle, type TextStyle } from "../../../cli/source/text/text-style.js";

/** A component without properties, and the file that it is. */
interface WantedElement {
  readonly name: string;
  readonly specifier: string;
}

/** The script of a layout as code, where it stands. */
interface Script {
  readonly text: string;
  readonly code: string;
  readonly module: ModulePlace;
}

/**
 * Makes a component the first of what a layout shows, and imports it.
 * @param manner of the project, for a layout that shows none
 */
export function addToLayout(
  { file, text }: SourceText,
  wanted: WantedElement,
  manner: TextStyle,
): EditResult {
  const manual = (offset: number, why: string): EditResult => ({
    kind: "manual",
    line: lineAt(text, offset),
    why,
  });
  const { name } = wanted;
  const code = scriptOf(withoutNotes(text));
  const scriptFile = `${file}.ts`;
  const error = firstSyntaxError(code, scriptFile);
  if (error !== undefined) return manual(error, "the script has a syntax error");
  const markup = markupOf(text);
  const page = pageAt(markup);
  if (page === undefined) return manual(0, "there is no {@render children()} in it");
  const module = { ...locateModule(code, scriptFile), kind: "import" as const };
  const known = module.imports.find((one) => one.specifier.endsWith(`/${name}.svelte`));
  const local = known?.names["default"] ?? name;
  if (known && hasElement(markup, local)) return { kind: "edits", edits: [] };
  if (!known && module.names.has(name)) return manual(page, `the name \`${name}\` is taken in this file`);
  const first = firstShown(markup);
  if (first === undefined) return manual(spaceAfter(markup, 0), "what it begins with is not plain");
  const style = detectStyle(text, manner);
  const edits = [
    ...(known ? [] : importInto({ text, code, module }, wanted, style)),
    insertElement(text, first, `<${local} />`),
  ];
  return firstSyntaxError(scriptOf(withoutNotes(splice(text, edits))), scriptFile) === undefined
    ? { kind: "edits", edits }
    : manual(page, "the lines cannot be added safely");
}

/** The import in the first script, in the manner of those that are there. */
function importInto(
  { text, code, module }: Script,
  { name, specifier }: WantedElement,
  style: TextStyle,
): TextEdit[] {
  const { eol, indent } = style;
  const made = addImports(text, module, [{ specifier, whole: name }], style);
  if (!module.first) {
    // Of a script in one line, all stays in it.
    const before = indentAt(code, module.statements.at(-1)?.start ?? module.after);
    return made.map((edit) => (edit.text.startsWith(" ") ? edit : { ...edit, text: before + edit.text }));
  }
  const line = indent + (made[0]?.text.trim() ?? "");
  const start = scriptStart(withoutNotes(text));
  return start === undefined
    ? [{ start: 0, end: 0, text: `<script>${eol}${line}${eol}</script>${eol}${eol}` }]
    : [{ start, end: start, text: eol + line }];
}
