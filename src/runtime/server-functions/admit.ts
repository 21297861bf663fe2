/** Lets a request in, or says what it is answered: what `auth.require()` is in every framework. */
import { readSession } from "../operations.js";
import type { Compiled, SessionRead } from "../types/compiled.js";
import type { FlowResult } from "../http/flow-result.js";
import type { Mount } from "../settings/origin.js";
import { type GuardedRequest, refuse } from "./refusal.js";
import { type Requirement, shortfallOf } from "./requirement.js";

export interface Site {
  readonly compiled: Compiled;
  readonly mount: Mount;
}

export type Admission =
  | { readonly read: SessionRead; readonly answer?: never }
  | { readonly read?: never; readonly answer: FlowResult };

/** A session that was read, or why it could not be: kept with a request, so that several guards ask the store once. */
export type Outcome = { readonly read: SessionRead } | { readonly failure: unknown };

/** Reads the session of a cookie header. Never throws: the log has what was thrown. */
export const readOutcome = ({ compiled, mount }: Site, cookieHeader: string | null): Promise<Outcome> =>
  readSession(compiled, mount, cookieHeader).then(
    (read) => ({ read }),
    (failure: unknown) => ({ failure }),
  );

/**
 * Judges a request for a guarded place.
 *
 * @returns what was read, or the answer for who may not go on: a redirect to sign-in and back for a page, 401 or 403 as
 * JSON for a `fetch`, 503 while the session cannot be read (the log has why)
 * @throws UnsupportedStrategy for `maxAge` with database sessions
 */
export async function admit(
  { compiled, mount }: Site,
  outcome: Outcome,
  request: GuardedRequest,
  requirement: Requirement,
): Promise<Admission> {
  if ("failure" in outcome) return { answer: await refuse("unavailable", request, compiled, mount) };
  const shortfall = shortfallOf(outcome.read, requirement, compiled);
  return shortfall === undefined ? outcome : { answer: await refuse(shortfall, request, compiled, mount) };
}
