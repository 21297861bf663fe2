/** Where the browser goes when the session has become another one: what was asked for, else the app's first page. */
import { resolveRedirect } from "../../../security/redirects.js";
import type { FlowContext } from "../../../types/flow.js";

/** The parameter of pages, and of forms that lead on from them, as everywhere. */
export const askedTarget = ({ request }: FlowContext): Readonly<Record<string, string>> => {
  const callbackUrl = request.query().get("callbackUrl");
  return callbackUrl ? { callbackUrl } : {};
};

/**
 * The app's `redirect` callback has the last word: it knows where an app below a path begins.
 *
 * @param fields of the form. What the host remembers of this browser is of the session of before
 */
export async function appHome(
  { site, resolved, callbackUrl }: FlowContext,
  { callbackUrl: asked }: Readonly<Record<string, unknown>>,
): Promise<string> {
  if (asked) return callbackUrl;
  const first = `${site.origin}${frontOf(site.basePath)}/`;
  return resolveRedirect(first, site.origin, resolved.callbacks.redirect);
}

/** Where the app begins: "/shop" of `/shop/auth` and of `/shop/api/v2/auth`. */
function frontOf(basePath: string): string {
  const parts = basePath.split("/");
  const api = parts.indexOf("api");
  return parts.slice(0, api === -1 ? -1 : api).join("/");
}
