/** GET /providers: what one can sign in with, in the order of the config. */
import { type FlowResult, json } from "../http/flow-result.js";
import type { PublicProvider } from "../types/entities.js";
import type { Compiled } from "../types/compiled.js";
import type { FlowContext } from "../types/flow.js";
import type { Mount } from "../settings/origin.js";

function publicProviders(compiled: Compiled, { base }: Mount): PublicProvider[] {
  return compiled.providers().map(({ id, name, type }) => ({
    id,
    name,
    type,
    signinUrl: `${base}/signin/${id}`,
    callbackUrl: `${base}/callback/${id}`,
  }));
}

export function providersFlow({ compiled, mount }: FlowContext): FlowResult {
  return json(
    Object.fromEntries(publicProviders(compiled, mount).map((provider) => [provider.id, provider])),
  );
}
