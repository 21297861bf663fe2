/** Builders of {@link FlowResult}: what a flow answers, as data. */
import { SharedError } from "../shared-error.js";
import type { CookieChange, FlowResult } from "../types/flow.js";

interface Extras {
  status?: number;
  headers?: Readonly<Record<string, string>>;
  cookies?: readonly CookieChange[];
}

/** Answers that hold a token or a session must not be stored anywhere. */
export const noStore = {
  "cache-control": "private, no-cache, no-store",
  expires: "0",
  pragma: "no-cache",
} as const;

export function json(body: unknown, extras?: Extras & { text?: string }): FlowResult {
  return { kind: "json", body, ...extras };
}

export function html(body: string, extras?: Extras): FlowResult {
  return { kind: "html", body, ...extras };
}

export function redirect(location: string, cookies?: readonly CookieChange[]): FlowResult {
  return cookies === undefined ? { kind: "redirect", location } : { kind: "redirect", location, cookies };
}

export function empty(status: number, extras?: Extras): FlowResult {
  return { kind: "empty", status, ...extras };
}

/** The same result with further cookies in front: those of the pipeline are sent before those of the flow. */
export function withCookies(result: FlowResult, first: readonly CookieChange[]): FlowResult {
  return first.length === 0 ? result : { ...result, cookies: [...first, ...(result.cookies ?? [])] };
}

/**
 * An error that ends a flow together with cookies that must still be sent, such as cleared check cookies.
 * The error itself decides the answer, as if it had been thrown alone.
 */
export class FlowFailure extends SharedError {
  static readonly type = "FlowFailure";
  override readonly cause: Error;
  readonly cookies: readonly CookieChange[];
  constructor(cause: Error, cookies: readonly CookieChange[]) {
    super(cause.message);
    this.name = "FlowFailure";
    this.cause = cause;
    this.cookies = cookies;
  }
}

/** The error itself, without the cookies. */
export const causeOf = (error: Error): Error => (error instanceof FlowFailure ? error.cause : error);
