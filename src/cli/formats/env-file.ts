/** Reads env files and adds to them, byte for byte: assignments, quotes and what values mean. */
import { detectEol } from "../source/text/text-style.js";
import type { TextEdit } from "../source/text/text-edit.js";
import { lineAt, lineEnd, lineStart } from "../source/text/layout.js";

/** One assignment of an env file. Offsets enclose the raw value, quotes included. */
export interface EnvEntry {
  readonly key: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const assignment = /[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*/y;

/** Checks ask one after the other, each for the whole of one file. */
let parsed: { readonly text: string; readonly entries: readonly EnvEntry[] } | undefined;

/** Assignments of an env file in order: `export`, quotes, values over several lines, comments, CRLF and BOM are read. */
export function parseEnv(text: string): readonly EnvEntry[] {
  if (parsed?.text === text) return parsed.entries;
  // Two large lists at a time are too much for memory.
  parsed = undefined;
  return (parsed = { text, entries: entriesOf(text) }).entries;
}

function entriesOf(text: string): readonly EnvEntry[] {
  const entries: EnvEntry[] = [];
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  while (at < text.length) {
    const newline = text.indexOf("\n", at);
    const lineStop = newline === -1 ? text.length : newline;
    assignment.lastIndex = at;
    const [found, key] = assignment.exec(text) ?? [];
    if (found === undefined || key === undefined) {
      at = lineStop + 1;
      continue;
    }
    const start = at + found.length;
    const quote = text[start];
    const close = quote === '"' || quote === "'" || quote === "`" ? closingQuote(text, start, quote) : -1;
    if (close !== -1 && quote) {
      entries.push({
        key,
        value: unquoted(text.slice(start + 1, close), quote),
        start,
        end: close + 1,
      });
      const next = text.indexOf("\n", close);
      at = next === -1 ? text.length : next + 1;
    } else {
      const raw = text.slice(start, lineStop).replace(/\r$/, "");
      const written = raw.replace(/(?:^|\s)#.*$/, "").trimEnd();
      const value = written.replace(/#.*$/, "").trimEnd();
      entries.push({ key, value, start, end: start + written.length });
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
 * @throws RangeError for a value that {@link quoted} can't write
 */
export function setEnv(
  text: string,
  pairs: readonly { key: string; value: string; comment?: string }[],
  reader: EnvReader = { expands: false },
): TextEdit[] {
  const entries = parseEnv(text);
  const eol = detectEol(text);
  const edits: TextEdit[] = [];
  let added = "";
  for (const { key, value, comment } of pairs) {
    const present = lastEntry(entries, key);
    if (present && (present.value !== "" || value === "")) continue;
    const line = quoted(value, reader);
    if (line === undefined) throw new RangeError(`${key} can't be written into an env file`);
    const filled = present && fill(text, present, { value, line }, reader);
    if (filled) edits.push(filled);
    else added += (comment && !present ? `# ${comment}${eol}` : "") + `${key}=${line}${eol}`;
  }
  if (added !== "") {
    // A file without a line break at its end gets none.
    const open = text !== "" && text !== "\uFEFF" && !text.endsWith("\n");
    const lines = open ? eol + added.slice(0, -eol.length) : added;
    edits.push({ start: text.length, end: text.length, text: lines });
  }
  return edits;
}

/** What {@link removeEnv} does to a file. */
export interface EnvRemoval {
  readonly edits: readonly TextEdit[];
  readonly removed: readonly string[];
  /** Keys with a value: their lines stay. */
  readonly kept: readonly { readonly key: string; readonly line: number }[];
}

/**
 * Takes out the lines of keys without a value; a value that is there is never removed. The comment that `setEnv` put
 * above a key goes with it, every other comment stays.
 */
export function removeEnv(
  text: string,
  keys: readonly { readonly key: string; readonly comment?: string }[],
): EnvRemoval {
  const edits: TextEdit[] = [];
  const removed = new Set<string>();
  const kept: { key: string; line: number }[] = [];
  for (const entry of parseEnv(text)) {
    const known = keys.find(({ key }) => key === entry.key);
    if (!known) continue;
    if (entry.value !== "") {
      kept.push({ key: entry.key, line: lineAt(text, entry.start) });
      continue;
    }
    removed.add(entry.key);
    edits.push(cutLine(text, entry, known.comment));
  }
  return { edits: joined(text, edits), removed: [...removed], kept };
}

/** Takes out every line of a key, whatever its value. */
export const cutKey = (text: string, key: string): TextEdit[] =>
  joined(
    text,
    parseEnv(text)
      .filter((entry) => entry.key === key)
      .map((entry) => cutLine(text, entry, undefined)),
  );

/** Gives every line of a key another name. */
export const renameKey = (text: string, key: string, name: string): TextEdit[] =>
  parseEnv(text)
    .filter((entry) => entry.key === key)
    .map(({ start }) => {
      const at = text.indexOf(key, lineStart(text, start));
      return { start: at, end: at + key.length, text: name };
    });

/** Gives every line of a key another value, written as it is to stand there. */
export const replaceValue = (text: string, key: string, value: string): TextEdit[] =>
  parseEnv(text)
    .filter((entry) => entry.key === key)
    .map(({ start, end }) => ({ start, end, text: value }));

function cutLine(text: string, entry: EnvEntry, comment: string | undefined): TextEdit {
  let start = lineStart(text, entry.start);
  const end = lineEnd(text, entry.end);
  const note = /^[\t ]*(#.*)/.exec(text.slice(entry.end, end).replace(/\r?\n$/, ""));
  if (note?.[1]) return { start, end: entry.end + note[0].length - note[1].length, text: "" };
  const above = start > 0 ? lineStart(text, start - 1) : start;
  if (comment !== undefined && text.slice(above, start).trim() === `# ${comment}`) start = above;
  return { start, end, text: "" };
}

/** Neighbouring cuts as one; the last line of a file without a line break at its end takes the one before it along. */
function joined(text: string, cuts: readonly TextEdit[]): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const cut of cuts) {
    const last = edits.at(-1);
    if (last?.end === cut.start) edits.splice(-1, 1, { ...last, end: cut.end });
    else edits.push(cut);
  }
  const last = edits.at(-1);
  if (last?.end !== text.length || text.endsWith("\n")) return edits;
  const before = /\r?\n$/.exec(text.slice(0, last.start))?.[0].length ?? 0;
  return [...edits.slice(0, -1), { ...last, start: last.start - before }];
}

/** Puts a value into an empty assignment, between its quotes when it has some; none: it can't stand in those. */
function fill(
  text: string,
  entry: EnvEntry,
  { value, line }: { value: string; line: string },
  reader: EnvReader,
): TextEdit | undefined {
  const quote = text[entry.start] ?? "";
  if (entry.end === entry.start) {
    // A comment that follows at once would become part of the value.
    return { start: entry.start, end: entry.start, text: line + (quote === "#" ? " " : "") };
  }
  const inside = quotedWithin(value, quote, reader);
  return inside === undefined ? undefined : { start: entry.start + 1, end: entry.start + 1, text: inside };
}

/** The text with every value hidden, for previews and diffs. */
export function maskEnv(text: string): string {
  const shown: string[] = [];
  let at = 0;
  for (const { value, start, end } of parseEnv(text)) {
    if (value === "") continue;
    shown.push(text.slice(at, start), "••••");
    at = end;
  }
  shown.push(text.slice(at));
  return shown.join("");
}

// How a value stands in an env file so that each of its readers gives it back: dotenv, `node --env-file`, Next.js.
// None of them undoes a backslash before a quote, so the quotes are chosen by what the value holds.

/**
 * `expands`: the reader replaces `$NAME` (Next.js, Bun, Vite). A backslash before the `$` would keep it there, and would
 * be part of the value for dotenv and `node --env-file`, which scripts and tests of the same app read the file with.
 */
export interface EnvReader {
  readonly expands: boolean;
}

/** The value as it is written; undefined when no way of writing it is read back as it is. */
export function quoted(value: string, { expands }: EnvReader): string | undefined {
  if (/^[\w./:@+=,-]*$/.test(value)) return value;
  if (isAmbiguous(value, expands)) return undefined;
  for (const quote of ["'", '"', "`"] as const) {
    const inside = within(value, quote);
    if (inside !== undefined) return `${quote}${inside}${quote}`;
  }
  const isPlain = !/^['"`\s]|[#\n]|\s$/.test(value);
  return isPlain ? value : undefined;
}

/** The value as it is written between quotes that are there; undefined when it can't stand in them. */
function quotedWithin(value: string, quote: string, { expands }: EnvReader): string | undefined {
  return isAmbiguous(value, expands) ? undefined : within(value, quote);
}

/** Read in different ways, whatever stands around it. */
const isAmbiguous = (value: string, expands: boolean): boolean =>
  hasControls(value) || (expands && value.includes("$"));

/** A backslash at the end would be read as one before the quote; only double quotes know `\n`. */
function within(text: string, quote: string): string | undefined {
  if (text.includes(quote) || text.endsWith("\\")) return undefined;
  if (quote !== '"') return text.includes("\n") ? undefined : text;
  return /\\[nr]/.test(text) ? undefined : text.replaceAll("\n", "\\n");
}

const hasControls = (text: string) => [...text].some((one) => one < " " && one !== "\n" && one !== "\t");

/** What readers make of the text between quotes. */
function unquoted(text: string, quote: string): string {
  return quote === '"' ? text.replaceAll("\\n", "\n").replaceAll("\\r", "\r") : text;
}

// What values of variables mean.

/** Env files that are committed, with names and no values. */
export const isExampleFile = (file: string): boolean => /\.(?:example|sample|template|dist)$/.test(file);

const placeholder =
  /^(?:<.*>|\.{3}|x{3,}|\*+|(?:your|my|some|the|super|a)?[-_ ]*(?:auth|very|long|random|session|jwt|top)*[-_ ]*(?:secret|password|key|value|string)(?:[-_ ]*(?:here|key|value|string|123))?|change[-_ ]?(?:me|this|it)?.*|placeholder|example|todo|test|dev(?:elopment)?|default|foo(?:bar)?|replace[-_ ]?(?:me|this).*|your[-_ ].*|generate[-_ ].*)$/i;

/** A text that stands for a value that somebody is to fill in. */
export const isPlaceholder = (value: string): boolean => placeholder.test(value.trim());

/** The two values of AUTH_TRUST_HOST that the runtime takes for no. */
export const isNo = (value: string): boolean => value === "false" || value === "0";

/** Words by which people say no. */
export const meansNo = (value: string): boolean =>
  /^(?:no|off|n|none|never|disabled?|f|false|null|undefined)$/i.test(value);

export const isYes = (value: string): boolean => /^(?:1|true)$/i.test(value);

/** What stands behind the scheme of an address, or of something that was meant as one. */
export const withoutScheme = (value: string): string => value.replace(/^(?:https?:\/*|[a-z]*:?\/+)/i, "");

/** Whether a script takes variables from a file outside of the package, as in `node --env-file=../web/.env server.js`. */
export const readsEnvElsewhere = (scripts: Readonly<Record<string, string>>): boolean =>
  Object.values(scripts).some((script) => /--env-file(?:-if-exists)?[= ]["']?(?:\.\.\/|\/)/.test(script));
