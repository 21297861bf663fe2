/** Entry point `authwright/h3`: h3 2, wherever it runs, and Nitro 3, which is made of it. */
import type { AnyAuthConfig } from "../types/config.js";
import type { Awaitable, JWT, Session, Session as AuthwrightSession } from "../types/entities.js";
import type { Health } from "../types/health.js";
import { guardedPath, type PathRequirement } from "../server-functions/guarded-path.js";
import { privateAnswer } from "../http/private-answer.js";
import { arrivalOf, type H3AuthOptions, type H3RequestEvent, requestOf, write } from "./h3-adapter.js";
import { pluginFunctions, type PluginServerFunctions } from "../server-functions/plugin-functions.js";
import { requestAuth, type ServerAuthConfig } from "./server/request-auth.js";
import { type TrustProxy, trustedHops } from "./server/trusted-proxy.js";

export { AuthError, CredentialsSignin } from "../errors/index.js";
export { customFetch } from "../types/symbols.js";
// By way of the main entry point, so that `declare module "authwright"` finds it in every program.
export type { Account, DefaultSession, Profile, Session, User } from "../index.js";
// Named, so that the compiler looks for the module that is augmented below.
export type { H3EventContext } from "h3";
export type { PathRequirement } from "../server-functions/guarded-path.js";
export type { Requirement } from "../server-functions/guarded-place.js";
export type { H3AuthOptions, H3RequestEvent, ServerAuthConfig, TrustProxy };

// Another package may declare a Session in the same place, as @fastify/session does: the name would mean theirs.
declare module "h3" {
  interface H3EventContext {
    /** Who is signed in: null for nobody, undefined where neither `auth.session` nor `auth.require()` ran. */
    auth?: AuthwrightSession | null;
  }
}

/** Middleware of h3. */
export type H3Middleware = (event: H3RequestEvent, next: () => unknown) => Promise<unknown>;

/** The part of a Nitro app that its plugins are given. */
export interface NitroApp {
  /** Answers a request: rules, public files, middleware and routes. */
  fetch(request: Request | URL | string, init?: RequestInit, context?: object): Response | Promise<Response>;
}

/** What `createAuth` returns. */
export interface H3Auth extends PluginServerFunctions<[event: H3RequestEvent]> {
  /**
   * The sign-in endpoints: `app.use("/auth/**", auth.handler)`, or the default export of `routes/auth/[...].ts`. What
   * begins with none of them goes on to the app, where `next` is given.
   */
  readonly handler: (event: H3RequestEvent, next?: () => unknown) => Promise<unknown>;
  /**
   * Answers at the pages of `pageAddresses`, such as `/sign-in`; every other request goes on: `app.use(auth.pages)`, or the
   * default export of a file of middleware.
   */
  readonly pages: H3Middleware;
  /**
   * Answers what the configuration has outside of the base path, at `/.well-known/…`: `change-password` with the plugin
   * `password`, `passkey-endpoints` and `webauthn` with passkeys. Every other request goes on: `app.use(auth.wellKnown)`, or
   * the default export of a file of middleware.
   */
  readonly wellKnown: H3Middleware;
  /**
   * Puts the session into `event.context.auth`: null when nobody is signed in, or when the store cannot tell now. Nothing
   * is refused; a guard behind it does not ask the store again.
   */
  readonly session: H3Middleware;
  /**
   * Guards what comes behind it, of a path or altogether, and puts the session into `event.context.auth`. A page leads to
   * sign-in and back, a `fetch` gets 401 or 403 as JSON, and while the store is down the answer is 503.
   * @param requirement the path, and what a session must have beside a user; every path and nothing by default
   * @throws UnsupportedStrategy for `maxAge` with database sessions
   * @example app.use("/dashboard/**", auth.require())
   * @example defineHandler({ middleware: [auth.require({ role: "admin" })], handler: (event) => event.context.auth })
   */
  require(requirement?: PathRequirement): H3Middleware;
  /** Is everything there that sign-ins need? It never rejects. `event` is for a configuration that is made from it. */
  health(event?: H3RequestEvent): Promise<Health>;
}

