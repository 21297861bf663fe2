/** Entry point `authwright/fastify`: Fastify 5. */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { Visible } from "../types/callbacks.js";
import type { JWT, Session, Session as AuthwrightSession } from "../types/entities.js";
import type { Health } from "../types/health.js";
import type { ShowsSession } from "../types/session-of.js";
import { guardedPath, type PathRequirement } from "../server-functions/guarded-path.js";
import { advice, answerPages, arrivalOf, requestOf, write } from "./fastify-adapter.js";
import { pluginFunctions, type PluginServerFunctions } from "../server-functions/plugin-functions.js";
import { requestAuth, type ServerAuthConfig } from "./server/request-auth.js";

export { AuthError, CredentialsSignin } from "../errors/index.js";
export { customFetch } from "../types/symbols.js";
// By way of the main entry point, so that `declare module "authwright"` finds it in every program.
export type { Account, DefaultSession, Profile, Session, User } from "../index.js";
export type { PathRequirement } from "../server-functions/guarded-path.js";
export type { Requirement } from "../server-functions/guarded-place.js";
export type { ServerAuthConfig };

// Another package may declare a Session in the same place, as @fastify/session does: the name would mean theirs.
declare module "fastify" {
  interface FastifyRequest {
    /** Who is signed in: null for nobody, undefined where neither `auth.session` nor `auth.require()` ran. */
    auth: AuthwrightSession | null | undefined;
  }
}

/** A hook of Fastify: `onRequest`, `preHandler`, and those between. */
export type AuthHook = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

/**
 * What `createAuth` returns.
 *
 * @typeParam Shown what the `session` callback makes
 */
export interface FastifyAuth<Shown = Session>
  extends ShowsSession<Shown>, PluginServerFunctions<[request: FastifyRequest]> {
  /** The endpoints and pages: `await app.register(auth.plugin, { prefix: "/auth" })`, which is the default prefix. */
  readonly plugin: FastifyPluginAsync<{
    /** Where the endpoints are. */
    prefix?: string;
  }>;
  /**
   * Answers what the configuration has outside of the base path, at `/.well-known/…`: `change-password` with the plugin
   * `password`, `passkey-endpoints` and `webauthn` with passkeys. Every other request goes on: `app.addHook("onRequest", auth.wellKnown)`.
   */
  readonly wellKnown: AuthHook;
  /**
   * Puts the session into `request.auth`: null when nobody is signed in, or when the store cannot tell now. Nothing is
   * refused; a guard behind it does not ask the store again.
   * @example app.addHook("onRequest", auth.session)
   */
  readonly session: AuthHook;
  /**
   * Guards a route, or as a hook what is registered beside it, of a path or altogether, and puts the session into
   * `request.auth`. A page leads to sign-in and back, a `fetch` gets 401 or 403 as JSON, and while the store is down the
   * answer is 503.
   * @param requirement the path, and what a session must have beside a user; every path and nothing by default
   * @throws UnsupportedStrategy (to the error handler) for `maxAge` with database sessions
   * @example app.addHook("onRequest", auth.require({ path: "/dashboard" }))
   * @example app.get("/admin", { preHandler: auth.require({ role: "admin" }) }, (request) => request.auth?.user)
   */
  require(requirement?: PathRequirement): AuthHook;
  /** Is everything there that sign-ins need? It never rejects. */
  health(): Promise<Health>;
}

/**
 * Sign-in for a Fastify app.
 * @param config never changed; what it leaves open comes from the environment (AUTH_SECRET, AUTH_URL, ...)
 * @example
 * const auth = createAuth({ providers: [GitHub] });
 * await app.register(auth.plugin, { prefix: "/auth" });
 * app.get("/account", { preHandler: auth.require() }, (request) => request.auth?.user);
 */
export function createAuth<Token extends JWT = JWT, Shown = Session>(
  config: ServerAuthConfig<Token, Shown>,
): FastifyAuth<Visible<Shown>> {
  const auth = requestAuth<FastifyRequest>(() => config, advice, requestOf);
  let basePath: string | undefined;
  const at = (request: FastifyRequest) => ({ ...arrivalOf(request), basePath });
  const endpoints: FastifyPluginAsync = async (routes) => {
    basePath = routes.prefix;
    // The stream is read by us, within our limit; parsers outside of this plugin stay as they are.
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser("*", (_request, _payload, done) => done(null));
    const own = { basePath };
    const answer = async (request: FastifyRequest, reply: FastifyReply) =>
      write(await auth.answer({ ...arrivalOf(request), ...own }), reply);
    for (const path of ["/", "/*"]) routes.all(path, answer);
  };
  const plugin: FastifyPluginAsync<{ prefix?: string }> = async (app, { prefix = "/auth" }) => {
    if (!app.hasRequestDecorator("auth")) app.decorateRequest("auth", undefined);
    if (config.pageAddresses !== undefined) app.addHook("onRequest", answerPages(auth, at));
    await app.register(endpoints, { prefix });
  };
  return {
    // Without a scope of its own: the decorator is for all routes of the app. The prefix is given on.
    plugin: Object.assign(plugin, { [Symbol.for("skip-override")]: true }),
    async wellKnown(request, reply) {
      const answer = await auth.wellKnown(at(request));
      return answer && write(answer, reply);
    },
    async session(request) {
      request.auth = await auth.session(at(request));
      return undefined;
    },
    require(requirement = {}) {
      const isGuarded = guardedPath(requirement.path);
      return async (request, reply) => {
        // The route too: options of the router may read an address in ways of its own.
        if (!isGuarded(request.originalUrl, request.url, request.routeOptions.url)) return undefined;
        const { read, answer } = await auth.admit(at(request), requirement);
        if (answer !== undefined) return write(answer, reply);
        request.auth = read.session;
        return undefined;
      };
    },
    ...pluginFunctions((request: FastifyRequest) => auth.caller(at(request)), 1),
    health: auth.health,
  };
}
