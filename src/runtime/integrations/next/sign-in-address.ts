/** Where the guard sends strangers, and whether a page would only lead to itself. */
import type { NextRequest } from "next/server.js";
import { cleanPath } from "../../settings/defaults.js";
import type { Compiled, Mount } from "../../types/flow.js";

/** The path that the browser asks for, with the `basePath` of next.config, which Next takes off. */
const pathOf = ({ nextUrl }: NextRequest): string => cleanPath(nextUrl.basePath + nextUrl.pathname);

/** The sign-in page with the way back; undefined on that page itself. */
export function signInAddress(request: NextRequest, { pages }: Compiled, mount: Mount): URL | undefined {
  const { basePath, origin, href, searchParams } = request.nextUrl;
  const target = new URL(pages.signIn ?? `${mount.basePath}/signin`, origin);
  const isHere = target.origin === origin || target.origin === mount.origin;
  // Within the app a path may be given as Next's own links are, without what next.config puts in front.
  if (isHere && !`${target.pathname}/`.startsWith(`${basePath}/`))
    target.pathname = basePath + target.pathname;
  if (isHere && pathOf(request) === cleanPath(target.pathname)) return undefined;
  for (const [name, value] of searchParams) target.searchParams.append(name, value);
  // Next builds its URLs from the server's own host name, which is no way back for a browser behind a proxy.
  target.searchParams.set("callbackUrl", mount.origin + href.slice(origin.length));
  return target;
}

/** Would following this answer lead to the same question? */
export function isLoop(answer: Response, request: NextRequest): boolean {
  const location = answer.status >= 300 && answer.status < 400 ? answer.headers.get("location") : null;
  if (location === null || !URL.canParse(location, request.url)) return false;
  const target = new URL(location, request.url);
  return target.host === request.nextUrl.host && cleanPath(target.pathname) === pathOf(request);
}
