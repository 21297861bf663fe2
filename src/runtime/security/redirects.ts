/** The only judge of where a browser may be sent at the end of a flow. */

/** Longer targets would not fit into the cookie that remembers them. */
const maxLength = 2048;

// Backslashes, controls and line separators: parsers disagree about them, so they never name a place of ours.
const suspicious = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\\]|^\s|\s$/;

/** Could this be meant as a target? Only absolute http(s) URLs and paths are. */
export function isTarget(url: unknown): url is string {
  if (typeof url !== "string" || url === "" || url.length > maxLength || suspicious.test(url)) return false;
  if (url.startsWith("/")) return !url.startsWith("//");
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}

/**
 * A target as the URL parser writes it.
 * @returns null when it is not an http(s) URL
 */
export function absoluteUrl(url: string, base: string): string | null {
  if (!URL.canParse(url, base)) return null;
  const parsed = new URL(url, base);
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:") return null;
  if (parsed.username !== "" || parsed.password !== "") return null;
  // An origin stays without the slash that the parser adds.
  return parsed.href === `${url}/` ? url : parsed.href;
}

/**
 * The default `redirect` callback: paths and URLs of the own origin pass, everything else becomes the base URL.
 *
 * @param params.url what the client asked for
 * @param params.baseUrl own origin, without a path
 */
export function ownRedirect({ url, baseUrl }: { url: string; baseUrl: string }): string {
  if (!isTarget(url)) return baseUrl;
  const absolute = absoluteUrl(url, baseUrl);
  return absolute !== null && new URL(absolute).origin === new URL(baseUrl).origin ? absolute : baseUrl;
}
