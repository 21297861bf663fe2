/** SQL as a list of statements, each a list of tokens with their places. Nothing of it is run. */

export interface SqlToken {
  /** `name`: in quotes. `word`: a name or a word of the language. */
  readonly kind: "word" | "name" | "text" | "mark";
  /** A name or text without its quotes. */
  readonly value: string;
  readonly start: number;
}

/** Where a file that holds both ways begins the way back. */
const wayBack = /^--[ \t]*(?:\+goose Down|\+migrate Down|migrate:down|!Downs|@UNDO)\b/im;

const skipped = /\s+|--[^\n]*|(?<=^|\n)#[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y;
const token =
  /"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|\[([^\]\n]*)\]|'((?:[^'\\]|''|\\[\s\S])*)'|([A-Za-z_\u0080-\uFFFF][\w$\u0080-\uFFFF]*)|(\$[A-Za-z_]*\$)|(\d[\w.]*|[\s\S])/y;

/**
 * The statements of a file, without those that take it back.
 * @param fold names without quotes are in lower case
 */
export function sqlStatements(text: string, fold: boolean): readonly (readonly SqlToken[])[] {
  const end = wayBack.exec(text)?.index ?? text.length;
  const statements: SqlToken[][] = [[]];
  for (let at = skip(text, 0); at < end; at = skip(text, at)) {
    const { value, next } = tokenAt(text, at);
    if (value?.kind === "mark" && value.value === ";") statements.push([]);
    else if (value) statements.at(-1)?.push(fold ? folded(value) : value);
    at = next;
  }
  return statements.filter((one) => one.length > 0);
}

const folded = (one: SqlToken): SqlToken =>
  one.kind === "word" ? { ...one, value: one.value.toLowerCase() } : one;

function skip(text: string, start: number): number {
  let at = start;
  for (;;) {
    skipped.lastIndex = at;
    const found = skipped.exec(text)?.[0].length ?? 0;
    if (found === 0) return at;
    at += found;
  }
}

function tokenAt(text: string, start: number): { readonly value?: SqlToken; readonly next: number } {
  token.lastIndex = start;
  const [whole = " ", double, back, square, single, word, dollar, mark] = token.exec(text) ?? [];
  const next = start + whole.length;
  if (dollar !== undefined) {
    const close = text.indexOf(dollar, next);
    return { next: close === -1 ? text.length : close + dollar.length };
  }
  const name = double?.replaceAll('""', '"') ?? back?.replaceAll("``", "`") ?? square;
  if (name !== undefined) return { next, value: { kind: "name", value: name, start } };
  if (single !== undefined) return { next, value: { kind: "text", value: single, start } };
  if (word !== undefined) return { next, value: { kind: "word", value: word, start } };
  return { next, value: { kind: "mark", value: mark ?? whole, start } };
}

/** Parts between commas that stand in no brackets. */
export function splitCommas(tokens: readonly SqlToken[]): readonly (readonly SqlToken[])[] {
  const parts: SqlToken[][] = [[]];
  let depth = 0;
  for (const one of tokens) {
    depth += isMark(one, "(") ? 1 : isMark(one, ")") ? -1 : 0;
    if (depth === 0 && isMark(one, ",")) parts.push([]);
    else parts.at(-1)?.push(one);
  }
  return parts.filter((part) => part.length > 0);
}

export const isMark = ({ kind, value }: SqlToken, mark: string): boolean => kind === "mark" && value === mark;

/** What stands in the first brackets at or behind an index, and what comes behind them. */
export function bracketed(
  tokens: readonly SqlToken[],
  from: number,
): { readonly inside: readonly SqlToken[]; readonly behind: readonly SqlToken[] } | undefined {
  const open = tokens.findIndex((one, at) => at >= from && isMark(one, "("));
  let depth = 0;
  for (let at = open; at !== -1 && at < tokens.length; at += 1) {
    const one = tokens[at];
    if (!one) break;
    depth += isMark(one, "(") ? 1 : isMark(one, ")") ? -1 : 0;
    if (depth === 0) return { inside: tokens.slice(open + 1, at), behind: tokens.slice(at + 1) };
  }
  return undefined;
}
