import type { CookiePolicy } from "../http/cookie-policy.js";

/** Where a compiled config is reached: one origin and one base path. */
export interface Site {
  /** `https://app.example.com`, no path, no trailing slash. */
  readonly origin: string;
  /** `/auth`; an empty string at the root. */
  readonly basePath: string;
  /** origin + basePath. */
  readonly base: string;
  /** IP address at the other end of the connection, where it is known: the client's, or a proxy's. */
  readonly peer: string | undefined;
  /** Cookies carry Secure and the prefixed names. */
  readonly secure: boolean;
  /** Who made this site answers for its origin: it did not come from a header. */
  readonly isVouchedFor: boolean;
  readonly cookies: CookiePolicy;
}
