/** The user whom a command is about: by a whole address, or by an id. */
import { CliError } from "../../cli/terminal/errors.js";
import type { Connection, DriverRow } from "../db/connection.js";
import { type UserTables, Words } from "./user-tables.js";

/** A user, with what an administrator of the terminal is shown. */
export interface FoundUser {
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly isEmailConfirmed: boolean;
}

const shownUsers = 50;

export function userOf({ users: { columns } }: UserTables, row: DriverRow): FoundUser {
  const text = (value: unknown) => (value === null || value === undefined ? null : String(value));
  return {
    id: String(row[columns.id.name]),
    email: text(row[columns.email.name]),
    name: text(row[columns.name.name]),
    isEmailConfirmed: (row[columns.emailVerified.name] ?? null) !== null,
  };
}

function selectOf({ users }: UserTables, words: Words): string {
  const { id, email, name, emailVerified } = users.columns;
  const names = [id, email, name, emailVerified].map((one) => words.quote(one.name));
  return `select ${names.join(", ")} from ${words.quote(users.name)}`;
}

/** @throws CliError where there is none, or two whose addresses differ by case alone */
export async function findUser(
  connection: Connection,
  tables: UserTables,
  given: string,
): Promise<FoundUser> {
  const words = new Words(connection);
  const { id, email } = tables.users.columns;
  const isIt = given.includes("@")
    ? `lower(${words.quote(email.name)}) = lower(${words.place(1)})`
    : `${words.exactly(words.quote(id.name))} = ${words.place(1)}`;
  const rows = await connection.query(`${selectOf(tables, words)} where ${isIt}`, [given]);
  const [only, ...others] = rows.map((row) => userOf(tables, row));
  if (only === undefined)
    throw new CliError("AUTH_E_NO_USER", `There is no user ${given}.`, {
      hint: "List them: auth users list --from the-beginning",
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
  const email = words.quote(tables.users.columns.email.name);
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
  const rowsOf = async (table: UserTables["accounts"] | UserTables["grants"], column: string) => {
    const of = table?.columns as Readonly<Record<string, { readonly name: string }>> | undefined;
    const userId = of?.[column];
    if (table === undefined || userId === undefined) return undefined;
    return connection.query(
      `select * from ${words.quote(table.name)} where ${words.exactly(words.quote(userId.name))} = ${words.place(1)} limit 1000`,
      [user.id],
    );
  };
  const accounts = (await rowsOf(tables.accounts, "userId")) ?? [];
  const sessions = await rowsOf(tables.sessions as UserTables["grants"] | undefined, "userId");
  const [ban] = (await rowsOf(tables.bans, "userId")) ?? [];
  const provider = tables.accounts?.columns.provider.name ?? "";
  return {
    ...user,
    accounts: [...new Set(accounts.map((row) => String(row[provider])))].sort(),
    sessions: sessions?.length ?? null,
    isAdministrator: ((await rowsOf(tables.grants, "userId")) ?? []).length > 0,
    ban: ban === undefined ? null : banOf(tables, ban),
  };
}

function banOf({ bans }: UserTables, row: DriverRow): ShownUser["ban"] {
  const expires = row[bans.columns["expires"]?.name ?? ""];
  const date = expires === null || expires === undefined ? undefined : new Date(dateText(expires));
  return {
    reason: String(row[bans.columns["reason"]?.name ?? ""]),
    until: date === undefined ? null : Number.isNaN(date.valueOf()) ? String(expires) : date.toISOString(),
  };
}

/** MySQL writes a time without its zone, which is UTC. */
const dateText = (value: unknown): string | number | Date =>
  value instanceof Date || typeof value === "number"
    ? value
    : /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?$/.test(String(value))
      ? `${String(value).replace(" ", "T")}Z`
      : String(value);
