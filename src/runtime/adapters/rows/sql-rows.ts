/** Rows in SQL, over what runs statements: PostgreSQL and SQLite give back the rows that they write, MySQL counts them. */
import type { TableName } from "../schema.js";
import {
  insertUnlessCounted,
  noneIfIncomparable,
  orNone,
  removeInTurn,
  removeOwned,
} from "./driver-errors.js";
import {
  columnsOf,
  dataOf,
  isCore,
  toSessionAndUser,
  type CoreQueries,
  type CoreRows,
  type Row,
  type Rows,
  type StoredTable,
} from "./rows.js";
import { withEnd, type SqlStatement, type SqlStatements } from "./sql.js";

/** Runs a statement. @returns the rows that it reads or gives back */
type Run = (statement: SqlStatement) => Promise<readonly Row[]>;

/** What MySQL says of a statement that changes rows. */
export interface Counted {
  readonly affectedRows: number;
  readonly insertId?: unknown;
}

/** A connection to MySQL, or a pool of them. */
export interface CountingConnection {
  readonly run: Run;
  readonly change: (statement: SqlStatement) => Promise<Counted>;
  /** All of it happens or nothing. */
  readonly transaction: <T>(work: (own: Omit<CountingConnection, "transaction">) => Promise<T>) => Promise<T>;
}

/** A row as a store inserts it: with an id, or without one where the database makes it. */
export type Identify = (table: StoredTable, row: Row) => Row;

type Reads = Pick<Rows, "find" | "list"> & Omit<CoreQueries, "removeUser">;

function readsOf(sql: SqlStatements, run: Run): Reads {
  const look = (table: StoredTable, statement: SqlStatement) => orNone(table, run(statement));
  const check = sql.sessionAndUser("");
  const checkOf = (token: string) => ({ text: check.text, values: check.values.map(() => token) });
  return {
    find: async (table, key) => (await look(table, sql.find(table, key)))[0],
    list: (table, where, order) => look(table, sql.list(table, where, order)),
    alike: (table, where) => look(table, sql.alike(table, where)),
    userOfAccount: async (where) => (await look("User", sql.userOfAccount(where)))[0],
    // Without steps in between: each session check waits for them.
    sessionAndUser: (token) => look("Session", checkOf(token)).then(([row]) => toSessionAndUser(row)),
  };
}

/** What the app has put into a new user, as far as its table has such columns: the database is asked once. */
function ownColumns(sql: SqlStatements, run: Run): (table: StoredTable, row: Row) => Promise<Row> {
  let asked: Promise<Row> | undefined;
  const ask = async () => (await run(sql.columnsOf("User")))[0] ?? {};
  return async (table, row) => {
    const own = table === "User" ? Object.entries(row).filter(isOwn) : [];
    if (own.length === 0) return {};
    const columns = await (asked ??= ask().catch((error: unknown) => {
      asked = undefined;
      throw error;
    }));
    return Object.fromEntries(own.filter(([name]) => Object.hasOwn(columns, name)));
  };
}

/** Drivers take lists and objects each in its own way, some of them as SQL. */
const isOwn = ([name, value]: readonly [string, unknown]): boolean =>
  !Object.hasOwn(dataOf("User").columns, name) &&
  (["string", "number", "boolean", "bigint"].includes(typeof value) || value instanceof Date);

/**
 * Only columns that the tables as data have are written, of a new user the app's own too, and none at all where nothing
 * changes.
 */
const ofKnownColumns = (
  { find }: Reads,
  own: ReturnType<typeof ownColumns>,
  identify: Identify,
  { insert, update }: Pick<Rows, "insert" | "update">,
): Pick<Rows, "insert" | "update"> => ({
  insert: async (table, given) =>
    insert(table, identify(table, { ...columnsOf(table, given), ...(await own(table, given)) })),
  async update(table, key, given, expected) {
    const changes = columnsOf(table, given);
    return Object.keys(changes).length === 0 ? find(table, key) : update(table, key, changes, expected);
  },
});

