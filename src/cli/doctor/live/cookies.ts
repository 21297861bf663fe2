import { Stop, type Drive } from "./drive.js";
import type { Answer, StoredCookie } from "./visitor.js";

/** What common proxies take as the whole of the request's headers. */
const headerLimitBytes = 8 * 1024;
/** Room for what else a browser sends. */
const otherHeadersBytes = 1200;

/** Would a browser keep these cookies, and keep them to itself? */
export function checkCookies({ origin }: Drive, cookies: readonly StoredCookie[], base: string): void {
  const { protocol, hostname, pathname } = new URL(base);
  const stop = (code: ConstructorParameters<typeof Stop>[0], { name }: StoredCookie, why: string) =>
    new Stop(code, origin, { message: `The cookie ${name} ${why}.` });
  for (const cookie of cookies.filter(({ value }) => value !== "")) {
    const { name, isSecure, isHttpOnly, sameSite, domain, path } = cookie;
    const isHttps = protocol === "https:";
    if (isSecure && !isHttps)
      throw stop("AUTH_D_LIVE_COOKIE_SECURE", cookie, "is Secure, and the app is reached by http");
    if (!isSecure && isHttps) throw stop("AUTH_D_LIVE_COOKIE_INSECURE", cookie, "is not Secure");
    if (name.startsWith("__Host-") && (!isSecure || path !== "/" || domain !== undefined))
      throw stop("AUTH_D_LIVE_COOKIE_PREFIX", cookie, "breaks the rules of __Host-");
    if (name.startsWith("__Secure-") && !isSecure)
      throw stop("AUTH_D_LIVE_COOKIE_PREFIX", cookie, "breaks the rules of __Secure-");
    if (domain !== undefined && hostname !== domain && !hostname.endsWith(`.${domain}`))
      throw stop("AUTH_D_LIVE_COOKIE_DOMAIN", cookie, `is for ${domain}`);
    if (path !== "" && path !== "/" && !pathname.startsWith(path))
      throw stop("AUTH_D_LIVE_COOKIE_DOMAIN", cookie, `is for the path ${path}`);
    if (!isHttpOnly) throw stop("AUTH_D_LIVE_COOKIE_HTTPONLY", cookie, "can be read by scripts");
    if (sameSite === "none" && !isSecure)
      throw stop("AUTH_D_LIVE_COOKIE_SAMESITE", cookie, "has SameSite=None without Secure");
    if (sameSite === "strict" && /(?:state|pkce|nonce)/.test(name))
      throw stop(
        "AUTH_D_LIVE_COOKIE_SAMESITE",
        cookie,
        "is SameSite=Strict, so it is missing when the provider sends people back",
      );
  }
}

/** The session's and the form's answers may be kept by nobody but the browser. */
export function checkCaching({ origin }: Drive, { headers, url }: Answer): void {
  const control = headers.get("cache-control") ?? "";
  const isHit =
    /\bhit\b/i.test(headers.get("x-cache") ?? headers.get("cf-cache-status") ?? "") ||
    Number(headers.get("age") ?? 0) > 0;
  const isShared = /\bpublic\b|s-maxage/i.test(control);
  if (!isHit && !isShared && /no-store|private|no-cache/i.test(control)) return;
  const path = new URL(url).pathname;
  const said = isHit
    ? "came out of a cache"
    : control === ""
      ? "has no Cache-Control"
      : `has Cache-Control: ${control}`;
  throw new Stop("AUTH_D_LIVE_CACHED", origin, { message: `${path} ${said}.` });
}

/** Names and bytes only. */
export function checkSize({ visitor, origin }: Drive): void {
  const bytes = visitor.cookieBytes;
  if (bytes + otherHeadersBytes <= headerLimitBytes) return;
  const message = `The browser sends ${bytes} bytes of cookies (${visitor.cookieNames.length} cookies).`;
  throw new Stop("AUTH_D_LIVE_COOKIE_SIZE", origin, { message });
}
