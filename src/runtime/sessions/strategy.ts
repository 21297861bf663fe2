/**
 * What the two kinds of session share. The verbs are promised in {@link SessionStrategy}:
 * `read` asks, `refresh` also extends, `create` starts, `update` hands data over, `end` stops.
 */
import { readSessionCookies, type SessionCookies } from "../http/cookie-chunks.js";
import type { SessionContext, SessionRead } from "../types/flow.js";

/** Nobody is signed in, and there is nothing to clear. */
export const nobody: SessionRead = Object.freeze({ session: null, cookies: Object.freeze([]) });

export function sessionCookiesOf(context: SessionContext): SessionCookies {
  return readSessionCookies(context.cookieHeader, context.cookies.sessionToken.name);
}

/** End of a session that is extended now. */
export function expiryOf(context: SessionContext): Date {
  return new Date(Date.now() + context.compiled.session.maxAge * 1000);
}
