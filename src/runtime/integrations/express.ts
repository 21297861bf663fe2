/** Door `authwright/express`: Express 4 and 5. */
import { handle } from "../handler.js";
import { badRequest } from "../error-response.js";
import { readSession } from "../operations.js";
import { compileWithEnv } from "../settings/compile.js";
import { judgeOrigin, mountAt } from "../settings/origin.js";
import type { AuthConfig, Callbacks, Visible } from "../types/config.js";
import type { DefaultSession, JWT, Session } from "../types/entities.js";
import type { Compiled } from "../types/flow.js";
import { basePathOf } from "./express-mount.js";
import { clientAddressOf, type ProxiedRequest, trustsPeer, unheardProxy } from "./express-proxy.js";
import {
  cutTarget,
  fromNode,
  headerOf,
  type NodeRequest,
  type NodeResponse,
  writeNode,
} from "./node-edge.js";

export { AuthError, CredentialsSignin } from "../errors.js";
export { customFetch } from "../options.js";
// By way of the main door, so that `declare module "authwright"` finds it in every program.
export type { Account, DefaultSession, Profile, Session, User } from "../index.js";

/** The configuration of {@link MiddlewareAuth}: that of `Auth` without `raw`. See {@link Callbacks} for the parameters. */
export interface MiddlewareAuthConfig<Token extends JWT = JWT, Shown = Session | DefaultSession> extends Omit<
  AuthConfig,
  "raw" | "callbacks"
> {
  callbacks?: Partial<Callbacks<Token, Shown>> | undefined;
}
export type { MiddlewareAuthConfig as ExpressAuthConfig };
export type GetSessionResult<Shown = Session> = Promise<Shown | null>;

/** The part of an Express request that is used. */
export interface ExpressRequest extends NodeRequest, ProxiedRequest {
  readonly headers: NodeRequest["headers"];
  readonly baseUrl?: string;
  readonly originalUrl?: string;
  readonly url?: string | undefined;
  readonly route?: unknown;
}

export type ExpressResponse = NodeResponse;

/**
 * The sign-in endpoints as Express middleware. Mount it under the base path; wildcard mounts and routers work too.
 * Bodies are read here, or taken as a body parser left them.
 *
 * @param config never changed; what it leaves open comes from the environment (AUTH_SECRET, AUTH_URL, ...)
 * @example app.use("/auth", MiddlewareAuth({ providers: [GitHub] }))
 */
export function MiddlewareAuth<Token extends JWT = JWT, Shown = Session>(
  config: MiddlewareAuthConfig<Token, Shown>,
) {
  let isProxyTold = false;
  return async (
    req: ExpressRequest,
    res: ExpressResponse,
    next: (error?: unknown) => void,
  ): Promise<void> => {
    try {
      const compiled = compileWithEnv(config as AuthConfig);
      const target = cutTarget(req.originalUrl ?? req.url ?? "/");
      const origin = originOf(req, compiled);
      if (origin === null) return writeNode(badRequest(), res);
      const advice = isProxyTold || trustsPeer(req) ? undefined : unheardProxy(req, compiled);
      if (advice !== undefined) {
        isProxyTold = true;
        compiled.logger.warn(advice);
      }
      const basePath = basePathOf(req, target.pathname);
      const peer = req.socket?.remoteAddress;
      const mount = mountAt(compiled, origin, { basePath, isFromHeaders: true, peer });
      const at = { ...target, origin, basePath, clientAddress: clientAddressOf(req) };
      writeNode(await handle(fromNode(req, at), compiled, mount), res);
    } catch (error) {
      next(error);
    }
  };
}

export { MiddlewareAuth as ExpressAuth };

/**
 * The session of a request, or null when nobody is signed in. Read-only: no cookie is written.
 *
 * @param config the same object as the middleware's
 * @throws AuthError when the configuration is wrong, the store is down or a callback throws
 * @example res.locals.session = await getSession(req, config)
 */
export async function getSession<Token extends JWT = JWT, Shown = Session>(
  req: ExpressRequest,
  config: MiddlewareAuthConfig<Token, Shown>,
): GetSessionResult<Visible<Shown>> {
  const compiled = compileWithEnv(config as AuthConfig);
  const origin = originOf(req, compiled) ?? "http://invalid";
  const { session } = await readSession(compiled, mountAt(compiled, origin), headerOf(req.headers, "cookie"));
  return session !== null && Object.keys(session).length > 0 ? (session as Visible<Shown>) : null;
}

function originOf(req: ExpressRequest, compiled: Compiled): string | null {
  return judgeOrigin(compiled, {
    protocol: req.protocol ?? "http",
    host: headerOf(req.headers, "host") ?? undefined,
    forwardedHost: trustsPeer(req) ? (headerOf(req.headers, "x-forwarded-host") ?? undefined) : undefined,
  });
}
