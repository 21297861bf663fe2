/** GET /providers: what one can sign in with, in the order of the config. */
import { type FlowResult, json } from "../http/flow-result.js";
import type { PublicProvider } from "../types/entities.js";
import type { FlowContext } from "../types/flow.js";

export function providersFlow({ resolved, site: { base } }: FlowContext): FlowResult {
  const shown = resolved
    .providers()
    .map(({ id, name, type }): [string, PublicProvider] => [
      id,
      { id, name, type, signinUrl: `${base}/signin/${id}`, callbackUrl: `${base}/callback/${id}` },
    ]);
  return json(Object.fromEntries(shown));
}
