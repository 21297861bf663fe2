/** "Check your email": all that GET /verify-request shows where no mail provider says more. */
import { type FlowResult, html } from "../http/flow-result.js";
import { renderVerifyRequest } from "../pages/check-email.js";
import { pageHeaders } from "../pages/headers.js";
import type { FlowContext } from "../types/flow.js";
import { addressOf, lookOf } from "./page-facts.js";

/** @param life how long the link works, in seconds; undefined: not known */
export function checkEmailPage(context: FlowContext, life?: number): FlowResult {
  const look = lookOf(context.resolved, context.request);
  const page = renderVerifyRequest({
    life,
    signIn: addressOf(context, "signIn"),
    home: context.site.origin,
    ...look,
  });
  return html(page, { headers: pageHeaders(look) });
}
