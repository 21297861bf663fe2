/** The addresses of sign-outs at providers, below the base path. */
import { UnknownAction } from "../errors/index.js";
import { type FlowResult, redirect } from "../http/flow-result.js";
import type { ActionRequest } from "../http/action-request.js";
import type { PluginTarget } from "../plugins/host/plugin-host.js";
import type { PluginScope } from "../plugins/host/plugin.js";
import { pluginsOf, scopeOf } from "../plugins/host/scope.js";
import type { FlowContext } from "../types/flow.js";
import type { ResolvedConfig } from "../types/resolved-config.js";
import { federatedPage } from "./federated-page.js";
import { federatedProviders, listeningProviders } from "./options.js";
import { pluginId } from "./plugin.js";
import { clearRound, takeLeg } from "./round.js";

type Flow = (context: FlowContext, own: PluginScope, id: string | null) => Promise<FlowResult>;

const flows: Readonly<Record<string, Flow | undefined>> = {
  "GET signout federated": federatedPage,
  "GET signout return": returned,
  "POST backchannel-logout": async (context, own) =>
    (await import("./backchannel.js")).backchannelLogout(context, own),
};

const paths = /^\/(?<place>signout\/federated|signout\/return|backchannel-logout)(?:\/(?<id>[^/]+))?$/;

/** @returns undefined for a path that is none of these */
export function findTarget(
  resolved: Pick<ResolvedConfig, "providers">,
  { method, path }: Pick<ActionRequest, "method" | "path">,
): PluginTarget | undefined {
  const { place, id = null } = paths.exec(path)?.groups ?? {};
  if (place === undefined || (id === null && place !== "signout/federated")) return undefined;
  const isOn = place === "backchannel-logout" ? listeningProviders : federatedProviders;
  if (isOn(resolved).length === 0) return undefined;
  const providerId = id === null ? undefined : decoded(id);
  const flow = flows[`${method} ${place.replace("/", " ")}`];
  return {
    action: `/${place}`,
    providerId,
    route: {
      withoutState: true,
      flow: async (context) => {
        if (flow === undefined) throw new UnknownAction(`There is no ${method} /${place}`);
        return flow(context, ownOf(context.resolved), providerId ?? null);
      },
    },
  };
}

/** First parts of these paths that are no action of the core. */
export const routeParts = (resolved: Pick<ResolvedConfig, "providers">): readonly string[] =>
  listeningProviders(resolved).length > 0 ? ["backchannel-logout"] : [];

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** What is the plugin's own. */
function ownOf(resolved: ResolvedConfig): PluginScope {
  const plugin = pluginsOf(resolved.config).find(({ id }) => id === pluginId);
  if (plugin === undefined) throw new TypeError("Sign-out at providers is off");
  return scopeOf(plugin, resolved);
}

/** GET /signout/return/:id: the provider has ended its session. */
async function returned(context: FlowContext, _own: PluginScope, id: string | null): Promise<FlowResult> {
  const { target } = await takeLeg(context, "return", id);
  return redirect(target, [clearRound(context)]);
}
