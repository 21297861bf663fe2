/** Names that a file takes from a module, put into the place of others. */
import type { PlacedName } from "../source/names/bindings.js";
import { cutItem, cutStatement } from "./comma-list.js";
import type { TextEdit } from "../source/text/text-edit.js";

/** Takes names out of what is imported, and gives the first place that gets free to another one. */
export function replaceNames(
  text: string,
  gone: readonly PlacedName[],
  wanted: string | undefined,
): TextEdit[] {
  const [first, ...others] = gone;
  if (first === undefined) return [];
  if (wanted !== undefined)
    return [{ ...first.item, text: wanted }, ...others.flatMap((one) => cutItem(text, one.list, one.item))];
  const isAll = first.list.items.length === gone.length;
  if (isAll) return [cutStatement(text, first.statement)];
  return gone.flatMap((one) => cutItem(text, one.list, one.item));
}
