/** Which pages may have a browser ask this server. */
import type { IncomingMessage } from "node:http";
import { isLoopbackUrl } from "./loopback.js";
import { endSessionPath } from "./protocol.js";

/**
 * Apps ask without a browser, and send browsers here to sign in or out. All else that a browser sends comes from a page
 * of this server: any page of the internet can make a form, and have it sent with `Origin: null`.
 *
 * @param host that the request names
 */
export function mayAsk({ method = "GET", headers }: IncomingMessage, host: string, path: string): boolean {
  const { origin, "sec-fetch-site": site, "sec-fetch-dest": goal } = headers;
  const isReading = method === "GET" || method === "HEAD";
  const isForeign = origin !== undefined && origin !== "null" && !isLoopbackUrl(origin);
  if (isForeign) return false;
  if (path.endsWith(endSessionPath)) return site === undefined || goal === "document";
  // Pages of the app show the pictures of users.
  if (isReading && (goal === "document" || path.startsWith("/people/"))) return true;
  const isOwnOrigin = origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
  return isOwnOrigin && (site === undefined || site === "same-origin" || site === "none");
}
