import { addImports, type WantedImport } from "./imports.js";
import type { OpenModule, SourceText } from "../source/names.js";
import { splice, type EditResult, type TextEdit } from "./text-edit.js";
import { indentAt, lineAt, lineStart } from "../source/layout.js";
import { detectStyle } from "../source/text-style.js";

/** An option for an auth configuration. */
export interface WantedOption {
  readonly name: string;
  /** Source of its value. */
  readonly value: string;
  /** One that is there with another value is for a person to decide about. */
  readonly only?: true;
}

/** Options, and the imports that their values need. */
export interface WantedOptions {
  readonly options: readonly WantedOption[];
  readonly imports: readonly WantedImport[];
}

/**
 * Adds options to the configuration of a file, with the imports that their values need. An option that is there
 * already stays as it is.
 */
export async function addOptions(
  source: SourceText,
  packageName: string,
  { options, imports }: WantedOptions,
  open: OpenModule,
): Promise<EditResult> {
  const { countSyntaxErrors, locateModule } = await import("../source/syntax.js");
  const { locateConfig } = await import("../source/config-object.js");
  const { file, text } = source;
  if (countSyntaxErrors(text, file) > 0)
    return { kind: "manual", line: 1, why: "the file has a syntax error" };
  const place = locateConfig(source, packageName, open);
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
  const style = detectStyle(text);
  const members = missing.map(({ name, value }) => `${name}: ${value},`);
  const indent = indentAt(text, place.before);
  const inserted: TextEdit = place.ownLine
    ? at(lineStart(text, place.before), members.map((one) => indent + one + style.eol).join(""))
    : at(place.before, `${members.join(" ")} `);
  const edits = [...addImports(text, locateModule(text, file), imports, style), inserted];
  if (countSyntaxErrors(splice(text, edits), file) > 0)
    return { kind: "manual", line: 1, why: "the configuration cannot be extended safely" };
  return { kind: "edits", edits };
}

const at = (offset: number, text: string): TextEdit => ({ start: offset, end: offset, text });
