/** The sign-in endpoints as Express middleware, and the session of a request. */
import { readSession } from "../operations.js";
import { resolveConfigWithEnv } from "../settings/resolve-config.js";
import { resolveOrigin, siteAt } from "../settings/origin.js";
import type { Callbacks, Visible } from "../types/callbacks.js";
import type { AnyAuthConfig, AuthConfig } from "../types/config.js";
import type { DefaultSession, JWT, Session } from "../types/entities.js";
import { membersOf } from "../types/members.js";
import { basePathOf } from "./server/mount.js";
import { type ProxiedRequest, wayOfExpress } from "./server/proxy.js";
import {
  cutTarget,
  fromNode,
  headerOf,
  type NodeRequest,
  type NodeResponse,
  writeNode,
} from "./server/node-adapter.js";
import type { Arrival, RequestAuth } from "./server/arrival.js";
import { requestAuth } from "./server/request-auth.js";

/** The configuration of {@link MiddlewareAuth}: that of `Auth` without `raw`. See {@link Callbacks} for the parameters. */
export interface MiddlewareAuthConfig<Token extends JWT = JWT, Shown = Session | DefaultSession> extends Omit<
  AuthConfig,
  "raw" | "callbacks"
> {
  /** Functions that decide; their results are the types of token and session. */
  callbacks?: Partial<Callbacks<Token, Shown>> | undefined;
}
/** What `getSession` gives; null: nobody is signed in. */
export type GetSessionResult<Shown = Session> = Promise<Shown | null>;

/** The part of an Express request that is used. */
export interface ExpressRequest extends NodeRequest, ProxiedRequest {
  /** Headers by name in lower case. */
  readonly headers: NodeRequest["headers"];
  /** Path that the middleware is mounted at. */
  readonly baseUrl?: string;
  /** Path and query as they came. */
  readonly originalUrl?: string;
  /** Path and query below the mount. */
  readonly url?: string | undefined;
  /** The route that Express found; with parameters of a wildcard. */
  readonly route?: unknown;
}

/** The part of an Express response that is used. */
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
  return endpointsOf(authOf(config));
}

export const authOf = (config: AnyAuthConfig, server = "Express"): RequestAuth<ExpressRequest> =>
  requestAuth<ExpressRequest>(() => config, { server, line: 'Add app.set("trust proxy", 1)' }, fromNode);

function endpointsOf(auth: RequestAuth<ExpressRequest>) {
  return async (
    req: ExpressRequest,
    res: ExpressResponse,
    next: (error?: unknown) => void,
  ): Promise<void> => {
    try {
      writeNode(await auth.answer(mountedArrival(req)), res);
    } catch (error) {
      next(error);
    }
  };
}

/** A request for the endpoints, with where Express has mounted them. */
export function mountedArrival(req: ExpressRequest): Arrival<ExpressRequest> {
  const arrival = arrivalOf(req);
  return { ...arrival, basePath: basePathOf(req, cutTarget(arrival.target).pathname) };
}

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
  const resolved = resolveConfigWithEnv(config);
  // A host that is refused is trusted by nobody.
  const site = siteAt(resolved, resolveOrigin(resolved, wayOfExpress(req)) ?? "http://invalid");
  const { session } = await readSession(resolved, site, headerOf(req.headers, "cookie"));
  return session !== null && Object.keys(session).length > 0 ? (session as Visible<Shown>) : null;
}

export const arrivalOf = (req: ExpressRequest): Arrival<ExpressRequest> => ({
  ...wayOfExpress(req),
  id: req,
  method: (req.method ?? "GET").toUpperCase(),
  target: req.originalUrl ?? req.url ?? "/",
  addresses: [req.originalUrl, req.url],
  parameters: membersOf(membersOf(req)["params"]),
  header: (name) => headerOf(req.headers, name),
});
