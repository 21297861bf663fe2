/**
 * Around the plugins of a configuration: whoever acts for a user changes nothing of theirs. What changes something says so
 * (`of`), routes of the core, routes of plugins and functions alike, and is refused unless it says that it may be done.
 */
import { findRoute, parsePath } from "../../../routes.js";
import { nobody } from "../../../sessions/strategy.js";
import { kindOf } from "../../../settings/provider.js";
import type { FlowContext, RequestScope } from "../../../types/flow.js";
import type { SessionContext } from "../../../types/resolved-config.js";
import { coreChanges } from "../../host/core-changes.js";
import { answer } from "../../host/find-target.js";
import type { ChangedThing, DefinedPlugin, PluginHost, PluginTarget } from "../../host/plugin.js";
import { PluginError } from "../../host/plugin-error.js";
import { holdsAct } from "./act-token.js";
import { showingBar } from "./page-bar.js";

type Flow = PluginTarget["route"]["flow"];
type Scope = Pick<RequestScope, "request" | "resolved">;

/** A route or a function, as far as it says what it changes. */
interface SaidChange {
  /** undefined, `reading`: nothing. */
  readonly of?: ChangedThing | "reading" | undefined;
  readonly impersonation?: "allow" | undefined;
}

/** Does somebody act for the user of this session? */
export type IsImpersonating = (context: SessionContext) => Promise<boolean>;

const needsOwnHand = ({ of = "reading", impersonation }: SaidChange): boolean =>
  of !== "reading" && impersonation !== "allow";

export function refusingChanges(
  host: PluginHost,
  plugins: readonly DefinedPlugin[],
  isImpersonating: IsImpersonating,
): PluginHost {
  const assertOwnHand = async (context: SessionContext): Promise<void> => {
    if (await isImpersonating(context))
      throw new PluginError("impersonating", "Whoever acts for a user changes nothing of theirs");
  };
  const withOwnHand =
    (flow: Flow): Flow =>
    async (context) => {
      try {
        await assertOwnHand(context);
      } catch (thrown) {
        // The server's own code is told as it is told of everything else.
        if (!(thrown instanceof PluginError) || context.options?.throwErrors === true) throw thrown;
        return answer(thrown, context);
      }
      return flow(context);
    };
  /** Nothing that comes back is added to the user for whom somebody acts. */
  const asStranger =
    (flow: Flow): Flow =>
    async (context) =>
      flow((await isImpersonating(context)) ? withoutSession(context) : context);
  const around = (target: PluginTarget, wrap: (flow: Flow) => Flow): PluginTarget => ({
    ...target,
    route: { ...target.route, flow: wrap((context) => target.route.flow(context)) },
  });
  return {
    ...host,
    target(scope) {
      const found = host.target(scope);
      if (!holdsAct({ cookieHeader: scope.request.header("cookie") })) return found;
      if (found !== undefined)
        return showingBar(needsOwnHand(routeAt(plugins, scope, found)) ? around(found, withOwnHand) : found);
      const { target, is } = coreTarget(scope) ?? {};
      if (target === undefined) return undefined;
      const wrap = is === "change" ? withOwnHand : is === "return" ? asStranger : undefined;
      return showingBar(wrap ? around(target, wrap) : target);
    },
    functionOf(name) {
      const call = host.functionOf(name);
      const declared = plugins.map(({ functions = {} }) => new Map(Object.entries(functions)).get(name));
      if (call === undefined || !declared.some((one) => one && needsOwnHand(one))) return call;
      return async (caller, args) => {
        await assertOwnHand(caller);
        return call(caller, args);
      };
    },
  };
}

/** What the route of a plugin says. */
const routeAt = (
  plugins: readonly DefinedPlugin[],
  { request: { method } }: Scope,
  { action }: PluginTarget,
): SaidChange =>
  plugins
    .flatMap(({ routes = [] }) => routes)
    .find((route) => route.path === action && route.method === method) ?? {};

const changes: ReadonlyMap<string, SaidChange> = new Map(Object.entries(coreChanges));
const returns: ReadonlySet<string> = new Set(["GET callback:oauth", "GET callback:email"]);
const pages: ReadonlySet<string> = new Set(["GET signin", "GET signout", "GET error", "GET verify-request"]);

/** What is of interest of a route of the core: what comes back, what changes something, what is a page. */
interface CoreTarget {
  readonly target: PluginTarget;
  readonly is: "return" | "change" | "page";
}

/** @returns undefined: the core answers by itself */
function coreTarget({ request, resolved }: Scope): CoreTarget | undefined {
  const asked = parsePath(request.path);
  if (asked === null) return undefined;
  const { action, providerId } = asked;
  const provider = providerId === undefined ? undefined : resolved.provider(providerId);
  if (providerId !== undefined && provider === undefined) return undefined;
  const key = `${request.method} ${action}${provider === undefined ? "" : `:${kindOf(provider)}`}`;
  const isChange = needsOwnHand(changes.get(key) ?? {});
  if (!isChange && !returns.has(key) && !pages.has(key)) return undefined;
  const { csrf, withoutState, flow } = findRoute(request.method, action, provider, resolved);
  const route = { csrf, withoutState, flow: async (context: FlowContext) => flow(context) };
  const is = isChange ? "change" : returns.has(key) ? "return" : "page";
  return { target: { action, providerId, route }, is };
}

function withoutSession(context: FlowContext): FlowContext {
  const none = () => Promise.resolve(null);
  const read = () => Promise.resolve(nobody);
  const sessions = {
    ...context.sessions,
    current: none,
    shown: none,
    read,
    refresh: read,
    sessionBinding: () => Promise.resolve(undefined),
  };
  return { ...context, sessions, resolved: { ...context.resolved, sessions } };
}
