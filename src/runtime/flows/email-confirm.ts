/** The page behind the link of a mail where the provider asks for a click: scanners follow links, they press nothing. */
import { html } from "../http/flow-result.js";
import { pageHeaders } from "../pages/headers.js";
import { renderConfirm } from "../pages/messages.js";
import { randomHex } from "../security/random.js";
import type { FlowContext, FlowResult } from "../types/flow.js";
import type { EmailConfig } from "../types/provider.js";

export function emailConfirm(
  { compiled, mount, callbackUrl }: FlowContext,
  provider: EmailConfig,
  { token, email }: { token: string; email: string | undefined },
): FlowResult {
  const nonce = randomHex(16);
  const page = renderConfirm({
    action: `${mount.base}/callback/${encodeURIComponent(provider.id)}`,
    fields: { token, ...(email !== undefined && { email }), callbackUrl },
    theme: compiled.theme,
    nonce,
  });
  return html(page, { headers: { ...pageHeaders(nonce), "referrer-policy": "no-referrer" } });
}
