/** GET /signout: asks first, because a link must not be able to sign anybody out. */
import { html, redirect } from "../http/flow-result.js";
import { pageHeaders } from "../pages/headers.js";
import { renderSignOut } from "../pages/messages.js";
import { randomHex } from "../security/random.js";
import type { FlowContext, FlowResult } from "../types/flow.js";

export function signOutPage({ compiled, mount, csrfToken }: FlowContext): FlowResult {
  if (compiled.pages.signOut !== undefined) return redirect(compiled.pages.signOut);
  const nonce = randomHex(16);
  const page = renderSignOut({ action: `${mount.base}/signout`, csrfToken, theme: compiled.theme, nonce });
  return html(page, { headers: pageHeaders(nonce) });
}
