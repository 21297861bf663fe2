/** How Drizzle says which rows are asked for, and in which order. */
import { and, desc, eq, isNull, sql, type Column, type SQL } from "drizzle-orm";
import {
  databaseOf,
  encodeRow,
  tablesFor,
  type DrizzleDatabase,
  type DrizzleKind,
  type DrizzleTable,
  type DrizzleTables,
} from "../drizzle-tables.js";
import { MissingTable } from "./driver-errors.js";
import { comparisonOf, isCore, nameOf, type Order, type Row, type StoredTable } from "./rows.js";

export type Database = ReturnType<typeof openTables>;

export function openTables(db: DrizzleDatabase, own: Partial<DrizzleTables> | undefined) {
  const kind = databaseOf(db);
  const core = tablesFor(kind, { ...own });
  const records = own?.records ?? {};
  /** @throws MissingTable for a plugin's that the app did not give */
  const objectOf = (table: StoredTable): DrizzleTable => {
    if (isCore(table)) return core[table];
    const found = Object.hasOwn(records, table.name) ? records[table.name] : undefined;
    if (found === undefined) throw new MissingTable(table.name);
    return found as DrizzleTable;
  };
  /** @throws Error that names the property which the app's table object lacks */
  const columnOf = (table: StoredTable, name: string): Column => {
    const column = objectOf(table)[name];
    if (column === undefined)
      throw new Error(`The Drizzle table for ${nameOf(table)} has no property "${name}"`);
    return column as Column;
  };
  const holds = (table: StoredTable, name: string, value: unknown): SQL => {
    const column = columnOf(table, name);
    if (value === null) return isNull(column);
    if (typeof value !== "string") return eq(column, encodeRow(objectOf(table), { [name]: value })[name]);
    return kind === "mysql"
      ? sql`(${eq(column, value)} and ${bytes(sql`${column}`)} = ${bytes(sql`${value}`)})`
      : eq(column, value);
  };
  const matching = (table: StoredTable, where: Row): SQL | undefined =>
    and(...Object.entries(where).map(([name, value]) => holds(table, name, value)));
  const ordered = (value: SQL): SQL => orderings[kind](value);
  const behind = (table: StoredTable, order: Order): SQL | undefined => {
    const { by, begin } = order;
    if (begin === undefined) return undefined;
    const keys = by.map((name) => ordered(sql`${columnOf(table, name)}`));
    const values = by.map((name) => ordered(sql`${begin.at[name]}`));
    return sql`(${listed(keys)}) ${sql.raw(comparisonOf(order))} (${listed(values)})`;
  };
  const ordering = (table: StoredTable, { by, isDescending }: Order): readonly SQL[] =>
    by.map((name) => ordered(sql`${columnOf(table, name)}`)).map((key) => (isDescending ? desc(key) : key));
  return { db, kind, core, objectOf, columnOf, matching, behind, ordering };
}

export const listed = (parts: readonly (SQL | Column)[]): SQL => sql.join([...parts], sql`, `);

const bytes = (value: SQL): SQL => sql`cast(convert(${value} using utf8mb4) as binary)`;

/** How texts are ordered byte by byte. */
const orderings: Readonly<Record<DrizzleKind, (value: SQL) => SQL>> = {
  pg: (value) => sql`cast(${value} as text) collate "C"`,
  mysql: bytes,
  sqlite: (value) => sql`${value} collate binary`,
};
