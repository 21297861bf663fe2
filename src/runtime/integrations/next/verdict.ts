/** May this request go on, by what a guarded handler asks for? */
import type { NextRequest } from "next/server.js";
import { toWebResponse } from "../../http/web.js";
import { admit } from "../../server-functions/admit.js";
import type { Requirement } from "../../server-functions/requirement.js";
import type { SessionRead } from "../../types/resolved-config.js";
import type { ResolvedSite } from "./site.js";

/** @returns true, or the answer to who may not go on */
export async function verdictOn(
  request: NextRequest,
  scope: ResolvedSite,
  read: SessionRead,
  requirement: Requirement,
): Promise<true | Response> {
  const { method, nextUrl, headers } = request;
  const target = nextUrl.basePath + nextUrl.pathname + nextUrl.search;
  const guarded = { method, target, header: (name: string) => headers.get(name) };
  const { answer } = await admit(scope, { read }, guarded, requirement);
  return answer === undefined || toWebResponse(answer);
}

/**
 * The same for the proxy, which Next.js lets lead to whole addresses alone. It takes its own origin off again, so that
 * the browser stays where it is.
 */
export async function verdictInFront(...given: Parameters<typeof verdictOn>): Promise<true | Response> {
  const verdict = await verdictOn(...given);
  const location = verdict !== true && verdict.headers.get("location");
  if (location) verdict.headers.set("location", new URL(location, given[0].nextUrl.origin).href);
  return verdict;
}

/** The proxy is given an event, a route handler the parameters of its path. */
export const isInFront = (context: unknown): boolean =>
  typeof context !== "object" || context === null || "waitUntil" in context;
