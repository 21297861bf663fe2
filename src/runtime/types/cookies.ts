/** What a configuration says of cookies. */

/** Attributes of a cookie (RFC 6265bis section 4.1.2), and how its value is written. */
export interface CookieAttributes {
  /** Default: `encodeURIComponent`. */
  encode?: (value: string) => string;
  /** Life in whole seconds; 0 clears it. Default: until the browser is closed. */
  maxAge?: number;
  /** End of its life, where `maxAge` is not given. */
  expires?: Date;
  /** Domain whose hosts all get it. Default: this host alone. */
  domain?: string;
  /** Path that requests begin with. */
  path?: string;
  /** No script reads it. */
  httpOnly?: boolean;
  /** Sent over https alone. */
  secure?: boolean;
  /** Kept apart for each site that embeds this one (CHIPS). */
  partitioned?: boolean;
  /** What browsers drop first when there are too many. */
  priority?: "low" | "medium" | "high";
  /** Whether requests from other sites carry it; true: `strict`. */
  sameSite?: boolean | "lax" | "strict" | "none";
}

/** Name and attributes of one cookie. */
export interface CookieOption {
  /** With a prefix `__Secure-` or `__Host-` the attributes have to fit it (RFC 6265bis section 4.1.3). */
  name: string;
  /** As {@link CookieAttributes} says; `maxAge` in seconds. */
  options: CookieAttributes;
}

/** What a cookie is for. */
export type CookieKey =
  | "sessionToken"
  | "callbackUrl"
  | "csrfToken"
  | "pkceCodeVerifier"
  | "state"
  | "nonce"
  | "webauthnChallenge"
  | "knownBrowser"
  | "lastProvider"
  | "mailStart"
  | "signOutHint";

/** Other names or attributes for cookies; what is left out stays as it is. */
export type CookiesOptions = Record<Exclude<CookieKey, OwnCookieKey>, Partial<CookieOption>> &
  Partial<Record<OwnCookieKey, Partial<CookieOption>>>;

/** Cookies that other handlers of this interface do not have. */
type OwnCookieKey = "knownBrowser" | "lastProvider" | "mailStart" | "signOutHint";
