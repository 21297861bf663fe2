/** The handler's endpoints as functions. Who keeps the session names their path; until then they are at `/auth`. */
import * as calls from "./calls.js";
import { store } from "./session-store.js";

store.basePath = "/auth";

// Bindings of this module: a bundler passes over one that only hands names on, and with it over the line above.

/** The token that every POST to the handler must carry; "" when the handler does not answer. */
export const getCsrfToken: typeof calls.getCsrfToken = calls.getCsrfToken;

/** The configured providers by id; null when the handler does not answer. */
export const getProviders: typeof calls.getProviders = calls.getProviders;

/**
 * The session of this visitor, or null; null too when the handler does not answer (the console says why).
 * @example const session = await getSession()
 */
export const getSession: typeof calls.getSession = calls.getSession;

/**
 * Starts a sign-in from the browser: `signIn(provider?, options?, authorizationParams?)`.
 * @throws TypeError for a webauthn provider, which has a `signIn` of its own
 * @example button.onclick = () => signIn("github", { redirectTo: "/account" });
 */
export const signIn: typeof calls.signIn = calls.signIn;

/**
 * Ends the session of this visitor, in all tabs.
 * @example button.onclick = () => signOut({ redirectTo: "/" });
 */
export const signOut: typeof calls.signOut = calls.signOut;
