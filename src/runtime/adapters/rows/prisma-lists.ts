/** Lists of rows over Prisma, in an order that its client may not know. */
import { inOrder } from "./in-order.js";
import {
  dataOf,
  decodeValue,
  type Order,
  type Row,
  type Rows,
  type StoredTable,
  type Where,
} from "./rows.js";

/** As much of a model of the client as is used. */
export interface Model {
  create(query: { data: Row }): Promise<Row>;
  findFirst(query: { where: Row; include?: { user: true } }): Promise<Row | null>;
  findMany(query: {
    where: Row;
    take?: number;
    orderBy?: readonly Row[];
    select?: Readonly<Record<string, boolean>>;
  }): Promise<Row[]>;
  /** By one unique field. */
  update(query: { where: Row; data: Row }): Promise<Row>;
  updateMany(query: { where: Row; data: Row }): Promise<{ count: number }>;
  deleteMany(query: { where: Row }): Promise<{ count: number }>;
}

/** A column may ignore case or accents: what comes back must be what was asked for. */
export function isAsked(table: StoredTable, row: Row, wanted: Row): boolean {
  const { columns } = dataOf(table);
  return Object.entries(wanted).every(
    ([name, value]) => (decodeValue(columns, name, row[name]) ?? null)?.valueOf() === value?.valueOf(),
  );
}

/** A client, as lists need it. */
interface Readable {
  /** Its kind of database, where the client says so. */
  readonly provider: string | undefined;
  modelOf(table: StoredTable): Model;
  /** What rows must hold in the types of the schema; undefined: no row does. */
  typed(table: StoredTable, where: Where): Row | undefined;
}

export function listOf(database: Readable): Rows["list"] {
  const { provider, modelOf, typed } = database;
  const listInOrder = provider === "sqlite" ? listByDatabase : listByKeys;
  return async (table, where, order) => {
    const wanted = typed(table, where);
    if (!wanted) return [];
    const rows = order
      ? await listInOrder(database, { table, where, wanted, order })
      : await modelOf(table).findMany({ where: wanted });
    return rows.filter((row) => isAsked(table, row, where));
  };
}

interface Listing {
  readonly table: StoredTable;
  readonly where: Where;
  /** The same, in the types of the schema. */
  readonly wanted: Row;
  readonly order: Order;
}

/** Where columns are ordered byte by byte. */
async function listByDatabase(
  { modelOf, typed }: Readable,
  { table, wanted, order }: Listing,
): Promise<Row[]> {
  const { by, isDescending, begin, limit } = order;
  const at = begin && typed(table, begin.at);
  if (begin && !at) return [];
  return modelOf(table).findMany({
    where: { ...wanted, ...(at && isBehind(order, at)) },
    orderBy: by.map((name) => ({ [name]: isDescending ? "desc" : "asc" })),
    take: limit,
  });
}

/** Where columns have a collation, which the client can neither tell nor change: all keys are read, then a page of rows. */
async function listByKeys({ modelOf }: Readable, listing: Listing): Promise<readonly Row[]> {
  const { table, where, wanted, order } = listing;
  const { begin: _, ...whole } = order;
  const read = [...order.by, ...Object.keys(where)];
  const select = Object.fromEntries(read.map((name) => [name, true]));
  for (;;) {
    const found = await modelOf(table).findMany({ where: wanted, select });
    const asked = found.filter((row) => isAsked(table, row, where));
    const keys = inOrder(asked, order).map((row) => pick(row, order.by));
    const rows = keys.length === 0 ? [] : await modelOf(table).findMany({ where: { OR: keys } });
    // Rows that went in between do not make a page shorter, as if it were the last one.
    if (rows.length >= keys.length) return inOrder(rows, whole);
  }
}

export const pick = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.map((name) => [name, row[name]]));

/** As a condition of the client: the first column lies behind the place, or is there and the next one lies behind. */
function isBehind(order: Order, at: Row): Row {
  const { by, begin, isDescending } = order;
  const strict = isDescending ? "lt" : "gt";
  const last = begin?.isIncluded ? `${strict}e` : strict;
  const ways = by.map((name, index) => ({
    ...Object.fromEntries(by.slice(0, index).map((before) => [before, at[before]])),
    [name]: { [index === by.length - 1 ? last : strict]: at[name] },
  }));
  return { OR: ways };
}
