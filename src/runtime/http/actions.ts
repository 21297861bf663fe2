/** The actions below the base path, as data. The command line reads it too. */
import type { AuthAction } from "../types/flow.js";

const actions: ReadonlySet<string> = new Set<AuthAction>([
  "providers",
  "session",
  "csrf",
  "signin",
  "signout",
  "callback",
  "verify-request",
  "error",
  "webauthn-options",
]);
const withProvider: ReadonlySet<string> = new Set<AuthAction>(["signin", "callback", "webauthn-options"]);

/** Is this one of the nine actions? */
export function isAuthAction(action: string): action is AuthAction {
  return actions.has(action);
}

/** May a provider id follow this action in a path? */
export function takesProvider(action: string): boolean {
  return withProvider.has(action);
}
