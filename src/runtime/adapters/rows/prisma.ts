/** Rows over Prisma: the model of a plugin's table has its name in Pascal case, `AuthThing` of `auth_thing`. */
import { ownedTables } from "../schema.js";
import { MissingTable } from "./driver-errors.js";
import {
  columnsOf,
  decodeRow,
  endOf,
  identityOf,
  isCore,
  memberOf,
  nameOf,
  toDate,
  type CoreQueries,
  type CoreRows,
  type Row,
  type Rows,
  type StoredTable,
  type Where,
} from "./rows.js";
import { isAsked, listOf, pick, type Model } from "./prisma-lists.js";
import { isObject } from "../../types/members.js";

/** What is used of a client besides what it knows of its schema. */
type Client = DataModel & Readonly<Record<string, Model | undefined>>;

/** What the client knows of its schema. Not public: where it is missing, ids are taken for texts. */
interface DataModel {
  readonly _activeProvider?: string;
  readonly _runtimeDataModel?: {
    readonly models?: Readonly<
      Record<string, { readonly fields?: readonly { readonly name: string; readonly type: string }[] }>
    >;
  };
}

type Database = ReturnType<typeof databaseOf>;

function databaseOf(prisma: object) {
  const client = prisma as Client;
  const modelOf = (table: StoredTable): Model => {
    const model = client[memberOf(table)];
    if (model) return model;
    if (isCore(table)) throw new Error(`The Prisma schema has no model ${table}`);
    throw new MissingTable(table.name);
  };
  /** Undefined: a text that no number is, where ids are numbers. A condition that is missing would be every row. */
  const typed = (table: StoredTable, where: Where) => inTypesOf(fieldsOf(client, table), where);
  const has = (table: StoredTable) => {
    const fields = fieldsOf(client, table);
    // A field whose type is another model would be written there.
    const { _runtimeDataModel: data } = client;
    const models = data?.models ?? {};
    const names = new Set(fields?.flatMap(({ name, type }) => (Object.hasOwn(models, type) ? [] : name)));
    return ([name]: readonly [string, unknown]) => fields === undefined || names.has(name);
  };
  /** As the client gives it. */
  const firstOf = async (table: StoredTable, where: Where, withUser = false): Promise<Row | undefined> => {
    const wanted = typed(table, where);
    if (!wanted) return undefined;
    const row = await modelOf(table).findFirst({
      where: wanted,
      ...(withUser && { include: { user: true } }),
    });
    return row && isAsked(table, row, where) ? row : undefined;
  };
  const { _activeProvider: provider } = client;
  return { client, provider, modelOf, typed, has, firstOf };
}

/** The fields of a table of the core; undefined where the client does not say. */
const fieldsOf = ({ _runtimeDataModel: data }: DataModel, table: StoredTable) =>
  data?.models?.[nameOf(table)]?.fields;

/** @param prisma the app's own client */
export function prismaRows(prisma: object): CoreRows {
  const database = databaseOf(prisma);
  const list = listOf(database);
  return {
    list,
    ...readsOf(database),
    ...writesOf(database),
    remove: removeOf(database, list),
    removeUser: (id) => removeUser(database, id),
  };
}

/** How many keys a condition names: SQLite takes no more than 1000 that are joined by "or". */
const mostKeys = 100;

function removeOf({ modelOf }: Database, list: Rows["list"]): Rows["remove"] {
  return async (table, where, batch) => {
    const by = identityOf(table);
    const rows = await list(table, where, { by, limit: Math.min(batch, mostKeys) });
    const keys = rows.map((row) => pick(row, by));
    const { count } = await modelOf(table).deleteMany({ where: { ...where, OR: keys } });
    return count;
  };
}

function readsOf({ modelOf, firstOf }: Database): Pick<Rows, "find"> & Omit<CoreQueries, "removeUser"> {
  return {
    find: firstOf,
    alike: async (table, where) => modelOf(table).findMany({ where }),
    userOfAccount: async (where) => ownerIn(await firstOf("Account", where, true)),
    async sessionAndUser(sessionToken) {
      const session = await firstOf("Session", { sessionToken }, true);
      const user = ownerIn(session);
      return user && { expires: toDate(session?.["expires"]), user: decodeRow("User", user) };
    },
  };
}

