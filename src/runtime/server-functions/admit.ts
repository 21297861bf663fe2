/** Lets a request in, or says what it is answered: what `auth.require()` is in every framework. */
import { isStoreFailure } from "../errors/store-failure.js";
import { toError } from "../errors/index.js";
import { readSession } from "../operations.js";
import type { ResolvedConfig, SessionRead } from "../types/resolved-config.js";
import type { FlowResult } from "../http/flow-result.js";
import type { Site } from "../types/site.js";
import { type GuardedRequest, refuse } from "./refusal.js";
import { type Requirement, shortfallOf } from "./requirement.js";

export interface ResolvedSite {
  readonly resolved: ResolvedConfig;
  readonly site: Site;
}

export type Admission =
  | { readonly read: SessionRead; readonly answer?: never }
  | { readonly read?: never; readonly answer: FlowResult };

/** A session that was read, or why it could not be: kept with a request, so that several guards ask the store once. */
export type Outcome = { readonly read: SessionRead } | { readonly failure: unknown };

/** Reads the session of a cookie header. Never throws: the log has what was thrown. */
export const readOutcome = (
  { resolved, site }: ResolvedSite,
  cookieHeader: string | null,
): Promise<Outcome> =>
  readSession(resolved, site, cookieHeader).then(
    (read) => ({ read }),
    (failure: unknown) => ({ failure }),
  );

/**
 * Judges a request for a guarded place.
 *
 * @returns what was read, or the answer for who may not go on: a redirect to sign-in and back for a page, 401 or 403 as
 * JSON for a `fetch`, 503 while the store does not answer, 500 where a callback throws (the log has why)
 * @throws UnsupportedStrategy for `maxAge` with database sessions
 * @throws MissingPlugin for a `factor` that no plugin has
 */
export async function admit(
  { resolved, site }: ResolvedSite,
  outcome: Outcome,
  request: GuardedRequest,
  requirement: Requirement,
): Promise<Admission> {
  if ("failure" in outcome) {
    const refusal = isStoreFailure(toError(outcome.failure)) ? "unavailable" : "failed";
    return { answer: await refuse(refusal, request, { resolved, site }) };
  }
  const shortfall = await shortfallOf(outcome.read, requirement, resolved).catch((thrown: unknown) => {
    const error = toError(thrown);
    if (!isStoreFailure(error)) throw thrown;
    resolved.logger.error(error);
    return "unavailable" as const;
  });
  if (shortfall === undefined) return outcome;
  const maxAge = requirement.factor === undefined ? requirement.maxAge : undefined;
  return { answer: await refuse(shortfall, request, { resolved, site }, maxAge) };
}
