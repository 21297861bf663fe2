/** The page behind the link of a mail where the provider asks for a click: scanners follow links, they press nothing. */
import { html } from "../http/flow-result.js";
import { pageHeaders } from "../pages/headers.js";
import { renderConfirm } from "../pages/messages.js";
import type { FlowContext, FlowResult } from "../types/flow.js";
import type { EmailConfig } from "../types/provider.js";
import { lookOf } from "./page-facts.js";

export function emailConfirm(
  { compiled, mount, request, callbackUrl }: FlowContext,
  provider: EmailConfig,
  { token, email }: { token: string; email: string | undefined },
): FlowResult {
  const look = lookOf(compiled, request);
  const page = renderConfirm({
    action: `${mount.base}/callback/${encodeURIComponent(provider.id)}`,
    fields: { token, ...(email !== undefined && { email }), callbackUrl },
    ...look,
  });
  return html(page, { headers: { ...pageHeaders(look), "referrer-policy": "no-referrer" } });
}
