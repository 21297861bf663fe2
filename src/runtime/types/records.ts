/** Rows of plugins, in tables of their own. Internal: the shape may change until plugins have carried it. */
import type { Table } from "./table.js";

/** A value as rows hold it; JSON is a text. */
export type RecordValue = string | number | boolean | Date | null;

/** Column → value. What is not there is null. */
export type RecordRow = Readonly<Record<string, RecordValue>>;

/** Columns of the primary key, or of one unique index, and the texts they hold: at most one row has them. */
export type RecordKey = Readonly<Record<string, string>>;

/**
 * Which rows of a list. They come in the order of the primary key, column by column, each as a text byte by byte in
 * UTF-8, whatever the collation of the database.
 */
export interface RecordPage {
  /** Rows at most, 1 to 1000. */
  readonly limit: number;
  /** The primary key of the last row of the page before. That row may be gone. */
  readonly after?: RecordKey | undefined;
  /** In descending order: ids that begin with their time put the newest first. */
  readonly newestFirst?: true | undefined;
}

/** An optional table of a plugin, as data. */
export interface RecordTable extends Omit<Table, "generatesKey" | "userId"> {
  /** `auth_<plugin>_<thing>`. */
  readonly name: `auth_${string}`;
  /** The column of dates after which a row is over. */
  readonly expires?: string;
}

/**
 * What a plugin does with the rows of its table. Every method rejects with an error that `isMissingTable` knows when
 * the database has no such table, and with the driver's error when the database is down. Texts compare byte by byte.
 */
export interface Records {
  /** @returns the row with this key */
  find(key: RecordKey): Promise<RecordRow | undefined>;
  /** Rows whose columns hold these texts, a page of them. */
  list(where: Readonly<Record<string, string>>, page: RecordPage): Promise<readonly RecordRow[]>;
  /** @returns taken: a row with the same primary key, or the same value of a unique index, is there already */
  insert(row: RecordRow): Promise<"inserted" | "taken">;
  /**
   * Compare and set, in one step.
   *
   * @param key the row
   * @param expected columns that must hold these values still
   * @param changes columns and their new values
   * @returns whether the row held what was expected, and was changed
   * @throws the driver's error where the change breaks a unique index
   */
  update(key: RecordKey, expected: RecordRow, changes: RecordRow): Promise<boolean>;
  /** Deletes the row and returns it: of several callers at once exactly one gets it. */
  consume(key: RecordKey): Promise<RecordRow | undefined>;
  /**
   * Deletes rows whose columns hold these texts, some of them: callers go on until it says 0, and whoever died in between
   * begins again.
   *
   * @param options `batch`: rows at most
   * @returns how many rows went; 0: none is left
   */
  remove(where: Readonly<Record<string, string>>, options: { readonly batch: number }): Promise<number>;
  /**
   * Deletes the rows that were over at a time.
   *
   * @param options `batch`: rows that one statement deletes at most
   * @returns how many rows went
   * @throws TypeError when the table has no column `expires` names
   */
  deleteExpired(options: { readonly now: Date; readonly batch: number }): Promise<number>;
}
