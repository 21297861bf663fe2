/** A table of a store as data. */

/** `key`: text that is part of an index and compares byte by byte. `integer`: 64 bits where the database has them. */
export type ColumnType = "key" | "text" | "date" | "integer" | "boolean";

/** One column of a table. */
export interface Column {
  /** What it holds, in words of no database. */
  readonly type: ColumnType;
  /** Every row has a value. */
  readonly required?: true;
  /** It came to the table in a later release: a table without it goes on. Such a column may be empty. */
  readonly isLater?: true;
}

/** A table as data. */
export interface Table {
  /** Its columns by their names. */
  readonly columns: Readonly<Record<string, Column>>;
  /** The columns of the primary key. Empty: rows are found by a unique index alone. */
  readonly primaryKey: readonly string[];
  /** The database gives a row the value of its primary key when it gets none. */
  readonly generatesKey?: true;
  /** The columns of each unique index, which decides races; null is never a duplicate. */
  readonly unique: readonly (readonly string[])[];
  /** Indexes that are not unique: who is removed takes rows along, and expired rows are looked for. */
  readonly indexes: readonly (readonly string[])[];
  /** Columns that hold the id of a user; the row goes with the user. */
  readonly userId?: "userId";
}
