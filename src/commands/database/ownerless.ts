/** Organisations with members that nobody owns: their owners went by a statement of SQL, or by the app's own code. */
import { sqlTypes, type SqlDatabase } from "../../runtime/adapters/sql-schema.js";
import { memberTable, organizationTable, owner } from "../../templates/plugins/organizations/permissions.js";
import type { FoundTable } from "../../templates/stores/found-table.js";
import type { Connection } from "./connection.js";
import { readTables } from "./read-tables.js";
import { hasColumns, isSame, userTables, usersIn } from "./users.js";

/** As many as a person reads. */
export interface Ownerless {
  /** In their order, 20 at most. */
  readonly slugs: readonly string[];
  /** There are others. */
  readonly more: boolean;
}

const most = 20;

/**
 * @returns undefined: the database has no organisations, or its users are in a table of another name
 * @throws CliError when the database refuses
 */
export async function findOwnerless(connection: Connection): Promise<Ownerless | undefined> {
  const wanted = [organizationTable, memberTable];
  const found = await readTables(connection, [...wanted.map(({ name }) => name), ...userTables]);
  const isThere = wanted.every(({ name, columns }) => hasColumns(found, name, Object.keys(columns)));
  const users = usersIn(found);
  if (!isThere || users.length === 0) return undefined;
  const rows = await connection.query(statementFor(connection.database, users));
  const slugs = rows.map((row) => String(row["slug"]));
  return { slugs: slugs.slice(0, most), more: slugs.length > most };
}

function statementFor(database: SqlDatabase, users: readonly FoundTable[]): string {
  const { quote } = sqlTypes[database];
  const column = (table: string, name: string) => `${table}.${quote(name)}`;
  const members = ({ name, columns }: FoundTable, role: string) =>
    `exists (select 1 from ${quote(memberTable.name)} m join ${quote(name)} u
     on ${isSame[database](column("u", "id"), column("m", "userId"), columns.get("id") ?? "")}
     where ${column("m", "organizationId")} = ${column("o", "id")} and ${column("m", "role")} ${role})`;
  const anyOf = (role: string) => users.map((table) => members(table, role)).join(" or ");
  return `select ${column("o", "slug")} as slug from ${quote(organizationTable.name)} o
    where (${anyOf("<> '-'")}) and not (${anyOf(`= '${owner}'`)}) order by 1 limit ${most + 1}`;
}

/** undefined: there is nothing to say. */
export function ownerlessText({ slugs, more }: Ownerless): string | undefined {
  if (slugs.length === 0) return undefined;
  const names = slugs.join(", ") + (more ? " and more" : "");
  return `Nobody owns these organisations any more: ${names}. The page of each names who may take it over, 30 days after a member has looked at it.`;
}
