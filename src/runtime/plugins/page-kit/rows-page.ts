/** One page of a list of rows, for the page kit's pager. */
import type { RecordKey, RecordRow, Records } from "../../types/records.js";

/** Rows, and whether others follow. */
export interface RowsPage {
  readonly rows: readonly RecordRow[];
  /** The last one, where others follow: its primary key is what `after` is next time. */
  readonly last: RecordRow | undefined;
}

/**
 * @param where columns and what they hold, as for `Records.list`
 * @param size rows at most, from 1 to 999
 * @param order where the page begins, and in which direction
 * @example const { rows, last } = await rowsPage(own.records(table), { list }, 50, { after });
 */
export async function rowsPage(
  records: Records,
  where: Readonly<Record<string, string>>,
  size: number,
  order: { readonly after?: RecordKey | undefined; readonly newestFirst?: true | undefined } = {},
): Promise<RowsPage> {
  const found = await records.list(where, { ...order, limit: size + 1 });
  const rows = found.slice(0, size);
  return { rows, last: found.length > size ? rows.at(-1) : undefined };
}
