/** GET /signin?add=<provider>: asks before an account is added to a session that a stranger may have begun. */
import { isNoted } from "../accounts/noted-session.js";
import { type FlowResult, html } from "../http/flow-result.js";
import { renderAddAccount } from "../pages/add-account.js";
import { pageHeaders } from "../pages/headers.js";
import { fullAddress, safeName } from "../pages/safe-values.js";
import type { InternalProvider } from "../types/finished-provider.js";
import type { FlowContext } from "../types/flow.js";
import { addressOf, lookOf } from "./page-facts.js";

/** @returns undefined: there is nothing to ask */
export async function addPage(
  context: FlowContext,
  { id, name }: InternalProvider,
): Promise<FlowResult | undefined> {
  if (!(await isNoted(context))) return undefined;
  const { resolved, site, request, csrfToken, callbackUrl } = context;
  const user = await context.sessions.shown(context);
  const look = lookOf(resolved, request);
  const page = renderAddAccount({
    action: `${site.base}/signin/${encodeURIComponent(id)}`,
    provider: name,
    userLabel: fullAddress(user?.email) || safeName(user?.name),
    csrfToken,
    callbackUrl,
    signOut: addressOf(context, "signOut"),
    ...look,
  });
  return html(page, { headers: pageHeaders(look) });
}
