/** Which way somebody signed in last, for a mark on the built-in sign-in page. The cookie holds a provider's id. */
import { isShown } from "../http/action-request.js";
import { type CookieChange, setCookie } from "../http/cookies.js";
import type { FlowContext } from "../types/flow.js";

const maxAgeSeconds = 365 * 24 * 60 * 60;

/** Of a sign-in that is complete, where a browser shows what follows and our page is the one that it comes back to. */
export function lastProviderCookie(
  { resolved: { pages, theme }, request, cookies }: FlowContext,
  id: string,
): readonly CookieChange[] {
  const isMarked = pages.signIn === undefined && theme.lastUsed !== false && isShown(request);
  return isMarked ? [setCookie(cookies.lastProvider, id, { maxAge: maxAgeSeconds })] : [];
}
