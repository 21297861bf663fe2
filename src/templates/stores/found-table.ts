/** The tables that a database or a migration has, in the words of one dialect. */
/** An index over whole columns, of all rows. */
export interface FoundIndex {
  readonly columns: readonly string[];
  readonly unique: boolean;
}

/** A table that is there. */
export interface FoundTable {
  /** As the database writes it. */
  readonly name: string;
  /** Name → type, as a statement writes it. */
  readonly columns: ReadonlyMap<string, string>;
  readonly indexes: readonly FoundIndex[];
}

/** The tables of a database by the names that were asked for. */
export type DatabaseTables = ReadonlyMap<string, FoundTable>;
