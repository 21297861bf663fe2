/** Refusals of plugins: what their functions throw, and what their pages and JSON answer. */
import { AuthError, type ErrorType } from "../../errors/index.js";

/** HTTP status of each code that plugins share; a code of a plugin's own is a conflict with what is there. */
const statuses: Readonly<Record<string, number>> = {
  invalid: 400,
  conflict: 400,
  "signed-out": 401,
  stale: 401,
  factor: 403,
  forbidden: 403,
  scope: 403,
  impersonating: 403,
  "not-found": 404,
  "too-many": 429,
};

/** What a refusal tells beside its code. */
export interface RefusalFacts {
  /** Name of the field that does not fit. */
  readonly field?: string | undefined;
  /** Where the user does what is missing; it takes a `callbackUrl`. */
  readonly url?: string | undefined;
  /** Seconds to wait. With the code "too-many". */
  readonly retryAfter?: number | undefined;
  /** Seconds since the sign-in, at most. With the code "stale". */
  readonly maxAge?: number | undefined;
  /** Where the same page is now. With the code "not-found". */
  readonly moved?: string | undefined;
}

/** A plugin has refused. Codes are for programs and never change; the text is for the log. */
export class PluginError<Code extends string = string> extends AuthError {
  static override type: ErrorType = "PluginError";
  /** Why. */
  readonly code: Code;
  /** Where the user does what is missing; it takes a `callbackUrl`. */
  readonly url: string | undefined;
  /** Name of the field that does not fit. */
  readonly field: string | undefined;
  /** Seconds to wait. With the code "too-many". */
  readonly retryAfter: number | undefined;
  /** Seconds since the sign-in, at most. With the code "stale". */
  readonly maxAge: number | undefined;
  /** Where the same page is now. With the code "not-found". */
  readonly moved: string | undefined;

  /**
   * @param code why
   * @param message for the log
   * @param facts what a program or a page needs to go on
   */
  constructor(code: Code, message: string, { field, url, retryAfter, maxAge, moved }: RefusalFacts = {}) {
    super(message);
    this.code = code;
    this.field = field;
    this.url = url;
    this.retryAfter = retryAfter;
    this.maxAge = maxAge;
    this.moved = moved;
  }

  /** HTTP status of an answer with it. */
  get status(): number {
    return Object.hasOwn(statuses, this.code) ? (statuses[this.code] ?? 409) : 409;
  }
}
