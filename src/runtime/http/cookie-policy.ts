/** Names and attributes of our cookies, for http and for https. */
import type { CookieAttributes, CookieKey, CookieOption, CookiesOptions } from "../types/cookies.js";

/** Name and attributes of each cookie, for http or for https. */
export type CookiePolicy = Readonly<Record<CookieKey, Readonly<CookieOption>>>;

/** Life of the cookies that carry one sign-in, in seconds. */
export const checkMaxAgeSeconds = 900;

const suffixes: Record<CookieKey, string> = {
  sessionToken: "session-token",
  callbackUrl: "callback-url",
  csrfToken: "csrf-token",
  pkceCodeVerifier: "pkce.code_verifier",
  state: "state",
  nonce: "nonce",
  webauthnChallenge: "challenge",
  knownBrowser: "known-browser",
  lastProvider: "last-provider",
  mailStart: "mail-start",
  signOutHint: "sign-out-hint",
};

const shortLived: ReadonlySet<CookieKey> = new Set<CookieKey>([
  "pkceCodeVerifier",
  "state",
  "webauthnChallenge",
]);

function prefix(key: CookieKey, secure: boolean): string {
  if (!secure) return "";
  // __Host- also forbids a Domain, so a sibling host cannot plant a CSRF pair.
  return key === "csrfToken" ? "__Host-" : "__Secure-";
}

/** Where a cookie comes along: what a session begins with has to reach as far as the session does. */
const reach = ["sameSite", "secure", "domain"] as const;

/**
 * The policy of one scheme: defaults, with the user's `cookies` option merged over them per cookie.
 *
 * @param secure cookies are sent over https only and carry the prefixed names
 */
export function cookiePolicy(secure: boolean, custom: Partial<CookiesOptions> = {}): CookiePolicy {
  const policy = {} as Record<CookieKey, Readonly<CookieOption>>;
  for (const key of Object.keys(suffixes) as CookieKey[]) {
    const options: CookieAttributes = { httpOnly: true, sameSite: "lax", path: "/", secure };
    if (shortLived.has(key)) options.maxAge = checkMaxAgeSeconds;
    if (key === "mailStart")
      for (const name of reach) {
        const value = custom.sessionToken?.options?.[name];
        if (value !== undefined) Object.assign(options, { [name]: value });
      }
    policy[key] = Object.freeze({
      name: custom[key]?.name ?? `${prefix(key, secure)}authjs.${suffixes[key]}`,
      options: Object.freeze({ ...options, ...custom[key]?.options }),
    });
  }
  return Object.freeze(policy);
}
