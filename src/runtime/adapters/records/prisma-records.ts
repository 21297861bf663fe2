/** Records over Prisma: the model of a table has its name in Pascal case, `AuthThing` of `auth_thing`. */
import type { RecordKey, RecordRow, Records, RecordTable } from "../../types/records.js";
import { decodeColumns, type Row } from "../row-store.js";
import { MissingTable } from "./missing-table.js";
import { recordsOver, type RecordStore } from "./records-over.js";

/** As much of a model of the client as is used. */
interface Model {
  create(query: { data: Row }): Promise<Row>;
  findFirst(query: { where: Row }): Promise<Row | null>;
  findMany(query: { where: Row; take: number }): Promise<Row[]>;
  updateMany(query: { where: Row; data: Row }): Promise<{ count: number }>;
  deleteMany(query: { where: Row }): Promise<{ count: number }>;
}

/**
 * @param prisma the app's own client
 * @returns `records` of the adapter; a table whose model the schema lacks is missing
 */
export function prismaRecords(prisma: object): (table: RecordTable) => Records {
  return (table) =>
    recordsOver(
      table,
      recordStore(table, () => modelOf(prisma, table.name)),
    );
}

/** @throws MissingTable when the client has no such model */
function modelOf(prisma: object, table: string): Model {
  const name = table.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const model = (prisma as Readonly<Record<string, Model | undefined>>)[name];
  if (model === undefined) throw new MissingTable(table);
  return model;
}

/** Without relations and columns of the app's own. */
const columnsOf = ({ columns }: RecordTable, row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(columns, name)));

const mostRounds = 8;

function recordStore(table: RecordTable, model: () => Model): RecordStore {
  /** A column may ignore case or accents: what comes back must be what was asked for. */
  const isAsked = (row: Row, wanted: RecordRow): boolean => {
    const read = decodeColumns(table.columns, row);
    return Object.entries(wanted).every(
      ([name, value]) => (read[name] ?? null)?.valueOf() === value?.valueOf(),
    );
  };
  const find = async (key: RecordKey): Promise<Row | undefined> => {
    const row = await model().findFirst({ where: key });
    return row && isAsked(row, key) ? row : undefined;
  };
  return {
    find,
    async list(where, limit) {
      const rows = await model().findMany({ where, take: limit });
      return rows.filter((row) => isAsked(row, where));
    },
    insert: async (row) => model().create({ data: row }),
    async update(key, expected, changes) {
      const row = await find(key);
      if (row === undefined || !isAsked(row, expected)) return 0;
      const { count } = await model().updateMany({ where: { ...expected, ...key }, data: changes });
      return count;
    },
    async consume(key) {
      for (let round = 0; round < mostRounds; round += 1) {
        const row = await find(key);
        if (row === undefined) return undefined;
        // Of several that saw the row as it is, the one that deletes it has it.
        const { count } = await model().deleteMany({ where: columnsOf(table, row) });
        if (count === 1) return row;
      }
      throw new Error(`${table.name}: the row was changed by others ${mostRounds} times`);
    },
    async removeExpired(column, now, batch) {
      const isOver = { [column]: { lt: now } };
      const over = await model().findMany({ where: isOver, take: batch });
      if (over.length === 0) return 0;
      // With several columns in the key, the first one may find more rows: those are over too.
      const [first = ""] = table.primaryKey;
      const keys = over.map((row) => row[first]);
      // Who was given more time meanwhile stays.
      await model().deleteMany({ where: { [first]: { in: keys }, ...isOver } });
      return over.length;
    },
  };
}
