/** The answer to a request that a plugin has refused: a page for who sees pages, else JSON. */
import { type FlowResult, json, noStore, redirect } from "../../http/flow-result.js";
import { pageWithParams } from "../../security/redirects.js";
import { forbiddenAddress, isForPage, refuse, wayBack } from "../../server-functions/refusal.js";
import type { GuardedRequest } from "../../server-functions/guarded-place.js";
import type { RequestScope } from "../../types/flow.js";
import type { PluginError } from "./plugin-error.js";

/** Freshness where the plugin `account` does not say another, in seconds. */
const freshSeconds = 600;

/**
 * JSON is `{ "error", "field", "message", "url" }`, with `Retry-After` where one has to wait.
 *
 * @param request decides between a page and JSON, and where sign-in leads back to
 */
export async function answerRefusal(
  error: PluginError,
  request: GuardedRequest,
  place: Pick<RequestScope, "resolved" | "site">,
): Promise<FlowResult> {
  const { code, field, message, url, retryAfter, maxAge = freshSeconds, status, moved } = error;
  if (code === "signed-out") return refuse("unauthenticated", request, place);
  if (code === "stale") return refuse({ maxAge }, request, place);
  const headers = { ...noStore, ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }) };
  if (!isForPage(request)) return json({ error: code, field, message, url }, { status, headers });
  if (moved !== undefined && (request.method === "GET" || request.method === "HEAD"))
    return { ...redirect(moved), status: 307, headers: noStore };
  if (url !== undefined)
    return redirect(pageWithParams(url, { callbackUrl: wayBack(request, place.site.origin) }));
  if (status === 403 && place.resolved.pages.error !== undefined)
    return redirect(forbiddenAddress(place, ""));
  const { builtInErrorPage } = await import("../../flows/error-page.js");
  const failure = { error: errorOf(status), retryAfterSeconds: retryAfter };
  const page = builtInErrorPage({ ...place, request }, failure);
  return { ...page, status, headers: { ...page.headers, ...headers } };
}

const errorOf = (status: number): string =>
  status === 404 ? "NotFound" : status === 429 ? "TooManyAttempts" : "Forbidden";
