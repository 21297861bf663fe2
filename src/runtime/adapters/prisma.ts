/** Entry point `authwright/adapters/prisma`: a store over the app's own Prisma client. */
import { adapterOver, type StoreAdapter } from "./adapter-over.js";
import { prismaRecords } from "./records/prisma-records.js";
import {
  decodeRow,
  toDate,
  type Row,
  type RowReads,
  type RowStore,
  type RowWrites,
  type Where,
} from "./row-store.js";
import { expiring, tableNames, tableOf, type TableName } from "./schema.js";

// So that declarations of the app can name what it gets.
export type { StoreAdapter } from "./adapter-over.js";

/** As much of a model of the client as is used. */
interface Model {
  create(query: { data: Row }): Promise<Row>;
  findFirst(query: { where: Row; include?: { user: true } }): Promise<Row | null>;
  findMany(query: { where: Row; take?: number }): Promise<Row[]>;
  /** By one unique field. */
  update(query: { where: Row; data: Row }): Promise<Row>;
  updateMany(query: { where: Row; data: Row }): Promise<{ count: number }>;
  deleteMany(query: { where: Row }): Promise<{ count: number }>;
}

type Models = Readonly<Record<string, Model | undefined>>;

/** What the client knows of its schema. Not public: where it is missing, ids are taken for texts. */
interface DataModel {
  readonly _runtimeDataModel?: {
    readonly models?: Readonly<
      Record<string, { readonly fields?: readonly { readonly name: string; readonly type: string }[] }>
    >;
  };
}

/**
 * A store over Prisma. Each session check is one query.
 *
 * @param prisma the app's own client, with the models `User`, `Account`, `Session`, `VerificationToken`, and
 * `Authenticator` for passkeys
 * @returns every method of an adapter, and `deleteExpired`; one that needs a model which the schema lacks throws and names it
 * @throws nothing itself; errors of the database pass through, and the handler logs them as `AdapterError`
 * @example
 * const config = { adapter: PrismaAdapter(prisma), providers: [GitHub] };
 */
export function PrismaAdapter(prisma: object): StoreAdapter {
  return adapterOver(rowStore(prisma), prismaRecords(prisma));
}

type Database = ReturnType<typeof databaseOf>;

function databaseOf(prisma: object) {
  const modelOf = (table: TableName): Model => {
    const model = (prisma as Models)[table.charAt(0).toLowerCase() + table.slice(1)];
    if (!model) throw new Error(`The Prisma schema has no model ${table}`);
    return model;
  };
  const typed = (table: TableName, where: Where) => inTypesOf(prisma as DataModel, table, where);
  /** A column may ignore case or accents: what comes back must be what was asked for. */
  const firstOf = async (table: TableName, where: Where, withUser = false): Promise<Row | undefined> => {
    const wanted = typed(table, where);
    if (!wanted) return undefined;
    const row = await modelOf(table).findFirst({
      where: wanted,
      ...(withUser && { include: { user: true } }),
    });
    const isAsked = row && Object.entries(where).every(([name, value]) => String(row[name]) === value);
    return isAsked ? row : undefined;
  };
  return { prisma, modelOf, typed, firstOf };
}

function rowStore(prisma: object): RowStore {
  const database = databaseOf(prisma);
  return { ...readsOf(database), ...writesOf(database) };
}

function readsOf({ modelOf, typed, firstOf }: Database): RowReads {
  return {
    async find(table, where) {
      const row = await firstOf(table, where);
      return row && decodeRow(table, row);
    },
    async list(table, where) {
      const wanted = typed(table, where);
      const rows = wanted ? await modelOf(table).findMany({ where: wanted }) : [];
      return rows.map((row) => decodeRow(table, row));
    },
    async alike(table, where) {
      const rows = await modelOf(table).findMany({ where });
      return rows.map((row) => decodeRow(table, row));
    },
    async userOfAccount(where) {
      const user = ownerIn(await firstOf("Account", where, true));
      return user && decodeRow("User", user);
    },
    async sessionAndUser(sessionToken) {
      const session = await firstOf("Session", { sessionToken }, true);
      const user = ownerIn(session);
      return user && { expires: toDate(session?.["expires"]), user: decodeRow("User", user) };
    },
  };
}

