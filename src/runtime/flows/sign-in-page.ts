/** GET /signin: the page with a form for each provider, or the way to the app's own page. */
import { noteEnd, notesOf } from "../accounts/notes.js";
import { type FlowResult, html, redirect } from "../http/flow-result.js";
import { isOAuth } from "../pages/forms.js";
import { askAnewCookies } from "./max-age.js";
import { secondsFrom } from "../security/check-cookie.js";
import { pageHeaders } from "../pages/headers.js";
import type { Look } from "../pages/page.js";
import type { Forms, SignInForm, SignInPage } from "../pages/provider-form.js";
import { renderSignIn } from "../pages/sign-in.js";
import { boxText, notAdded } from "../pages/texts.js";
import { pageWithParams } from "../security/redirects.js";
import { pageUrl } from "../security/page-url.js";
import type { FlowContext } from "../types/flow.js";
import type { InternalProvider } from "../types/finished-provider.js";
import { addressOf, lookOf, namesOf, userLabelOf } from "./page-facts.js";

export async function signInPage(context: FlowContext): Promise<FlowResult> {
  const { resolved, site, request, callbackUrl, csrfToken } = context;
  const query = request.query();
  const asked = await additionPage(context, query.get("add"));
  if (asked !== undefined) return asked;
  // An empty one is none.
  const error = query.get("error") || null;
  const maxAge = query.get("maxAge");
  if (resolved.pages.signIn !== undefined) {
    const cookies = await askAnewCookies(context, secondsFrom(maxAge));
    return redirect(pageWithParams(resolved.pages.signIn, { callbackUrl, error, maxAge }), cookies);
  }
  const own = lookOf(resolved, request);
  const providers = resolved.providers();
  const forms = await formsOf(providers);
  const needsScript = [...forms.values()].some(({ script }) => script);
  const look = { ...own, hasScript: own.hasScript || needsScript };
  const userLabel = await userLabelOf(context);
  const shown: SignInPage = {
    providers,
    forms,
    base: site.base,
    urlOf: (path) => pageUrl(context, path),
    csrfToken,
    callbackUrl,
    maxAge,
    email: query.get("email"),
    // An id, or whatever else the browser has sent.
    last: own.theme.lastUsed === false ? undefined : request.cookie(context.cookies.lastProvider.name),
    problem: error === null ? undefined : problemOf(context, look, error, userLabel),
    userLabel,
    signOut: addressOf(context, "signOut"),
    ...look,
  };
  const page = renderSignIn(forms.get("credentials")?.join?.(shown, context) ?? shown);
  return html(page, { headers: pageHeaders(look) });
}

/**
 * Asks before an account is added; the question comes with what begins sessions that ask it. A passkey is added on a page
 * of its own.
 */
async function additionPage(context: FlowContext, id: string | null): Promise<FlowResult | undefined> {
  const provider = id === null ? undefined : context.resolved.provider(id);
  if (provider === undefined) return undefined;
  const asked = await (await notesOf(context))?.addPage(context, provider);
  if (asked !== undefined) return asked;
  const passkey = context.resolved.providers("webauthn").find((each) => each.id === id);
  return passkey && (await passkey.flows?.())?.addPage({ ...context, provider: passkey });
}

/**
 * POST /signin/:id of a passkey provider: a passkey is asked for by the script of a page. That is the sign-in page, or
 * after the question whether to add one the page where it was wished for.
 */
export async function passkeyStart(context: FlowContext): Promise<FlowResult> {
  return (await context.request.body())?.["add"] === "true"
    ? redirect(context.callbackUrl, await noteEnd(context))
    : redirect(`${context.site.base}/signin`);
}

/** Each kind of provider brings its form with its flows; that of a plugin, which stands in front, knows the others. */
async function formsOf(providers: readonly InternalProvider[]): Promise<Forms> {
  const forms = new Map<string, SignInForm>();
  for (const provider of [...providers].reverse())
    if (!isOAuth(provider) && provider.flows !== undefined) forms.set(provider.type, await provider.flows());
  return forms;
}

/** With these somebody comes back who wanted to add an account. */
const linkErrors = /^(?:OAuth)?AccountNotLinked$/;

function problemOf(context: FlowContext, look: Look, error: string, userLabel: string | undefined): string {
  const names = namesOf(context, look);
  return userLabel !== undefined && linkErrors.test(error)
    ? notAdded(names)
    : boxText(error, context.request.query().get("auth_reason"), names);
}
