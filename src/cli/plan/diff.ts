import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";

/**
 * Unified diff of two texts, three lines of context, as `git apply` reads it. Empty when they are equal.
 * Carriage returns stay in the lines.
 */
export function unifiedDiff(file: string, before: string | undefined, after: string): string {
  if (before === after) return "";
  const from = before === undefined ? "/dev/null" : `a/${file}`;
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY };
  return createTwoFilesPatch(from, `b/${file}`, before ?? "", after, undefined, undefined, options);
}
