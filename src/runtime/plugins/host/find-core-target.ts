/** Routes of the core that a plugin has a say in: those that change something, where it knows of impersonation. */
import { findRoute, parsePath } from "../../routes.js";
import { kindOf } from "../../settings/provider.js";
import type { RequestScope } from "../../types/flow.js";
import { coreChanges } from "./core-changes.js";
import { answer } from "./find-target.js";
import { assertOwnHand, needsOwnHand } from "./own-hand.js";
import type { DeclaredChange, DefinedPlugin, PluginTarget } from "./plugin.js";
import { PluginError } from "./plugin-error.js";

/** @returns undefined: the core answers by itself */
export function findCoreTarget(
  plugins: readonly DefinedPlugin[],
  { request, resolved }: Pick<RequestScope, "request" | "resolved">,
): PluginTarget | undefined {
  if (request.method !== "POST" || plugins.every((one) => one.isImpersonating === undefined))
    return undefined;
  const asked = parsePath(request.path);
  if (asked === null) return undefined;
  const { action, providerId } = asked;
  const provider = providerId === undefined ? undefined : resolved.provider(providerId);
  if (providerId !== undefined && provider === undefined) return undefined;
  const key = `POST ${action}${provider === undefined ? "" : `:${kindOf(provider)}`}`;
  const change = new Map<string, DeclaredChange>(Object.entries(coreChanges)).get(key);
  if (change === undefined || !needsOwnHand(change)) return undefined;
  const route = findRoute(request.method, action, provider, resolved);
  return {
    action,
    providerId,
    route: {
      ...route,
      async flow(context) {
        try {
          await assertOwnHand(change, context);
        } catch (thrown) {
          // The server's own code is told as it is told of everything else.
          if (!(thrown instanceof PluginError) || context.options?.throwErrors === true) throw thrown;
          return answer(thrown, context);
        }
        return route.flow(context);
      },
    },
  };
}
