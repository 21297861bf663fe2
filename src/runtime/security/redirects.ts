/** The only judge of where a browser may be sent at the end of a flow. */
import type { Awaitable } from "../types/entities.js";

const maxLength = 2048;

/**
 * What the target takes up in the cookie that remembers it, in bytes. A cookie may have 4,096 and all cookies of one
 * answer 8,000, or proxies answer 502: this leaves room for those of a sign-in.
 */
const maxCookieBytes = 3600;

/** No character takes more than three bytes there, so most targets need not be written out to be judged. */
const fitsCookie = (url: string): boolean =>
  url.length * 3 <= maxCookieBytes || encodeURIComponent(url).length <= maxCookieBytes;

// Backslashes, controls and line separators: parsers disagree about them, so they never name a place of ours.
const suspicious = /[\p{Cc}\p{Zl}\p{Zp}\\]|^\s|\s$/u;

/** Could this be meant as a target? Only absolute http(s) URLs and paths are. */
function isTarget(url: unknown): url is string {
  if (typeof url !== "string" || url === "" || url.length > maxLength || suspicious.test(url)) return false;
  if (url.startsWith("/")) return !url.startsWith("//");
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}

/**
 * A target as the URL parser writes it.
 * @returns null when it is not an http(s) URL, or too long once characters are written as bytes
 */
function absoluteUrl(url: string, base: string): string | null {
  if (!URL.canParse(url, base)) return null;
  const parsed = new URL(url, base);
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:") return null;
  if (parsed.username !== "" || parsed.password !== "") return null;
  // An origin stays without the slash that the parser adds.
  const target = parsed.href === `${url}/` ? url : parsed.href;
  return fitsCookie(target) ? target : null;
}

/** A configured page (path or absolute URL) with parameters added; null and undefined ones are left out. */
export function withParams(
  page: string,
  params: Readonly<Record<string, string | null | undefined>>,
  origin: string,
): string {
  const url = new URL(page, origin);
  for (const [name, value] of Object.entries(params)) {
    if (value !== null && value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}

/** As {@link withParams}, where the browser goes without an error: a path stays one, so that a proxy's host does too. */
export function pageWithParams(page: string, params: Parameters<typeof withParams>[1]): string {
  const base = "http://page.invalid";
  const target = withParams(page, params, base);
  return target.startsWith(`${base}/`) ? target.slice(base.length) : target;
}

// Paths made of these only are what the parser would write, as long as no segment starts with a dot, plain or encoded.
// (An apostrophe it keeps in a path and encodes in a query.)
const plainPath = /^\/(?!\/)(?:[\w\-~!$&()*+,;=:@?#]|(?<!\/)%|%(?!2[eE])|\/(?!\.)|(?<!\/)\.)*$/;

/** True for what we wrote ourselves before; saves the parser on every session check. */
function isOwnAndPlain(url: string, baseUrl: string): boolean {
  return (
    url === baseUrl ||
    (url.startsWith(baseUrl) &&
      url.length <= maxLength &&
      plainPath.test(url.slice(baseUrl.length)) &&
      fitsCookie(url))
  );
}

/**
 * The default `redirect` callback: paths and URLs of the own origin pass, everything else becomes the base URL.
 *
 * @param params.url what the client asked for
 * @param params.baseUrl own origin, without a path
 */
export function ownRedirect({ url, baseUrl }: { url: string; baseUrl: string }): string {
  if (isOwnAndPlain(url, baseUrl)) return url;
  if (!isTarget(url)) return baseUrl;
  const absolute = absoluteUrl(url, baseUrl);
  return absolute !== null && new URL(absolute).origin === new URL(baseUrl).origin ? absolute : baseUrl;
}

/**
 * Where a flow ends: the candidate if it can be a target at all, judged by the `redirect` callback.
 *
 * @param candidate from body, query or cookie; undefined or empty: the origin, without asking
 */
export function resolveRedirect(
  candidate: unknown,
  origin: string,
  callback: (params: { url: string; baseUrl: string }) => Awaitable<string>,
): Awaitable<string> {
  if (candidate === undefined || candidate === null || candidate === "") return origin;
  if (callback === ownRedirect)
    return typeof candidate === "string" ? ownRedirect({ url: candidate, baseUrl: origin }) : origin;
  return judgeByUser(isTarget(candidate) ? candidate : origin, origin, callback);
}

async function judgeByUser(
  url: string,
  origin: string,
  callback: (params: { url: string; baseUrl: string }) => Awaitable<string>,
): Promise<string> {
  const judged = await callback({ url, baseUrl: origin });
  const absolute = typeof judged === "string" ? absoluteUrl(judged, origin) : null;
  return absolute === null || absolute.length > maxLength ? origin : absolute;
}
