/** GET /providers: what one can sign in with, in the order of the config. */
import { type FlowResult, json } from "../http/flow-result.js";
import type { PublicProvider } from "../types/entities.js";
import type { ResolvedConfig } from "../types/resolved-config.js";
import type { FlowContext } from "../types/flow.js";
import type { Site } from "../settings/origin.js";

function publicProviders(resolved: ResolvedConfig, { base }: Site): PublicProvider[] {
  return resolved.providers().map(({ id, name, type }) => ({
    id,
    name,
    type,
    signinUrl: `${base}/signin/${id}`,
    callbackUrl: `${base}/callback/${id}`,
  }));
}

export function providersFlow({ resolved, site }: FlowContext): FlowResult {
  return json(Object.fromEntries(publicProviders(resolved, site).map((provider) => [provider.id, provider])));
}
