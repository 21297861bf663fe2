/** GET /signin: the page with a form for each provider, or the way to the app's own page. */
import { html, redirect } from "../http/flow-result.js";
import { isPasskey } from "../pages/forms.js";
import { pageHeaders } from "../pages/headers.js";
import { renderSignIn } from "../pages/sign-in.js";
import { boxText, notAdded } from "../pages/texts.js";
import { pageWithParams } from "../security/redirects.js";
import type { FlowContext, FlowResult } from "../types/flow.js";
import { lastProvider } from "./last-provider.js";
import { addressOf, lookOf, namesOf, personOn } from "./page-facts.js";

export async function signInPage(context: FlowContext): Promise<FlowResult> {
  const { compiled, mount, request, callbackUrl, csrfToken } = context;
  const query = request.query();
  // An empty one is none.
  const error = query.get("error") || null;
  if (compiled.pages.signIn !== undefined) {
    return redirect(pageWithParams(compiled.pages.signIn, { callbackUrl, error }));
  }
  const own = lookOf(compiled, request);
  const look = { ...own, hasScript: own.hasScript || compiled.providers().some(isPasskey) };
  const person = await personOn(context);
  const page = renderSignIn({
    providers: compiled.providers(),
    base: mount.base,
    csrfToken,
    callbackUrl,
    email: query.get("email"),
    last: lastProvider(context),
    problem: error === null ? undefined : problemOf(context, error, person !== undefined),
    person,
    signOut: addressOf(context, "signOut"),
    ...look,
  });
  return html(page, { headers: pageHeaders(look) });
}

/** With these somebody comes back who wanted to add an account. */
const linkErrors: ReadonlySet<string> = new Set(["OAuthAccountNotLinked", "AccountNotLinked"]);

function problemOf(context: FlowContext, error: string, isSignedIn: boolean): string {
  const names = namesOf(context);
  return isSignedIn && linkErrors.has(error)
    ? notAdded(names)
    : boxText(error, context.request.query().get("auth_reason"), names);
}
