/** Double-submit CSRF tokens, bound to the secret, and the browser's own word on where a request comes from. */
import { hashesOf, hashToken, sameText } from "./hash.js";
import { randomHex } from "./random.js";

/** A new token (64 hex characters) and the cookie value that vouches for it. */
export async function createCsrf(secrets: readonly string[]): Promise<{ token: string; cookie: string }> {
  const token = randomHex(32);
  return { token, cookie: `${token}|${await hashToken(token, secrets)}` };
}

/** The token of a CSRF cookie; null when the cookie is not ours. */
export async function readCsrf(
  cookie: string | undefined,
  secrets: readonly string[],
): Promise<string | null> {
  const bar = cookie?.indexOf("|") ?? -1;
  if (cookie === undefined || bar <= 0) return null;
  const token = cookie.slice(0, bar);
  const hash = cookie.slice(bar + 1);
  for await (const expected of hashesOf(token, secrets)) {
    if (sameText(expected, hash)) return token;
  }
  return null;
}

/** Does the body carry the token of the cookie? */
export function verifyCsrf(submitted: unknown, token: string | null): boolean {
  return token !== null && typeof submitted === "string" && sameText(submitted, token);
}

/**
 * Does the browser say that the request comes from another site? Siblings of the own host are foreign.
 * Clients that send neither header (scripts, old browsers) are left to the token.
 *
 * @param origin our own origin
 */
export function isForeign(header: (name: string) => string | null, origin: string): boolean {
  const site = header("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const from = header("origin");
  return from !== null && from !== origin;
}
