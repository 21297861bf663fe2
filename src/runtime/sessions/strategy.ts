/**
 * What the two kinds of session share. The verbs are promised in {@link SessionStrategy}:
 * `read` asks, `refresh` also extends, `create` starts, `update` hands data over, `end` stops.
 */
import { readSessionCookies, type SessionCookies } from "../http/cookie-chunks.js";
import { legacyNames } from "../security/legacy-seal.js";
import { isSealedForm } from "../security/seal.js";
import { decodeToken } from "../security/token.js";
import type { SessionContext, SessionRead } from "../types/resolved-config.js";

/** Nobody is signed in, and there is nothing to clear. */
export const nobody: SessionRead = Object.freeze({ session: null, cookies: Object.freeze([]) });

/** Tokens that we seal have a form of their own: what has another one is not tried. */
export function sessionCookiesOf({ resolved, cookies, cookieHeader }: SessionContext): SessionCookies {
  const isSealed = resolved.strategy === "jwt" && resolved.jwt.decode === decodeToken;
  return readSessionCookies(cookieHeader, cookies.sessionToken.name, isSealed ? isSealedForm : undefined);
}

const noCookies: SessionCookies = { values: [], names: [] };

/** What next-auth 4 has left in the browser. */
export function legacyCookiesOf({ cookieHeader }: SessionContext): SessionCookies {
  if (cookieHeader === null || !cookieHeader.includes("next-auth.session-token")) return noCookies;
  const found = legacyNames.map((name) => readSessionCookies(cookieHeader, name));
  return {
    values: found.flatMap(({ values }) => values),
    names: found.flatMap(({ names }) => names),
  };
}

/** End of a session that is extended now. */
export function expiryOf(context: SessionContext): Date {
  return new Date(Date.now() + context.resolved.session.maxAge * 1000);
}
