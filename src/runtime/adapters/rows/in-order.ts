import type { Order, Row } from "./rows.js";

/** Rows of a store that has no order of its own. */
export function inOrder(rows: readonly Row[], order: Order | undefined): readonly Row[] {
  if (order === undefined) return rows;
  const { by, isDescending, begin, limit } = order;
  const compare = (row: Row, other: Row): number => {
    const column = by.find((name) => row[name] !== other[name]) ?? "";
    const result = compareBytes(String(row[column]), String(other[column]));
    return isDescending ? -result : result;
  };
  const isBehind = (row: Row): boolean => {
    if (begin === undefined) return true;
    const distance = by.some((name) => row[name] === null) ? -1 : compare(row, begin.at);
    return distance > 0 || (begin.isIncluded && distance === 0);
  };
  return rows.filter(isBehind).sort(compare).slice(0, limit);
}

/** As their bytes in UTF-8 do, which code points follow and units of UTF-16 do not. */
function compareBytes(text: string, other: string): number {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at += 1;
  return (text.codePointAt(at) ?? -1) - (other.codePointAt(at) ?? -1);
}
