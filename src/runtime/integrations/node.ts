/** Entry point `authwright/node`: node:http, node:https and node:http2 without a framework, and what is built on them. */
import { toError } from "../errors/index.js";
import { createLogger } from "../callbacks/logger.js";
import type { FlowResult } from "../http/flow-result.js";
import type { Visible } from "../types/callbacks.js";
import type { JWT, Session } from "../types/entities.js";
import { guardedPath, type PathRequirement } from "../server-functions/guarded-path.js";
import { arrivalOf, type IncomingRequest } from "./server/node-arrival.js";
import { cutTarget, fromNode, siteOf, type NodeResponse, writeNode } from "./server/node-adapter.js";
import type { NodeAuth, ServerOptions } from "./node-auth-types.js";
import { pluginFunctions } from "../server-functions/plugin-functions.js";
import { requestAuth, type ServerAuthConfig } from "./server/request-auth.js";
import { type TrustProxy, trustedHops } from "./server/trusted-proxy.js";

export { AuthError, CredentialsSignin } from "../errors/index.js";
export { customFetch } from "../types/symbols.js";
// By way of the main entry point, so that `declare module "authwright"` finds it in every program.
export type { Account, DefaultSession, Profile, Session, User } from "../index.js";
export type { PathRequirement } from "../server-functions/guarded-path.js";
export type { Requirement } from "../server-functions/guarded-place.js";
export type { IncomingRequest, NodeAuth, NodeResponse, ServerAuthConfig, ServerOptions, TrustProxy };

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
  const advice = { server: "this server", line: "Add { trustProxy: 1 } to createAuth" };
  const auth = requestAuth<IncomingRequest>(() => config, advice, fromNode);
  const failed = (thrown: unknown, res: NodeResponse): null => {
    createLogger(config.logger).error(toError(thrown));
    writeNode({ kind: "empty", status: 500 }, res);
    return null;
  };
  const answered = async (answer: Promise<FlowResult | undefined>, res: NodeResponse): Promise<boolean> => {
    try {
      const result = await answer;
      if (result !== undefined) writeNode(result, res);
      return result !== undefined;
    } catch (error) {
      return failed(error, res) === null;
    }
  };
  return {
    async handler(req, res) {
      try {
        const { url = "/", originalUrl = url } = req;
        const arrival = {
          ...arrivalOf(req, trusts),
          basePath: siteOf(originalUrl, cutTarget(url).pathname),
        };
        writeNode(await auth.answer(arrival), res);
      } catch (error) {
        failed(error, res);
      }
    },
    pages: (req, res) => answered(auth.page(arrivalOf(req, trusts)), res),
    wellKnown: (req, res) => answered(auth.wellKnown(arrivalOf(req, trusts)), res),
    session: (req) => auth.session(arrivalOf(req, trusts)) as Promise<Visible<Shown> | null>,
    async require(req: IncomingRequest, res: NodeResponse, requirement: PathRequirement = {}) {
      try {
        const arrival = arrivalOf(req, trusts);
        if (!guardedPath(requirement.path)(...arrival.addresses)) return undefined as never;
        const { read, answer } = await auth.admit(arrival, requirement);
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
