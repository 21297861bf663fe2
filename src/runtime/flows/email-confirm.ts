/** The page behind the link of a mail where the provider asks for a click: scanners follow links, they press nothing. */
import { compact } from "../compact.js";
import { type FlowResult, html } from "../http/flow-result.js";
import { pageHeaders } from "../pages/headers.js";
import { renderConfirm } from "../pages/messages.js";
import type { FlowContext } from "../types/flow.js";
import type { EmailConfig } from "../types/provider.js";
import { lookOf } from "./page-facts.js";

export function emailConfirm(
  { resolved, site, request, callbackUrl, provider }: FlowContext<EmailConfig>,
  { token, email }: { token: string; email: string | undefined },
): FlowResult {
  const look = lookOf(resolved, request);
  const page = renderConfirm({
    action: `${site.base}/callback/${encodeURIComponent(provider.id)}`,
    fields: compact({ token, email, callbackUrl }),
    ...look,
  });
  return html(page, { headers: { ...pageHeaders(look), "referrer-policy": "no-referrer" } });
}
