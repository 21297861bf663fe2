/** Lets a request in, or says what it is answered: what `auth.require()` is in every framework. */
import { isStoreFailure } from "../errors/store-failure.js";
import { toError } from "../errors/index.js";
import { readSession } from "../operations.js";
import type { ResolvedConfig, SessionRead } from "../types/resolved-config.js";
import type { FlowResult } from "../http/flow-result.js";
import type { Site } from "../types/site.js";
import type { GuardedRequest, Requirement } from "./guarded-place.js";
import { refuse, type Refusal } from "./refusal.js";
import { judge, type Judgement } from "./requirement.js";

export interface ResolvedSite {
  readonly resolved: ResolvedConfig;
  readonly site: Site;
}

export type Admission =
  | { readonly read: SessionRead; readonly answer?: never }
  | { readonly read?: never; readonly answer: FlowResult };

/** A session that was read, or why it could not be: kept with a request, so that several guards ask the store once. */
export type Outcome = { readonly read: SessionRead } | { readonly failure: unknown };

/** The session of a request. */
export interface SessionOfRequest {
  read(): Promise<Outcome>;
  /** Given what a guard hands on to the code behind it; guards behind it see what is of the session alone. */
  handOn?(read: SessionRead, by: "session" | "plugin"): void;
}

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
 * @param session asked for unless a plugin lets somebody in without one
 * @returns what was read, or the answer for who may not go on: a redirect to sign-in and back for a page, 401 or 403 as
 * JSON for a `fetch`, 503 while the store does not answer, 500 where a callback throws (the log has why)
 * @throws UnsupportedStrategy for `maxAge` with database sessions
 * @throws MissingPlugin for a `factor` that no plugin has, and an option that none knows
 */
export async function admit(
  place: ResolvedSite,
  session: SessionOfRequest,
  request: GuardedRequest,
  requirement: Requirement,
): Promise<Admission> {
  const { resolved } = place;
  const maxAge = requirement.factor === undefined ? requirement.maxAge : undefined;
  const judgement = await judged(resolved, session, request, requirement);
  if (judgement.read !== undefined) return { read: judgement.read };
  return { answer: await refuse(judgement.shortfall, request, place, maxAge) };
}

async function judged(
  resolved: ResolvedConfig,
  session: SessionOfRequest,
  request: GuardedRequest,
  requirement: Requirement,
): Promise<Judgement<Refusal>> {
  try {
    const admitted = await resolved.plugins?.guards?.admits({ requirement, request, resolved });
    if (admitted !== undefined && "refusal" in admitted) return { shortfall: admitted.refusal };
    const outcome = admitted ?? (await session.read());
    if ("failure" in outcome)
      return { shortfall: isStoreFailure(toError(outcome.failure)) ? "unavailable" : "failed" };
    const judgement = await judge({ read: outcome.read, requirement, request, resolved });
    if (judgement.read !== undefined)
      session.handOn?.(judgement.read, admitted === undefined ? "session" : "plugin");
    return judgement;
  } catch (thrown) {
    const error = toError(thrown);
    if (!isStoreFailure(error)) throw thrown;
    resolved.logger.error(error);
    return { shortfall: "unavailable" };
  }
}
