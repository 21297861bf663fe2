/** What the middleware of every framework does with a request; each shows its own requests as an {@link Arrival}. */
import { badRequest } from "../http/flow-result.js";
import { handle } from "../handler.js";
import {
  admit,
  type Admission,
  type Outcome,
  readOutcome,
  type ResolvedSite,
} from "../server-functions/admit.js";
import type { Caller } from "../server-functions/plugin-functions.js";
import { isSignedIn, type Requirement } from "../server-functions/requirement.js";
import { resolveConfigWithEnv } from "../settings/resolve-config.js";
import { resolveOrigin, siteAt } from "../settings/origin.js";
import type { Callbacks } from "../types/callbacks.js";
import type { AuthConfig } from "../types/config.js";
import type { Awaitable, DefaultSession, JWT, Session } from "../types/entities.js";
import type { ActionRequest } from "../http/action-request.js";
import type { ResolvedConfig } from "../types/resolved-config.js";
import type { FlowResult } from "../http/flow-result.js";
import type { Health } from "../types/health.js";
import type { Arrival } from "./arrival.js";
import { basePathOf } from "./express-mount.js";
import { type ProxyAdvice, unheardProxy } from "./express-proxy.js";
import { cutTarget, type Target } from "./node-adapter.js";

/** The configuration of `createAuth`: that of `Auth` without `raw`. See {@link Callbacks} for the parameters. */
export interface ServerAuthConfig<Token extends JWT = JWT, Shown = Session | DefaultSession> extends Omit<
  AuthConfig,
  "raw" | "callbacks"
> {
  /** Functions that change what tokens and sessions hold, and who may sign in. */
  callbacks?: Partial<Callbacks<Token, Shown>> | undefined;
}

export interface RequestAuth<Id extends object> {
  /** Is the path below the base path of the configuration? */
  isOwn(arrival: Arrival<Id>): Promise<boolean>;
  /** Answers at the endpoints. Never throws but for a configuration that cannot be read. */
  answer(arrival: Arrival<Id>, read: (target: Target) => ActionRequest): Promise<FlowResult>;
  /** Who is signed in; null for nobody, and while the store cannot tell. */
  session(arrival: Arrival<Id>): Promise<Session | null>;
  /** @throws what {@link admit} throws */
  admit(arrival: Arrival<Id>, requirement?: Requirement): Promise<Admission>;
  caller(arrival: Arrival<Id>): Promise<Caller>;
  health(): Promise<Health>;
}

/**
 * @param source gives the configuration; the same object each time where it can, because what is worked out from it is
 * kept with it
 * @param advice what to write where a proxy is not believed
 */
export function requestAuth<Id extends object>(
  source: (id: Id | undefined) => Awaitable<AuthConfig>,
  advice: ProxyAdvice,
): RequestAuth<Id> {
  const outcomes = new WeakMap<Id, Promise<Outcome>>();
  let isProxyTold = false;
  const siteFor = async (arrival: Arrival<Id>): Promise<ResolvedSite> => {
    const resolved = resolveConfigWithEnv(await source(arrival.id));
    const { basePath = resolved.basePath } = arrival;
    // A host that is refused is trusted by nobody.
    const origin = resolveOrigin(resolved, arrival) ?? "http://invalid";
    return { resolved, site: siteAt(resolved, origin, { basePath }) };
  };
  const outcomeOf = (arrival: Arrival<Id>, scope: ResolvedSite): Promise<Outcome> => {
    const known = outcomes.get(arrival.id);
    if (known !== undefined) return known;
    const outcome = readOutcome(scope, arrival.header("cookie"));
    outcomes.set(arrival.id, outcome);
    return outcome;
  };
  return {
    isOwn: async ({ id, target }) =>
      isBelow(cutTarget(target).pathname, resolveConfigWithEnv(await source(id)).basePath),
    async answer(arrival, read) {
      const resolved = resolveConfigWithEnv(await source(arrival.id));
      const origin = resolveOrigin(resolved, arrival);
      if (origin === null) return badRequest();
      const warning =
        isProxyTold || arrival.isProxyTrusted ? undefined : unheardProxy(arrival, resolved, advice);
      if (warning !== undefined) {
        isProxyTold = true;
        resolved.logger.warn(warning);
      }
      const target = cutTarget(arrival.target);
      const { peer, clientAddress, isRouted = false } = arrival;
      const basePath =
        arrival.basePath ?? (isRouted ? routedAt(target.pathname, resolved) : resolved.basePath);
      const site = siteAt(resolved, origin, { basePath, isFromHeaders: true, peer });
      return handle({ resolved, site, request: read({ ...target, origin, basePath, clientAddress }) });
    },
    async session(arrival) {
      const outcome = await outcomeOf(arrival, await siteFor(arrival));
      const session = "read" in outcome ? outcome.read.session : null;
      return isSignedIn(session) ? session : null;
    },
    async admit(arrival, requirement = {}) {
      const scope = await siteFor(arrival);
      return admit(scope, await outcomeOf(arrival, scope), arrival, requirement);
    },
    caller: async (arrival) => ({ scope: await siteFor(arrival), cookieHeader: arrival.header("cookie") }),
    health: async () =>
      (await import("../health.js")).checkHealth(async () => resolveConfigWithEnv(await source(undefined))),
  };
}

const isBelow = (pathname: string, basePath: string): boolean =>
  pathname === basePath || pathname.startsWith(`${basePath}/`);

/** The base path of the configuration where the path is below it; else what stands before the action. */
const routedAt = (pathname: string, { basePath }: ResolvedConfig): string =>
  isBelow(pathname, basePath) ? basePath : basePathOf({ baseUrl: basePath, route: true }, pathname);
