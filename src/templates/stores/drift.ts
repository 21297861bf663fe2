/** What lies between the tables as data and a schema that a project has: findings as data, for `auth doctor`. */
import type { SourceText } from "../../cli/source/names/names.js";
import { lineAt } from "../../cli/source/text/layout.js";
import { nameOf, type StoredTable } from "../../runtime/adapters/rows/rows.js";
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

/** What a finding says, and where it stands in its file. */
interface Wrong extends Pick<SchemaDrift, "what" | "lines"> {
  readonly at: number;
}

/** A finding of a table, at a place of a file. */
export const driftAt = (
  kind: DriftKind,
  table: StoredTable,
  { file, text }: SourceText,
  { at, what, lines }: Wrong,
): SchemaDrift => ({ kind, table: nameOf(table), file, line: lineAt(text, at), what, lines });

/** A key or an index of a table as data that a schema lacks. */
export interface MissingKey {
  readonly kind: "unique" | "index";
  readonly columns: readonly string[];
  /** What is wrong. */
  readonly what: string;
}

/** What a schema says of the keys of a table. */
interface SchemaKeys {
  /** Its name there. */
  readonly title: string;
  readonly unique: readonly (readonly string[])[];
  readonly indexes: readonly (readonly string[])[];
  /** Another unique key under which rows are found just as well. */
  readonly alsoUnique: readonly string[] | undefined;
  /** Columns that it lacks: their keys come with them. */
  readonly missing: readonly string[];
}

/** The keys that rows are found by and the indexes that a schema lacks. */
export function missingKeys(table: TableName, keys: SchemaKeys): readonly MissingKey[] {
  const { title, unique, indexes, alsoUnique, missing } = keys;
  const { indexes: wanted } = tableOf(table);
  const isThere = (columns: readonly string[]) => !missing.some((name) => columns.includes(name));
  const isUnique = (columns: readonly string[]) =>
    unique.some((key) => [columns, alsoUnique ?? columns].some((one) => isSameKey(key, one)));
  const isIndexed = (columns: readonly string[]) =>
    [...unique, ...indexes].some((key) => servesFor(key, columns));
  const toGap = (kind: MissingKey["kind"], word: string) => (columns: readonly string[]) => ({
    kind,
    columns,
    what: `${title} has no ${word} on ${columns.join(", ")}`,
  });
  return [
    ...lookedUpBy(table)
      .filter((columns) => isThere(columns) && !isUnique(columns))
      .map(toGap("unique", "unique index")),
    ...wanted.filter((columns) => isThere(columns) && !isIndexed(columns)).map(toGap("index", "index")),
  ];
}

/** The unique keys by which rows are found: nobody looks for an id that the database makes. */
function lookedUpBy(table: TableName): readonly (readonly string[])[] {
  const { unique, primaryKey, generatesKey } = tableOf(table);
  return generatesKey || primaryKey.length === 0 ? unique : [primaryKey, ...unique];
}

/** A key is the same in another order of its columns. */
const isSameKey = (key: readonly string[], other: readonly string[]): boolean =>
  key.length === other.length && key.every((name) => other.includes(name));

/** An index, or a key, that begins with the columns serves for them too. */
export const servesFor = (index: readonly string[], columns: readonly string[]): boolean =>
  columns.every((name, at) => index[at] === name);
