/** GET /signout: asks first, because a link must not be able to sign anybody out. */
import { type FlowResult, html, redirect } from "../http/flow-result.js";
import { pageHeaders } from "../pages/headers.js";
import { renderSignOut } from "../pages/messages.js";
import type { FlowContext } from "../types/flow.js";
import { lookOf, personOn } from "./page-facts.js";

export async function signOutPage(context: FlowContext): Promise<FlowResult> {
  const { compiled, mount, request, csrfToken, callbackUrl } = context;
  if (compiled.pages.signOut !== undefined) return redirect(compiled.pages.signOut);
  const look = lookOf(compiled, request);
  const page = renderSignOut({
    action: `${mount.base}/signout`,
    csrfToken,
    person: await personOn(context),
    back: callbackUrl,
    ...look,
  });
  return html(page, { headers: pageHeaders(look) });
}
