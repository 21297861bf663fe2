/** Tells an outage of the store from every other error. */
import { AdapterError, AuthError, SessionTokenError } from "./index.js";

/** Is it the store that fails, and not a callback of the user? */
export function isStoreFailure(error: Error): boolean {
  return (
    error instanceof AdapterError ||
    (error instanceof SessionTokenError && error.cause?.err instanceof AuthError)
  );
}
