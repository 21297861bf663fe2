/** GET /verify-request: the mail is on its way. */
import { type FlowResult, html, redirect } from "../http/flow-result.js";
import { pageHeaders } from "../pages/headers.js";
import { renderVerifyRequest } from "../pages/messages.js";
import { lifeOf } from "../pages/texts.js";
import { pageWithParams } from "../security/redirects.js";
import type { FlowContext } from "../types/flow.js";
import { addressOf, lookOf } from "./page-facts.js";
import { linkLifeSeconds } from "./verification-token.js";

export function verifyRequestPage(context: FlowContext): FlowResult {
  const { resolved, site, request } = context;
  const { verifyRequest } = resolved.pages;
  if (verifyRequest !== undefined) {
    return redirect(pageWithParams(verifyRequest, Object.fromEntries(request.query())));
  }
  const look = lookOf(resolved, request);
  const id = request.query().get("provider");
  const provider = resolved.providers("email").find((each) => each.id === id);
  // Tokens of the app's own making may be codes that are typed.
  const isLink = provider !== undefined && provider.generateVerificationToken === undefined;
  const page = renderVerifyRequest({
    life: isLink ? lifeOf(look.text, linkLifeSeconds(provider)) : undefined,
    signIn: addressOf(context, "signIn"),
    home: site.origin,
    ...look,
  });
  return html(page, { headers: pageHeaders(look) });
}
