/** What lies between a table of a schema and its table as data. */
import type { DrizzleTable } from "../../../cli/source/databases/drizzle-tables.js";
import type { TableName } from "../../../runtime/adapters/schema.js";
import type { DriftKind } from "../drift.js";
import type { Call, Manner } from "./builders.js";

/** What a table lacks, or has otherwise than the store needs it. */
export interface TableGap {
  readonly kind: Exclude<DriftKind, "table">;
  readonly at: number;
  readonly what: string;
  /** What mends it. */
  readonly mended: (names: LocalNames) => string;
  /** The column that is not there. */
  readonly column?: string;
}

/** How a file calls the builders of columns, and what else drizzle-orm exports. */
export interface LocalNames {
  readonly call: Call;
  readonly use: (name: string) => string;
  /** Text that compares byte by byte may be declared, where a dialect has none. */
  readonly isExact: boolean;
}

/** A table, and what it is held against. */
export interface Subject {
  readonly name: TableName;
  readonly table: DrizzleTable;
  readonly manner: Manner;
}