const counts = (table: StoredTable): boolean => dataOf(table).generatesKey === true;

/** Rows of PostgreSQL and SQLite. */
export function returningRows(sql: SqlStatements, run: Run, identify: Identify): CoreRows {
  const reads = readsOf(sql, run);
  const whole = (table: StoredTable) => ` returning ${sql.columns(table)}`;
  const first = async (table: StoredTable, statement: SqlStatement): Promise<Row | undefined> =>
    (await orNone(table, run(statement)))[0];
  const write = async (table: StoredTable, row: Row): Promise<Row> => {
    const [stored = row] = await run(withEnd(sql.insert(table, row), isCore(table) ? whole(table) : ""));
    return stored;
  };
  const removed = async (statement: SqlStatement): Promise<number> =>
    (await run(withEnd(statement, " returning 1"))).length;
  return {
    ...reads,
    ...ofKnownColumns(reads, ownColumns(sql, run), identify, {
      insert: insertUnlessCounted({ counts, write, writeCounted: write }),
      update: (table, key, changes, expected) =>
        first(
          table,
          withEnd(sql.update(table, key, changes, expected), isCore(table) ? whole(table) : " returning 1"),
        ),
    }),
    take: (table, key) => first(table, withEnd(sql.remove(table, key), whole(table))),
    remove: (table, where, batch) => removed(sql.removeSome(table, where, batch)),
    removeExpired: (table, before, batch) => removed(sql.removeExpired(table, before, batch)),
    removeUser: (id) =>
      sql.database === "postgres"
        ? removeOwned((owned) => run(removalOf(sql, id, owned)).catch(noneIfIncomparable))
        : removeInTurn((owned) => removeFrom(sql, id, owned)(run)),
  };
}

/** One statement, so that all of it happens or nothing. */
function removalOf(sql: SqlStatements, id: string, owned: readonly TableName[]): SqlStatement {
  const parts = owned.map((table, at) => `r${at} as (${sql.remove(table, { userId: id }).text})`);
  const { text, values } = sql.remove("User", { id });
  return { text: `with ${parts.join(", ")} ${text}`, values };
}

const removeFrom =
  (sql: SqlStatements, id: string, owned: readonly TableName[]) =>
  async (run: (statement: SqlStatement) => Promise<unknown>): Promise<void> => {
    for (const table of owned) await run(sql.remove(table, { userId: id }));
    await run(sql.remove("User", { id }));
  };

/** Rows of MySQL and MariaDB. */
export function countingRows(sql: SqlStatements, pool: CountingConnection, identify: Identify): CoreRows {
  const reads = readsOf(sql, pool.run);
  const removed = async (statement: SqlStatement): Promise<number> =>
    (await pool.change(statement)).affectedRows;
  return {
    ...reads,
    ...ofKnownColumns(reads, ownColumns(sql, pool.run), identify, {
      insert: insertUnlessCounted({
        counts,
        async write(table, row) {
          await pool.change(sql.insert(table, row));
          return row;
        },
        async writeCounted(table, row) {
          const { insertId } = await pool.change(sql.insert(table, row));
          return { ...row, id: String(insertId) };
        },
      }),
      async update(table, key, changes, expected) {
        const { affectedRows } = await pool.change(sql.update(table, key, changes, expected));
        if (isCore(table)) return reads.find(table, key);
        return affectedRows > 0 ? changes : undefined;
      },
    }),
    take: (table, key) =>
      pool.transaction(async ({ run, change }) => {
        const [row] = await run(withEnd(sql.find(table, key), " for update"));
        if (row) await change(sql.remove(table, key));
        return row;
      }),
    remove: (table, where, batch) => removed(sql.removeSome(table, where, batch)),
    removeExpired: (table, before, batch) => removed(sql.removeExpired(table, before, batch)),
    removeUser: (id) =>
      removeOwned((owned) => pool.transaction(({ change }) => removeFrom(sql, id, owned)(change))),
  };
}
