/** Where a database has users, accounts, sessions, and the rows of the back office: found by their columns, whatever their names. */
import { sqlTypes, type SqlDatabase } from "../../runtime/adapters/sql-schema.js";
import {
  banTable,
  grantTable,
  impersonationTable,
  sessionEpochs,
  sessionInfo,
} from "../../templates/plugins/admin/rows.js";
import { CliError } from "../../cli/terminal/errors.js";
import type { Connection } from "../database/connection.js";

/** A table that is there: its columns by the names that we know them by. */
export interface KnownTable {
  readonly name: string;
  readonly columns: ReadonlyMap<string, FoundColumn>;
}

/** @throws TypeError for a column that was not looked for */
export function columnOf({ name, columns }: KnownTable, column: string): FoundColumn {
  const found = columns.get(column);
  if (found === undefined) throw new TypeError(`${name} was read without its column ${column}`);
  return found;
}

export interface FoundColumn {
  readonly name: string;
  /** As the database writes it. */
  readonly type: string;
}

/** Tables of one database. */
export interface UserTables {
  readonly users: KnownTable;
  /** undefined: there is none. */
  readonly accounts: KnownTable | undefined;
  /** undefined: there is none. */
  readonly sessions: KnownTable | undefined;
  readonly info: KnownTable;
  readonly epochs: KnownTable;
  readonly grants: KnownTable;
  readonly bans: KnownTable;
  readonly acts: KnownTable;
}

const everyColumn: Readonly<Record<SqlDatabase, string>> = {
  postgres: `select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as "type"
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where pg_table_is_visible(c.oid) and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    and n.nspname not in ('pg_catalog', 'information_schema')`,
  mysql: `select table_name as \`table\`, column_name as \`column\`, column_type as \`type\`
    from information_schema.columns where table_schema = database()`,
  sqlite: `select m.name as "table", c.name as "column", c.type as "type"
    from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table'`,
};

/** What stores call the table of users, the likeliest first. */
const usualNames = ["User", "users", "user"];
const plain = (name: string): string => name.replaceAll("_", "").toLowerCase();

/** @throws CliError where the users, or the tables of the plugin, are not there */
export async function findUserTables(connection: Connection): Promise<UserTables> {
  const found = new Map<string, FoundColumn[]>();
  for (const row of await connection.query(everyColumn[connection.database])) {
    const table = String(row["table"]);
    const column = { name: String(row["column"]), type: String(row["type"]) };
    found.set(table, [...(found.get(table) ?? []), column]);
  }
  const withColumns = (columns: readonly string[]): readonly KnownTable[] =>
    [...found].flatMap(([name, there]) => {
      const known = new Map<string, FoundColumn>();
      for (const column of columns) {
        const one = there.find((each) => plain(each.name) === plain(column));
        if (one === undefined) return [];
        known.set(column, one);
      }
      return [{ name, columns: known }];
    });
  const ofPlugin = ({ name, columns }: { readonly name: string; readonly columns: object }): KnownTable => {
    const there = withColumns(Object.keys(columns)).find((one) => one.name.toLowerCase() === name);
    if (there !== undefined) return there;
    throw new CliError("AUTH_E_NO_TABLE", `The database has no table ${name} with all its columns.`, {
      hint: "Add the plugin first: auth add-plugin admin; then make its tables: auth db migrate, or the command of Prisma or Drizzle.",
    });
  };
  return {
    users: onlyOf(withColumns(["id", "email", "name", "emailVerified"])),
    accounts: withColumns(["userId", "provider", "providerAccountId"])[0],
    sessions: withColumns(["userId", "sessionToken", "expires"])[0],
    info: ofPlugin(sessionInfo),
    epochs: ofPlugin(sessionEpochs),
    grants: ofPlugin(grantTable),
    bans: ofPlugin(banTable),
    acts: ofPlugin(impersonationTable),
  };
}

function onlyOf(found: readonly UserTables["users"][]): UserTables["users"] {
  const usual = usualNames.flatMap((name) => found.filter((one) => one.name === name));
  const [only, ...others] = usual.length > 0 ? usual : found;
  if (only !== undefined && others.length === 0) return only;
  const names = [only, ...others].flatMap((one) => one?.name ?? []);
  throw new CliError(
    "AUTH_E_NO_TABLE",
    only === undefined
      ? "The database has no table of users: none has the columns id, name, email and emailVerified."
      : `Several tables look like that of users: ${names.join(", ")}.`,
    { hint: "Name the database of the app with --url-env, or use its own pages: /admin/users." },
  );
}

/** SQL of one database. */
export class Words {
  readonly #database: SqlDatabase;
  readonly quote: (name: string) => string;

  constructor({ database }: Pick<Connection, "database">) {
    this.#database = database;
    this.quote = sqlTypes[database].quote;
  }

  place(at: number): string {
    return this.#database === "postgres" ? `$${at}` : "?";
  }

  /** A column as text, compared byte by byte: ids may be numbers, and a collation its own. */
  exactly(column: string): string {
    if (this.#database === "mysql") return `cast(${column} as char) collate utf8mb4_bin`;
    return `cast(${column} as text)`;
  }

  /** A date for a column. */
  date({ type }: FoundColumn, date: Date): string | number {
    const text = date.toISOString();
    if (this.#database === "mysql") return text.slice(0, -1).replace("T", " ");
    // What Prisma and Drizzle call a date is a number of milliseconds there.
    return this.#database === "sqlite" && type.toLowerCase().includes("int") ? date.getTime() : text;
  }
}
