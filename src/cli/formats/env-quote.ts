/**
 * How a value stands in an env file so that each of its readers gives it back: dotenv, `node --env-file`, Next.js.
 * None of them undoes a backslash before a quote, so the quotes are chosen by what the value holds.
 */

/** Also set for `$`: the reader replaces `$NAME`, unless a backslash stands before it (Next.js, Vite). */
export interface EnvReader {
  readonly expands: boolean;
}

/** The value as it is written; undefined when no way of writing it is read back as it is. */
export function quoted(value: string, { expands }: EnvReader): string | undefined {
  if (/^[\w./:@+=,-]*$/.test(value)) return value;
  const text = expands ? value.replaceAll("$", "\\$") : value;
  if (hasControls(text)) return undefined;
  for (const quote of ["'", '"', "`"] as const) {
    const inside = within(text, quote);
    if (inside !== undefined) return `${quote}${inside}${quote}`;
  }
  const isPlain = !/^['"`\s]|[#\n]|\s$/.test(text);
  return isPlain ? text : undefined;
}

/** The value as it is written between quotes that are there; undefined when it can't stand in them. */
export function quotedWithin(value: string, quote: string, { expands }: EnvReader): string | undefined {
  const text = expands ? value.replaceAll("$", "\\$") : value;
  return hasControls(text) ? undefined : within(text, quote);
}

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
