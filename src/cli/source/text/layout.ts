/** Where lines, indents, blanks and comments of a text are. Positions are offsets; the parser is not needed. */

/** Number of the line that holds this offset, from 1. */
export function lineAt(text: string, offset: number): number {
  if (lines.text !== text) lines = { text, breaks: breaksOf(text) };
  const { breaks } = lines;
  let [low, high] = [0, breaks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((breaks[middle] ?? offset) < offset) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}

/** Of the text that was asked about last: who asks about one place of a file asks about many. */
let lines: { readonly text: string; readonly breaks: readonly number[] } = { text: "", breaks: [] };

function breaksOf(text: string): readonly number[] {
  const found: number[] = [];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) found.push(at);
  return found;
}

/** Offset of the first character of the line that holds `offset`. */
export function lineStart(text: string, offset: number): number {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return start === 0 && text.startsWith("\uFEFF") ? 1 : start;
}

/** Offset just behind the line break of the line that holds `offset` (or the end of the text). */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end + 1;
}

/** White space at the start of the line that holds `offset`. */
export function indentAt(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return text.slice(start, start + blanksAfter(text, start));
}

/** The lines of a text, each with its line break. */
export const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

export const isBlank = (text: string): boolean => text.trim() === "";

/** How many blanks and tabs begin at an offset. */
export const blanksAfter = (text: string, offset: number): number => lengthAt(/[\t ]*/y, text, offset);

/** How many blanks and tabs end at an offset. */
export function blanksBefore(text: string, offset: number): number {
  let start = offset;
  while (text[start - 1] === " " || text[start - 1] === "\t") start -= 1;
  return offset - start;
}

/** Characters of the line break that begins at an offset: 0, 1 or 2. */
export const breakAfter = (text: string, offset: number): number => lengthAt(/\r?\n/y, text, offset);

/** Characters of the line break that ends at an offset: 0, 1 or 2. */
export function breakBefore(text: string, offset: number): number {
  if (text[offset - 1] !== "\n") return 0;
  return text[offset - 2] === "\r" ? 2 : 1;
}

/** Whether nothing but blanks stands between an offset and the end of its line, which has a line break. */
export const endsLine = (text: string, offset: number): boolean =>
  breakAfter(text, offset + blanksAfter(text, offset)) > 0;

/** The text without the line break at its end. */
export const withoutLastBreak = (text: string): string =>
  text.slice(0, text.length - breakBefore(text, text.length));

/** The text with one line break at its end in place of several. */
export function withOneLastBreak(text: string): string {
  const shorter = withoutLastBreak(text);
  return breakBefore(shorter, shorter.length) > 0 ? withOneLastBreak(shorter) : text;
}

/** Line breaks of both kinds stand in the text. */
export const hasMixedBreaks = (text: string): boolean => text.includes("\r\n") && /(?<!\r)\n/.test(text);

/** The text with every line break as `\r\n`. */
export const withCrlf = (text: string): string => text.replace(/\r?\n/g, "\r\n");

export const withoutBom = (text: string): string => (text.startsWith("\uFEFF") ? text.slice(1) : text);

/** The text on one line: line breaks with the blanks around them are one blank. */
export const onOneLine = (text: string): string => text.replace(/\s*\n\s*/g, " ");

/** The text without blanks, line breaks, commas and semicolons. */
export const withoutSeparators = (text: string): string => text.replaceAll(/[\s,;]/g, "");

/** How many blanks and line breaks begin at an offset. */
export const spaceAfter = (text: string, offset: number): number => lengthAt(/\s*/y, text, offset);

const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

/** Offset behind the last comment of a text that holds no strings; undefined without one. */
export function lastCommentEnd(text: string): number | undefined {
  const last = [...text.matchAll(comment)].at(-1);
  return last && last.index + last[0].length;
}

/** A text that holds no strings with its comments as blanks: every offset is that of the text. */
export const withBlankComments = (text: string): string =>
  text.replace(comment, (note) => " ".repeat(note.length));

function lengthAt(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0].length ?? 0;
}
