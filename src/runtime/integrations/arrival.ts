import type { GuardedRequest } from "../server-functions/refusal.js";
import type { Way } from "./trusted-proxy.js";

/** A request, as its framework shows it. */
export interface Arrival<Id extends object> extends GuardedRequest, Way {
  /** The framework's own object of it: the session is read once for each. */
  readonly id: Id;
  /** Where the endpoints are mounted, where the framework says it. */
  readonly basePath?: string | undefined;
  /** A router has chosen the endpoints by the path, and does not say which part of it. */
  readonly isRouted?: boolean;
  header(name: string): string | null;
}
