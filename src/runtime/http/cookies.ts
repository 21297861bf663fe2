/** Cookies as they travel: changes to `Set-Cookie` lines, and the header read without losing duplicates. */
import { type SerializeOptions, type SetCookie, stringifySetCookie } from "cookie";
import type { CookieOption } from "../types/config.js";
import type { CookieChange } from "../types/flow.js";

/** Sets a cookie with the attributes of its policy; `more` overrides single ones. */
export function setCookie(
  cookie: Readonly<CookieOption>,
  value: string,
  more?: SerializeOptions,
): CookieChange {
  return {
    name: cookie.name,
    value,
    options: more === undefined ? cookie.options : { ...cookie.options, ...more },
  };
}

/** Clears a cookie, with the attributes that it was set with: browsers compare Domain and Path. */
export function clearCookie(cookie: Readonly<CookieOption>, name = cookie.name): CookieChange {
  const { expires: _expires, ...options } = cookie.options;
  return { name, value: "", options: { ...options, maxAge: 0 } };
}

/** Tokens look like this: percent-encoding would change nothing, and it costs more than all the rest of the line. */
const needsNoEncoding = /^[\w.-]*$/;
const verbatim = { encode: (value: string): string => value };

/** One `Set-Cookie` header value (RFC 6265 section 4.1). */
export function cookieLine(change: CookieChange): string {
  const { name, value, options } = change;
  const { maxAge, expires, domain, path, httpOnly, secure, sameSite, partitioned, priority } = options;
  // As one object of one shape: given apart, the library would copy the options, which costs more than the line.
  const cookie = {
    name,
    value,
    maxAge,
    expires,
    domain,
    path,
    httpOnly,
    secure,
    sameSite,
    partitioned,
    priority,
  };
  return stringifySetCookie(cookie as SetCookie, needsNoEncoding.test(value) ? verbatim : options);
}

/** Bytes of all `Set-Cookie` lines of one answer that proxies still pass on. */
const limitBytes = 8000;

/** Changes without the one of this name, where it is long and all together would be too much: sessions come first. */
export function affordable(
  changes: readonly CookieChange[],
  others: readonly CookieChange[],
  name: string,
): readonly CookieChange[] {
  const spare = changes.find((change) => change.name === name && change.value.length > 500);
  if (spare === undefined) return changes;
  const bytes = [...changes, ...others].reduce((sum, change) => sum + cookieLine(change).length, 0);
  return bytes > limitBytes ? changes.filter((change) => change !== spare) : changes;
}
