/** Tables of plugins that an earlier release has made lack the columns that came later: they go on without them. */
import type { RecordTable } from "../../types/records.js";
import { isMissingColumn } from "./driver-errors.js";
import { isCore, type Row, type Rows, type StoredTable } from "./rows.js";

/** The same rows; what the database lacks is not written, and rows come without it. Each table is found out once. */
export function withEarlierTables(rows: Rows): Rows {
  const earlier = new Map<string, RecordTable>();
  const asked = async <T>(table: StoredTable, ask: (table: StoredTable) => Promise<T>): Promise<T> => {
    if (isCore(table)) return ask(table);
    const known = earlier.get(table.name);
    if (known !== undefined) return ask(known);
    try {
      return await ask(table);
    } catch (thrown) {
      const before = withoutLater(table);
      if (before === undefined || !isMissingColumn(thrown)) throw thrown;
      const answer = await ask(before);
      earlier.set(table.name, before);
      return answer;
    }
  };
  return {
    find: (table, key) => asked(table, (each) => rows.find(each, key)),
    list: (table, where, order) => asked(table, (each) => rows.list(each, where, order)),
    insert: (table, row) => asked(table, (each) => rows.insert(each, columnsIn(each, row))),
    update: (table, key, changes, expected) =>
      asked(table, (each) => rows.update(each, key, columnsIn(each, changes), expected)),
    take: (table, key) => asked(table, (each) => rows.take(each, key)),
    remove: (...given) => rows.remove(...given),
    removeExpired: (...given) => rows.removeExpired(...given),
  };
}

/** undefined: all its columns were there from the first. */
function withoutLater(table: RecordTable): RecordTable | undefined {
  const kept = Object.entries(table.columns).filter(([, { isLater }]) => isLater !== true);
  return kept.length === Object.keys(table.columns).length
    ? undefined
    : { ...table, columns: Object.fromEntries(kept) };
}

const columnsIn = (table: StoredTable, row: Row): Row =>
  isCore(table)
    ? row
    : Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(table.columns, name)));
