/**
 * How a value stands in an env file so that each of its readers gives it back: dotenv, `node --env-file`, Next.js.
 * None of them undoes a backslash before a quote, so the quotes are chosen by what the value holds.
 */

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
export function quotedWithin(value: string, quote: string, { expands }: EnvReader): string | undefined {
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
export function unquoted(text: string, quote: string): string {
  return quote === '"' ? text.replaceAll("\\n", "\n").replaceAll("\\r", "\r") : text;
}
