import { OAuthProfileParseError } from "../errors.js";
import { FlowFailure, redirect } from "../http/flow-result.js";
import { validateAnswer } from "../oauth/authorization-answer.js";
import {
  checksOf,
  clearChecks,
  hasCheckCookie,
  isSameHolder,
  spendCheck,
  takeCheck,
} from "../oauth/checks.js";
import { exchangeCode } from "../oauth/exchange.js";
import type { Exchanged } from "../oauth/exchanged.js";
import { withoutSecrets } from "../oauth/failure.js";
import { personOf } from "../oauth/person.js";
import { providerFailure } from "../oauth/provider-failure.js";
import { hopTarget, isFormPost, returnRoute, type ReturnRoute } from "../oauth/proxy.js";
import { type Server, serverForCallback } from "../oauth/server.js";
import { readProfile } from "../oauth/userinfo.js";
import { withParams } from "../security/redirects.js";
import { signUpId } from "../security/sign-up-id.js";
import type { FlowContext, FlowResult, OAuthProvider } from "../types/flow.js";
import type { Check } from "../types/provider.js";
import { completeSignIn } from "./complete-sign-in.js";
import { oauthProviderOf, openId2 } from "./oauth-start.js";

/** GET or POST /callback/:id of an OAuth or OIDC provider: from the provider's answer to a session. */
export async function oauthCallback(context: FlowContext): Promise<FlowResult> {
  const provider = oauthProviderOf(context);
  const route = returnRoute(context, provider);
  const params = await answerOf(context, provider);
  const hop = await hopTarget(context, route, params);
  if (hop !== undefined) return redirect(hop);

  // From here on the answer is spent: whatever happens, its checks go.
  const cleared = clearChecks(context, provider);
  try {
    const signedIn = await signedInBy(context, provider, route, params);
    return await completeSignIn(context, signedIn, cleared);
  } catch (error) {
    if (error instanceof OAuthProfileParseError) {
      context.compiled.logger.error(error);
      return redirect(signInPage(context, "OAuthCallbackError"), cleared);
    }
    if (error instanceof FlowFailure) throw error;
    throw new FlowFailure(providerFailure(withoutSecrets(error), provider), cleared);
  }
}

async function signedInBy(
  context: FlowContext,
  provider: OAuthProvider,
  route: ReturnRoute,
  params: URLSearchParams,
) {
  await provider.authorization?.verify?.(params, { clientSecret: provider.clientSecret ?? "" });
  const server = await serverForCallback(provider);
  const checks = checksOf(provider, server, route);
  const subject = { provider, server };
  const state = checks.has("state") ? await takeCheck(context, provider, "state") : undefined;
  if (state !== undefined) await spendCheck(context, state);
  const exchanged = provider.openid2
    ? await (await openId2(provider)).assertedIdentity(subject, params, route, state)
    : await exchangedBy(context, subject, params, route, checks, state);
  const profile = await readProfile(provider, exchanged, {
    signinUrl: `${context.mount.base}/signin/${provider.id}`,
    callbackUrl: `${context.mount.base}/callback/${provider.id}`,
  });
  const { user, account, numericId } = await personOf(provider, profile, exchanged.tokens);
  context.compiled.logger.debug("The provider answered", { provider: provider.id, profile, account });
  const { adapter, secrets } = context.compiled;
  const id = adapter === undefined ? user.id : await signUpId(account, secrets);
  return {
    user: { ...user, id },
    account,
    ...(numericId !== undefined && { numericId }),
    profile,
    mayJoin: await isSameHolder(context, provider, checks),
  };
}

/** The tokens of an answer that carries a code. */
async function exchangedBy(
  context: FlowContext,
  subject: { readonly provider: OAuthProvider; readonly server: Server },
  params: URLSearchParams,
  route: ReturnRoute,
  checks: ReadonlySet<Check>,
  state: string | undefined,
): Promise<Exchanged> {
  const { provider } = subject;
  const answer = validateAnswer(subject, params, state);
  // The cookie counts too: metadata that lost S256 since the start must not drop a protection in use.
  const usesPkce =
    checks.has("pkce") || (provider.checks.includes("pkce") && hasCheckCookie(context, "pkce"));
  const verifier = usesPkce ? await takeCheck(context, provider, "pkce") : undefined;
  if (state === undefined && verifier !== undefined) await spendCheck(context, verifier);
  return exchangeCode(subject, answer, route.redirectUri, verifier, async () =>
    checks.has("nonce") ? takeCheck(context, provider, "nonce") : undefined,
  );
}

/** The query, or the form of a provider that was asked to post its answer; in the standard's words. */
async function answerOf({ request }: FlowContext, provider: OAuthProvider): Promise<URLSearchParams> {
  const { answer = {} } = provider.authorization ?? {};
  const isPosted = isFormPost(provider) || (provider.openid2 !== undefined && request.method === "POST");
  const given = isPosted ? Object.entries((await request.body()) ?? {}) : [...request.query()];
  return new URLSearchParams(
    given.map(([name, value]) => [
      (Object.hasOwn(answer, name) ? answer[name] : undefined) ?? name,
      String(value),
    ]),
  );
}

const signInPage = ({ compiled, mount }: FlowContext, error: string): string =>
  withParams(compiled.pages.signIn ?? `${mount.basePath}/signin`, { error }, mount.origin);
