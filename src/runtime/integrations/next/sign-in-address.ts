/** Where the guard sends strangers, and whether a page would only lead to itself. */
import type { NextRequest } from "next/server.js";
import { parsePath } from "../../routes.js";
import { cleanPath } from "../../http/path.js";
import type { ResolvedSite } from "./site.js";
import { pageOf } from "../../security/page-url.js";

/** The path that the browser asks for, with the `basePath` of next.config, which Next takes off. */
const pathOf = ({ nextUrl }: NextRequest): string => cleanPath(nextUrl.basePath + nextUrl.pathname);

/** The sign-in page with the way back; undefined on that page itself. */
export function signInAddress(request: NextRequest, { resolved, site }: ResolvedSite): URL | undefined {
  const { basePath, origin, href, searchParams } = request.nextUrl;
  const target = new URL(pageOf({ resolved, site }, "signIn", ""), origin);
  const isHere = target.origin === origin || target.origin === site.origin;
  // Within the app a path may be given as Next's own links are, without what next.config puts in front.
  if (isHere && !`${target.pathname}/`.startsWith(`${basePath}/`))
    target.pathname = basePath + target.pathname;
  if (isHere && pathOf(request) === cleanPath(target.pathname)) return undefined;
  for (const [name, value] of searchParams) target.searchParams.append(name, value);
  // Next builds its URLs from the server's own host name, which is no way back for a browser behind a proxy.
  target.searchParams.set("callbackUrl", site.origin + href.slice(origin.length));
  return target;
}

/** Where a redirect leads; null for every other answer. */
function targetOf(answer: Response, request: NextRequest): URL | null {
  const location = answer.status >= 300 && answer.status < 400 ? answer.headers.get("location") : null;
  return location !== null && URL.canParse(location, request.url) ? new URL(location, request.url) : null;
}

/** Does this answer lead to the very address that was asked for? A fragment stays in the browser. */
export function isLoop(answer: Response, request: NextRequest): boolean {
  const target = targetOf(answer, request);
  if (target === null) return false;
  target.hash = "";
  const { basePath, origin, pathname, search } = request.nextUrl;
  return target.href === new URL(origin + basePath + pathname + search).href;
}

/**
 * Is the request for one of our own pages or endpoints, and does the answer lead to that page again? A stranger who is
 * sent to the sign-in page must be able to see it.
 */
export function isOwnPage(answer: Response, request: NextRequest, scope: ResolvedSite): boolean {
  const target = targetOf(answer, request);
  const here = pathOf(request);
  if (target === null || target.origin !== request.nextUrl.origin || cleanPath(target.pathname) !== here)
    return false;
  return isEndpoint(here, request, scope) || pagesOf(request, scope).includes(here);
}

/** Paths of `pages` within the app, with the `basePath` of next.config. */
function pagesOf({ nextUrl }: NextRequest, { resolved, site }: ResolvedSite): string[] {
  const { basePath, origin } = nextUrl;
  return Object.values(resolved.pages)
    .map((page) => new URL(page, origin))
    .filter((url) => url.origin === origin || url.origin === site.origin)
    .map(({ pathname }) =>
      cleanPath(`${pathname}/`.startsWith(`${basePath}/`) ? pathname : basePath + pathname),
    );
}

function isEndpoint(path: string, { nextUrl }: NextRequest, { site }: ResolvedSite): boolean {
  const bases = [site.basePath, nextUrl.basePath + site.basePath];
  return bases.some((base) => path.startsWith(`${base}/`) && parsePath(path.slice(base.length)) !== null);
}
