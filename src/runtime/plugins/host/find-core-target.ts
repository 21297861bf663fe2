/**
 * Routes of the core that a plugin has a say in, where it knows of impersonation: what changes something is refused, and a
 * sign-in that comes back is one of a stranger.
 */
import { findRoute, parsePath, type Route } from "../../routes.js";
import { nobody } from "../../sessions/strategy.js";
import { kindOf } from "../../settings/provider.js";
import type { FlowContext, RequestScope } from "../../types/flow.js";
import { coreChanges } from "./core-changes.js";
import { answer } from "./find-target.js";
import { assertOwnHand, isImpersonating, needsOwnHand } from "./own-hand.js";
import type { DeclaredChange, DefinedPlugin, PluginTarget } from "./plugin.js";
import { PluginError } from "./plugin-error.js";

/** @returns undefined: the core answers by itself */
export function findCoreTarget(
  plugins: readonly DefinedPlugin[],
  { request, resolved }: Pick<RequestScope, "request" | "resolved">,
): PluginTarget | undefined {
  if (plugins.every((one) => one.isImpersonating === undefined)) return undefined;
  const asked = parsePath(request.path);
  if (asked === null) return undefined;
  const { action, providerId } = asked;
  const provider = providerId === undefined ? undefined : resolved.provider(providerId);
  if (providerId !== undefined && provider === undefined) return undefined;
  const kind = provider === undefined ? "" : `:${kindOf(provider)}`;
  const change = changes.get(`${request.method} ${action}${kind}`);
  const isReturn = request.method === "GET" && action === "callback" && provider !== undefined;
  if (!isReturn && (change === undefined || !needsOwnHand(change))) return undefined;
  const route = findRoute(request.method, action, provider, resolved);
  const flow = change === undefined ? asStranger(route) : withOwnHand(route, change);
  return { action, providerId, route: { ...route, flow } };
}

const changes: ReadonlyMap<string, DeclaredChange> = new Map(Object.entries(coreChanges));

const withOwnHand =
  (route: Route, change: DeclaredChange): PluginTarget["route"]["flow"] =>
  async (context) => {
    try {
      await assertOwnHand(change, context);
    } catch (thrown) {
      // The server's own code is told as it is told of everything else.
      if (!(thrown instanceof PluginError) || context.options?.throwErrors === true) throw thrown;
      return answer(thrown, context);
    }
    return route.flow(context);
  };

/** Nothing that comes back is added to the user for whom somebody acts. */
const asStranger =
  (route: Route): PluginTarget["route"]["flow"] =>
  async (context) =>
    route.flow((await isImpersonating(context)) ? withoutSession(context) : context);

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
