/** GET /signin: the page with a form for each provider, or the way to the app's own page. */
import { html, redirect } from "../http/flow-result.js";
import { pageHeaders } from "../pages/headers.js";
import { renderSignIn } from "../pages/sign-in.js";
import { randomHex } from "../security/random.js";
import { withParams } from "../security/redirects.js";
import type { FlowContext, FlowResult } from "../types/flow.js";

export function signInPage({ compiled, mount, request, callbackUrl, csrfToken }: FlowContext): FlowResult {
  const query = request.query();
  const error = query.get("error");
  if (compiled.pages.signIn !== undefined) {
    return redirect(withParams(compiled.pages.signIn, { callbackUrl, error }, mount.origin));
  }
  const nonce = randomHex(16);
  const page = renderSignIn({
    providers: compiled.providers(),
    base: mount.base,
    csrfToken,
    callbackUrl,
    email: query.get("email"),
    error,
    theme: compiled.theme,
    nonce,
  });
  const hasScript = compiled.providers().some(({ type }) => type === "webauthn");
  return html(page, { headers: pageHeaders(nonce, hasScript ? nonce : undefined) });
}
