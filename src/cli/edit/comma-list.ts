import type { TextEdit } from "../source/text/text-edit.js";
import {
  blanksAfter,
  blanksBefore,
  breakAfter,
  breakBefore,
  indentAt,
  isBlank,
  lastCommentEnd,
  lineEnd,
  lineStart,
  withBlankComments,
} from "../source/text/layout.js";
import type { TextStyle } from "../source/text/text-style.js";

/** Half-open range of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Items between two brackets, with commas. */
export interface CommaList {
  /** Offset of the opening bracket. */
  readonly open: number;
  /** Offset of the closing one. */
  readonly close: number;
  readonly items: readonly Span[];
  readonly trailingComma: boolean;
}

/** New items at the end of a list: commas and indent as its other items have them. */
export function insertItems(
  text: string,
  list: CommaList,
  items: readonly string[],
  style: TextStyle,
): TextEdit[] {
  const last = list.items.at(-1);
  const inside = text.slice(list.open + 1, list.close);
  const ownLine = text.slice(lineStart(text, list.close), list.close).trim() === "";
  if (!inside.includes("\n") || !ownLine) return insertInline(text, list, items, style);
  const start = lineStart(text, list.close);
  const lead = last === undefined ? "" : text.slice(lineStart(text, last.start), last.start);
  const commaFirst = lead.trim() === "," && lead;
  if (commaFirst)
    return [{ start, end: start, text: items.map((one) => commaFirst + one + style.eol).join("") }];
  const indent = last ? indentAt(text, last.start) : indentAt(text, list.close) + style.indent;
  const comma = !last || list.trailingComma ? "," : "";
  const lines = items.map((one, at) => indent + one + (at < items.length - 1 ? "," : comma) + style.eol);
  const edits: TextEdit[] = [{ start, end: start, text: lines.join("") }];
  if (last && !list.trailingComma) edits.unshift({ start: last.end, end: last.end, text: "," });
  return edits;
}

function insertInline(text: string, list: CommaList, items: readonly string[], style: TextStyle): TextEdit[] {
  const last = list.items.at(-1);
  if (last) {
    const gap = text.slice(list.open, last.start).includes("\n")
      ? style.eol + indentAt(text, last.start)
      : " ";
    return [{ start: last.end, end: last.end, text: items.map((one) => `,${gap}${one}`).join("") }];
  }
  const notes = lastCommentEnd(text.slice(list.open + 1, list.close));
  const at = list.open + 1 + (notes ?? 0);
  const gap = notes !== undefined || text[at] === " " ? " " : "";
  return [{ start: at, end: at, text: gap + items.join(", ") }];
}

/** Takes an item out of a list, with one comma. Comments around it stay; a line that it had for itself goes. */
export function cutItem(text: string, list: CommaList, item: Span): TextEdit[] {
  const at = list.items.findIndex(({ start }) => start === item.start);
  const isLast = at === list.items.length - 1;
  const { behind, before } = commasAround(text, list, item);
  const comma = behind ?? before;
  const sameLine = comma !== undefined && joins(text, item, comma) && !hasBreak(text, item, comma);
  const own = sameLine ? spanWith(item, comma) : item;
  if (hasOwnLines(text, own)) return withComma(wholeLines(text, own), sameLine ? undefined : comma);
  // In a list with commas in front, its comma shares the line with it.
  const led = ledByComma(text, item, before);
  return led ? [wholeLines(text, led)] : cutInline(text, item, { at, isLast, before, comma });
}

interface Neighbours {
  readonly at: number;
  readonly isLast: boolean;
  /** Offsets of commas. */
  readonly before: number | undefined;
  readonly comma: number | undefined;
}

function cutInline(text: string, item: Span, { at, isLast, before, comma }: Neighbours): TextEdit[] {
  // Beside other items, the comma in front belongs to the item, as it does when one is added.
  const beginsLine = isBlank(text.slice(lineStart(text, item.start), item.start));
  if (before !== undefined && joins(text, item, before) && (isLast || !beginsLine))
    return [{ ...spanWith(item, before), text: "" }];
  if (comma === undefined) return [{ ...widen(text, item, false), text: "" }];
  const near = joins(text, item, comma);
  const span = near ? spanWith(item, comma) : item;
  return withComma({ ...widen(text, span, at === 0 && near), text: "" }, near ? undefined : comma);
}

