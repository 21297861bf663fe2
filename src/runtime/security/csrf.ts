/** Double-submit CSRF tokens, bound to the secret, and the browser's own word on where a request comes from. */
import { type CookieChange, setCookie } from "../http/cookies.js";
import type { FlowContext } from "../types/flow.js";
import type { Site } from "../types/site.js";
import type { Maybe } from "./crypto.js";
import { hashesOf, hashToken, sameText } from "./hash.js";
import { randomHex } from "./random.js";

/** A new token (64 hex characters) and the cookie value that vouches for it. */
export async function createCsrf(secrets: readonly string[]): Promise<{ token: string; cookie: string }> {
  const token = randomHex(32);
  return { token, cookie: await csrfCookie(token, secrets) };
}

/** Cookie value for a token: `token|hash`. */
export async function csrfCookie(token: string, secrets: readonly string[]): Promise<string> {
  return `${token}|${await hashToken(token, secrets)}`;
}

/** What a CSRF cookie says. */
export interface KnownCsrf {
  readonly token: string;
  /** It was made before the newest secret came: its hash should be written anew. */
  readonly isStale: boolean;
}

/**
 * The token of a CSRF cookie; null when the cookie is not ours.
 *
 * @param accepted the secrets behind one that is announced, which other processes may use already
 */
export function readCsrf(
  cookie: string | undefined,
  secrets: readonly string[],
  accepted: readonly string[] = secrets,
): Maybe<KnownCsrf | null> {
  const bar = cookie?.indexOf("|") ?? -1;
  if (cookie === undefined || bar <= 0) return null;
  const token = cookie.slice(0, bar);
  const hash = cookie.slice(bar + 1);
  const right = hashToken(token, secrets);
  // The usual case waits for nothing: this runs with every session check.
  return !(right instanceof Promise) && sameText(right, hash)
    ? { token, isStale: false }
    : readRotated(token, hash, [secrets, accepted]);
}

async function readRotated(
  token: string,
  hash: string,
  [secrets, accepted]: readonly [readonly string[], readonly string[]],
): Promise<KnownCsrf | null> {
  for (const present of [secrets, accepted])
    if (sameText(await hashToken(token, present), hash)) return { token, isStale: false };
  for await (const right of hashesOf(token, secrets))
    if (sameText(right, hash)) return { token, isStale: true };
  return null;
}

/** Does the body carry the token of the cookie? */
export function verifyCsrf(submitted: unknown, token: string | null): boolean {
  return token !== null && typeof submitted === "string" && sameText(submitted, token);
}

interface FailedCsrf {
  readonly hasCookie: boolean;
  readonly known: KnownCsrf | null;
  readonly submitted: unknown;
}

/** Why body and cookie do not agree, for the log: which of the usual mistakes it was. */
export function csrfFault(
  { base, cookies, secure }: Site,
  { hasCookie, known, submitted }: FailedCsrf,
): string {
  const { name } = cookies.csrfToken;
  if (!submitted)
    return `The form has no csrfToken. Take it from GET ${base}/csrf in the same browser, or call signIn()`;
  if (!hasCookie) {
    const why = secure
      ? "is the page http? The cookie is for https, as AUTH_URL or useSecureCookies say"
      : "it was opened at another address, or cookies are blocked";
    return `The form came without the cookie ${name}: ${why}`;
  }
  return known === null
    ? `The cookie ${name} was made with another secret. Another app on this host? Give it a cookies.csrfToken.name of its own`
    : "The form is older than the last sign-in or sign-out of this browser: load the page again";
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

/**
 * A new token for the time after a sign-in or sign-out, so that one planted before is worth nothing.
 * None when the check is switched off.
 */
export async function renewCsrf({
  resolved,
  cookies,
  csrfToken,
}: FlowContext): Promise<readonly CookieChange[]> {
  if (csrfToken === "") return [];
  const { cookie } = await createCsrf(resolved.secrets);
  return [setCookie(cookies.csrfToken, cookie)];
}
