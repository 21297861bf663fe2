import { AuthError, CallbackRouteError, toError } from "../errors/index.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import { isObject, membersOf } from "../types/members.js";

/** Claims whose values are names, so that a log may show what was expected and what came. */
const nameClaims: readonly unknown[] = ["iss", "aud", "azp"];

/**
 * An error of the protocol library as the log may see it: its causes hold whole token answers, so they are
 * replaced by what a developer needs of them. Other errors stay as they are.
 */
export function withoutSecrets(thrown: unknown): Error {
  const error = toError(thrown);
  const detail = detailOf(error);
  if (detail === undefined) return error;
  const clean = new Error(detail === "" ? error.message : `${error.message} (${detail})`);
  clean.name = error.name;
  if (error.stack !== undefined) clean.stack = error.stack;
  return clean;
}

/**
 * Known by its code: what an app with plain OAuth alone never loads has no class to compare with.
 * @returns undefined: not an error of the library
 */
function detailOf(error: Error): string | undefined {
  const { code, status, error: said, error_description: description } = error as Error & LibraryError;
  if (!String(code).startsWith("OAUTH_")) return undefined;
  if (status === undefined) return mismatchOf(error.cause);
  return [`status ${status}`, said, description].filter(Boolean).join(", ");
}

/** Members of its errors; `status` of those that tell what a server answered. */
interface LibraryError {
  readonly code?: unknown;
  readonly status?: number;
  readonly error?: string;
  readonly error_description?: string;
}

function mismatchOf(cause: unknown): string {
  if (cause instanceof Response) return `status ${cause.status}`;
  if (!isObject(cause) || !("claim" in cause)) return "";
  const { claim, expected, claims } = cause;
  if (!nameClaims.includes(claim)) return String(claim);
  return `expected ${JSON.stringify(expected)}, got ${JSON.stringify(membersOf(claims)[String(claim)])}`;
}

/** An error below a flow, for which the provider or the way to it is to blame; its text stays in the log. */
export function providerFailure(error: Error, { id }: OAuthProvider): AuthError {
  if (error instanceof AuthError) return error;
  const reason = error.name === "TimeoutError" ? "slow" : "provider";
  return new CallbackRouteError(error, { cause: { provider: id, reason } });
}
