/** What lies between the tables as data and a schema that a project has: findings as data, for `auth doctor`. */
import { tableOf, type TableName } from "../../runtime/adapters/schema.js";
import type { RecordTable } from "../../runtime/types/records.js";

/**
 * `optional`: a column that may be empty, and whose value is not kept. `index`: rows are found without it, slowly.
 * `collation`: two texts that differ in case are one key.
 */
export type DriftKind =
  | "table"
  | "column"
  | "optional"
  | "type"
  | "unique"
  | "index"
  | "collation"
  | "unreadable";

/** One thing that a schema has otherwise than a store needs it. */
export interface SchemaDrift {
  readonly kind: DriftKind;
  /** One of the core, or one of a plugin. */
  readonly table: TableName | RecordTable["name"];
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** What is wrong: `users has no unique index on email`. */
  readonly what: string;
  /** What mends it, as it would stand in the file. */
  readonly lines: string;
}

/** Columns whose value says who somebody is: upper and lower case are two. An address is not one of them. */
export const identifying: Partial<Readonly<Record<TableName, readonly string[]>>> = {
  Account: ["providerAccountId"],
  Session: ["sessionToken"],
  VerificationToken: ["token"],
  Authenticator: ["credentialID"],
};

/** A column that may be empty and that rows are found by is no less needed than one of every row. */
export const weightOf = <Kind extends DriftKind>(table: TableName, kind: Kind, column: string | undefined) =>
  kind === "optional" && tableOf(table).unique.some(([only]) => only === column) ? "column" : kind;

/** The unique keys by which rows are found: nobody looks for an id that the database makes. */
export function lookedUpBy(table: TableName): readonly (readonly string[])[] {
  const { unique, primaryKey, generatesKey } = tableOf(table);
  return generatesKey || primaryKey.length === 0 ? unique : [primaryKey, ...unique];
}

/** A key is the same in another order of its columns. */
export const isSameKey = (key: readonly string[], other: readonly string[]): boolean =>
  key.length === other.length && key.every((name) => other.includes(name));

/** An index, or a key, that begins with the columns serves for them too. */
export const servesFor = (index: readonly string[], columns: readonly string[]): boolean =>
  columns.every((name, at) => index[at] === name);
