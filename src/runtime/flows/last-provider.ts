/** Which way somebody chose last, for a mark on the built-in sign-in page. The cookie holds a provider's id. */
import { isShown } from "../http/action-request.js";
import { type CookieChange, setCookie } from "../http/cookies.js";
import type { ResolvedConfig } from "../types/resolved-config.js";
import type { FlowContext } from "../types/flow.js";

const maxAgeSeconds = 365 * 24 * 60 * 60;

const isOn = ({ pages, theme }: ResolvedConfig): boolean =>
  pages.signIn === undefined && theme.lastUsed !== false;

/** For a request that went well: the cookie, where a browser has sent a form of the page. */
export function lastProviderCookie(context: FlowContext): readonly CookieChange[] {
  const { resolved, provider, request, cookies } = context;
  if (provider === undefined || request.method !== "POST" || !isOn(resolved) || !isShown(request)) return [];
  // Providers that post their answer do it from their own site.
  return request.header("sec-fetch-site") === "same-origin"
    ? [setCookie(cookies.lastProvider, provider.id, { maxAge: maxAgeSeconds })]
    : [];
}

/** Id of a provider, or whatever else the browser has sent. */
export const lastProvider = ({ resolved, request, cookies }: FlowContext): string | undefined =>
  isOn(resolved) ? request.cookie(cookies.lastProvider.name) : undefined;
