/** What `createAuth` of `authwright/node` takes and returns. */
import type { PathRequirement } from "../server-functions/guarded-path.js";
import type { PluginServerFunctions } from "../server-functions/plugin-functions.js";
import type { Requirement } from "../server-functions/guarded-place.js";
import type { Session } from "../types/entities.js";
import type { Health } from "../types/health.js";
import type { ShowsSession } from "../types/session-of.js";
import type { NodeResponse } from "./server/node-adapter.js";
import type { IncomingRequest } from "./server/node-arrival.js";
import type { TrustProxy } from "./server/trusted-proxy.js";

/** What surrounds the server. */
export interface ServerOptions {
  /** The proxies in front: how many, or their addresses and ranges. Default: nobody is believed. */
  readonly trustProxy?: TrustProxy | undefined;
}

/**
 * What `createAuth` returns.
 *
 * @typeParam Shown what the `session` callback makes
 */
export interface NodeAuth<Shown = Session>
  extends ShowsSession<Shown>, PluginServerFunctions<[req: IncomingRequest]> {
  /** Answers at the sign-in endpoints. It never rejects: what goes wrong is logged, and answered 500. */
  handler(req: IncomingRequest, res: NodeResponse): Promise<void>;
  /** Answers at the pages of `pageAddresses`, such as `/sign-in`. @returns false for every other path: nothing is sent */
  pages(req: IncomingRequest, res: NodeResponse): Promise<boolean>;
  /**
   * Answers what the configuration has outside of the base path, at `/.well-known/…`: `change-password` with the plugin
   * `password`, `passkey-endpoints` and `webauthn` with passkeys.
   * @returns false for every other path: nothing is sent
   */
  wellKnown(req: IncomingRequest, res: NodeResponse): Promise<boolean>;
  /** Who is signed in: null for nobody, or while the store cannot tell. A guard does not ask the store again. */
  session(req: IncomingRequest): Promise<Shown | null>;
  /**
   * Lets a request in, or answers it: a page leads to sign-in and back, a `fetch` gets 401 or 403 as JSON. While the
   * store is down the answer is 503. It never rejects: what goes wrong is logged, and answered 500.
   * @param requirement what a session must have beside a user; nothing by default
   * @returns the session; null when the request is answered already
   * @example
   * const session = await auth.require(req, res, { role: "admin" });
   * if (session === null) return;
   */
  require(req: IncomingRequest, res: NodeResponse, requirement?: Requirement): Promise<Shown | null>;
  /**
   * The same for a part of the server, told by the address however it is written.
   * @returns undefined for requests that are not below the path, which go on without being asked who they are
   * @example if ((await auth.require(req, res, { path: "/dashboard" })) === null) return;
   */
  require(
    req: IncomingRequest,
    res: NodeResponse,
    requirement: PathRequirement,
  ): Promise<Shown | null | undefined>;
  /** Is everything there that sign-ins need? It never rejects. */
  health(): Promise<Health>;
}
