/** A request for a guarded place, and a plugin's refusal of one. */
import type { FlowResult } from "../http/flow-result.js";
import type { RequestScope } from "../types/flow.js";

/** What is asked of a request for a guarded place. */
export interface GuardedRequest {
  readonly method: string;
  /** Path and query as the browser asked for them. */
  readonly target: string;
  /** All addresses that the request is known by, each with its query or without. */
  readonly addresses?: readonly (string | undefined)[];
  /** Of the route that the framework has found, by name; undefined: it has found none, or doesn't say it. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  /** By lower-case name. */
  header(name: string): string | null | undefined;
}

/** The guard of a plugin lets nobody in. */
export interface PluginRefusal {
  /** Why, as the JSON of the answer has it: `not-found`, `conflict`, `scope`, `too-many`, `impersonating`. */
  readonly code: string;
  answer(request: GuardedRequest, place: Pick<RequestScope, "resolved" | "site">): Promise<FlowResult>;
}
