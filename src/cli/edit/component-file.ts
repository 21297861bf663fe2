import { indentAt, isBlank, lineStart } from "../source/text/layout.js";
import type { TextEdit } from "../source/text/text-edit.js";
import { detectStyle } from "../source/text/text-style.js";

/** Puts an element in front of what stands at an offset of markup, on a line of its own where that begins its line. */
export function insertElement(text: string, at: number, element: string): TextEdit {
  const isOwnLine = isBlank(text.slice(lineStart(text, at), at));
  return {
    start: at,
    end: at,
    text: element + (isOwnLine ? detectStyle(text).eol + indentAt(text, at) : ""),
  };
}
