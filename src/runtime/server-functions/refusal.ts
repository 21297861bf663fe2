/** The answer to who may not see a guarded place: a page leads to sign-in and back, a `fetch` gets a status and JSON. */
import { type FlowResult, json, noStore, redirect } from "../http/flow-result.js";
import { askAnewCookies } from "../flows/max-age.js";
import { pageWithParams } from "../security/redirects.js";
import type { PluginRefusal } from "../plugins/host/plugin-host.js";
import type { GuardedRequest } from "./guarded-place.js";
import type { ResolvedConfig } from "../types/resolved-config.js";
import type { Site } from "../types/site.js";
import { pageOf, pagePath, pageUrl, type PageSite } from "../security/page-url.js";
import type { Shortfall } from "./requirement.js";

/** A store that does not answer, or a callback that throws, is no reason to call somebody signed out. */
export type Refusal = Shortfall | "unavailable" | "failed";

const statuses = {
  unauthenticated: 401,
  stale: 401,
  factor: 401,
  forbidden: 403,
  unavailable: 503,
  failed: 500,
};

const messages = {
  unauthenticated: "Sign in first",
  stale: "Sign in again: your sign-in is too long ago for this",
  factor: "Confirm with your second factor first",
  forbidden: "You don't have access to this",
  unavailable: "Your session can't be read now. Try again in a moment",
  failed: "Your session can't be read",
};

const isOfPlugin = (refusal: Refusal): refusal is PluginRefusal =>
  typeof refusal === "object" && "code" in refusal;

const wordFor = (refusal: Exclude<Refusal, PluginRefusal>): keyof typeof statuses => {
  if (typeof refusal === "string") return refusal;
  return "factor" in refusal ? "factor" : "stale";
};

const asksToSignIn: ReadonlySet<string> = new Set(["stale", "unauthenticated"]);

const secondsIn = (refusal: Refusal | undefined): number | undefined =>
  typeof refusal === "object" && "maxAge" in refusal ? refusal.maxAge : undefined;

const cookiesOf = (error: string, place: Parameters<typeof askAnewCookies>[0], maxAge: number | undefined) =>
  askAnewCookies(place, asksToSignIn.has(error) ? maxAge : undefined);

const factorUrl = (refusal: Refusal, place: PageSite): string | undefined =>
  typeof refusal === "object" && "factor" in refusal ? pageUrl(place, refusal.factor) : undefined;

/**
 * The answer as data. JSON is
 * `{ "error": "unauthenticated" | "stale" | "factor" | "forbidden" | "unavailable" | "failed", "message", "url" }`; `url` comes with
 * "factor": the page to send the browser to, which takes a `callbackUrl`.
 *
 * @param refusal why
 * @param request decides between a page and JSON, and where sign-in leads back to
 * @param maxAge of the guard, in seconds: the provider of the next sign-in is told, also where nobody is signed in
 */
export async function refuse(
  refusal: Refusal,
  request: GuardedRequest,
  place: { readonly resolved: ResolvedConfig; readonly site: Site },
  maxAge = secondsIn(refusal),
): Promise<FlowResult> {
  if (isOfPlugin(refusal)) return refusal.answer(request, place);
  const error = wordFor(refusal);
  const status = statuses[error];
  const { resolved, site } = place;
  const cookies = await cookiesOf(error, place, maxAge);
  if (!isForPage(request)) {
    const url = factorUrl(refusal, place);
    return json({ error, message: messages[error], url }, { status, headers: noStore, cookies });
  }
  // Without an origin, so that a proxy whose headers nobody trusts leads nobody to the host behind it.
  if (status === 401)
    return redirect(challengeAddress(refusal, wayBack(request, site.origin), place, ""), cookies);
  if (refusal === "forbidden" && resolved.pages.error !== undefined)
    return redirect(forbiddenAddress(place, ""));
  const { builtInErrorPage } = await import("../flows/error-page.js");
  const page = refusal === "forbidden" ? "Forbidden" : "Configuration";
  const reason = refusal === "failed" ? null : "store";
  return { ...builtInErrorPage({ resolved, site, request }, { error: page, reason }), status };
}

/**
 * Does a browser go to this address, and show the answer? Not where JSON is asked for, nor where the browser says that
 * it is no navigation (Fetch Metadata).
 */
export function isForPage({ header }: Pick<GuardedRequest, "header">): boolean {
  const accept = header("accept") ?? "";
  if (/\bjson\b/i.test(accept) && !/\btext\/html\b/i.test(accept)) return false;
  return (header("sec-fetch-mode") || "navigate") === "navigate";
}

/** Where sign-in leads back to: the address that was asked for, or the page of this site whose form was sent. */
export function wayBack({ method, target, header }: GuardedRequest, origin: string): string {
  const isRead = method === "GET" || method === "HEAD";
  return isRead ? target : (ownReferer(header("referer"), origin) ?? "/");
}

/** The address of the page before, where it is one of this site: no other may say where people go. */
export const ownReferer = (referer: string | null | undefined, origin: string): string | undefined =>
  referer?.startsWith(`${origin}/`) ? referer : undefined;

/**
 * The sign-in page of the app, or the built-in one.
 *
 * @param origin in front of a built-in one: "" for a path alone
 * @param maxAge seconds since a provider has asked the person, at most
 */
export const signInAddress = (
  callbackUrl: string | undefined,
  place: PageSite,
  origin?: string,
  maxAge?: number,
): string => pageWithParams(pageOf(place, "signIn", origin), { callbackUrl, maxAge: maxAge?.toString() });

/** Where a user does what is missing: shows the factor, else signs in, by the provider's own question where it is stale. */
export const challengeAddress = (
  refusal: Refusal | undefined,
  callbackUrl: string | undefined,
  place: PageSite,
  origin = place.site.origin,
): string => {
  if (typeof refusal === "object" && "factor" in refusal)
    return pageWithParams(origin + pagePath(place, refusal.factor), { callbackUrl });
  return signInAddress(callbackUrl, place, origin, secondsIn(refusal));
};

/** The page that says that a user may not see a page, where it cannot be the answer itself. */
export const forbiddenAddress = (place: PageSite, origin?: string): string =>
  pageWithParams(pageOf(place, "error", origin), { error: "Forbidden" });
