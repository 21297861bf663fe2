/** Cookies as they travel: changes to `Set-Cookie` lines, and the header read without losing duplicates. */
import type { CookieAttributes, CookieOption } from "../types/cookies.js";

/** A cookie to set; an empty value with `maxAge: 0` clears it. */
export interface CookieChange {
  /** Name of the cookie. */
  readonly name: string;
  /** Value, not yet encoded. */
  readonly value: string;
  /** Its attributes. */
  readonly options: CookieAttributes;
}

/** Sets a cookie with the attributes of its policy; `more` overrides single ones. */
export function setCookie(
  cookie: Readonly<CookieOption>,
  value: string,
  more?: CookieAttributes,
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

/** What may stand in a line without ending its part of it. */
const forms = {
  name: /^[!-:<>-~]+$/,
  value: /^[!-:<-~]*$/,
  path: /^[ -:=-~]*$/,
  domain: /^\.?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.(?!$)|$))+$/i,
} as const;

function checked(part: keyof typeof forms, cookie: string, text: string): string {
  if (!forms[part].test(text)) throw invalid(cookie, part);
  return text;
}

/** The value itself is never told: it may be a token. */
const invalid = (cookie: string, part: string): TypeError =>
  new TypeError(`The ${part} of the cookie ${JSON.stringify(cookie)} cannot be sent`);

/**
 * One `Set-Cookie` header value (RFC 6265 section 4.1).
 * @throws TypeError when a part would break out of the line, or is not of its kind
 */
export function cookieLine({ name, value, options }: CookieChange): string {
  const { encode = encodeURIComponent } = options;
  const sent = needsNoEncoding.test(value) ? value : checked("value", name, encode(value));
  return `${checked("name", name, name)}=${sent}${placeAndLife(name, options)}${protection(name, options)}`;
}

function placeAndLife(name: string, { maxAge, domain, path, expires }: CookieAttributes): string {
  let line = "";
  if (maxAge !== undefined) {
    if (!Number.isInteger(maxAge)) throw invalid(name, "maxAge");
    line += `; Max-Age=${maxAge}`;
  }
  if (domain) line += `; Domain=${checked("domain", name, domain)}`;
  if (path) line += `; Path=${checked("path", name, path)}`;
  if (expires) {
    if (!Number.isFinite(expires.valueOf())) throw invalid(name, "expires");
    line += `; Expires=${expires.toUTCString()}`;
  }
  return line;
}

function protection(
  name: string,
  { httpOnly, secure, partitioned, priority, sameSite }: CookieAttributes,
): string {
  let line = "";
  if (httpOnly) line += "; HttpOnly";
  if (secure) line += "; Secure";
  if (partitioned) line += "; Partitioned";
  if (priority) line += `; Priority=${oneOf(name, "priority", priority)}`;
  if (sameSite) line += `; SameSite=${oneOf(name, "sameSite", sameSite === true ? "strict" : sameSite)}`;
  return line;
}

const words = { priority: ["Low", "Medium", "High"], sameSite: ["Strict", "Lax", "None"] } as const;

function oneOf(cookie: string, attribute: keyof typeof words, given: string): string {
  const word = words[attribute].find((each) => each.toLowerCase() === String(given).toLowerCase());
  if (word === undefined) throw invalid(cookie, attribute);
  return word;
}

/**
 * The cookies of a Cookie header; of two with one name, the first counts.
 * Around a name only space and tab are dropped: with any other blank, a site beside this one could plant a cookie that
 * no browser takes for one of `__Host-` and that this function would.
 */
export function parseCookies(header: string): Readonly<Record<string, string | undefined>> {
  const cookies: Record<string, string | undefined> = Object.create(null);
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=");
    if (equals !== -1) cookies[trimmed(pair.slice(0, equals))] ??= decode(trimmed(pair.slice(equals + 1)));
  }
  return cookies;
}

/** One of them; what nobody asks for is neither cut nor decoded. */
export function findCookie(header: string, name: string): string | undefined {
  for (let from = 0, at; (at = header.indexOf(name, from)) >= from; from = at + 1) {
    const before = afterBlanks(header, at - 1, -1);
    const equals = afterBlanks(header, at + name.length, 1);
    if (header[equals] === "=" && (before < 0 || header[before] === ";"))
      return decode(trimmed(header.slice(equals + 1).split(";", 1)[0] ?? ""));
  }
  return undefined;
}

function afterBlanks(text: string, at: number, step: 1 | -1): number {
  let end = at;
  while (isBlank(text.charCodeAt(end))) end += step;
  return end;
}

function trimmed(text: string): string {
  return text.slice(afterBlanks(text, 0, 1), afterBlanks(text, text.length - 1, -1) + 1);
}

const isBlank = (code: number): boolean => code === 32 || code === 9;

/** Percent-decoded; as it is where that does not work. */
export function decode(value: string): string {
  if (!value.includes("%")) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
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
