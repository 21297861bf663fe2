/** What stands between `import` or `export` and `from`, once its names are ours. */
import type { TextEdit } from "../source/text/text-edit.js";
import type { TextStyle } from "../source/text/text-style.js";
import type { Binding, Statement } from "./statements.js";

/** What stands between `import` or `export` and `from`. */
export interface ImportClause {
  /** Local name of the default import. */
  readonly whole?: string;
  /** Elements between the braces as they are written: `a`, `a as b`, `type A`. */
  readonly names: readonly string[];
}

/** One name of a statement as it reads afterwards. */
export interface Element {
  readonly clause: ImportClause;
  /** The edit that makes it so, where the clause stays otherwise. */
  readonly edits: readonly TextEdit[];
  /** Its uses in the rest of the file change from the first name to the second. */
  readonly rename?: readonly [string, string];
}

export const emptyClause: ImportClause = { names: [] };

/** Both in one; the first default import stays. */
export function joinClauses(one: ImportClause, other: ImportClause): ImportClause {
  const whole = one.whole ?? other.whole;
  return { names: [...one.names, ...other.names], ...(whole !== undefined && { whole }) };
}

export const isEmptyClause = ({ whole, names }: ImportClause): boolean =>
  whole === undefined && names.length === 0;

/** The names a statement has already, or those that it gets: what is new of them. */
export const newNames = (names: readonly string[], { bindings }: Statement): readonly string[] =>
  names.filter((name) => bindings.every(({ local }) => local !== name));

export function renderClause({ whole, names }: ImportClause, style: TextStyle, multiline: boolean): string {
  const count = names.length + (whole === undefined ? 0 : 1);
  const list =
    multiline && count > 2
      ? `{${style.eol}${names.map((one) => `${style.indent}${one},${style.eol}`).join("")}}`
      : `{ ${names.join(", ")} }`;
  return [whole, names.length > 0 ? list : undefined].filter(Boolean).join(", ");
}

/** A name as the rest of the file goes on using it. */
export interface NewName {
  /** What the module calls it now. */
  readonly name: string;
  /** The rest of the file may call it so as well. */
  readonly isFree: boolean;
}

export function elementFor(
  text: string,
  { kind }: Statement,
  binding: Binding,
  { name, isFree: mayRename }: NewName,
): Element {
  const written = text.slice(binding.start, binding.end);
  const { imported, local } = binding;
  if (imported === "default" && kind === "import" && written === local)
    return { clause: { whole: written, names: [] }, edits: [] };
  if (name === imported) return { clause: { names: [written] }, edits: [] };
  const isAliased = local !== imported;
  const isFree = kind === "import" && !isAliased && mayRename;
  const fresh = isAliased || isFree ? name : `${name} as ${local}`;
  const before = written.slice(0, binding.name.start - binding.start);
  const after = written.slice(binding.name.end - binding.start);
  return {
    clause: { names: [before + fresh + after] },
    edits: [{ ...binding.name, text: fresh }],
    ...(isFree && { rename: [local, name] as const }),
  };
}