const mostRounds = 8;

function writesOf({ modelOf, typed, has, firstOf }: Database): Omit<Rows, "find" | "list" | "remove"> {
  return {
    async insert(table, row) {
      const model = modelOf(table);
      if (!isCore(table)) return model.create({ data: row });
      // Ids are those of the schema; columns without a value may be missing there.
      const { id: _, ...data } = row;
      const given = Object.entries(data)
        .filter(([, value]) => value !== null)
        .filter(has(table));
      const wanted = { ...Object.fromEntries(given), ...typed(table, ownerOf(row)) };
      const stored = await model.create({ data: wanted });
      return { ...row, ...stored };
    },
    async update(table, key, given, expected = {}) {
      const wanted = typed(table, key);
      if (!wanted) return undefined;
      const changes = isCore(table) ? Object.fromEntries(Object.entries(given).filter(has(table))) : given;
      if (isCore(table) && Object.keys(wanted).length === 1) {
        return modelOf(table).update({ where: wanted, data: changes }).catch(noneUnlessThere);
      }
      const known = await firstOf(table, key);
      if (!known || !isAsked(table, known, expected)) return undefined;
      const { count } = await modelOf(table).updateMany({ where: { ...expected, ...wanted }, data: changes });
      return count > 0 ? { ...known, ...changes } : undefined;
    },
    async take(table, key) {
      for (let round = 0; round < mostRounds; round += 1) {
        const row = await firstOf(table, key);
        const wanted = typed(table, key);
        if (!row || !wanted) return undefined;
        // Of several that saw the row, the one that deletes it has it; a plugin takes the row as it saw it.
        const { count } = await modelOf(table).deleteMany({
          where: isCore(table) ? wanted : columnsOf(table, row),
        });
        if (count === 1) return row;
        if (isCore(table)) return undefined;
      }
      throw new Error(`${nameOf(table)}: the row was changed by others ${mostRounds} times`);
    },
    async removeExpired(table, before, batch) {
      const { end, key } = endOf(table);
      const isOver = { [end]: { lt: before } };
      const over = await modelOf(table).findMany({ where: isOver, take: batch });
      if (over.length === 0) return 0;
      // With several columns in the key, the first one may find more rows: those are over too.
      const [first = ""] = key;
      const keys = over.map((row) => row[first]);
      // Who came back meanwhile, or was given more time, has a later end, and stays.
      await modelOf(table).deleteMany({ where: { [first]: { in: keys }, ...isOver } });
      return over.length;
    },
  };
}

async function removeUser({ client, modelOf, typed }: Database, id: string): Promise<void> {
  const { $transaction } = client as unknown as {
    $transaction(all: readonly unknown[]): Promise<unknown>;
  };
  const owned = ownedTables.filter((name) => client[memberOf(name)] !== undefined);
  const user = typed("User", { id });
  if (!user) return;
  const removals = owned.flatMap((table) => {
    const wanted = typed(table, { userId: id });
    return wanted ? [modelOf(table).deleteMany({ where: wanted })] : [];
  });
  await $transaction.call(client, [...removals, modelOf("User").deleteMany({ where: user })]);
}

/** The user who was read with a row. A table without foreign keys may have rows of nobody. */
const ownerIn = (row: Row | undefined): Row | undefined => {
  const user = row?.["user"];
  return isObject(user) ? user : undefined;
};

const ownerOf = ({ userId }: Row): Where => (typeof userId === "string" ? { userId } : {});

/** Ids as the schema has them; undefined: a text that no number is. */
function inTypesOf(fields: ReturnType<typeof fieldsOf>, where: Where): Row | undefined {
  const entries = Object.entries(where).map(([name, value]): readonly [string, unknown] => {
    const type = fields?.find((field) => field.name === name)?.type;
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
