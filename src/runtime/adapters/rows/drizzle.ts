/** Rows over Drizzle, in table objects of the app or the documented ones. */
import { and, eq, inArray, lt, sql, type Column } from "drizzle-orm";
import type { TableName } from "../schema.js";
import { encodeRow, type DrizzleDatabase, type DrizzleTable, type DrizzleTables } from "../drizzle-tables.js";
import { listed, openTables, type Database } from "./drizzle-conditions.js";
import { noneIfIncomparable, orNone, removeInTurn, removeOwned } from "./driver-errors.js";
import {
  decodeRow,
  endOf,
  identityOf,
  isCore,
  toDate,
  type CoreQueries,
  type CoreRows,
  type Row,
  type Rows,
  type StoredTable,
} from "./rows.js";
import { membersOf } from "../../types/members.js";

/** @throws TypeError when it is none of Drizzle's databases */
export function drizzleRows(db: object, own: Partial<DrizzleTables> | undefined): CoreRows {
  const database = openTables(db as DrizzleDatabase, own);
  const { matching } = database;
  const select = (table: StoredTable) => database.db.select().from(database.objectOf(table));
  const list: Rows["list"] = async (table, where, order) => {
    if (order === undefined) return orNone(table, select(table).where(matching(table, where)));
    const isAsked = and(database.behind(table, order), matching(table, where));
    return select(table)
      .where(isAsked)
      .orderBy(...database.ordering(table, order))
      .limit(order.limit);
  };
  const find: Rows["find"] = async (table, key) => {
    const query = select(table).where(matching(table, key));
    return (await orNone(table, isCore(table) ? query : query.limit(1)))[0];
  };
  return {
    find,
    list,
    ...changesOf(database, find),
    ...queriesOf(database),
    remove: removeOf(database),
    removeExpired: removeExpiredOf(database),
    removeUser: (id) => removeUser(database, id),
  };
}

function changesOf(
  { db, kind, objectOf, matching }: Database,
  find: Rows["find"],
): Pick<Rows, "insert" | "update" | "take"> {
  return {
    async insert(table, row) {
      const into = objectOf(table);
      const given = isCore(table) ? insertable(into, row) : encodeRow(into, row);
      const insert = db.insert(into).values(given);
      if (isCore(table) && kind !== "mysql") {
        const [stored = given] = await insert.returning();
        return stored;
      }
      const stored = Object.fromEntries(Object.entries(row).filter(([name]) => name in into));
      if (table !== "User" || "id" in given) {
        await insert;
        return stored;
      }
      const [made] = await insert.$returningId();
      return { ...stored, ...made };
    },
    async update(table, key, given, expected = {}) {
      const into = objectOf(table);
      const changes = encodeRow(into, given);
      if (isCore(table) && Object.keys(changes).length === 0) return find(table, key);
      const wanted = and(matching(table, key), matching(table, expected));
      const update = db.update(into).set(changes).where(wanted);
      if (kind !== "mysql") {
        const [row] = await orNone(table, update.returning());
        return row;
      }
      const count = affectedRows(await update);
      if (isCore(table)) return find(table, key);
      return count > 0 ? given : undefined;
    },
    async take(table, key) {
      const from = objectOf(table);
      const wanted = matching(table, key);
      if (kind !== "mysql") {
        const [row] = await orNone(table, db.delete(from).where(wanted).returning());
        return row;
      }
      return db.transaction(async (run) => {
        const [row] = await run.select().from(from).where(wanted).for("update");
        if (row) await run.delete(from).where(wanted);
        return row;
      });
    },
  };
}

function removeOf({ db, kind, objectOf, columnOf, matching }: Database): Rows["remove"] {
  return async (table, where, batch) => {
    const from = objectOf(table);
    const isAsked = matching(table, where);
    if (kind === "mysql") return affectedRows(await db.delete(from).where(isAsked).limit(batch));
    const keys = identityOf(table).map((name) => columnOf(table, name));
    const chosen = sql`select ${listed(keys)} from ${from} where ${isAsked ?? sql`1 = 1`} limit ${batch}`;
    const removal = db.delete(from).where(and(sql`(${listed(keys)}) in (${chosen})`, isAsked));
    return (await removal.returning()).length;
  };
}

