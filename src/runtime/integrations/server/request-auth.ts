/** What the middleware of every framework does with a request; each shows its own requests as an {@link Arrival}. */
import { badRequest, type FlowResult } from "../../http/flow-result.js";
import { handle } from "../../handler.js";
import { isOwnPath } from "../../routes.js";
import {
  admit,
  type Outcome,
  readOutcome,
  type ResolvedSite,
  type SessionOfRequest,
} from "../../server-functions/admit.js";
import { isSignedIn } from "../../server-functions/requirement.js";
import { resolveConfigWithEnv } from "../../settings/resolve-config.js";
import { withParts } from "../../settings/with-parts.js";
import { resolveOrigin, siteAt } from "../../settings/origin.js";
import type { Site } from "../../types/site.js";
import type { Callbacks } from "../../types/callbacks.js";
import type { AnyAuthConfig, AuthConfig } from "../../types/config.js";
import type { Awaitable, DefaultSession, JWT, Session } from "../../types/entities.js";
import type { ActionRequest } from "../../http/action-request.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import type { Arrival, RequestAuth } from "./arrival.js";
import { isBelow, routedAt } from "./mount.js";
import { type ProxyAdvice, unheardProxy } from "./proxy.js";
import { cutTarget, type Target } from "./node-adapter.js";

/** The configuration of `createAuth`: that of `Auth` without `raw`. See {@link Callbacks} for the parameters. */
export interface ServerAuthConfig<Token extends JWT = JWT, Shown = Session | DefaultSession> extends Omit<
  AuthConfig,
  "raw" | "callbacks"
> {
  /** Functions that change what tokens and sessions hold, and who may sign in. */
  callbacks?: Partial<Callbacks<Token, Shown>> | undefined;
}

/**
 * @param source gives the configuration; the same object each time where it can, because what is worked out from it is
 * kept with it
 * @param advice what to write where a proxy is not believed
 * @param read makes of a request one that is read on demand
 */
export function requestAuth<Id extends object>(
  source: (id: Id | undefined) => Awaitable<AnyAuthConfig>,
  advice: ProxyAdvice,
  read: (id: Id, target: Target) => ActionRequest,
): RequestAuth<Id> {
  const sessionOf = readOnce<Id>();
  let isProxyTold = false;
  const configFor = async (id: Id): Promise<ResolvedConfig> =>
    withParts(resolveConfigWithEnv(await source(id)));
  const siteFor = async (arrival: Arrival<Id>): Promise<ResolvedSite> => {
    const resolved = await configFor(arrival.id);
    return { resolved, site: siteOf(resolved, arrival) };
  };
  const auth: RequestAuth<Id> = {
    isOwn: async (arrival) => isForEndpoint(arrival, await configFor(arrival.id)),
    endpoint: async (arrival) => ((await auth.isOwn(arrival)) ? auth.answer(arrival) : undefined),
    async page(arrival) {
      const { basePath, addresses } = await configFor(arrival.id);
      if (addresses?.pageAt(cutTarget(arrival.target).pathname) === undefined) return undefined;
      return auth.answer({ ...arrival, basePath: arrival.basePath ?? basePath });
    },
    wellKnown: (arrival) => answerOutside(arrival, siteFor),
    async answer(arrival) {
      const resolved = await configFor(arrival.id);
      const origin = resolveOrigin(resolved, arrival);
      if (origin === null) return badRequest();
      const warning =
        isProxyTold || arrival.isProxyTrusted ? undefined : unheardProxy(arrival, resolved, advice);
      if (warning !== undefined) {
        isProxyTold = true;
        resolved.logger.warn(warning);
      }
      const target = cutTarget(arrival.target);
      const { peer, clientAddress } = arrival;
      const basePath = mountOf(arrival, resolved);
      const site = siteAt(resolved, origin, { basePath, peer });
      const at = { ...target, origin, basePath, clientAddress };
      return handle({ resolved, site, request: read(arrival.id, at) });
    },
    session: async (arrival) => sessionOf(arrival, await siteFor(arrival)).shown(),
    async admit(arrival, requirement = {}) {
      const answer = (await auth.page(arrival)) ?? (await auth.wellKnown(arrival));
      if (answer !== undefined) return { answer };
      const scope = await siteFor(arrival);
      return admit(scope, sessionOf(arrival, scope), arrival, requirement);
    },
    caller: async (arrival) => ({ scope: await siteFor(arrival), cookieHeader: arrival.header("cookie") }),
    health: async () =>
      (await import("../../health.js")).checkHealth(async () =>
        resolveConfigWithEnv(await source(undefined)),
      ),
  };
  return auth;
}

/** Where the endpoints are for a request. */
const mountOf = ({ basePath, isRouted, target }: Arrival<object>, resolved: ResolvedConfig): string =>
  basePath ?? (isRouted ? routedAt(cutTarget(target).pathname, resolved.basePath) : resolved.basePath);

function isForEndpoint(arrival: Arrival<object>, resolved: ResolvedConfig): boolean {
  const { pathname } = cutTarget(arrival.target);
  const basePath = mountOf(arrival, resolved);
  return isBelow(pathname, basePath)
    ? isOwnPath(pathname.slice(basePath.length), resolved.plugins)
    : arrival.isRouted === true;
}

/** A host that is refused is trusted by nobody. */
function siteOf(resolved: ResolvedConfig, arrival: Arrival<object>): Site {
  const { basePath = resolved.basePath, peer } = arrival;
  return siteAt(resolved, resolveOrigin(resolved, arrival) ?? "http://invalid", { basePath, peer });
}

/** At the root of the origin, whatever the base path (RFC 8615). */
const wellKnownFolder = "/.well-known/";

async function answerOutside<Id extends object>(
  arrival: Arrival<Id>,
  siteFor: (arrival: Arrival<Id>) => Promise<ResolvedSite>,
): Promise<FlowResult | undefined> {
  const { pathname } = cutTarget(arrival.target);
  if (!pathname.startsWith(wellKnownFolder)) return undefined;
  const scope = await siteFor(arrival);
  if (resolveOrigin(scope.resolved, arrival) === null) return badRequest();
  const { answerWellKnown } = await import("../../well-known.js");
  return answerWellKnown(scope, arrival.method, pathname.slice(wellKnownFolder.length));
}

/** The session of a request, as code of the app is given it. */
interface ShownSession extends SessionOfRequest {
  /** What a guard has handed on, else what the cookie says; null for nobody, and while the store cannot tell. */
  shown(): Promise<Session | null>;
}

/** Reads the session of each request once, whoever asks for it. */
function readOnce<Id extends object>() {
  const outcomes = new WeakMap<Id, Promise<Outcome>>();
  const handed = new WeakMap<Id, Session | null>();
  return ({ id, header }: Arrival<Id>, scope: ResolvedSite): ShownSession => {
    const read = (): Promise<Outcome> => {
      const outcome = outcomes.get(id) ?? readOutcome(scope, header("cookie"));
      outcomes.set(id, outcome);
      return outcome;
    };
    return {
      read,
      handOn(given, by) {
        handed.set(id, given.session);
        if (by === "session") outcomes.set(id, Promise.resolve({ read: given }));
      },
      async shown() {
        const given = handed.get(id);
        if (given !== undefined) return given;
        const outcome = await read();
        const session = "read" in outcome ? outcome.read.session : null;
        return isSignedIn(session) ? session : null;
      },
    };
  };
}