/**
 * Sign-in for an h3 app.
 * @param config never changed; what it leaves open comes from the environment (AUTH_SECRET, AUTH_URL, ...). Or a function
 * of the event that gives it, for platforms that hand the environment to each request. It is called for every request:
 * return the same object each time, because what is worked out from it is kept with it
 * @throws TypeError for a `trustProxy` that is neither a count nor a list of addresses
 * @example
 * const auth = createAuth({ providers: [GitHub] });
 * app.use("/auth/**", auth.handler);
 * app.use("/account", auth.require());
 */
export function createAuth<Token extends JWT = JWT, Shown = Session>(
  config:
    | ServerAuthConfig<Token, Shown>
    | ((event: H3RequestEvent) => Awaitable<ServerAuthConfig<Token, Shown>>),
  { trustProxy, clientAddress }: H3AuthOptions = {},
): H3Auth {
  const surroundings = { trusts: trustedHops(trustProxy), clientAddress };
  const source = (typeof config === "function" ? config : () => config) as (
    event: H3RequestEvent | undefined,
  ) => Awaitable<AnyAuthConfig>;
  const advice = { server: "this app", line: "Add { trustProxy: 1 } to createAuth" };
  const auth = requestAuth<H3RequestEvent>(source, advice, requestOf);
  const show = (event: H3RequestEvent, session: Session | null): void =>
    void Object.assign(event.context, { auth: session });
  return {
    async handler(event, next) {
      const arrival = arrivalOf(event, surroundings);
      const answer = await (next === undefined ? auth.answer(arrival) : auth.endpoint(arrival));
      return answer === undefined ? next?.() : write(answer, event);
    },
    async pages(event, next) {
      const answer = await auth.page(arrivalOf(event, surroundings));
      return answer === undefined ? next() : write(answer, event);
    },
    async wellKnown(event, next) {
      const answer = await auth.wellKnown(arrivalOf(event, surroundings));
      return answer === undefined ? next() : write(answer, event);
    },
    async session(event, next) {
      show(event, await auth.session(arrivalOf(event, surroundings)));
      return next();
    },
    require(requirement = {}) {
      const isGuarded = guardedPath(requirement.path);
      return async (event, next) => {
        const arrival = arrivalOf(event, surroundings);
        if (!isGuarded(...arrival.addresses)) return next();
        const { read, answer } = await auth.admit(arrival, requirement);
        if (answer !== undefined) return write(answer, event);
        show(event, read.session);
        return next();
      };
    },
    ...pluginFunctions((event: H3RequestEvent) => auth.caller(arrivalOf(event, surroundings)), 1),
    health: auth.health,
  };
}

/**
 * A plugin of Nitro 3 that puts a guard in front of all that the server answers: rules that redirect or hand on, public
 * files, upgrades. Nitro answers those before its middleware. What comes behind the guard is for one person, and `private`.
 * @param guard what `auth.require()` returns: the default export of a file of middleware
 * @returns the default export of a file in `plugins/`
 * @example
 * import guard from "../middleware/dashboard";
 * export default inFront(guard);
 */
export const inFront =
  (guard: H3Middleware) =>
  (app: NitroApp): void => {
    const { fetch } = app;
    app.fetch = async (given, init, context) => {
      const request =
        given instanceof Request ? given : new Request(new URL(given, "http://localhost"), init);
      let answer: Response | undefined;
      const event = { req: request, res: { status: 200, headers: new Headers() }, context: {} };
      const body = await guard(event, async () => {
        answer = await fetch(request, given instanceof Request ? init : undefined, context);
      });
      if (answer === undefined) return new Response(typeof body === "string" ? body : null, event.res);
      // Nitro finds the handlers of an upgrade at its answer, which a copy does not have.
      return "auth" in event.context && !("crossws" in answer) ? privateAnswer(answer) : answer;
    };
  };
