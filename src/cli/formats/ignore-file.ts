import ignore from "ignore";
import { detectEol } from "../source/text/text-style.js";
import type { TextEdit } from "../source/text/text-edit.js";
import { withoutBom } from "../source/text/layout.js";

/** What an ignore file says of a file beside or below it: nothing where no pattern is about it. */
export type Verdict = "ignored" | "kept" | undefined;

/**
 * Reads an ignore file as git does; upper and lower case differ.
 * @param file path from the folder of the ignore file
 */
export function verdictOn(text: string, file: string): Verdict {
  if (!ignore.isPathValid(file)) return undefined;
  const { ignored, unignored } = ignore({ ignorecase: false }).add(withoutBom(text)).test(file);
  return ignored ? "ignored" : unignored ? "kept" : undefined;
}

/** Whether the patterns of one ignore file cover a file beside or below it. */
export const isIgnored = (text: string, file: string): boolean => verdictOn(text, file) === "ignored";

/** The edit that adds a line to an ignore file. */
export function addIgnore(text: string, pattern: string): TextEdit {
  const eol = detectEol(text);
  const open = text !== "" && !text.endsWith("\n");
  return { start: text.length, end: text.length, text: `${open ? eol : ""}${pattern}${eol}` };
}
