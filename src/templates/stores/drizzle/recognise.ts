/** Which tables of a schema hold people, accounts, sessions and tokens: by their names, and by what they hold. */
import type { DrizzleColumn } from "../../../cli/source/databases/drizzle-columns.js";
import type { DrizzleSourceTable } from "../../../cli/source/databases/drizzle-tables.js";
import { tableNames, type TableName } from "../../../runtime/adapters/schema.js";
import { placeIn, schemaProblem } from "../schema-problem.js";

export type FoundTables = ReadonlyMap<TableName, DrizzleSourceTable>;

interface Marks {
  /** Names, in one word and the singular. */
  readonly names: readonly string[];
  /** Columns of which a table of one of the names has one. */
  readonly named: readonly string[];
  /** Columns that say enough together, whatever the table is called. */
  readonly telling: readonly string[];
}

/** Columns in one word: `providerAccountId` and `provider_account_id` are the same. */
const marks: Readonly<Record<TableName, Marks>> = {
  User: { names: ["user"], named: [], telling: ["email", "emailverified"] },
  Account: {
    names: ["account", "oauthaccount", "useraccount"],
    named: ["provider", "provideraccountid", "providerid"],
    telling: ["provider", "provideraccountid"],
  },
  Session: {
    names: ["session", "usersession"],
    named: ["sessiontoken", "userid"],
    telling: ["sessiontoken", "expires"],
  },
  VerificationToken: {
    names: ["verificationtoken"],
    named: ["identifier", "token"],
    telling: ["identifier", "token", "expires"],
  },
  Authenticator: {
    names: ["authenticator"],
    named: ["credentialid", "credentialpublickey"],
    telling: ["credentialid", "credentialpublickey"],
  },
};

/** `user_id` → `userid` */
const oneWord = (name: string): string => name.replaceAll(/[_-]/g, "").toLowerCase();

const singular = (name: string): string =>
  oneWord(name)
    .replace(/(?:table|tbl|model|schema)$/, "")
    .replace(/s$/, "");

/**
 * The tables that are there, by what they are for.
 * @throws CliError exit 3 when several could be meant
 */
export function recogniseTables(tables: readonly DrizzleSourceTable[]): FoundTables {
  const found = new Map<TableName, DrizzleSourceTable>();
  for (const name of tableNames) {
    const fitting = tables
      .map((table) => ({ table, rank: rankOf(name, table) }))
      .filter(({ rank }) => rank > 0);
    const best = Math.max(0, ...fitting.map(({ rank }) => rank));
    const [only, other] = fitting.filter(({ rank }) => rank === best);
    if (only && other) throw severalTables(name, only.table, other.table);
    if (only) found.set(name, only.table);
  }
  const owner = ownerOf(found, tables);
  if (owner) found.set("User", owner);
  return found;
}

/** How well a table fits: 0 not at all, most where name and columns do. */
function rankOf(name: TableName, table: DrizzleSourceTable): number {
  const { names, named, telling } = marks[name];
  const columns = new Set(table.columns.map(({ key }) => oneWord(key)));
  const isTelling = telling.every((column) => columns.has(column));
  const isCalled = [table.variable, table.name ?? ""].some((one) => names.includes(singular(one)));
  if (isCalled && (named.length === 0 || table.isOpen || named.some((column) => columns.has(column))))
    return isTelling ? 4 : 3;
  if (isTelling) return 2;
  // With a prefix: `app_users`. Tables between two others end alike, and have no address.
  const ends = [table.variable, table.name ?? ""].some((one) =>
    names.some((end) => singular(one).endsWith(end)),
  );
  return name === "User" && ends && columns.has("email") ? 1 : 0;
}

/** The table that the accounts refer to, whatever it is called. */
function ownerOf(found: FoundTables, tables: readonly DrizzleSourceTable[]): DrizzleSourceTable | undefined {
  for (const name of ["Account", "Session"] as const) {
    const owned = found.get(name);
    const reference = owned?.columns.find(({ key }) => oneWord(key) === "userid");
    const owner = reference && referredTable(reference, tables);
    if (owner) return owner;
  }
  return undefined;
}

function referredTable(
  column: DrizzleColumn,
  tables: readonly DrizzleSourceTable[],
): DrizzleSourceTable | undefined {
  const args = column.calls.find(({ name }) => name === "references")?.args ?? "";
  const variable = /=>\s*([\w$]+)\s*\./.exec(args)?.[1];
  return tables.find((table) => table.variable === variable);
}

function severalTables(name: TableName, one: DrizzleSourceTable, other: DrizzleSourceTable) {
  const places = [one, other].map((table) => `${table.variable} (${placeIn(table, table.start)})`);
  return schemaProblem(
    one,
    one.start,
    `several tables could hold what ${name} is for: ${places.join(", ")}`,
    "Give those that are for something else another name.",
  );
}

/** The column of a table, under whatever spelling. */
export const spelledLike = (table: DrizzleSourceTable, column: string): DrizzleColumn | undefined =>
  table.columns.find(({ key }) => oneWord(key) === oneWord(column));
