/** The user whom a command is about: by a whole address, or by an id. */
import { CliError } from "../../cli/terminal/errors.js";
import type { Connection, DriverRow } from "../database/connection.js";
import { columnOf, type KnownTable, type UserTables, Words } from "./user-tables.js";

/** A user, with what an administrator of the terminal is shown. */
export interface FoundUser {
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly isEmailConfirmed: boolean;
}

const shownUsers = 50;
const mostRows = 1000;

function userOf({ users }: UserTables, row: DriverRow): FoundUser {
  const valueOf = (column: string) => row[columnOf(users, column).name] ?? null;
  const textOf = (column: string) => (valueOf(column) === null ? null : String(valueOf(column)));
  return {
    id: String(valueOf("id")),
    email: textOf("email"),
    name: textOf("name"),
    isEmailConfirmed: valueOf("emailVerified") !== null,
  };
}

function selectOf({ users }: UserTables, words: Words): string {
  const names = ["id", "email", "name", "emailVerified"].map((one) => words.quote(columnOf(users, one).name));
  return `select ${names.join(", ")} from ${words.quote(users.name)}`;
}

/** @throws CliError where there is none, or two whose addresses differ by case alone */
export async function findUser(
  connection: Connection,
  tables: UserTables,
  given: string,
): Promise<FoundUser> {
  const words = new Words(connection);
  const column = (name: string) => words.quote(columnOf(tables.users, name).name);
  const isIt = given.includes("@")
    ? `lower(${column("email")}) = lower(${words.place(1)})`
    : `${words.exactly(column("id"))} = ${words.place(1)}`;
  const rows = await connection.query(`${selectOf(tables, words)} where ${isIt}`, [given]);
  const [only, ...others] = rows.map((row) => userOf(tables, row));
  if (only === undefined)
    throw new CliError("AUTH_E_NO_USER", `There is no user ${given}.`, {
      hint: "List them: auth users list",
    });
  if (others.length > 0)
    throw new CliError(
      "AUTH_E_TWO_USERS",
      `${others.length + 1} users have this address but for upper and lower case: ${[only, ...others].map((one) => one.id).join(", ")}.`,
      { hint: "Name one of them by its id." },
    );
  return only;
}

/** @returns 50 users in the order of addresses, and the address of the one behind them */
export async function listUsers(
  connection: Connection,
  tables: UserTables,
  from: string,
): Promise<{ readonly users: readonly FoundUser[]; readonly next: string | null }> {
  const words = new Words(connection);
  const email = words.quote(columnOf(tables.users, "email").name);
  const rows = await connection.query(
    `${selectOf(tables, words)} where ${email} >= ${words.place(1)} order by ${email} limit ${shownUsers + 1}`,
    [from],
  );
  const found = rows.map((row) => userOf(tables, row));
  return { users: found.slice(0, shownUsers), next: found[shownUsers]?.email ?? null };
}

/** What there is of a user beside the row. */
export interface ShownUser extends FoundUser {
  /** Ids of providers with an account. */
  readonly accounts: readonly string[];
  /** Sessions of the database; null: there are none, or they are in cookies. */
  readonly sessions: number | null;
  readonly isAdministrator: boolean;
  readonly ban: { readonly reason: string; readonly until: string | null } | null;
}

export async function showUser(
  connection: Connection,
  tables: UserTables,
  user: FoundUser,
): Promise<ShownUser> {
  const words = new Words(connection);
  const rowsOf = async (table: KnownTable | undefined) => {
    if (table === undefined) return [];
    const isTheirs = `${words.exactly(words.quote(columnOf(table, "userId").name))} = ${words.place(1)}`;
    const text = `select * from ${words.quote(table.name)} where ${isTheirs} limit ${mostRows}`;
    return connection.query(text, [user.id]);
  };
  const { accounts } = tables;
  const provider = accounts === undefined ? "" : columnOf(accounts, "provider").name;
  const providers = (await rowsOf(accounts)).map((row) => String(row[provider]));
  const [ban] = await rowsOf(tables.bans);
  return {
    ...user,
    accounts: [...new Set(providers)].sort(),
    sessions: tables.sessions === undefined ? null : (await rowsOf(tables.sessions)).length,
    isAdministrator: (await rowsOf(tables.grants)).length > 0,
    ban: ban === undefined ? null : banOf(tables, ban),
  };
}

function banOf({ bans }: UserTables, row: DriverRow): ShownUser["ban"] {
  const expires = row[columnOf(bans, "expires").name] ?? null;
  return {
    reason: String(row[columnOf(bans, "reason").name]),
    until: expires === null ? null : dayTextOf(expires),
  };
}

/** MySQL writes a time without its zone, which is UTC. */
function dayTextOf(value: unknown): string {
  const text = String(value);
  const date = new Date(typeof value === "number" || value instanceof Date ? value : asUtc(text));
  return Number.isNaN(date.valueOf()) ? text : date.toISOString();
}

const asUtc = (text: string): string => (text.includes("T") ? text : `${text.replace(" ", "T")}Z`);
