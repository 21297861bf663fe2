/** Deletes what is over: sessions, one-time tokens, rows of plugins. */
import { keptTables } from "../../templates/plugins/index.js";
import { expiring, recordTables, type Expiring } from "../../runtime/adapters/schema.js";
import { sqlTypes, type SqlDatabase } from "../../runtime/adapters/sql-schema.js";
import type { RecordTable } from "../../runtime/types/records.js";
import type { Connection } from "../database/connection.js";
import { readTables } from "../database/read-tables.js";
import type { FoundTable } from "../../templates/stores/found-table.js";

/** A table with rows that are over, and how many were. */
export interface CleanedTable {
  readonly table: string;
  readonly rows: number;
}

/** A table whose rows end. */
interface EndingTable {
  readonly name: string;
  /** The columns that name one row. */
  readonly key: readonly string[];
  /** Columns that make it ours: other libraries have tables of the same name. */
  readonly columns: readonly string[];
  /** The column of the end. */
  readonly end: string;
  /** The end is a number of milliseconds. */
  readonly isNumber: boolean;
}

const coreNames: Readonly<Record<Expiring, readonly string[]>> = {
  Session: ["Session", "sessions", "session"],
  VerificationToken: ["VerificationToken", "verification_token", "verificationToken"],
};

const columnsOf: Readonly<Record<Expiring, readonly string[]>> = {
  Session: ["sessionToken", "userId", "expires"],
  VerificationToken: ["identifier", "token", "expires"],
};

const coreTables: readonly EndingTable[] = (Object.keys(expiring) as Expiring[]).flatMap((table) =>
  coreNames[table].map((name) => ({
    name,
    key: [expiring[table]],
    columns: columnsOf[table],
    end: "expires",
    isNumber: false,
  })),
);

/** None for a table whose rows stay, or of which no column names one row. */
function endingOf({ name, columns, primaryKey, unique, expires }: RecordTable): readonly EndingTable[] {
  const key = [primaryKey, ...unique].find((one) => one.length > 0);
  if (expires === undefined || key === undefined) return [];
  const isNumber = columns[expires]?.type === "integer";
  return [{ name, key, columns: Object.keys(columns), end: expires, isNumber }];
}

interface Words {
  readonly place: (at: number) => string;
  /** Rows whose date is earlier than the first value. */
  readonly isOver: (column: string) => string;
}

/** 1973 in milliseconds, and the year 5138 in seconds. */
const earliestMilliseconds = 100_000_000_000;

const words: Readonly<Record<SqlDatabase, Words>> = {
  postgres: { place: (at) => `$${at}`, isOver: (column) => `${column} < $1::timestamptz` },
  mysql: { place: () => "?", isOver: (column) => `${column} < ?` },
  // Dates are texts of several forms, or numbers of seconds or milliseconds; what is no date is never over.
  sqlite: {
    place: () => "?",
    isOver: (column) =>
      `case when typeof(${column}) = 'text' then julianday(${column})
       when typeof(${column}) <> 'integer' then null
       when ${column} < ${earliestMilliseconds} then ${column} / 86400.0 + 2440587.5
       else ${column} / 86400000.0 + 2440587.5 end < julianday(?)`,
  },
};

const mostBatches = 100_000;

/** What {@link deleteExpired} is to do. */
export interface CleanupOptions {
  readonly now: Date;
  /** Rows that one statement deletes at most. */
  readonly batch: number;
  /** Count, and delete nothing. */
  readonly isDry: boolean;
  /** Ends it between two statements. */
  readonly signal?: AbortSignal;
  /** Optional tables, as data. Default: those of this package and of every plugin. */
  readonly tables?: readonly RecordTable[];
}

/**
 * @returns every table of ours that has rows which end, and how many were over
 * @throws CliError when the database refuses
 */
export async function deleteExpired(
  connection: Connection,
  options: CleanupOptions,
): Promise<readonly CleanedTable[]> {
  const endingTables = [
    ...coreTables,
    ...(options.tables ?? [...recordTables, ...keptTables]).flatMap(endingOf),
  ];
  const found = await readTables(
    connection,
    endingTables.map(({ name }) => name),
  );
  const cleaned: CleanedTable[] = [];
  const done = new Set<string>();
  for (const ending of endingTables) {
    const there = found.get(ending.name);
    if (!there || done.has(there.name) || !ending.columns.every((name) => there.columns.has(name))) continue;
    done.add(there.name);
    const statements = statementsFor(connection.database, there, ending);
    const now = valueOf(connection.database, options.now, ending);
    cleaned.push({ table: there.name, rows: await cleanTable(connection, { ...statements, now }, options) });
  }
  return cleaned;
}

interface Statements {
  readonly count: string;
  /** How often the time is a value of `remove`. */
  readonly places: number;
  readonly remove: (batch: number) => string;
}

async function cleanTable(
  connection: Connection,
  { count, remove, places, now }: Statements & { readonly now: unknown },
  { batch, isDry, signal }: CleanupOptions,
): Promise<number> {
  if (isDry) return Number((await connection.query(count, [now]))[0]?.["rows_over"] ?? 0);
  let total = 0;
  for (let round = 0; round < mostBatches && !isAborted(signal); round += 1) {
    const removed = await connection.execute(remove(batch), Array<unknown>(places).fill(now));
    total += removed;
    if (removed < batch) break;
  }
  return total;
}

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

function statementsFor(
  database: SqlDatabase,
  there: FoundTable,
  { key, end, isNumber }: EndingTable,
): Statements {
  const { place, isOver } = words[database];
  const { quote } = sqlTypes[database];
  const from = quote(there.name);
  const over = isNumber ? `${quote(end)} < ${place(1)}` : isOver(quote(end));
  const keys = key.map(quote).join(", ");
  return {
    count: `select count(*) as rows_over from ${from} where ${over}`,
    remove: (batch) =>
      database === "mysql"
        ? `delete from ${from} where ${over} limit ${batch}`
        : // Who came back meanwhile has a later end, and stays.
          `delete from ${from} where ${over} and (${keys}) in (select ${keys} from ${from} where ${over} limit ${batch})`,
    places: database === "sqlite" ? 2 : 1,
  };
}

/** Sessions of the connection are in UTC. */
function valueOf(database: SqlDatabase, now: Date, { isNumber }: EndingTable): unknown {
  if (isNumber) return now.getTime();
  const text = now.toISOString();
  return database === "mysql" ? text.slice(0, -1).replace("T", " ") : text;
}
