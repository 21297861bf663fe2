/** GET /csrf: the token that forms and clients send back. */
import { clearCookie } from "../http/cookies.js";
import { empty, type FlowResult, json, noStore } from "../http/flow-result.js";
import { skipCSRFCheck } from "../types/symbols.js";
import type { FlowContext } from "../types/flow.js";

export function csrfFlow({ resolved, cookies, csrfToken }: FlowContext): FlowResult {
  if (resolved.config.skipCSRFCheck === skipCSRFCheck) {
    resolved.logger.warn("csrf-disabled");
    return empty(404, { cookies: [clearCookie(cookies.csrfToken)] });
  }
  return json({ csrfToken }, { headers: noStore });
}
