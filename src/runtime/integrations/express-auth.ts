/** `createAuth`: the handler, the session and the guard of an Express app, made from one configuration. */
import type { FlowResult } from "../http/flow-result.js";
import type { Visible } from "../types/callbacks.js";
import type { JWT, Session } from "../types/entities.js";
import type {
  AuthMiddleware,
  ExpressAuthFunctions,
  RequestWithAuth,
  ResponseWithLocals,
} from "./express-auth-types.js";
import {
  arrivalOf,
  authOf,
  type ExpressRequest,
  type MiddlewareAuthConfig,
  mountedArrival,
} from "./express-middleware.js";
import { guardedPath, type PathRequirement } from "../server-functions/guarded-path.js";
import { pluginFunctions } from "../server-functions/plugin-functions.js";
import { writeNode } from "./server/node-adapter.js";
import type { RequestAuth } from "./server/arrival.js";

/**
 * Sign-in for an Express app.
 * @param config never changed; what it leaves open comes from the environment (AUTH_SECRET, AUTH_URL, ...)
 * @example
 * const auth = createAuth({ providers: [GitHub] });
 * app.use("/auth", auth.handler);
 * app.use(auth.session);
 * app.get("/account", auth.require(), (req, res) => res.send(req.auth?.user?.name));
 */
export function createAuth<Token extends JWT = JWT, Shown = Session>(
  config: MiddlewareAuthConfig<Token, Shown>,
): ExpressAuthFunctions<Visible<Shown>> {
  const auth = authOf(config);
  return {
    handler: answering((req) => auth.endpoint(mountedArrival(req))),
    pages: answering((req) => auth.page(arrivalOf(req))),
    wellKnown: answering((req) => auth.wellKnown(arrivalOf(req))),
    async session(req, res, next) {
      try {
        show(await auth.session(arrivalOf(req)), req, res);
      } catch (error) {
        return next(error);
      }
      next();
    },
    require: (requirement) => guardOf(auth, requirement),
    ...pluginFunctions((req: ExpressRequest) => auth.caller(arrivalOf(req)), 1),
    health: auth.health,
  };
}

/** Middleware that answers some requests; the others go on. */
export const answering =
  (answerOf: (req: ExpressRequest) => Promise<FlowResult | undefined>): AuthMiddleware =>
  async (req, res, next) => {
    try {
      const answer = await answerOf(req);
      return answer === undefined ? next() : writeNode(answer, res);
    } catch (error) {
      next(error);
    }
  };

/** The guard as middleware, for what Express has mounted it at or for a path that it tells by itself. */
export function guardOf(
  auth: RequestAuth<ExpressRequest>,
  requirement: PathRequirement = {},
): AuthMiddleware {
  const isGuarded = guardedPath(requirement.path);
  return async (req, res, next) => {
    const arrival = arrivalOf(req);
    if (!isGuarded(...arrival.addresses)) return next();
    try {
      const admission = await auth.admit(arrival, requirement);
      if (admission.answer !== undefined) return writeNode(admission.answer, res);
      show(admission.read.session, req, res);
    } catch (error) {
      return next(error);
    }
    next();
  };
}

function show(session: Session | null, req: RequestWithAuth, { locals }: ResponseWithLocals): void {
  req.auth = session;
  if (locals !== undefined) locals["session"] = session;
}
