import type { ts } from "./syntax.js";

/** A list with commas: the offsets of its brackets, and of what stands between them. */
export interface PlacedList {
  readonly open: number;
  readonly close: number;
  readonly items: readonly { readonly start: number; readonly end: number }[];
  readonly trailingComma: boolean;
}

/** Where a list stands, and its items. */
export const placedList = (node: ts.Node, items: ts.NodeArray<ts.Node>): PlacedList => ({
  open: node.getStart(),
  close: node.getEnd() - 1,
  items: items.map((one) => ({ start: one.getStart(), end: one.getEnd() })),
  trailingComma: items.hasTrailingComma === true,
});
