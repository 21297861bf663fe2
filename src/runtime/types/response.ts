import type { CookieChange } from "../http/cookies.js";

/** What `Auth` returns with `raw`: the answer as data. */
// oxlint-disable-next-line no-explicit-any -- what a body holds depends on the action
export interface ResponseInternal<Body extends string | Record<string, any> | any[] | null = any> {
  /** HTTP status. */
  status?: number;
  /** Headers without cookies, by name. */
  headers?: Readonly<Record<string, string>>;
  /** Text, or data that is answered as JSON. */
  body?: Body;
  /** Where to send the browser. */
  redirect?: string;
  /** Cookies to set. */
  cookies?: CookieChange[];
}
