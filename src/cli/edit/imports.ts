import type { ModulePlace } from "../source/syntax/syntax.js";
import type { TextEdit } from "../source/text/text-edit.js";
import { isBlank, lineEnd, withBlankComments } from "../source/text/layout.js";
import { sortedPlaces } from "../source/syntax/import-order.js";
import { moduleQuote, type TextStyle } from "../source/text/text-style.js";

/** What a file needs from another module. */
export interface WantedImport {
  readonly specifier: string;
  readonly whole?: string;
  readonly names?: readonly string[];
  /** Types alone. */
  readonly isType?: true;
}

/** One import statement in the module system and manner of the file. */
export function renderImport(wanted: WantedImport, kind: ModulePlace["kind"], style: TextStyle): string {
  const specifier = style.quote + wanted.specifier + style.quote;
  const names = wanted.names ? `{ ${wanted.names.join(", ")} }` : undefined;
  const end = style.semicolons ? ";" : "";
  if (wanted.isType) return `import type ${names} from ${specifier}${end}`;
  if (kind === "import")
    return `import ${[wanted.whole, names].filter(Boolean).join(", ")} from ${specifier}${end}`;
  // A CommonJS file gets an ES module's namespace: the default export is a member of it.
  const value = `require(${specifier})${wanted.whole ? ".default" : ""}`;
  return `const ${wanted.whole ?? names} = ${value}${end}`;
}

/** The edits that add imports: where the file's order has them, else below the last one. */
export function addImports(
  text: string,
  place: ModulePlace,
  wanted: readonly WantedImport[],
  style: TextStyle,
): TextEdit[] {
  const isFull = text.endsWith("\n") && !sharesLine(text, place.after);
  const sorted = isFull ? inOrder(text, place, wanted) : undefined;
  if (sorted === undefined) return appendImports(text, place, wanted, style);
  const like = { ...style, quote: moduleQuote(text, style.quote) };
  const lineOf = (one: WantedImport) => renderImport(one, place.kind, like) + style.eol;
  return sorted.map(({ one, at }) => ({ start: at, end: at, text: lineOf(one) }));
}

/** The edits that add imports below the last one, whatever the order is. */
export function appendImports(
  text: string,
  place: ModulePlace,
  wanted: readonly WantedImport[],
  style: TextStyle,
): TextEdit[] {
  if (wanted.length === 0) return [];
  const like = { ...style, quote: moduleQuote(text, style.quote) };
  const lines = wanted.map((one) => renderImport(one, place.kind, like) + style.eol).join("");
  const bom = text.startsWith("\uFEFF") ? 1 : 0;
  if (place.first) return [{ start: bom, end: bom, text: lines + (text.length > bom ? style.eol : "") }];
  if (sharesLine(text, place.after)) {
    const statements = wanted.map(
      (one) => ` ${renderImport(one, place.kind, { ...like, semicolons: true })}`,
    );
    return [{ start: place.after, end: place.after, text: statements.join("") }];
  }
  const at = lineEnd(text, place.after);
  const open = at === text.length && !text.endsWith("\n");
  return [{ start: at, end: at, text: open ? style.eol + lines.slice(0, -style.eol.length) : lines }];
}

/** Whether other code follows on the line of an offset: what is imported below it would stand below its use. */
function sharesLine(text: string, offset: number): boolean {
  return !isBlank(withBlankComments(text.slice(offset, lineEnd(text, offset))));
}

function inOrder(text: string, { kind, statements }: ModulePlace, wanted: readonly WantedImport[]) {
  if (kind !== "import" || wanted.length === 0) return undefined;
  const specifiers = [...new Set(wanted.map(({ specifier }) => specifier))];
  return sortedPlaces(text, statements, specifiers)?.flatMap(({ specifier, at }) =>
    wanted.filter((one) => one.specifier === specifier).map((one) => ({ one, at })),
  );
}

/** A name that the file does not use yet. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let number = 1; ; number += 1) {
    const name = `${wanted}Provider${number === 1 ? "" : number}`;
    if (!taken.has(name)) return name;
  }
}
