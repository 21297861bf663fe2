/** Statements of SQL for the records of one table. */
import type { RecordKey, RecordRow, RecordTable, RecordValue } from "../../types/records.js";
import type { SqlDialect } from "../sql-statements.js";

/** A statement and its values, in the order of their places. */
export interface SqlStatement {
  readonly text: string;
  readonly values: readonly RecordValue[];
}

/** Numbers places as values come. */
function collect(dialect: SqlDialect) {
  const values: RecordValue[] = [];
  const place = (value: RecordValue): string => dialect.place(values.push(value));
  return { values, place };
}

/**
 * @param dialect how the database writes and compares
 * @param table the table as data
 */
export function recordStatements(dialect: SqlDialect, table: RecordTable) {
  const { quote } = dialect;
  const from = quote(table.name);
  const dates = Object.entries(table.columns).filter(([, { type }]) => type === "date");
  const columns = [
    `${from}.*`,
    ...dates.map(([name]) => `${dialect.date(quote(name))} as ${quote(name)}`),
  ].join(", ");
  const holds = (name: string, value: RecordValue, place: (value: RecordValue) => string): string => {
    if (value === null) return `${quote(name)} is null`;
    if (typeof value !== "string") return `${quote(name)} = ${place(value)}`;
    const first = place(value);
    // Where places have no number, a text that is compared twice is given twice.
    if (dialect.same("c", "?").split("?").length > 2) place(value);
    return dialect.same(quote(name), first);
  };
  const where = (conditions: RecordRow, place: (value: RecordValue) => string): string =>
    Object.entries(conditions)
      .map(([name, value]) => holds(name, value, place))
      .join(" and ") || "1 = 1";

  return {
    /** What comes behind a statement that gives back the rows it wrote. */
    returning: ` returning ${columns}`,
    select(conditions: RecordRow, limit: number): SqlStatement {
      const { values, place } = collect(dialect);
      const text = `select ${columns} from ${from} where ${where(conditions, place)} limit ${limit}`;
      return { text, values };
    },
    insert(row: RecordRow): SqlStatement {
      const { values, place } = collect(dialect);
      const places = Object.values(row).map(place).join(", ");
      return {
        text: `insert into ${from} (${Object.keys(row).map(quote).join(", ")}) values (${places})`,
        values,
      };
    },
    update(key: RecordKey, expected: RecordRow, changes: RecordRow): SqlStatement {
      const { values, place } = collect(dialect);
      const set = Object.entries(changes).map(([name, value]) => `${quote(name)} = ${place(value)}`);
      const isAsked = [where(key, place), where(expected, place)].join(" and ");
      return { text: `update ${from} set ${set.join(", ")} where ${isAsked}`, values };
    },
    remove(key: RecordKey): SqlStatement {
      const { values, place } = collect(dialect);
      return { text: `delete from ${from} where ${where(key, place)}`, values };
    },
    removeExpired(column: string, now: Date, batch: number): SqlStatement {
      const { values, place } = collect(dialect);
      if (dialect.limitsDelete)
        return { text: `delete from ${from} where ${quote(column)} < ${place(now)} limit ${batch}`, values };
      const key = table.primaryKey.map(quote).join(", ");
      const over = `select ${key} from ${from} where ${quote(column)} < ${place(now)} limit ${batch}`;
      // Who was given more time meanwhile stays.
      const isOver = `${quote(column)} < ${place(now)}`;
      return { text: `delete from ${from} where (${key}) in (${over}) and ${isOver}`, values };
    },
  };
}