function writesOf({ prisma, modelOf, typed, firstOf }: Database): RowWrites {
  return {
    async insert(table, row) {
      // Ids are those of the schema; columns without a value may be missing there.
      const { id: _, ...data } = row;
      const has = fieldsOf(prisma as DataModel, table);
      const given = Object.entries(data).filter(([name, value]) => value !== null && has(name));
      const wanted = { ...Object.fromEntries(given), ...typed(table, ownerOf(row)) };
      const stored = await modelOf(table).create({ data: wanted });
      return decodeRow(table, { ...row, ...stored });
    },
    async update(table, where, given) {
      const wanted = typed(table, where);
      if (!wanted) return undefined;
      const has = fieldsOf(prisma as DataModel, table);
      const changes = Object.fromEntries(Object.entries(given).filter(([name]) => has(name)));
      const query = { where: wanted, data: changes };
      if (Object.keys(wanted).length > 1) {
        const known = await firstOf(table, where);
        const { count } = known ? await modelOf(table).updateMany(query) : { count: 0 };
        return count > 0 ? decodeRow(table, { ...known, ...changes }) : undefined;
      }
      const row = await modelOf(table).update(query).catch(noneUnlessThere);
      return row && decodeRow(table, row);
    },
    async take(table, where) {
      const row = await firstOf(table, where);
      if (!row) return undefined;
      // Of several that saw the row, the one that deletes it has it.
      const wanted = typed(table, where);
      // A condition that is missing would be every row.
      if (!wanted) return undefined;
      const { count } = await modelOf(table).deleteMany({ where: wanted });
      return count === 1 ? decodeRow(table, row) : undefined;
    },
    async removeUser(id) {
      const { $transaction } = prisma as { $transaction(all: readonly unknown[]): Promise<unknown> };
      const owned = tableNames.filter((name) => tableOf(name).userId && isThere(prisma as Models, name));
      const user = typed("User", { id });
      if (!user) return;
      await $transaction.call(prisma, [
        ...owned.flatMap((table) => {
          const wanted = typed(table, { userId: id });
          return wanted ? [modelOf(table).deleteMany({ where: wanted })] : [];
        }),
        modelOf("User").deleteMany({ where: user }),
      ]);
    },
    async removeExpired(table, before, batch) {
      const key = expiring[table];
      const isOver = { expires: { lt: before } };
      const over = await modelOf(table).findMany({ where: isOver, take: batch });
      if (over.length === 0) return 0;
      // Who came back meanwhile has a later end, and stays.
      await modelOf(table).deleteMany({ where: { [key]: { in: over.map((row) => row[key]) }, ...isOver } });
      return over.length;
    },
  };
}

const isThere = (models: Models, table: TableName): boolean =>
  models[table.charAt(0).toLowerCase() + table.slice(1)] !== undefined;

/** The user who was read with a row. A table without foreign keys may have rows of nobody. */
const ownerIn = (row: Row | undefined): Row | undefined => (row?.["user"] ?? undefined) as Row | undefined;

const ownerOf = ({ userId }: Row): Where => (typeof userId === "string" ? { userId } : {});

/** Whether a model has a field; yes to all where the client does not say. */
function fieldsOf({ _runtimeDataModel: data }: DataModel, table: TableName): (name: string) => boolean {
  const fields = data?.models?.[table]?.fields;
  const names = new Set(fields?.map(({ name }) => name));
  return (name) => fields === undefined || names.has(name);
}

/** Ids as the schema has them; undefined: a text that no number is. */
function inTypesOf({ _runtimeDataModel: data }: DataModel, table: TableName, where: Where): Row | undefined {
  const fields = data?.models?.[table]?.fields ?? [];
  const entries = Object.entries(where).map(([name, value]): readonly [string, unknown] => {
    const type = fields.find((field) => field.name === name)?.type;
    if (type !== "Int" && type !== "BigInt") return [name, value];
    if (!/^-?\d{1,18}$/.test(value)) return [name, undefined];
    const number = BigInt(value);
    if (type === "BigInt") return [name, number];
    return [name, BigInt.asIntN(32, number) === number ? Number(number) : undefined];
  });
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
}

/** "Record to update not found" */
function noneUnlessThere(error: { code?: unknown }): undefined {
  if (error.code !== "P2025") throw error;
}
