import { AuthError, CallbackRouteError } from "../errors.js";
import type { OAuthProvider } from "../types/finished-provider.js";

/** An error below a flow, for which the provider or the way to it is to blame; its text stays in the log. */
export function providerFailure(error: Error, { id }: OAuthProvider): AuthError {
  if (error instanceof AuthError) return error;
  const reason = error.name === "TimeoutError" ? "slow" : "provider";
  return new CallbackRouteError(error, { cause: { provider: id, reason } });
}
