/** A database as commands see it: statements in, rows out. */
import type { SqlDatabase } from "../../runtime/adapters/sql-schema.js";

/** A row as the driver gives it. */
export type DriverRow = Readonly<Record<string, unknown>>;

/** An open database. */
export interface Connection {
  readonly database: SqlDatabase;
  /** Rows of a statement; places of values are `?` in MySQL and SQLite, `$1` and so on in Postgres. */
  query(text: string, values?: readonly unknown[]): Promise<readonly DriverRow[]>;
  /** @returns how many rows a statement changed */
  execute(text: string, values?: readonly unknown[]): Promise<number>;
  close(): Promise<void>;
}

/** Loads a package that the project has installed; undefined: it has not. */
export type LoadDriver = (name: string) => Promise<Readonly<Record<string, unknown>> | undefined>;

/** A driver that a project may have. */
export interface Driver {
  /** The module to load. */
  readonly module: string;
  connect(loaded: Readonly<Record<string, unknown>>, url: string): Promise<Connection>;
}

/** Seconds until a server counts as down. */
export const connectSeconds = 10;
