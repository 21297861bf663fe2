/** Entry point `authwright/node`: node:http, node:https and node:http2 without a framework, and what is built on them. */
import { toError } from "../errors.js";
import { createLogger } from "../logger.js";
import type { Visible } from "../types/callbacks.js";
import type { AuthConfig } from "../types/config.js";
import type { JWT, Session } from "../types/entities.js";
import type { Health } from "../types/health.js";
import type { ShowsSession } from "../types/session-of.js";
import { guardedPath, type PathRequirement } from "../server-functions/guarded-path.js";
import type { Requirement } from "../server-functions/requirement.js";
import { arrivalOf, type IncomingRequest } from "./node-arrival.js";
import { cutTarget, fromNode, siteOf, type NodeResponse, writeNode } from "./node-adapter.js";
import { pluginFunctions, type PluginServerFunctions } from "../server-functions/plugin-functions.js";
import { requestAuth, type ServerAuthConfig } from "./request-auth.js";
import { type TrustProxy, trustedHops } from "./trusted-proxy.js";

export { AuthError, CredentialsSignin } from "../errors.js";
export { customFetch } from "../options.js";
// By way of the main entry point, so that `declare module "authwright"` finds it in every program.
export type { Account, DefaultSession, Profile, Session, User } from "../index.js";
export type { PathRequirement } from "../server-functions/guarded-path.js";
export type { Requirement } from "../server-functions/requirement.js";
export type { IncomingRequest, NodeResponse, ServerAuthConfig, TrustProxy };

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
  /** Who is signed in: null for nobody, or while the store cannot tell. A guard does not ask the store again. */
  session(req: IncomingRequest): Promise<Shown | null>;
  /**
   * Lets a request in, or answers it: a page leads to sign-in and back, a `fetch` gets 401 or 403 as JSON, and while the
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

/**
 * Sign-in for a server of node:http.
 * @param config never changed; what it leaves open comes from the environment (AUTH_SECRET, AUTH_URL, ...)
 * @throws TypeError for a `trustProxy` that is neither a count nor a list of addresses
 * @example
 * const auth = createAuth({ providers: [GitHub] });
 * createServer((req, res) => {
 *   if (req.url?.startsWith("/auth/")) return auth.handler(req, res);
 * });
 */
export function createAuth<Token extends JWT = JWT, Shown = Session>(
  config: ServerAuthConfig<Token, Shown>,
  { trustProxy }: ServerOptions = {},
): NodeAuth<Visible<Shown>> {
  const trusts = trustedHops(trustProxy);
  const auth = requestAuth<IncomingRequest>(() => config as AuthConfig, {
    server: "this server",
    line: "Add { trustProxy: 1 } to createAuth",
  });
  const failed = (thrown: unknown, res: NodeResponse): null => {
    createLogger(config.logger).error(toError(thrown));
    writeNode({ kind: "empty", status: 500 }, res);
    return null;
  };
  return {
    async handler(req, res) {
      try {
        const { url = "/", originalUrl = url } = req;
        const arrival = {
          ...arrivalOf(req, trusts),
          basePath: siteOf(originalUrl, cutTarget(url).pathname),
        };
        writeNode(await auth.answer(arrival, (target) => fromNode(req, target)), res);
      } catch (error) {
        failed(error, res);
      }
    },
    session: (req) => auth.session(arrivalOf(req, trusts)) as Promise<Visible<Shown> | null>,
    async require(req: IncomingRequest, res: NodeResponse, requirement: PathRequirement = {}) {
      try {
        if (!guardedPath(requirement.path)(req.originalUrl, req.url)) return undefined as never;
        const { read, answer } = await auth.admit(arrivalOf(req, trusts), requirement);
        if (answer === undefined) return read.session as Visible<Shown>;
        writeNode(answer, res);
        return null;
      } catch (error) {
        return failed(error, res);
      }
    },
    ...pluginFunctions((req: IncomingRequest) => auth.caller(arrivalOf(req, trusts)), 1),
    health: auth.health,
  };
}
