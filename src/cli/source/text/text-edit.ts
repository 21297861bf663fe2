/** One replacement in a text. Offsets are UTF-16 positions in the text before any edit; `start === end` inserts. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Edits that lead to the wanted text (none: it is there already), or the reason why a person must do it. */
export type EditResult =
  | { readonly kind: "edits"; readonly edits: readonly TextEdit[] }
  | { readonly kind: "manual"; readonly line: number; readonly why: string };

/**
 * Applies edits to a text. Edits at the same place keep their order.
 * @throws RangeError when two edits overlap: the plan would be ambiguous
 */
export function splice(source: string, edits: readonly TextEdit[]): string {
  const ordered = edits.map((edit, index) => ({ edit, index }));
  ordered.sort((a, b) => a.edit.start - b.edit.start || a.index - b.index);
  let result = "";
  let position = 0;
  for (const { edit } of ordered) {
    if (edit.start < position || edit.end < edit.start || edit.end > source.length) {
      throw new RangeError(`Edit at ${edit.start} overlaps another one or leaves the text`);
    }
    result += source.slice(position, edit.start) + edit.text;
    position = edit.end;
  }
  return result + source.slice(position);
}
