import { addImports, freeName, type WantedImport } from "./imports.js";
import type { ArrayPlace } from "./locate-providers.js";
import { indentAt, lineAt, lineStart, splice, type EditResult, type TextEdit } from "./text-edit.js";
import { detectStyle, type TextStyle } from "./text-style.js";

/** A provider to put into the list of an auth configuration. */
export interface WantedProvider {
  /** Module of the factory, such as `authwright/providers/github`. */
  readonly specifier: string;
  /** Name to import it under when the file does not use that name yet. */
  readonly name: string;
  /** Source of the factory's argument; without one the factory itself stands in the list. */
  readonly argument?: string;
}

/**
 * Adds providers to the configuration in a file: import and list element, in the manner of the file.
 * A provider that is in the list already needs no edit.
 */
export async function addProviders(
  text: string,
  fileName: string,
  packageName: string,
  wanted: readonly WantedProvider[],
): Promise<EditResult> {
  const { countSyntaxErrors, locateModule } = await import("./locate.js");
  const { locateProviders } = await import("./locate-providers.js");
  if (countSyntaxErrors(text, fileName) > 0)
    return { kind: "manual", line: 1, why: "the file has a syntax error" };
  const located = locateProviders(text, fileName, packageName);
  if (located.kind === "unreadable") {
    return { kind: "manual", line: lineAt(text, located.offset), why: located.why };
  }
  const module = locateModule(text, fileName);
  const style = detectStyle(text);
  const listed = new Set(located.place.elements.map((element) => element.name));
  const taken = new Set(module.names);
  const imports: WantedImport[] = [];
  const elements: string[] = [];
  for (const provider of wanted) {
    const known = module.imports.find(
      ({ specifier, typeOnly }) => specifier === provider.specifier && !typeOnly,
    );
    const local = known?.whole ?? known?.names["default"];
    if (local && listed.has(local)) continue;
    const name = local ?? freeName(provider.name, taken);
    taken.add(name);
    if (!local) imports.push({ specifier: provider.specifier, whole: name });
    elements.push(provider.argument ? `${name}(${provider.argument})` : name);
  }
  if (elements.length === 0) return { kind: "edits", edits: [] };
  const edits = [
    ...addImports(text, module, imports, style),
    ...insertElements(text, located.place, elements, style),
  ];
  if (countSyntaxErrors(splice(text, edits), fileName) > 0) {
    return {
      kind: "manual",
      line: lineAt(text, located.place.open),
      why: "the list cannot be extended safely",
    };
  }
  return { kind: "edits", edits };
}

/** New elements at the end of a list: commas and indent as its other elements have them. */
function insertElements(
  text: string,
  list: ArrayPlace,
  elements: readonly string[],
  style: TextStyle,
): TextEdit[] {
  const last = list.elements.at(-1);
  const inside = text.slice(list.open + 1, list.close);
  const ownLine = text.slice(lineStart(text, list.close), list.close).trim() === "";
  if (!inside.includes("\n") || !ownLine) {
    const joined = elements.join(", ");
    if (!last) return [{ start: list.open + 1, end: list.open + 1, text: joined }];
    const gap = /\n/.test(text.slice(list.open, last.start)) ? style.eol + indentAt(text, last.start) : " ";
    return [
      { start: last.end, end: last.end, text: elements.map((element) => `,${gap}${element}`).join("") },
    ];
  }
  const indent = last ? indentAt(text, last.start) : indentAt(text, list.close) + style.indent;
  const comma = !last || list.trailingComma ? "," : "";
  const lines = elements.map(
    (element, at) => indent + element + (at < elements.length - 1 ? "," : comma) + style.eol,
  );
  const start = lineStart(text, list.close);
  const edits: TextEdit[] = [{ start, end: start, text: lines.join("") }];
  if (last && !list.trailingComma) edits.unshift({ start: last.end, end: last.end, text: "," });
  return edits;
}
