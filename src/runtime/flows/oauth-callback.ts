import type { SignIn } from "../accounts/sign-in.js";
import { InvalidCheck, OAuthAccountNotLinked, OAuthProfileParseError, toError } from "../errors/index.js";
import { causeOf, cookiesOf, FlowFailure, type FlowResult, redirect } from "../http/flow-result.js";
import { isPostedAnswer, standardNames, textsIn } from "../oauth/authorization.js";
import { identify } from "../oauth/callback.js";
import { clearChecks, cookieChecks, startOf } from "../oauth/checks.js";
import { providerFailure, withoutSecrets } from "../oauth/failure.js";
import { hopTo, returnRoute, type ReturnRoute } from "../oauth/proxy.js";
import { randomId } from "../security/random.js";
import { pageOf } from "../security/page-url.js";
import { withParams } from "../security/redirects.js";
import type { FlowContext } from "../types/flow.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import { completeSignIn } from "./complete-sign-in.js";

type Context = FlowContext<OAuthProvider>;

const method = { linking: "account", refusal: OAuthAccountNotLinked } as const;

/** GET or POST /callback/:id of an OAuth or OIDC provider: from the provider's answer to a session. */
export async function oauthCallback(context: Context): Promise<FlowResult> {
  const { provider } = context;
  const route = returnRoute(context, provider);
  const params = await readAuthorizationResponse(context);
  const hop = await hopTo(context, route, params);
  if (hop !== undefined) return hop;

  // The answer to this sign-in, good or bad, is the end of its checks.
  const cleared = clearChecks(context, provider);
  try {
    return await completeSignIn(context, await signInBy(context, route, params), cleared);
  } catch (thrown) {
    const error = causeOf(toError(thrown));
    if (error instanceof OAuthProfileParseError) {
      context.resolved.logger.error(error);
      return redirect(signInPage(context, "OAuthCallbackError"), cleared);
    }
    if (error instanceof InvalidCheck) throw await afterOtherSignIn(context, error);
    throw new FlowFailure(providerFailure(withoutSecrets(error), provider), [
      ...cleared,
      ...cookiesOf(thrown),
    ]);
  }
}

/**
 * An answer to another sign-in than the one that this browser began last, or one that was answered before: the checks of
 * the newer one stay, and whoever has finished it goes on to the app.
 */
async function afterOtherSignIn(context: Context, error: InvalidCheck): Promise<InvalidCheck> {
  const shown = await context.sessions.shown(context).catch(() => null);
  return shown === null ? error : Object.assign(error, { answer: redirect(context.callbackUrl) });
}

async function signInBy(context: Context, route: ReturnRoute, params: URLSearchParams): Promise<SignIn> {
  const { provider, resolved, site } = context;
  const addresses = {
    signinUrl: `${site.base}/signin/${provider.id}`,
    callbackUrl: `${site.base}/callback/${provider.id}`,
  };
  const { redirectUri, usesProxy: needsState } = route;
  const kept = cookieChecks(context, provider);
  const callback = { provider, redirectUri, addresses, needsState, kept };
  const { user, account, numericId, profile, checks, claims } = await identify(callback, params);
  resolved.logger.debug("The provider answered", { provider: provider.id, profile, account });
  const id = resolved.adapter === undefined ? user.id : randomId();
  const { isSameSession: mayJoin, question } = await startOf(context, provider, checks);
  const askedAt =
    provider.reauthentication === "max_age"
      ? await (await import("./reauthentication.js")).askedAtOf(context, claims, question)
      : undefined;
  return { method, user: { ...user, id }, account, provider, numericId, profile, askedAt, mayJoin };
}

/** The query, or the form of a provider that was asked to post its answer; in the standard's words. */
async function readAuthorizationResponse({ request, provider }: Context): Promise<URLSearchParams> {
  const isPosted = isPostedAnswer(provider, request.method);
  return standardNames(provider, isPosted ? textsIn((await request.body()) ?? {}) : request.query());
}

const signInPage = (context: FlowContext, error: string): string =>
  withParams(pageOf(context, "signIn"), { error }, context.site.origin);
