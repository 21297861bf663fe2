/** Why a cookie opens no session, or none can be made of it, in words for the log. */
import { JWTSessionError, toError } from "../errors/index.js";
import type { SessionContext } from "../types/resolved-config.js";

/** Everyday: another tab has signed out. */
export const signedOut = new Error("The session was signed out");

/** Everyday: the user is to sign in again. */
export const outlived = new Error("The session is as old as session.absoluteMaxAge lets it become");

/** An old cookie is everyday, so the log says what it may be; a stack would say only where we looked. */
export function unopened(name: string): Error {
  const error = new Error(
    `The cookie ${name} does not open: it has expired, or was made with another secret, perhaps by another app on this host. npx auth token decode tells which`,
  );
  delete error.stack;
  return error;
}

export function logFailure(
  { resolved: { logger } }: SessionContext,
  Type: typeof JWTSessionError,
  failure?: Error,
): void {
  if (failure === signedOut || failure === outlived) logger.debug(failure.message);
  else logger.error(new Type(failure));
}

/** @throws JWTSessionError for what a callback, or `jwt.encode`, threw */
export function fail(thrown: unknown): never {
  throw new JWTSessionError(toError(thrown));
}
