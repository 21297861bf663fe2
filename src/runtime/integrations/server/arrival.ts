import type { FlowResult } from "../../http/flow-result.js";
import type { Admission } from "../../server-functions/admit.js";
import type { Caller } from "../../server-functions/plugin-functions.js";
import type { GuardedRequest } from "../../server-functions/guarded-place.js";
import type { Requirement } from "../../server-functions/guarded-place.js";
import type { Session } from "../../types/entities.js";
import type { Health } from "../../types/health.js";
import type { Way } from "./trusted-proxy.js";

/** A request, as its framework shows it. */
export interface Arrival<Id extends object> extends GuardedRequest, Way {
  /** The framework's own object of it: the session is read once for each. */
  readonly id: Id;
  /** Where the endpoints are mounted, where the framework says it. */
  readonly basePath?: string | undefined;
  /** A router has chosen the endpoints by the path, and does not say which part of it. */
  readonly isRouted?: boolean;
  readonly addresses: readonly (string | undefined)[];
  header(name: string): string | null;
}

/** What the middleware of every framework does with a request. */
export interface RequestAuth<Id extends object> {
  /**
   * Is the request for an endpoint? Below the base path it is where the path begins with one; elsewhere where a router
   * has chosen the endpoints, which is a mistake to be told.
   */
  isOwn(arrival: Arrival<Id>): Promise<boolean>;
  /** Answers at the endpoints; undefined at every path that is none of ours, which the app may have. */
  endpoint(arrival: Arrival<Id>): Promise<FlowResult | undefined>;
  /** Answers at a page that has an address of its own (`pageAddresses`); undefined at every other path. */
  page(arrival: Arrival<Id>): Promise<FlowResult | undefined>;
  /** Answers at `/.well-known/…` what the configuration has there; undefined at every other path. */
  wellKnown(arrival: Arrival<Id>): Promise<FlowResult | undefined>;
  /** Answers whatever is asked below the mount. Never throws but for a configuration that cannot be read. */
  answer(arrival: Arrival<Id>): Promise<FlowResult>;
  /** Who is signed in; null for nobody, and while the store cannot tell. */
  session(arrival: Arrival<Id>): Promise<Session | null>;
  /**
   * Judges a request for a guarded place. A page of ours is answered, whoever asks: strangers must see where they sign in,
   * and what the app itself has at the same address stays guarded.
   *
   * @throws what `admit` of the server functions throws
   */
  admit(arrival: Arrival<Id>, requirement?: Requirement): Promise<Admission>;
  caller(arrival: Arrival<Id>): Promise<Caller>;
  health(): Promise<Health>;
}
