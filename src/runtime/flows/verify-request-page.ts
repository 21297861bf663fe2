/** GET /verify-request: the mail is on its way. */
import { type FlowResult, html, redirect } from "../http/flow-result.js";
import { pageHeaders } from "../pages/headers.js";
import { renderVerifyRequest } from "../pages/messages.js";
import { pageWithParams } from "../security/redirects.js";
import type { FlowContext } from "../types/flow.js";
import type { EmailConfig } from "../types/provider.js";
import { addressOf, lookOf } from "./page-facts.js";

/** Flows of a mail provider, as far as this page knows them. */
interface MailFlows {
  sent?(context: FlowContext<EmailConfig>): Promise<FlowResult>;
}

export async function verifyRequestPage(context: FlowContext): Promise<FlowResult> {
  const { resolved, site, request } = context;
  const { verifyRequest } = resolved.pages;
  if (verifyRequest !== undefined) {
    return redirect(pageWithParams(verifyRequest, Object.fromEntries(request.query())));
  }
  const id = request.query().get("provider");
  const provider = resolved.providers("email").find((each) => each.id === id);
  const { sent } = ((await provider?.flows?.()) ?? {}) as MailFlows;
  if (provider !== undefined && sent !== undefined) return sent({ ...context, provider });
  const look = lookOf(resolved, request);
  const page = renderVerifyRequest({
    life: undefined,
    signIn: addressOf(context, "signIn"),
    home: site.origin,
    ...look,
  });
  return html(page, { headers: pageHeaders(look) });
}
