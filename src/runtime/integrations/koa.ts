/** Entry point `authwright/koa`: Koa 3. */
import type { Visible } from "../types/callbacks.js";
import type { JWT, Session } from "../types/entities.js";
import type { Health } from "../types/health.js";
import type { ShowsSession } from "../types/session-of.js";
import { guardedPath, type PathRequirement } from "../server-functions/guarded-path.js";
import { arrivalOf, type AuthState, bodyOf, type KoaContext, write } from "./koa-adapter.js";
import { fromNode, siteOf } from "./server/node-adapter.js";
import { pluginFunctions, type PluginServerFunctions } from "../server-functions/plugin-functions.js";
import { requestAuth, type ServerAuthConfig } from "./server/request-auth.js";

export { AuthError, CredentialsSignin } from "../errors/index.js";
export { customFetch } from "../types/symbols.js";
// By way of the main entry point, so that `declare module "authwright"` finds it in every program.
export type { Account, DefaultSession, Profile, Session, User } from "../index.js";
export type { PathRequirement } from "../server-functions/guarded-path.js";
export type { Requirement } from "../server-functions/guarded-place.js";
export type { AuthState, KoaContext, ServerAuthConfig };

/** Middleware of Koa. */
export type KoaMiddleware = (ctx: KoaContext, next: () => Promise<unknown>) => Promise<void>;

/**
 * What `createAuth` returns.
 *
 * @typeParam Shown what the `session` callback makes
 */
export interface KoaAuth<Shown = Session>
  extends ShowsSession<Shown>, PluginServerFunctions<[ctx: KoaContext]> {
  /**
   * The sign-in endpoints, and the pages of `pageAddresses`: `app.use(auth.handler)`. Other paths go on; `koa-mount` may
   * say where the endpoints are, and hides the pages then, unless the handler is used without it too.
   */
  readonly handler: KoaMiddleware;
  /**
   * Answers what the configuration has outside of the base path, at `/.well-known/…`: `change-password` with the plugin
   * `password`, `passkey-endpoints` and `webauthn` with passkeys. Every other request goes on: `app.use(auth.wellKnown)`.
   */
  readonly wellKnown: KoaMiddleware;
  /**
   * Puts the session into `ctx.state.auth`: null when nobody is signed in, or when the store cannot tell now. Nothing is
   * refused; a guard behind it does not ask the store again.
   */
  readonly session: KoaMiddleware;
  /**
   * Guards what comes behind it, of a path or altogether, and puts the session into `ctx.state.auth`. A page leads to
   * sign-in and back, a `fetch` gets 401 or 403 as JSON, and while the store is down the answer is 503.
   * @param requirement the path, and what a session must have beside a user; every path and nothing by default
   * @throws UnsupportedStrategy for `maxAge` with database sessions
   * @example app.use(auth.require({ path: "/dashboard" }))
   * @example router.get("/admin", auth.require({ role: "admin" }), (ctx) => (ctx.body = ctx.state.auth?.user))
   */
  require(requirement?: PathRequirement): KoaMiddleware;
  /** Is everything there that sign-ins need? It never rejects. */
  health(): Promise<Health>;
}

/**
 * Sign-in for a Koa app.
 * @param config never changed; what it leaves open comes from the environment (AUTH_SECRET, AUTH_URL, ...)
 * @example
 * const auth = createAuth({ providers: [GitHub] });
 * app.use(auth.handler);
 * app.use(auth.require());
 */
export function createAuth<Token extends JWT = JWT, Shown = Session>(
  config: ServerAuthConfig<Token, Shown>,
): KoaAuth<Visible<Shown>> {
  const advice = { server: "Koa", line: "Add app.proxy = true and app.maxIpsCount = 1" };
  const auth = requestAuth<KoaContext>(
    () => config,
    advice,
    (ctx, target) => fromNode(bodyOf(ctx), target),
  );
  return {
    async handler(ctx, next) {
      const arrival = { ...arrivalOf(ctx), basePath: siteOf(ctx.originalUrl, ctx.path) };
      const answer = (await auth.endpoint(arrival)) ?? (await auth.page(arrival));
      if (answer === undefined) return void (await next());
      write(answer, ctx);
    },
    async wellKnown(ctx, next) {
      const answer = await auth.wellKnown(arrivalOf(ctx));
      if (answer === undefined) return void (await next());
      write(answer, ctx);
    },
    async session(ctx, next) {
      ctx.state.auth = await auth.session(arrivalOf(ctx));
      await next();
    },
    require(requirement = {}) {
      const isGuarded = guardedPath(requirement.path);
      return async (ctx, next) => {
        const arrival = arrivalOf(ctx);
        if (!isGuarded(...arrival.addresses)) return void (await next());
        const { read, answer } = await auth.admit(arrival, requirement);
        if (answer !== undefined) return write(answer, ctx);
        ctx.state.auth = read.session;
        await next();
      };
    },
    ...pluginFunctions((ctx: KoaContext) => auth.caller(arrivalOf(ctx)), 1),
    health: auth.health,
  };
}
