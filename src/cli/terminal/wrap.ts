import { wrapAnsi } from "fast-wrap-ansi";

/** Below this nothing fits that would be easier to read wrapped. */
const narrowest = 12;

/**
 * Breaks lines between words where they are longer than the terminal is wide. What follows stands below the first
 * word: after the indentation, the number of a list, the word before an error, or the first column of a table.
 *
 * A word that is too long for a line, such as an address or a path, stays whole.
 */
export function wrap(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  return text
    .split("\n")
    .map((line) => wrapLine(line, columns))
    .join("\n");
}

const longestWord = (text: string): number => Math.max(...text.split(" ").map(widthOf));

/** How many columns a text takes. */
const widthOf = (text: string): number => text.replaceAll(colours, "").length;

// oxlint-disable-next-line no-control-regex -- the colours of style.ts
const colours = /\u001B\[\d*m/g;
const firstColumn = /^\s*\S+(?: \S+)*? {2,}(?=\S)/;
const lead =
  // oxlint-disable-next-line no-control-regex -- the colours of style.ts
  /^(?:\u001B\[\d*m)*\s*(?:\d+\. |(?:\u001B\[\d*m)?[-*~+!=](?:\u001B\[\d*m)? |Error: |Warning: |\[[\w ]+\](?:\u001B\[\d*m)? )?/;

function wrapLine(line: string, columns: number): string {
  if (widthOf(line) <= columns) return line;
  const column = firstColumn.exec(line)?.[0] ?? "";
  const isTable = column !== "" && longestWord(line) <= columns - widthOf(column);
  const start = isTable ? column : (lead.exec(line)?.[0] ?? "");
  const indent = widthOf(start);
  if (columns - indent < narrowest) return line;
  return start + wrapTo(line.slice(start.length), columns - indent, indent);
}

/** A text in lines of at most `room` columns; each but the first is indented. */
export const wrapTo = (text: string, room: number, indent: number): string =>
  wrapAnsi(text, room, { hard: false, trim: true }).replaceAll("\n", `\n${" ".repeat(indent)}`);