/** An item and the comma in front of it, where the two have a line for themselves. */
function ledByComma(text: string, item: Span, before: number | undefined): Span | undefined {
  if (before === undefined || !joins(text, item, before) || hasBreak(text, item, before)) return undefined;
  const both = spanWith(item, before);
  return hasOwnLines(text, both) ? both : undefined;
}

const wholeLines = (text: string, { start, end }: Span): TextEdit => ({
  start: lineStart(text, start),
  end: lineEnd(text, end),
  text: "",
});

/** The commas between an item and those beside it; behind the last one, the comma at the end of the list. */
function commasAround(text: string, { items, close }: CommaList, item: Span) {
  const at = items.findIndex(({ start }) => start === item.start);
  return {
    behind: commaIn(text, item.end, items[at + 1]?.start ?? close),
    before: at > 0 ? commaIn(text, items[at - 1]?.end ?? 0, item.start) : undefined,
  };
}

const spanWith = (item: Span, comma: number): Span => ({
  start: Math.min(comma, item.start),
  end: Math.max(comma + 1, item.end),
});

const betweenOf = (text: string, item: Span, comma: number): string =>
  comma < item.start ? text.slice(comma + 1, item.start) : text.slice(item.end, comma);

/** Nothing but blanks stands between an item and a comma. */
const joins = (text: string, item: Span, comma: number): boolean => isBlank(betweenOf(text, item, comma));

const hasBreak = (text: string, item: Span, comma: number): boolean =>
  betweenOf(text, item, comma).includes("\n");

const withComma = (cut: TextEdit, comma: number | undefined): TextEdit[] =>
  comma === undefined
    ? [cut]
    : [cut, { start: comma, end: comma + 1, text: "" }].sort((a, b) => a.start - b.start);

/** With the blanks that the item stood behind, or, for the first of several, those it stood before. */
function widen(text: string, span: Span, first: boolean): Span {
  if (first || isBlank(text.slice(lineStart(text, span.start), span.start))) {
    const gap = blanksAfter(text, span.end);
    const isLast = ["\r", "\n", undefined].includes(text[span.end + gap]);
    return isLast ? span : { start: span.start, end: span.end + gap };
  }
  return { start: span.start - blanksBefore(text, span.start), end: span.end };
}

/** Takes a statement out of a file: with its line when it has one for itself, otherwise comments beside it stay. */
export function cutStatement(text: string, span: Span): TextEdit {
  if (!hasOwnLines(text, span)) return { ...widen(text, span, !isSetApart(text, span)), text: "" };
  const start = lineStart(text, span.start);
  const end = lineEnd(text, span.end);
  // At the top of a file, the empty line below the only import came with it.
  const top = start === (text.startsWith("\uFEFF") ? 1 : 0);
  // The last line of a file without a line break at its end takes the one before it along.
  const last = end === text.length && !text.endsWith("\n");
  const before = last ? breakBefore(text, start) : 0;
  const gap = top ? breakAfter(text, end) : 0;
  return { start: start - before, end: end + gap, text: "" };
}

/** The blank in front of a statement is its own where none parts it from the next one: in minified code. */
const isSetApart = (text: string, { start, end }: Span): boolean =>
  blanksAfter(text, end) === 0 && text[start - blanksBefore(text, start) - 1] === ";";

function hasOwnLines(text: string, { start, end }: Span): boolean {
  return isBlank(text.slice(lineStart(text, start), start)) && isBlank(text.slice(end, lineEnd(text, end)));
}

function commaIn(text: string, from: number, to: number): number | undefined {
  const at = withBlankComments(text.slice(from, to)).indexOf(",");
  return at === -1 ? undefined : from + at;
}
