/** The tables of users in a database, and how another table's column is held against their ids. */
import type { SqlDatabase } from "../../runtime/adapters/sql-schema.js";
import type { DatabaseTables, FoundTable } from "../../templates/stores/found-table.js";

/** What stores call the table of users. */
export const userTables = ["User", "users", "user"];
const ownColumns = ["id", "email"];

/** The tables that have users, each once. */
export function usersIn(found: DatabaseTables): readonly FoundTable[] {
  const tables = userTables
    .filter((name) => hasColumns(found, name, ownColumns))
    .flatMap((name) => found.get(name) ?? []);
  return [...new Map(tables.map((table) => [table.name, table])).values()];
}

export const hasColumns = (found: DatabaseTables, name: string, columns: readonly string[]): boolean =>
  columns.every((one) => found.get(name)?.columns.has(one) === true);

/**
 * The same id, by the index of the users: they may have numbers, and a column its own collation.
 *
 * @param type of the user's id, as the database writes it
 */
export const isSame: Readonly<Record<SqlDatabase, (id: string, userId: string, type: string) => string>> = {
  // It joins by a hash of what is computed, too.
  postgres: (id, userId) => `cast(${id} as text) = ${userId}`,
  mysql: (id, userId, type) => {
    const exactly = `cast(${id} as binary) = cast(${userId} as binary)`;
    const [, text = ""] = type.split(" character set ");
    const [charset, collation] = text.split(" collate ");
    if (type.includes("int")) return `${id} = cast(${userId} as unsigned) and ${exactly}`;
    if (collation === undefined) return exactly;
    return `${id} = convert(${userId} using ${charset}) collate ${collation} and ${exactly}`;
  },
  // A column of numbers makes a number of the text.
  sqlite: (id, userId) => `${id} = ${userId}`,
};
