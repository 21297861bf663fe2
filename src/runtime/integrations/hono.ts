/** Entry point `authwright/hono`: Hono 4, wherever it runs. */
import type { Context, MiddlewareHandler, Next } from "hono";
import type { Visible } from "../types/callbacks.js";
import type { AnyAuthConfig } from "../types/config.js";
import type { Awaitable, JWT, Session, Session as AuthwrightSession } from "../types/entities.js";
import type { Health } from "../types/health.js";
import type { ShowsSession } from "../types/session-of.js";
import { guardedPath, type PathRequirement } from "../server-functions/guarded-path.js";
import type { Requirement } from "../server-functions/guarded-place.js";
import { arrivalOf, type HonoAuthOptions, requestOf, write } from "./hono-adapter.js";
import { pluginFunctions, type PluginServerFunctions } from "../server-functions/plugin-functions.js";
import { requestAuth, type ServerAuthConfig } from "./server/request-auth.js";
import { type TrustProxy, trustedHops } from "./server/trusted-proxy.js";

export { AuthError, CredentialsSignin } from "../errors/index.js";
export { customFetch } from "../types/symbols.js";
// By way of the main entry point, so that `declare module "authwright"` finds it in every program.
export type { Account, DefaultSession, Profile, Session, User } from "../index.js";
export type { PathRequirement } from "../server-functions/guarded-path.js";
export type { Requirement } from "../server-functions/guarded-place.js";
export type { HonoAuthOptions, ServerAuthConfig, TrustProxy };

// Another package may declare a Session in the same place, as @fastify/session does: the name would mean theirs.
declare module "hono" {
  interface ContextVariableMap {
    /** Who is signed in: null for nobody, undefined where neither `auth.session` nor `auth.require()` ran. */
    auth: AuthwrightSession | null | undefined;
  }
}

/** Behind our middleware: what `c.var` and `c.get` give. */
export interface WithAuth<Shown> {
  /** Of the context. */
  Variables: {
    /** Who is signed in. */
    auth: Shown;
  };
}

/**
 * What `createAuth` returns.
 *
 * @typeParam Shown what the `session` callback makes
 */
export interface HonoAuth<Shown = Session> extends ShowsSession<Shown>, PluginServerFunctions<[c: Context]> {
  /**
   * The sign-in endpoints: `app.all("/auth/*", auth.handler)`. What begins with none of them goes on to the app, where
   * `next` is given.
   */
  readonly handler: (c: Context, next?: Next) => Promise<Response>;
  /** Answers at the pages of `pageAddresses`, such as `/sign-in`; every other request goes on: `app.use(auth.pages)`. */
  readonly pages: MiddlewareHandler;
  /**
   * Answers what the configuration has outside of the base path, at `/.well-known/…`: `change-password` with the plugin
   * `password`, `passkey-endpoints` and `webauthn` with passkeys. Every other request goes on: `app.use(auth.wellKnown)`.
   */
  readonly wellKnown: MiddlewareHandler;
  /**
   * Puts the session into `c.var.auth`: null when nobody is signed in, or when the store cannot tell now. Nothing is
   * refused; a guard behind it does not ask the store again.
   */
  readonly session: MiddlewareHandler<WithAuth<Shown | null>>;
  /**
   * Guards what comes behind it, and puts the session into `c.var.auth`. A page leads to sign-in and back, a `fetch` gets
   * 401 or 403 as JSON, and while the store is down the answer is 503.
   * @param requirement what a session must have beside a user; nothing by default
   * @throws UnsupportedStrategy (to `app.onError`) for `maxAge` with database sessions
   * @example app.get("/admin", auth.require({ role: "admin" }), (c) => c.text(c.var.auth.user?.name ?? ""))
   */
  require(requirement?: Requirement): MiddlewareHandler<WithAuth<Shown>>;
  /**
   * The same for a path, with all that answers below it; whoever asks for another one goes on unasked.
   * @example app.use(auth.require({ path: "/dashboard" }))
   */
  require(
    requirement: PathRequirement & { readonly path: string },
  ): MiddlewareHandler<WithAuth<Shown | null | undefined>>;
  /** Is everything there that sign-ins need? It never rejects. `c` is for a configuration that is made from it. */
  health(c?: Context): Promise<Health>;
}

/**
 * Sign-in for a Hono app.
 * @param config never changed; what it leaves open comes from the environment (AUTH_SECRET, AUTH_URL, ...). Or a function
 * of the context that gives it, for platforms whose environment is in `c.env`. It is called for every request: return
 * the same object each time, because what is worked out from it is kept with it
 * @throws TypeError for a `trustProxy` that is neither a count nor a list of addresses
 * @example
 * const auth = createAuth({ providers: [GitHub] });
 * app.all("/auth/*", auth.handler);
 * app.get("/account", auth.require(), (c) => c.text(c.var.auth.user?.name ?? ""));
 */
export function createAuth<Token extends JWT = JWT, Shown = Session>(
  config: ServerAuthConfig<Token, Shown> | ((c: Context) => Awaitable<ServerAuthConfig<Token, Shown>>),
  { trustProxy, clientAddress }: HonoAuthOptions = {},
): HonoAuth<Visible<Shown>> {
  const surroundings = { trusts: trustedHops(trustProxy), clientAddress };
  const source = (typeof config === "function" ? config : () => config) as (
    c: Context | undefined,
  ) => Awaitable<AnyAuthConfig>;
  const advice = { server: "this app", line: "Add { trustProxy: 1 } to createAuth" };
  const auth = requestAuth<Context>(source, advice, requestOf);
  return {
    async handler(c, next) {
      const arrival = arrivalOf(c, surroundings);
      const answer = await (next === undefined ? auth.answer(arrival) : auth.endpoint(arrival));
      if (answer !== undefined) return write(answer, c);
      await next?.();
      return c.res;
    },
    async pages(c, next) {
      const answer = await auth.page(arrivalOf(c, surroundings));
      if (answer !== undefined) return write(answer, c);
      await next();
    },
    async wellKnown(c, next) {
      const answer = await auth.wellKnown(arrivalOf(c, surroundings));
      if (answer !== undefined) return write(answer, c);
      await next();
    },
    async session(c, next) {
      c.set("auth", await auth.session(arrivalOf(c, surroundings)));
      await next();
    },
    require(requirement: PathRequirement = {}): MiddlewareHandler {
      const isGuarded = guardedPath(requirement.path);
      return async (c, next) => {
        const arrival = arrivalOf(c, surroundings);
        if (!isGuarded(...arrival.addresses)) return next();
        const { read, answer } = await auth.admit(arrival, requirement);
        if (answer !== undefined) return write(answer, c);
        c.set("auth", read.session as Session);
        await next();
      };
    },
    ...pluginFunctions((c: Context) => auth.caller(arrivalOf(c, surroundings)), 1),
    health: auth.health,
  };
}
