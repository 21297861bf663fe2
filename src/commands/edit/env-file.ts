import { detectStyle } from "./text-style.js";
import type { TextEdit } from "./text-edit.js";

/** One assignment of an env file. Offsets enclose the raw value, quotes included. */
export interface EnvEntry {
  readonly key: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const assignment = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*/;

/** Assignments of an env file in order: `export`, quotes, values over several lines, comments, CRLF and BOM are read. */
export function parseEnv(text: string): EnvEntry[] {
  const entries: EnvEntry[] = [];
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  while (at < text.length) {
    const newline = text.indexOf("\n", at);
    const lineStop = newline === -1 ? text.length : newline;
    const match = assignment.exec(text.slice(at, lineStop).replace(/\r$/, ""));
    if (!match?.[1]) {
      at = lineStop + 1;
      continue;
    }
    const start = at + match[0].length;
    const raw = text.slice(start, lineStop).replace(/\r$/, "");
    const quote = raw[0];
    const close = quote === '"' || quote === "'" || quote === "`" ? closingQuote(text, start, quote) : -1;
    if (close !== -1 && quote) {
      entries.push({
        key: match[1],
        value: unquote(text.slice(start + 1, close), quote),
        start,
        end: close + 1,
      });
      const next = text.indexOf("\n", close);
      at = next === -1 ? text.length : next + 1;
    } else {
      const value = raw.replace(/(?:^|\s)#.*$/, "").trimEnd();
      entries.push({ key: match[1], value, start, end: start + value.length });
      at = lineStop + 1;
    }
  }
  return entries;
}

function closingQuote(text: string, open: number, quote: string): number {
  for (let at = open + 1; at < text.length; at += 1) {
    if (text[at] === "\\" && quote === '"') at += 1;
    else if (text[at] === quote) return at;
  }
  return -1;
}

function unquote(value: string, quote: string): string {
  if (quote !== '"') return value;
  return value.replace(/\\([nr"\\])/g, (_, c: string) => (c === "n" ? "\n" : c === "r" ? "\r" : c));
}

/** The value that a loader of this file would give for a key: the last assignment counts. */
export function envValue(text: string, key: string): string | undefined {
  return lastEntry(parseEnv(text), key)?.value;
}

function lastEntry(entries: readonly EnvEntry[], key: string): EnvEntry | undefined {
  return entries.filter((entry) => entry.key === key).at(-1);
}

/**
 * Edits that give each key a line. A value that is there is never replaced; an empty one is filled in.
 * All edits are insertions, so that they can be taken back without remembering what the file held.
 */
export function setEnv(
  text: string,
  pairs: readonly { key: string; value: string; comment?: string }[],
): TextEdit[] {
  const entries = parseEnv(text);
  const { eol } = detectStyle(text);
  const edits: TextEdit[] = [];
  let added = "";
  for (const { key, value, comment } of pairs) {
    const present = lastEntry(entries, key);
    if (!present) added += (comment ? `# ${comment}${eol}` : "") + `${key}=${quoteValue(value)}${eol}`;
    else if (present.value === "" && value !== "") edits.push(fill(text, present, value));
  }
  if (added !== "") {
    const open = text !== "" && text !== "\uFEFF" && !text.endsWith("\n");
    edits.push({ start: text.length, end: text.length, text: (open ? eol : "") + added });
  }
  return edits;
}

/** Puts a value into an empty assignment, between its quotes when it has some. */
function fill(text: string, entry: EnvEntry, value: string): TextEdit {
  if (entry.end === entry.start) {
    // A comment that follows at once would become part of the value.
    const gap = text[entry.start] === "#" ? " " : "";
    return { start: entry.start, end: entry.start, text: quoteValue(value) + gap };
  }
  const plain = text[entry.start] === '"' ? value.replace(/["\\]/g, "\\$&") : value;
  return { start: entry.start + 1, end: entry.start + 1, text: plain };
}

function quoteValue(value: string): string {
  return /^[\w./:@+=,-]*$/.test(value) ? value : JSON.stringify(value);
}

/** The text with every value hidden, for previews and diffs. */
export function maskEnv(text: string): string {
  let masked = "";
  let at = 0;
  for (const entry of parseEnv(text)) {
    masked +=
      text.slice(at, entry.start) + (entry.value === "" ? text.slice(entry.start, entry.end) : "••••");
    at = entry.end;
  }
  return masked + text.slice(at);
}
