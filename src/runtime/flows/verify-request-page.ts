/** GET /verify-request: the mail is on its way. */
import { html, redirect } from "../http/flow-result.js";
import { pageHeaders } from "../pages/headers.js";
import { renderVerifyRequest } from "../pages/messages.js";
import { randomHex } from "../security/random.js";
import { pageWithParams } from "../security/redirects.js";
import type { FlowContext, FlowResult } from "../types/flow.js";

export function verifyRequestPage({ compiled, mount, request }: FlowContext): FlowResult {
  const { verifyRequest } = compiled.pages;
  if (verifyRequest !== undefined) {
    return redirect(pageWithParams(verifyRequest, Object.fromEntries(request.query())));
  }
  const nonce = randomHex(16);
  const page = renderVerifyRequest({
    host: new URL(mount.origin).host,
    home: mount.origin,
    theme: compiled.theme,
    nonce,
  });
  return html(page, { headers: pageHeaders(nonce) });
}
