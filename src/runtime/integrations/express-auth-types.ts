/** What `createAuth` of `authwright/express` returns. */
import type { PathRequirement } from "../server-functions/guarded-path.js";
import type { PluginServerFunctions } from "../server-functions/plugin-functions.js";
import type { Session, Session as AuthwrightSession } from "../types/entities.js";
import type { Health } from "../types/health.js";
import type { ShowsSession } from "../types/session-of.js";
import type { ExpressRequest, ExpressResponse, MiddlewareAuth } from "./express-middleware.js";

/** What the middleware of `createAuth` works on: `req.auth`, and `res.locals.session` where there are locals. */
export interface RequestWithAuth extends ExpressRequest {
  /** Who is signed in; null for nobody, undefined where neither `auth.session` nor `auth.require()` ran. */
  auth?: Session | null | undefined;
}

/** The part of an Express response that is used; `session` is set among the locals. */
export interface ResponseWithLocals extends ExpressResponse {
  /** What templates see. */
  locals?: Record<string, unknown>;
}

// Another package may declare a Session in the same place, as @fastify/session does: the name would mean theirs.
declare global {
  // oxlint-disable-next-line no-namespace -- where the types of Express look for members that an app adds
  namespace Express {
    interface Request {
      /** Who is signed in, behind `auth.session` or `auth.require()`: null for nobody. */
      auth?: AuthwrightSession | null | undefined;
    }
  }
}

/** Middleware of Express 4 and 5. */
export type AuthMiddleware = (
  req: RequestWithAuth,
  res: ResponseWithLocals,
  next: (error?: unknown) => void,
) => Promise<void>;

/**
 * What `createAuth` returns.
 *
 * @typeParam Shown what the `session` callback makes
 */
export interface ExpressAuthFunctions<Shown = Session>
  extends ShowsSession<Shown>, PluginServerFunctions<[req: ExpressRequest]> {
  /** The sign-in endpoints: `app.use("/auth", auth.handler)`. */
  readonly handler: ReturnType<typeof MiddlewareAuth>;
  /**
   * Answers at the pages of `pageAddresses`, such as `/sign-in`; every other request goes on. Guards answer there too.
   * @example app.use(auth.pages)
   */
  readonly pages: AuthMiddleware;
  /**
   * Answers what the configuration has outside of the base path, at `/.well-known/…`: `change-password` with the plugin
   * `password`, `passkey-endpoints` and `webauthn` with passkeys. Every other request goes on: `app.use(auth.wellKnown)`.
   */
  readonly wellKnown: AuthMiddleware;
  /**
   * Puts the session into `req.auth` and `res.locals.session`: null when nobody is signed in, or when the store cannot
   * tell now. Nothing is refused; a guard behind it does not ask the store again.
   */
  readonly session: AuthMiddleware;
  /**
   * Guards a route or a router, or with `path` a part of the app with its files, and puts the session into `req.auth` and
   * `res.locals.session`. A page leads to sign-in and back, a `fetch` gets 401 or 403 as JSON, and while the store is
   * down the answer is 503.
   * @param requirement the path, and what a session must have beside a user; every path and nothing by default
   * @throws UnsupportedStrategy (to `next`) for `maxAge` with database sessions
   * @example app.use(auth.require({ path: "/dashboard" }))
   * @example app.get("/admin", auth.require({ role: "admin" }), (req, res) => res.send(req.auth?.user?.name))
   */
  require(requirement?: PathRequirement): AuthMiddleware;
  /**
   * Is everything there that sign-ins need? Asks each store one cheap question within `deadlineSeconds`.
   *
   * @returns what is well and what is not, without a secret; it never rejects
   * @example
   * app.get("/healthz", async (_req, res) => {
   *   const { ok, problems } = await auth.health();
   *   res.status(ok ? 200 : 503).json({ ok, problems });
   * });
   */
  health(): Promise<Health>;
}
