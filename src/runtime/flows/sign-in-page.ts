/** GET /signin: the page with a form for each provider, or the way to the app's own page. */
import { html, redirect } from "../http/flow-result.js";
import { pageHeaders } from "../pages/headers.js";
import { renderSignIn } from "../pages/sign-in.js";
import { randomHex } from "../security/random.js";
import { pageWithParams } from "../security/redirects.js";
import type { FlowContext, FlowResult } from "../types/flow.js";

export async function signInPage(context: FlowContext): Promise<FlowResult> {
  const { compiled, mount, request, callbackUrl, csrfToken } = context;
  const query = request.query();
  // An empty one is none.
  const error = query.get("error") || null;
  if (compiled.pages.signIn !== undefined) {
    return redirect(pageWithParams(compiled.pages.signIn, { callbackUrl, error }));
  }
  const nonce = randomHex(16);
  const page = renderSignIn({
    providers: compiled.providers(),
    base: mount.base,
    csrfToken,
    callbackUrl,
    email: query.get("email"),
    error,
    isSignedIn: error !== null && linkErrors.has(error) && (await isSignedIn(context)),
    theme: compiled.theme,
    nonce,
  });
  const hasScript = compiled.providers().some(({ type }) => type === "webauthn");
  return html(page, { headers: pageHeaders(nonce, hasScript ? nonce : undefined) });
}

/** With these somebody comes back who wanted to add an account: nobody was signed out. */
const linkErrors: ReadonlySet<string> = new Set(["OAuthAccountNotLinked", "AccountNotLinked"]);

/** A store that is down must not take the page away. */
async function isSignedIn(context: FlowContext): Promise<boolean> {
  if (context.cookieHeader === null) return false;
  return context.sessions.current(context).then(
    (current) => current !== null,
    () => false,
  );
}
