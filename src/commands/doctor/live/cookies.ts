import { Stop, type Drive } from "./drive.js";
import type { LiveCode } from "../../../cli/findings/live-codes.js";
import type { LiveAnswer, StoredCookie } from "./visitor.js";

/** What common proxies take as the whole of the request's headers. */
const headerLimitBytes = 8 * 1024;
/** Room for what else a browser sends. */
const otherHeadersBytes = 1200;

/** What a browser, or the way back from a provider, asks of a cookie. */
interface CookieRule {
  readonly code: LiveCode;
  /** How a cookie breaks the rule; false when it keeps it. */
  readonly breach: (cookie: StoredCookie, base: URL) => string | false;
}

/** In the order in which they are asked: the first breach is told. */
const cookieRules: readonly CookieRule[] = [
  {
    code: "AUTH_D_LIVE_COOKIE_SECURE",
    breach: ({ isSecure }, { protocol }) =>
      isSecure && protocol !== "https:" && "is Secure, and the app is reached by http",
  },
  {
    code: "AUTH_D_LIVE_COOKIE_INSECURE",
    breach: ({ isSecure }, { protocol }) => !isSecure && protocol === "https:" && "is not Secure",
  },
  {
    code: "AUTH_D_LIVE_COOKIE_PREFIX",
    breach: ({ name, isSecure, path, domain }) =>
      name.startsWith("__Host-") &&
      (!isSecure || path !== "/" || domain !== undefined) &&
      "breaks the rules of __Host-",
  },
  {
    code: "AUTH_D_LIVE_COOKIE_PREFIX",
    breach: ({ name, isSecure }) =>
      name.startsWith("__Secure-") && !isSecure && "breaks the rules of __Secure-",
  },
  {
    code: "AUTH_D_LIVE_COOKIE_DOMAIN",
    breach: ({ domain }, { hostname }) =>
      domain !== undefined && hostname !== domain && !hostname.endsWith(`.${domain}`) && `is for ${domain}`,
  },
  {
    code: "AUTH_D_LIVE_COOKIE_DOMAIN",
    breach: ({ path }, { pathname }) =>
      path !== "" && path !== "/" && !pathname.startsWith(path) && `is for the path ${path}`,
  },
  {
    code: "AUTH_D_LIVE_COOKIE_HTTPONLY",
    breach: ({ isHttpOnly }) => !isHttpOnly && "can be read by scripts",
  },
  {
    code: "AUTH_D_LIVE_COOKIE_SAMESITE",
    breach: ({ sameSite, isSecure }) =>
      sameSite === "none" && !isSecure && "has SameSite=None without Secure",
  },
  {
    code: "AUTH_D_LIVE_COOKIE_SAMESITE",
    breach: ({ sameSite, name }) =>
      sameSite === "strict" &&
      /(?:state|pkce|nonce)/.test(name) &&
      "is SameSite=Strict, so it is missing when the provider sends the user back",
  },
];

/** Would a browser keep these cookies, and keep them to itself? */
export function checkCookies({ origin }: Drive, cookies: readonly StoredCookie[], base: string): void {
  const address = new URL(base);
  for (const cookie of cookies.filter(({ value }) => value !== "")) {
    for (const { code, breach } of cookieRules) {
      const why = breach(cookie, address);
      if (why !== false) throw new Stop(code, origin, { message: `The cookie ${cookie.name} ${why}.` });
    }
  }
}

/** The session's and the form's answers may be kept by nobody but the browser. */
export function checkCaching({ origin }: Drive, { headers, url }: LiveAnswer): void {
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
