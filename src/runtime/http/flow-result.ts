/** Builders of {@link FlowResult}: what a flow answers, as data. */
import { SharedError } from "../errors/shared-error.js";
import type { RefusedStatus } from "./body.js";
import type { CookieChange } from "./cookies.js";

/** What a flow answers. The adapters turn it into a Response or write it to `res`. */
export type FlowResult = {
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** In the order in which they are sent. */
  readonly cookies?: readonly CookieChange[] | undefined;
} &
  /** `text` is the body as JSON, where it had to be written before. */
  (
    | { readonly kind: "json"; readonly body: unknown; readonly text?: string }
    | { readonly kind: "html"; readonly body: string }
    /** 302 unless `status` says otherwise. */
    | { readonly kind: "redirect"; readonly location: string }
    | { readonly kind: "empty" }
  );

interface Extras {
  status?: number | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  cookies?: readonly CookieChange[] | undefined;
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
  return { kind: "redirect", location, cookies };
}

export function empty(status: number, extras?: Extras): FlowResult {
  return { kind: "empty", status, ...extras };
}

/** The URL is none of ours, or its body cannot be read. */
export function badRequest(status: RefusedStatus = 400): FlowResult {
  return json("Bad request.", { status });
}

export function methodNotAllowed(): FlowResult {
  return empty(405, { headers: { allow: "GET, POST" } });
}

/** Clients that call by fetch cannot follow a redirect to another site: they get the address. */
export function asJson({ location, cookies }: FlowResult & { kind: "redirect" }): FlowResult {
  return json({ url: location }, { headers: { location }, cookies });
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

/** The cookies that an error ends a flow with. */
export const cookiesOf = (thrown: unknown): readonly CookieChange[] =>
  thrown instanceof FlowFailure ? thrown.cookies : [];
