import { insertItems } from "./comma-list.js";
import { addImports, freeName, type WantedImport } from "./imports.js";
import type { OpenModule, SourceText } from "../source/names/names.js";
import type { DynamicImport, ListedProvider } from "../source/providers/providers.js";
import type { ModuleImport } from "../source/syntax/syntax.js";
import { splice, type TextEdit } from "../source/text/text-edit.js";
import { indentAt, lineAt, lineEnd } from "../source/text/layout.js";
import { detectStyle, moduleQuote, type TextStyle } from "../source/text/text-style.js";

/** A provider to put into the list of an auth configuration. */
export interface WantedProvider {
  /** Module of the factory, such as `authwright/providers/github`. */
  readonly specifier: string;
  /** Name to import it under when the file does not use that name yet. */
  readonly name: string;
  /** Source of the factory's argument; without one the factory itself stands in the list. */
  readonly argument?: string;
  /** What the argument takes from other modules. */
  readonly imports?: readonly WantedImport[];
}

/** Edits of the file that holds the list, which may be another one than was asked for; or why a person must do it. */
export type ListEdit = { readonly file: string } & (
  | { readonly kind: "edits"; readonly edits: readonly TextEdit[] }
  | { readonly kind: "manual"; readonly line: number; readonly why: string }
);

/**
 * Adds providers to a configuration: import and list element, in the manner of the file with the list.
 * A provider that is in the configuration already, under whatever name, needs no edit.
 */
export async function addProviders(
  source: SourceText,
  packageName: string,
  wanted: readonly WantedProvider[],
  open: OpenModule = () => undefined,
): Promise<ListEdit> {
  const { countSyntaxErrors, firstSyntaxError, locateModule } = await import("../source/syntax/syntax.js");
  const { locateProviders } = await import("../source/providers/providers.js");
  const error = firstSyntaxError(source.text, source.file);
  if (error !== undefined) {
    const line = lineAt(source.text, error);
    return { kind: "manual", file: source.file, line, why: "the file has a syntax error" };
  }
  const located = locateProviders(source, packageName, open);
  if (located.kind === "unreadable") {
    const { file, text, offset, why } = located;
    return { kind: "manual", file, line: lineAt(text, offset), why };
  }
  const { file, text, list, listed, dynamic } = located.place;
  const module = locateModule(text, file);
  const style = detectStyle(text);
  const taken = new Set(module.names);
  const imports: WantedImport[] = [];
  const elements: string[] = [];
  for (const provider of wanted) {
    if (listed.some((one) => isSame(one, provider))) continue;
    const local =
      localName(module.imports, provider.specifier) ??
      dynamic.find(({ specifier }) => specifier === provider.specifier)?.local;
    const name = local ?? freeName(provider.name, taken);
    taken.add(name);
    if (!local) imports.push({ specifier: provider.specifier, whole: name });
    imports.push(...(provider.imports ?? []));
    elements.push(provider.argument ? `${name}(${provider.argument})` : name);
  }
  if (elements.length === 0) return { kind: "edits", file, edits: [] };
  // A file that loads its providers on use goes on doing so.
  const last = dynamic.at(-1);
  const onUse = last && !module.imports.some(({ specifier }) => /\/providers\//.test(specifier));
  const edits = [
    ...(onUse ? addDynamicImports(text, last, imports, style) : addImports(text, module, imports, style)),
    ...insertItems(text, list, elements, style),
  ];
  if (countSyntaxErrors(splice(text, edits), file) > countSyntaxErrors(text, file)) {
    const line = lineAt(text, list.open);
    return { kind: "manual", file, line, why: "the list cannot be extended safely" };
  }
  return { kind: "edits", file, edits };
}

/** By id where the code says it; a provider that comes from a place we cannot read is taken by its name. */
function isSame({ id, name }: ListedProvider, wanted: WantedProvider): boolean {
  if (id !== undefined) return wanted.specifier.endsWith(`/providers/${id}`);
  return name?.toLowerCase() === wanted.name.toLowerCase();
}

/** How a file calls the default export of a module that it imports. */
function localName(imports: readonly ModuleImport[], wanted: string): string | undefined {
  const known = imports.find(({ specifier, typeOnly }) => specifier === wanted && !typeOnly);
  if (!known?.whole) return known?.names["default"];
  return known.namespace ? `${known.whole}.default` : known.whole;
}

function addDynamicImports(
  text: string,
  last: DynamicImport,
  wanted: readonly WantedImport[],
  style: TextStyle,
): TextEdit[] {
  if (wanted.length === 0) return [];
  const at = lineEnd(text, last.end);
  const end = style.semicolons ? ";" : "";
  const quote = moduleQuote(text, style.quote);
  const lines = wanted.map(
    ({ whole, specifier }) =>
      `${indentAt(text, last.start)}const { default: ${whole} } = await import(${quote}${specifier}${quote})${end}${style.eol}`,
  );
  return [{ start: at, end: at, text: lines.join("") }];
}
