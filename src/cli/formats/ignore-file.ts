import path from "node:path";
import { detectStyle } from "../source/text-style.js";
import type { TextEdit } from "../edit/text-edit.js";

/**
 * Whether the patterns of an ignore file cover a file beside or below it. Later lines win, as in git.
 * Only what names env files in practice is read: names and paths with `*`, an optional leading slash, `!`.
 */
export function isIgnored(text: string, file: string): boolean {
  let ignored = false;
  for (const line of text.replace(/^\uFEFF/, "").split(/\r?\n/)) {
    const pattern = line.trim();
    if (pattern === "" || pattern.startsWith("#")) continue;
    const negated = pattern.startsWith("!");
    const glob = pattern.slice(negated ? 1 : 0).replace(/^\*\*\//, "");
    if (glob === "" || glob.endsWith("/")) continue;
    // A slash at the start or inside ties a pattern to the folder of the ignore file.
    const target = glob.includes("/") ? file : path.posix.basename(file);
    const expression = glob
      .replace(/^\//, "")
      .replace(/[.+^${}()|\\]/g, "\\$&")
      .replace(/\*+/g, "[^/]*")
      .replaceAll("?", ".");
    if (matches(expression, target)) ignored = !negated;
  }
  return ignored;
}

function matches(expression: string, fileName: string): boolean {
  try {
    return new RegExp(`^${expression}$`).test(fileName);
  } catch {
    return false; // an unfinished character class: git takes it as no match too
  }
}

/** The edit that adds a line to an ignore file. */
export function addIgnore(text: string, pattern: string): TextEdit {
  const { eol } = detectStyle(text);
  const open = text !== "" && !text.endsWith("\n");
  return { start: text.length, end: text.length, text: `${open ? eol : ""}${pattern}${eol}` };
}

/** An ignore file without the patterns that count beside it only. */
export const withoutAnchored = (text: string): string => text.replace(/^\/.*$/gm, "");
