import type { CommandWarning } from "../../cli/terminal/error-codes.js";

/** What a person has to do, and why. */
export interface Advice {
  readonly why: string;
  /** What to write in its place. */
  readonly write: string;
  /** Has a page in docs/errors. */
  readonly code?: CommandWarning;
  /**
   * Nobody signs in, or something no longer arrives, until it is repaired. "types": the compiler stops at it, and with
   * it a build that asks the compiler.
   */
  readonly breaks?: boolean | "types";
}

/** Something that the migration leaves to a person. */
export interface Todo extends Advice {
  readonly path: string;
  readonly line: number;
  readonly breaks?: boolean;
}
