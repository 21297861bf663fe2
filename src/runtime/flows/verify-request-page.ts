/** GET /verify-request: the app's own page, or the one that comes with sign-in by mail. */
import { type FlowResult, redirect } from "../http/flow-result.js";
import { pageWithParams } from "../security/redirects.js";
import type { FlowContext } from "../types/flow.js";
import { checkEmailPage } from "./check-email-page.js";

export async function verifyRequestPage(context: FlowContext): Promise<FlowResult> {
  const { resolved, request } = context;
  const { verifyRequest } = resolved.pages;
  if (verifyRequest !== undefined)
    return redirect(pageWithParams(verifyRequest, Object.fromEntries(request.query())));
  const providers = resolved.providers("email");
  const load = providers[0]?.flows;
  // Without a mail provider nobody waits for a mail, and its flows are not asked for.
  if (load === undefined) return checkEmailPage(context);
  const id = request.query().get("provider");
  return (await load()).verifyRequestPage(
    context,
    providers.find((each) => each.id === id),
  );
}
