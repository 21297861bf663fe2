/** The table and the rows that checks of records use. */
import type { RecordRow, Records, RecordTable } from "../types/records.js";
import { expect } from "./records.js";

/**
 * The table that the checks of records use, as data: its columns have every type.
 * @internal
 */
export const conformanceTable: RecordTable = {
  name: "auth_conformance_record",
  columns: {
    id: { type: "key", required: true },
    owner: { type: "key", required: true },
    label: { type: "key" },
    note: { type: "text" },
    count: { type: "integer", required: true },
    active: { type: "boolean", required: true },
    expires: { type: "date" },
  },
  primaryKey: ["id"],
  unique: [["owner", "label"]],
  indexes: [["expires"]],
  expires: "expires",
};

/**
 * Another one that they use: two columns are its key.
 * @internal
 */
export const conformancePairs: RecordTable = {
  name: "auth_conformance_pair",
  columns: {
    left: { type: "key", required: true },
    right: { type: "key", required: true },
    note: { type: "key", required: true },
  },
  primaryKey: ["left", "right"],
  unique: [],
  indexes: [["note"]],
};

/** What a check has besides the records of {@link conformanceTable}. */
export interface RecordMeans {
  /** The same rows over another connection, if the caller has one; else the same records. */
  readonly other: Records;
  /** The records of {@link conformancePairs}. */
  readonly pairs: Records;
}

/** One thing that records must do. */
export interface RecordCheck {
  readonly name: string;
  run(records: Records, means: RecordMeans): Promise<void>;
}

export const fresh = (): string => crypto.randomUUID();

export const newRecord = (more: RecordRow = {}): Record<string, never> & RecordRow =>
  ({
    id: `a${fresh()}`,
    owner: fresh(),
    label: "first",
    note: null,
    count: 0,
    active: true,
    expires: null,
    ...more,
  }) as never;

export const keyOf = (row: RecordRow) => ({ id: String(row["id"]) });

export const isSame = (found: RecordRow | undefined, row: RecordRow): boolean =>
  found !== undefined &&
  Object.entries(row).every(([name, value]) => found[name]?.valueOf() === value?.valueOf());

export async function insertNew(records: Records, more: RecordRow = {}): Promise<RecordRow> {
  const row = newRecord(more);
  expect((await records.insert(row)) === "inserted", "the row is new");
  return row;
}
