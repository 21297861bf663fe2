/**
 * A session cookie that is longer than a browser stores is kept as `name.0`, `name.1`, ...
 * A header may hold leftovers and duplicates; what they could mean is listed, the caller takes what decrypts.
 */
import type { CookieAttributes, CookieOption } from "../types/cookies.js";
import { clearCookie, type CookieChange, decode, setCookie } from "./cookies.js";

/** 4096 bytes that browsers store, less 160 for name and attributes. */
const chunkLength = 3936;

/** Browsers leave one cookie behind, not hundreds: each candidate costs cryptography, or a question to the store. */
const maxCandidates = 2;

export interface SessionCookies {
  /** Values that the session cookie may have, the likeliest first: two at most, and none twice. */
  readonly values: readonly string[];
  /** Names found in the header, in its order, each once. */
  readonly names: readonly string[];
}

const none: SessionCookies = { values: [], names: [] };

const chunkSuffix = /^\.(?:[12]?\d|3[01])$/;

/** Which part of the session cookie this is: the number of a chunk (0 to 31), -1 for the whole; undefined: none. */
function partOf(found: string, name: string): number | undefined {
  if (found === name) return -1;
  const suffix = found.startsWith(name) ? found.slice(name.length) : "";
  return chunkSuffix.test(suffix) ? Number(suffix.slice(1)) : undefined;
}

/** Is this the session cookie, or a chunk of it? */
export const isSessionCookie = (found: string, name: string): boolean => partOf(found, name) !== undefined;

/**
 * Reads the session cookie from a Cookie header: exactly `name` and `name.N`.
 *
 * @param header Cookie header; null or undefined: no cookies
 * @param name name of the session cookie
 * @param mayBe says of a value whether it can be one at all; default: any can
 */
export function readSessionCookies(
  header: string | null | undefined,
  name: string,
  mayBe: (value: string) => boolean = () => true,
): SessionCookies {
  if (header == null || !header.includes(name)) return none;
  const whole: string[] = [];
  const chunks: string[] = [];
  const names: string[] = [];
  for (const pair of header.split(";")) {
    if (!pair.includes(name)) continue;
    const equals = pair.indexOf("=");
    const found = pair
      .slice(0, Math.max(equals, 0))
      .replace(/^[ \t]+/, "")
      .trimEnd();
    const part = partOf(found, name);
    const value = part === undefined ? "" : decode(pair.slice(equals + 1).trim());
    if (part === undefined || value === "") continue;
    if (part < 0) whole.push(value);
    else chunks[part] ??= value;
    if (!names.includes(found)) names.push(found);
  }
  return { values: candidatesOf([...whole, ...joinChunks(chunks)], mayBe), names };
}

/** Most of them differ in length; a Set would hash kilobytes in every session check. */
function candidatesOf(found: readonly string[], mayBe: (value: string) => boolean): readonly string[] {
  const values: string[] = [];
  for (const value of found)
    if (value !== "" && values.length < maxCandidates && !values.includes(value) && mayBe(value))
      values.push(value);
  return values;
}

/** Joins chunks 0 to n. Leftovers of a longer value may follow, so a shorter run can be the candidate as well. */
function joinChunks(chunks: readonly (string | undefined)[]): string[] {
  let all = "";
  // The run that ends with the first short chunk is the one that was written last.
  let likely: string | undefined;
  for (const chunk of chunks) {
    if (chunk === undefined) break;
    all += chunk;
    if (chunk.length < chunkLength) likely ??= all;
  }
  return [likely ?? all, all];
}

/**
 * Cookie changes that write a session value: names of before come first (overwritten or cleared), then new ones.
 */
export function writeSessionCookies(
  cookie: Readonly<CookieOption>,
  value: string,
  before: readonly string[],
  more: CookieAttributes,
): readonly CookieChange[] {
  if (
    value.length <= chunkLength &&
    (before.length === 0 || (before.length === 1 && before[0] === cookie.name))
  ) {
    return withoutHostOnly(cookie, [setCookie(cookie, value, more)]);
  }
  const written = new Map<string, CookieChange>();
  for (const name of before) written.set(name, clearCookie(cookie, name));
  if (value.length <= chunkLength) {
    written.set(cookie.name, setCookie(cookie, value, more));
  } else {
    for (let start = 0, number = 0; start < value.length; start += chunkLength, number++) {
      const name = `${cookie.name}.${number}`;
      written.set(name, { ...setCookie(cookie, value.slice(start, start + chunkLength), more), name });
    }
  }
  return withoutHostOnly(cookie, [...written.values()]);
}

/** Clears every part of the session cookie that the browser sent. */
export function clearSessionCookies(
  cookie: Readonly<CookieOption>,
  before: readonly string[],
): readonly CookieChange[] {
  return withoutHostOnly(
    cookie,
    before.map((name) => clearCookie(cookie, name)),
  );
}

/**
 * With a domain, what the browser may have of before it was set: a cookie of the same name for the host alone, which it
 * would send first. These lines come first: where answers keep one per name, it is the session's.
 */
function withoutHostOnly(
  cookie: Readonly<CookieOption>,
  changes: readonly CookieChange[],
): readonly CookieChange[] {
  const { domain, ...options } = cookie.options;
  if (!domain) return changes;
  return [...changes.map(({ name }) => clearCookie({ ...cookie, options }, name)), ...changes];
}
