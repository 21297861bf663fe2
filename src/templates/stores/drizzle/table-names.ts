/** What the tables that a schema lacks are called, beside those that it has. */
import type { DrizzleSourceTable } from "../../../cli/source/databases/drizzle-tables.js";
import { tableNames, type TableName } from "../../../runtime/adapters/schema.js";
import { snake, type TableManner } from "./builders.js";

export interface TableNaming {
  readonly variable: string;
  /** In the database. */
  readonly name: string;
}

const lower = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
const upper = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Names for tables that are not there, as the users have theirs. `isTaken`: by something in the file. */
export function nameTables(
  absent: readonly TableName[],
  tables: readonly DrizzleSourceTable[],
  { users, isSnake }: TableManner,
  isTaken: (variable: string) => boolean,
): ReadonlyMap<TableName, TableNaming> {
  const isVariable = (name: string) => isTaken(name) || tables.some(({ variable }) => variable === name);
  const isTable = (name: string) => tables.some((one) => one.name === name);
  return new Map(
    tableNames
      .filter((one) => absent.includes(one))
      .map((table) => {
        const variable = like(users?.variable, table) ?? `${lower(table)}s`;
        const plain = like(users?.name, table) ?? lower(table);
        const name = isSnake ? snake(plain) : plain;
        return [
          table,
          {
            variable: isVariable(variable) ? `auth${upper(variable)}` : variable,
            name: isTable(name) ? (isSnake ? `auth_${name}` : `auth${upper(name)}`) : name,
          },
        ];
      }),
  );
}

/** `app_users` → `app_accounts`, `usersTable` → `accountsTable`, `user` → `account`. */
function like(users: string | undefined, table: TableName): string | undefined {
  const found = /[uU]ser(s?)/.exec(users ?? "");
  if (!found || users === undefined) return undefined;
  const [word, plural = ""] = found;
  const own = (word.startsWith("U") ? table : lower(table)) + plural;
  return users.slice(0, found.index) + own + users.slice(found.index + word.length);
}
