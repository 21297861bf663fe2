/** The handler's endpoints as functions, at the address that `SessionProvider` names, or variables of next-auth. */
import * as calls from "../client/calls.js";
import { addressFromEnvironment } from "../client/config.js";
import { store as shared, type SessionStore } from "../client/session-store.js";

/** What the page knows, with the address of the endpoints. */
export const store: SessionStore = Object.assign(shared, addressFromEnvironment());

// Bindings of this module: a bundler passes over one that only hands names on, and with it over the lines above.

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
 * @example <button onClick={() => signIn("github", { redirectTo: "/account" })}>Sign in</button>
 */
export const signIn: typeof calls.signIn = calls.signIn;

/**
 * Ends the session of this visitor, in all tabs.
 * @example <button onClick={() => signOut({ redirectTo: "/" })}>Sign out</button>
 */
export const signOut: typeof calls.signOut = calls.signOut;
