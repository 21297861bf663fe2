/** Records over Drizzle, in table objects that the app gives by the names of the tables. */
import { and, eq, inArray, isNull, lt, type Column, type SQL } from "drizzle-orm";
import type { RecordRow, Records, RecordTable, RecordValue } from "../../types/records.js";
import { encodeRow, type DrizzleDatabase, type DrizzleKind, type DrizzleTable } from "../drizzle-tables.js";
import { MissingTable } from "./missing-table.js";
import { recordsOver, type RecordStore } from "./records-over.js";

/** What the records of Drizzle are made of. */
export interface DrizzleRecordsOptions {
  readonly db: DrizzleDatabase;
  readonly kind: DrizzleKind;
  /** A column holds this text, byte by byte. */
  readonly same: (column: Column, value: string) => SQL;
  /** Table objects of the app, by names of tables. */
  readonly own: Readonly<Record<string, unknown>>;
}

/** @returns `records` of the adapter; a table that the app did not give is missing */
export function drizzleRecords(options: DrizzleRecordsOptions): (table: RecordTable) => Records {
  return (table) => {
    const own = Object.hasOwn(options.own, table.name) ? options.own[table.name] : undefined;
    const store = own === undefined ? missing(table.name) : storeOf(options, table, own as DrizzleTable);
    return recordsOver(table, store);
  };
}

function missing(name: string): RecordStore {
  const refuse = () => Promise.reject(new MissingTable(name));
  return {
    find: refuse,
    list: refuse,
    insert: refuse,
    update: refuse,
    consume: refuse,
    removeExpired: refuse,
  };
}

function storeOf(options: DrizzleRecordsOptions, table: RecordTable, own: DrizzleTable): RecordStore {
  const { db, kind } = options;
  const { columnOf, matching } = conditionsOf(options, table, own);
  return {
    async find(key) {
      const [row] = await db.select().from(own).where(matching(key)).limit(1);
      return row;
    },
    list: (where, limit) => db.select().from(own).where(matching(where)).limit(limit),
    async insert(row) {
      await db.insert(own).values(encodeRow(own, row));
    },
    async update(key, expected, changes) {
      const query = db
        .update(own)
        .set(encodeRow(own, changes))
        .where(and(matching(key), matching(expected)));
      if (kind !== "mysql") return (await query.returning()).length;
      return affectedRows(await query);
    },
    async consume(key) {
      const wanted = matching(key);
      if (kind !== "mysql") {
        const [row] = await db.delete(own).where(wanted).returning();
        return row;
      }
      return db.transaction(async (run) => {
        const [row] = await run.select().from(own).where(wanted).for("update");
        if (row) await run.delete(own).where(wanted);
        return row;
      });
    },
    async removeExpired(name, now, batch) {
      const isOver = lt(columnOf(name), encodeRow(own, { [name]: now })[name]);
      if (kind === "mysql") return affectedRows(await db.delete(own).where(isOver).limit(batch));
      // With several columns in the key, the first one may find more rows: those are over too.
      const [first = ""] = table.primaryKey;
      const over = await db
        .select({ key: columnOf(first) })
        .from(own)
        .where(isOver)
        .limit(batch);
      const keys = over.map((row) => row["key"]);
      if (keys.length === 0) return 0;
      // Who was given more time meanwhile stays.
      const removed = await db
        .delete(own)
        .where(and(inArray(columnOf(first), keys), isOver))
        .returning();
      return Math.max(removed.length, keys.length);
    },
  };
}

function conditionsOf({ same }: DrizzleRecordsOptions, table: RecordTable, own: DrizzleTable) {
  /** @throws Error that names the property which the app's table object lacks */
  const columnOf = (name: string): Column => {
    const column = own[name];
    if (column === undefined)
      throw new Error(`The Drizzle table for ${table.name} has no property "${name}"`);
    return column as Column;
  };
  const holds = (name: string, value: RecordValue): SQL => {
    const column = columnOf(name);
    if (value === null) return isNull(column);
    return typeof value === "string"
      ? same(column, value)
      : eq(column, encodeRow(own, { [name]: value })[name]);
  };
  const matching = (where: RecordRow): SQL | undefined =>
    and(...Object.entries(where).map(([name, value]) => holds(name, value)));
  return { columnOf, matching };
}

/** Drivers of MySQL answer with their header, alone or first. */
const affectedRows = (result: unknown): number => {
  const [header] = [result].flat() as { affectedRows?: number }[];
  return Number(header?.affectedRows ?? 0);
};
