import type { WarningCode } from "../terminal/error-codes.js";

/** What a person has to do, and why. */
export interface Advice {
  readonly why: string;
  /** What to write in its place. */
  readonly write: string;
  /** Has a page in docs/errors. */
  readonly code?: WarningCode;
  /** Nobody signs in, or something no longer arrives, until it is repaired. */
  readonly breaks?: boolean;
}

/** Something that the migration leaves to a person. */
export interface Todo extends Advice {
  readonly path: string;
  readonly line: number;
}