/** Who came back meanwhile, or was given more time, has a later end, and stays. */
function removeExpiredOf({ db, kind, objectOf, columnOf }: Database): Rows["removeExpired"] {
  return async (table, before, batch) => {
    const { end, key } = endOf(table);
    const from = objectOf(table);
    const isOver = lt(columnOf(table, end), encodeRow(from, { [end]: before })[end]);
    if (!isCore(table) && kind === "mysql")
      return affectedRows(await db.delete(from).where(isOver).limit(batch));
    const first = columnOf(table, key[0] ?? "");
    const over = await db.select({ key: first }).from(from).where(isOver).limit(batch);
    const keys = over.map((row) => row["key"]);
    if (keys.length === 0) return 0;
    const removal = db.delete(from).where(and(inArray(first, keys), isOver));
    if (isCore(table)) await removal;
    // With several columns in the key, the first one may find more rows: those are over too.
    return isCore(table) ? keys.length : Math.max((await removal.returning()).length, keys.length);
  };
}

function queriesOf({ db, core, columnOf, matching }: Database): Omit<CoreQueries, "removeUser"> {
  const { User, Account, Session } = core;
  const idOf = columnOf("User", "id");
  return {
    async alike(table, where) {
      const equal = Object.entries(where).map(([name, value]) => eq(columnOf(table, name), value));
      const query = db
        .select()
        .from(core[table])
        .where(and(...equal));
      return orNone(table, query);
    },
    async userOfAccount(where) {
      const query = db
        .select({ user: User })
        .from(Account)
        .innerJoin(User, eq(idOf, columnOf("Account", "userId")))
        .where(matching("Account", where));
      const [found] = await orNone("User", query);
      return found && membersOf(found["user"]);
    },
    async sessionAndUser(sessionToken) {
      const query = db
        .select({ user: User, expires: columnOf("Session", "expires") })
        .from(Session)
        .innerJoin(User, eq(idOf, columnOf("Session", "userId")))
        .where(matching("Session", { sessionToken }));
      const [found] = await orNone("User", query);
      return (
        found && { expires: toDate(found["expires"]), user: decodeRow("User", membersOf(found["user"])) }
      );
    },
  };
}

async function removeUser(database: Database, id: string): Promise<void> {
  const { db, kind, core, matching } = database;
  if (kind === "pg")
    return removeOwned((owned) => removeAtOnce(database, id, owned).catch(noneIfIncomparable));
  const removeFrom = (owned: readonly TableName[]) => async (run: DrizzleDatabase) => {
    for (const table of owned) await run.delete(core[table]).where(matching(table, { userId: id }));
    await run.delete(core.User).where(matching("User", { id }));
  };
  if (kind === "mysql") return removeOwned((owned) => db.transaction(removeFrom(owned)));
  return removeInTurn((owned) => removeFrom(owned)(db));
}

/**
 * One statement and no transaction: Drizzle's over a pool of `pg` keeps the connection for ever when it ends at "begin",
 * and after ten of those nobody gets one any more.
 */
function removeAtOnce(
  { db, core, matching }: Database,
  id: string,
  owned: readonly TableName[],
): Promise<unknown> {
  const parts = owned.map(
    (table, at) =>
      sql`${sql.identifier(`r${at}`)} as (delete from ${core[table]} where ${matching(table, { userId: id })})`,
  );
  const user = sql`delete from ${core.User} where ${matching("User", { id })}`;
  return db.execute(sql`with ${sql.join(parts, sql`, `)} ${user}`);
}

/**
 * Without an id where the column makes its own, without a name or an image that nobody knows where the column has one
 * for that, and without columns that the table does not have.
 */
function insertable(table: DrizzleTable, { id: given, ...others }: Row): Row {
  const id = table["id"] as Column | undefined;
  const isGiven = given !== undefined && id?.hasDefault === false;
  const known = Object.entries(others).filter(([name, value]) => {
    const column = table[name] as Column | undefined;
    const isOptional = name === "name" || name === "image";
    return !(isOptional && value === null && column?.notNull && column.hasDefault);
  });
  return encodeRow(table, { ...Object.fromEntries(known), ...(isGiven && { id: given }) });
}

/** Drivers of MySQL answer with their header, alone or first. */
function affectedRows(result: unknown): number {
  const [header] = [result].flat();
  return Number(membersOf(header)["affectedRows"] ?? 0);
}
