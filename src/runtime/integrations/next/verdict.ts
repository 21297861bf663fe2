/** May this request go on, by what a guarded handler asks for? */
import type { NextRequest } from "next/server.js";
import { toWebResponse } from "../../http/web.js";
import { admit } from "../../server-functions/admit.js";
import type { Requirement } from "../../server-functions/guarded-place.js";
import type { SessionRead } from "../../types/resolved-config.js";
import type { ResolvedSite } from "./site.js";

/** What was read for a request, and what a handler asks for. */
interface Asked extends ResolvedSite {
  readonly read: SessionRead;
  readonly requirement: Requirement;
  /** Of the route, where it says them. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** @returns the session as it is handed on, or the answer to who may not go on */
export async function verdictOn(
  request: NextRequest,
  { resolved, site, read, requirement, parameters }: Asked,
): Promise<SessionRead | Response> {
  const { method, nextUrl, headers } = request;
  const target = nextUrl.basePath + nextUrl.pathname + nextUrl.search;
  const header = (name: string) => headers.get(name);
  const guarded = { method, target, header, parameters, addresses: [request.url, nextUrl.pathname] };
  const session = { read: () => Promise.resolve({ read }) };
  const admission = await admit({ resolved, site }, session, guarded, requirement);
  return admission.read ?? toWebResponse(admission.answer);
}

/**
 * The same for the proxy, which Next.js lets lead to whole addresses alone. It takes its own origin off again, so that
 * the browser stays where it is.
 */
export async function verdictInFront(...given: Parameters<typeof verdictOn>): ReturnType<typeof verdictOn> {
  const verdict = await verdictOn(...given);
  const location = verdict instanceof Response && verdict.headers.get("location");
  if (location) verdict.headers.set("location", new URL(location, given[0].nextUrl.origin).href);
  return verdict;
}

/** The proxy is given an event, a route handler the parameters of its path. */
export const isInFront = (context: unknown): boolean =>
  typeof context !== "object" || context === null || "waitUntil" in context;
