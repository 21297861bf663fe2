/** How the people of a project write: what inserted text has to copy. */
export interface TextStyle {
  readonly eol: "\n" | "\r\n";
  /** One level. */
  readonly indent: string;
  readonly quote: '"' | "'";
  readonly semicolons: boolean;
}

export const defaultStyle: TextStyle = { eol: "\n", indent: "  ", quote: '"', semicolons: true };

/** Reads the style off a text; what the text does not show comes from `fallback`. */
export function detectStyle(text: string, fallback: TextStyle = defaultStyle): TextStyle {
  return {
    eol: detectEol(text, fallback.eol),
    indent: detectIndent(text, fallback.indent),
    quote: detectQuote(text, fallback.quote),
    semicolons: detectSemicolons(text, fallback.semicolons),
  };
}

/** How lines end, as most of them do. */
export function detectEol(text: string, fallback: TextStyle["eol"] = defaultStyle.eol): TextStyle["eol"] {
  let [lines, withReturn] = [0, 0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    lines += 1;
    if (text[at - 1] === "\r") withReturn += 1;
  }
  if (lines === 0) return fallback;
  return withReturn * 2 > lines ? "\r\n" : "\n";
}

/** The smallest step between the indents of neighbouring lines; a tab when tabs are in use. */
export function detectIndent(text: string, fallback: string): string {
  let spaces = 0;
  let before = 0;
  for (const line of text.split("\n")) {
    const indent = /^([\t ]*)[^\s*]/.exec(line)?.[1];
    if (indent === undefined) continue;
    if (indent.startsWith("\t")) return "\t";
    const step = indent.length - before;
    if (step > 1 && (spaces === 0 || step < spaces)) spaces = step;
    before = indent.length;
  }
  return spaces === 0 ? fallback : " ".repeat(spaces);
}

function detectQuote(text: string, fallback: TextStyle["quote"]): TextStyle["quote"] {
  // Only specifiers and plain words: apostrophes in comments and text must not count, nor attributes of JSX and HTML.
  const double = text.match(/(?<!=)"[\w@./-]*"/g)?.length ?? 0;
  const single = text.match(/(?<!=)'[\w@./-]*'/g)?.length ?? 0;
  if (double === single) return fallback;
  return double > single ? '"' : "'";
}

/** Code of ours, which is written with double quotes, in the quotes of a file. */
export const requote = (code: string, quote: TextStyle["quote"]): string =>
  quote === '"' ? code : code.replace(/"([^"'`\\\n]*)"/g, "'$1'");

/** The quotes around the modules of a text, which may be others than those of its strings. */
export function moduleQuote(text: string, fallback: TextStyle["quote"]): TextStyle["quote"] {
  const quotes = [...text.matchAll(/(?:\bfrom|^import|\brequire\()[\t ]*(["'])/gm)].map(([, quote]) => quote);
  const double = quotes.filter((quote) => quote === '"').length;
  if (double * 2 === quotes.length) return fallback;
  return double * 2 > quotes.length ? '"' : "'";
}

/** `export default {` and the like, down to the bracket that closes it, and what follows there. */
const valueOverLines =
  /^(?:export default|module\.exports =|(?:export )?(?:const|let|var) .*=).*[[{(][\t ]*\r?\n(?:[\t ].*\n|\r?\n)*?[)\]}]+(.?)/gm;

function detectSemicolons(text: string, fallback: boolean): boolean {
  let withSemicolon = 0;
  let without = 0;
  for (const line of text.split("\n")) {
    const code = line
      .trimEnd()
      .replace(/\s*\/\/.*$/, "")
      .trim();
    if (!/^(?:import|export|const|let|var|return|await|(?:module\.)?exports\b|[\w.]+\()/.test(code)) continue;
    if (code.endsWith(";")) withSemicolon += 1;
    else if (/[\w)\]"'`]$/.test(code)) without += 1;
  }
  for (const [, end = ""] of text.matchAll(valueOverLines)) {
    if (end.startsWith(";")) withSemicolon += 1;
    else without += 1;
  }
  if (withSemicolon === without) return fallback;
  return withSemicolon > without;
}
