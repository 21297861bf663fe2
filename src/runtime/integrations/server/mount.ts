/** Where the app has mounted the middleware: plain prefixes, wildcards of both majors, routers. */
import { isAuthAction, takesProvider } from "../../http/actions.js";

interface MountedRequest {
  readonly baseUrl?: string;
  readonly route?: unknown;
}

/**
 * Where the middleware is mounted. A plain mount says so in `baseUrl`; with a wildcard `baseUrl` is the whole
 * path (or, in a route, empty), so the action at the end of the path is cut off.
 */
export function basePathOf({ baseUrl = "", route }: MountedRequest, pathname: string): string {
  if (route === undefined && baseUrl.length < trimEnd(pathname).length) return trimEnd(baseUrl);
  const segments = pathname.split("/").filter((segment) => segment !== "");
  const last = segments.at(-1);
  const before = segments.at(-2);
  const cut =
    before !== undefined && takesProvider(before) ? 2 : last !== undefined && isAuthAction(last) ? 1 : 0;
  return cut === 0
    ? trimEnd(baseUrl)
    : segments
        .slice(0, -cut)
        .map((segment) => `/${segment}`)
        .join("");
}

function trimEnd(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end--;
  return path.slice(0, end);
}

export const isBelow = (pathname: string, basePath: string): boolean =>
  pathname === basePath || pathname.startsWith(`${basePath}/`);

/** The base path of the configuration where the path is below it; else what stands before the action. */
export const routedAt = (pathname: string, basePath: string): string =>
  isBelow(pathname, basePath) ? basePath : basePathOf({ baseUrl: basePath, route: true }, pathname);
