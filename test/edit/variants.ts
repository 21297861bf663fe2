/** Byte variants of a source text: the same code as other people would have saved it. */
export const variants: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  CRLF: (text) => text.replaceAll("\n", "\r\n"),
  BOM: (text) => (text.startsWith("#!") ? text : `\uFEFF${text}`),
  "BOM and CRLF": (text) => (text.startsWith("#!") ? text : `\uFEFF${text}`).replaceAll("\n", "\r\n"),
  tabs: (text) => text.replace(/^(?: {2})+/gm, (spaces) => "\t".repeat(spaces.length / 2)),
  "four spaces": (text) => text.replace(/^(?: {2})+/gm, (spaces) => spaces + spaces),
  "no semicolons": (text) => text.replace(/;(?=\s*(?:\/\/.*)?$)/gm, ""),
  "single quotes": (text) => text.replaceAll('"', "'"),
  "no final newline": (text) => text.replace(/\n$/, ""),
  "CRLF and no final newline": (text) => text.replace(/\n$/, "").replaceAll("\n", "\r\n"),
};
