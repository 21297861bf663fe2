/** GET /signout: asks first, because a link must not be able to sign anybody out. */
import { type FlowResult, html, redirect } from "../http/flow-result.js";
import { pageHeaders } from "../pages/headers.js";
import { renderSignOut } from "../pages/messages.js";
import type { FlowContext } from "../types/flow.js";
import { lookOf, userLabelOf } from "./page-facts.js";

export async function signOutPage(context: FlowContext): Promise<FlowResult> {
  const { resolved, site, request, csrfToken, callbackUrl } = context;
  if (resolved.pages.signOut !== undefined) return redirect(resolved.pages.signOut);
  const look = lookOf(resolved, request);
  const page = renderSignOut({
    action: `${site.base}/signout`,
    csrfToken,
    isFederated: resolved.plugins?.leave !== undefined,
    userLabel: await userLabelOf(context),
    back: callbackUrl,
    ...look,
  });
  return html(page, { headers: pageHeaders(look) });
}
