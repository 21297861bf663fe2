import * as oauth from "oauth4webapi";
import { toError } from "../errors.js";

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

/** undefined: not an error of the library. */
function detailOf(error: Error): string | undefined {
  if (error instanceof oauth.ResponseBodyError)
    return [`status ${error.status}`, error.error, error.error_description].filter(Boolean).join(", ");
  if (error instanceof oauth.WWWAuthenticateChallengeError) return `status ${error.status}`;
  if (error instanceof oauth.OperationProcessingError) return mismatchOf(error.cause);
  return error instanceof oauth.UnsupportedOperationError ? "" : undefined;
}

function mismatchOf(cause: unknown): string {
  if (cause instanceof Response) return `status ${cause.status}`;
  if (typeof cause !== "object" || cause === null || !("claim" in cause)) return "";
  const { claim, expected, claims } = cause as {
    claim: unknown;
    expected?: unknown;
    claims?: Record<string, unknown>;
  };
  if (!nameClaims.includes(claim)) return String(claim);
  return `expected ${JSON.stringify(expected)}, got ${JSON.stringify(claims?.[String(claim)])}`;
}
