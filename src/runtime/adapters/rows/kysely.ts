/** Rows over Kysely, in the words of the connection: it may have a schema or plugins. */
import { type Expression, type Kysely, sql, type SqlBool } from "kysely";
import { dialectOf, encodeColumns, encodeValue, readDate, same, storedDate } from "../kysely-dialect.js";
import {
  insertUnlessCounted,
  noneIfIncomparable,
  orNone,
  removeOwned,
  removeInTurn,
} from "./driver-errors.js";
import {
  columnsOf,
  dataOf,
  datesOf,
  decodeRow,
  endOf,
  isCore,
  nameOf,
  toSessionAndUser,
  type CoreQueries,
  type CoreRows,
  type Row,
  type Rows,
  type StoredTable,
} from "./rows.js";
import type { TableName } from "../schema.js";
import { membersOf } from "../../types/members.js";

/** Kysely's types do not narrow a generic set of tables. */
export type AnyTables = Kysely<Record<string, Row>>;

type Database = ReturnType<typeof databaseOf>;

function databaseOf(db: AnyTables) {
  const dialect = dialectOf(db);
  const select = (from: AnyTables, table: StoredTable) => {
    const name = nameOf(table);
    return from
      .selectFrom(name)
      .selectAll(name)
      .select(datesOf(table).map((column) => readDate(dialect, `${name}.${column}`).as(column)));
  };
  const encode = (table: StoredTable, row: Row) => encodeColumns(dialect, dataOf(table).columns, row);
  const matching = (table: StoredTable, where: Row, prefix = ""): Expression<SqlBool> => {
    const conditions = Object.entries(where).map(([column, value]): Expression<SqlBool> => {
      if (typeof value === "string") return same(dialect, prefix + column, value);
      const found = sql.ref(prefix + column);
      if (value === null) return sql<SqlBool>`${found} is null`;
      return sql<SqlBool>`${found} = ${encodeValue(dialect, dataOf(table).columns[column]?.type, value)}`;
    });
    return conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
  };
  return { db, dialect, select, encode, matching };
}

export function kyselyRows(db: AnyTables): CoreRows {
  const database = databaseOf(db);
  const list: Rows["list"] = async (table, where, limit) => {
    const query = database.select(db, table).where(database.matching(table, where));
    const rows = await orNone(table, (limit === undefined ? query : query.limit(limit)).execute());
    return rows.map((row) => decodeRow(table, row));
  };
  const find: Rows["find"] = async (table, key) => (await list(table, key))[0];
  return {
    find,
    list,
    insert: insertOf(database),
    ...changesOf(database, find),
    ...queriesOf(database),
    removeUser: (id) => removeUser(database, id),
  };
}

function changesOf(
  { db, dialect, select, encode, matching }: Database,
  find: Rows["find"],
): Pick<Rows, "update" | "take" | "removeExpired"> {
  return {
    async update(table, key, given, expected = {}) {
      const changes = columnsOf(table, given);
      if (Object.keys(changes).length === 0) return find(table, key);
      const update = db.updateTable(nameOf(table)).set(encode(table, changes)).where(matching(table, key));
      if (isCore(table)) {
        await update.execute();
        return find(table, key);
      }
      const compared = update.where(matching(table, expected));
      // Not every dialect counts what it changed; those that can give it back do.
      const count = dialect.returning
        ? (await compared.returning(one).execute()).length
        : Number((await compared.executeTakeFirst()).numUpdatedRows);
      return count > 0 ? changes : undefined;
    },
    async take(table, key) {
      const [name, wanted] = [nameOf(table), matching(table, key)];
      const decoded = (row: Row | undefined) => row && decodeRow(table, row);
      if (dialect.returning)
        return decoded((await orNone(table, db.deleteFrom(name).where(wanted).returningAll().execute()))[0]);
      return db.transaction().execute(async (run) => {
        const locked = await select(run, table).where(wanted).forUpdate().executeTakeFirst();
        if (locked) await run.deleteFrom(name).where(wanted).execute();
        return decoded(locked);
      });
    },
    async removeExpired(table, before, batch) {
      const { end, key } = endOf(table);
      const name = nameOf(table);
      const isOver = sql<SqlBool>`${sql.ref(end)} < ${storedDate(dialect, before)}`;
      // Who came back meanwhile, or was given more time, has a later end, and stays.
      const remove = db.deleteFrom(name).where(isOver);
      if (isCore(table)) {
        const [column = ""] = key;
        const over = await db.selectFrom(name).select(column).where(isOver).limit(batch).execute();
        const keys = over.map((row) => row[column]);
        if (keys.length > 0) await db.deleteFrom(name).where(column, "in", keys).where(isOver).execute();
        return keys.length;
      }
      if (dialect.name === "mysql")
        return Number((await remove.limit(batch).executeTakeFirst()).numDeletedRows);
      const columns = sql.join(key.map((column) => sql.ref(column)));
      const over = sql`select ${columns} from ${sql.table(name)} where ${isOver} limit ${batch}`;
      const removed = remove.where(sql<SqlBool>`(${columns}) in (${over})`);
      return (await removed.returning(one).execute()).length;
    },
  };
}

const one = sql<number>`1`.as("one");

/** Rows that nobody gave an id get one of ours. */
function insertOf({ db, dialect, encode }: Database): Rows["insert"] {
  const write = (table: StoredTable, row: Row) => db.insertInto(nameOf(table)).values(encode(table, row));
  const insert = insertUnlessCounted({
    counts: (table) => dataOf(table).generatesKey === true,
    async write(table, row) {
      await write(table, row).execute();
      return row;
    },
    async writeCounted(table, row) {
      const stored = dialect.returning
        ? await write(table, row).returning("id").executeTakeFirst()
        : await write(table, row).executeTakeFirst();
      const { id, insertId } = membersOf(stored);
      return { ...row, id: String(id ?? insertId) };
    },
  });
  return (table, given) => {
    const id = dataOf(table).generatesKey && { id: crypto.randomUUID() };
    return insert(table, { ...id, ...columnsOf(table, given) });
  };
}

function queriesOf({ db, dialect, select, matching }: Database): Omit<CoreQueries, "removeUser"> {
  const users = () => select(db, "User");
  return {
    async alike(table, where) {
      const rows = select(db, table).where((is) => is.and(where));
      return (await orNone(table, rows.execute())).map((row) => decodeRow(table, row));
    },
    async userOfAccount(where) {
      const found = users()
        .innerJoin("Account", "User.id", "Account.userId")
        .where(matching("Account", where, "Account."));
      const [row] = await orNone("User", found.execute());
      return row && decodeRow("User", row);
    },
    async sessionAndUser(sessionToken) {
      const found = users()
        .innerJoin("Session", "User.id", "Session.userId")
        .select(readDate(dialect, "Session.expires").as("sessionExpires"))
        .where(matching("Session", { sessionToken }, "Session."));
      const [row] = await found.execute().catch(noneIfIncomparable);
      return toSessionAndUser(row);
    },
  };
}

async function removeUser({ db, dialect, matching }: Database, id: string): Promise<void> {
  const removeFrom = (owned: readonly TableName[]) => async (run: AnyTables) => {
    for (const table of owned)
      await run
        .deleteFrom(table)
        .where(matching(table, { userId: id }))
        .execute();
    await run.deleteFrom("User").where(matching("User", { id })).execute();
  };
  if (dialect.name !== "sqlite") return removeOwned((owned) => db.transaction().execute(removeFrom(owned)));
  return removeInTurn((owned) => removeFrom(owned)(db));
}
