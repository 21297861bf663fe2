import type { SignIn } from "../accounts/sign-in.js";
import { OAuthAccountNotLinked, OAuthProfileParseError } from "../errors/index.js";
import { FlowFailure, type FlowResult, redirect } from "../http/flow-result.js";
import type { ProviderServer } from "../oauth/authorization.js";
import { checksOf, clearChecks, hasCheckCookie, spendCheck, readCheck, startOf } from "../oauth/checks.js";
import { exchangeCode } from "../oauth/exchange.js";
import type { TokenExchange } from "../oauth/token-answer.js";
import { providerFailure, withoutSecrets } from "../oauth/failure.js";
import { mapProfile } from "../oauth/map-profile.js";
import { hopTarget, isFormPost, returnRoute, type ReturnRoute } from "../oauth/proxy.js";
import { serverForCallback } from "../oauth/endpoints.js";
import { readProfile } from "../oauth/userinfo.js";
import { randomId } from "../security/random.js";
import { pageOf } from "../security/page-url.js";
import { withParams } from "../security/redirects.js";
import type { FlowContext } from "../types/flow.js";
import { validateAnswer } from "../oauth/authorization.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import type { Check } from "../types/provider.js";
import { completeSignIn } from "./complete-sign-in.js";

type Context = FlowContext<OAuthProvider>;

const method = { linking: "account", refusal: OAuthAccountNotLinked } as const;

/** GET or POST /callback/:id of an OAuth or OIDC provider: from the provider's answer to a session. */
export async function oauthCallback(context: Context): Promise<FlowResult> {
  const { provider } = context;
  const route = returnRoute(context, provider);
  const params = await readAuthorizationResponse(context);
  const hop = await hopTarget(context, route, params);
  if (hop !== undefined) return redirect(hop);

  // From here on the answer is spent: whatever happens, its checks go.
  const cleared = [...clearChecks(context, provider)];
  try {
    const signIn = await signInBy(context, route, params);
    return await completeSignIn(context, { ...signIn, refusalCookies: cleared }, cleared);
  } catch (error) {
    if (error instanceof OAuthProfileParseError) {
      context.resolved.logger.error(error);
      return redirect(signInPage(context, "OAuthCallbackError"), cleared);
    }
    if (error instanceof FlowFailure) throw error;
    throw new FlowFailure(providerFailure(withoutSecrets(error), provider), cleared);
  }
}

async function signInBy(context: Context, route: ReturnRoute, params: URLSearchParams): Promise<SignIn> {
  const { provider, resolved, site } = context;
  await provider.authorization?.verify?.(params, { clientSecret: provider.clientSecret ?? "" });
  const server = await serverForCallback(provider);
  const checks = checksOf(provider, server, route);
  const state = checks.has("state") ? await readCheck(context, provider, "state") : undefined;
  if (state !== undefined) await spendCheck(context, state);
  const round = { provider, server, route, checks, state };
  const exchange = provider.openid2
    ? await (await import("../oauth/openid2.js")).assertedIdentity(round, params, route, state)
    : await exchangeAuthorizationCode(context, round, params);
  const profile = await readProfile(provider, exchange, {
    signinUrl: `${site.base}/signin/${provider.id}`,
    callbackUrl: `${site.base}/callback/${provider.id}`,
  });
  const { user, account, numericId } = await mapProfile(provider, profile, exchange.tokens);
  resolved.logger.debug("The provider answered", { provider: provider.id, profile, account });
  const id = resolved.adapter === undefined ? user.id : randomId();
  const { isSameSession: mayJoin } = await startOf(context, provider, checks);
  return { method, user: { ...user, id }, account, provider, numericId, profile, mayJoin };
}

/** What a callback is judged by. */
interface Round extends ProviderServer {
  readonly route: ReturnRoute;
  readonly checks: ReadonlySet<Check>;
  readonly state: string | undefined;
}

/** The tokens of an answer that carries a code. */
async function exchangeAuthorizationCode(
  context: Context,
  round: Round,
  params: URLSearchParams,
): Promise<TokenExchange> {
  const { provider, route, checks, state } = round;
  const answer = validateAnswer(round, params, state);
  // The cookie counts too: metadata that lost S256 since the start must not drop a protection in use.
  const usesPkce =
    checks.has("pkce") || (provider.checks.includes("pkce") && hasCheckCookie(context, "pkce"));
  const verifier = usesPkce ? await readCheck(context, provider, "pkce") : undefined;
  if (state === undefined && verifier !== undefined) await spendCheck(context, verifier);
  return exchangeCode(round, answer, {
    redirectUri: route.redirectUri,
    verifier,
    maxAge: async () => (await startOf(context, provider, checks)).maxAge,
    nonce: async () => (checks.has("nonce") ? readCheck(context, provider, "nonce") : undefined),
  });
}

/** The query, or the form of a provider that was asked to post its answer; in the standard's words. */
async function readAuthorizationResponse({ request, provider }: Context): Promise<URLSearchParams> {
  const { answer = {} } = provider.authorization ?? {};
  const isPosted = isFormPost(provider) || (provider.openid2 !== undefined && request.method === "POST");
  const given = isPosted ? textsIn((await request.body()) ?? {}) : [...request.query()];
  return new URLSearchParams(
    given.map(([name, value]) => [(Object.hasOwn(answer, name) ? answer[name] : undefined) ?? name, value]),
  );
}

/** A form holds texts alone; a body of JSON may hold anything. */
const textsIn = (body: Readonly<Record<string, unknown>>): [string, string][] =>
  Object.entries(body).filter((field): field is [string, string] => typeof field[1] === "string");

const signInPage = (context: FlowContext, error: string): string =>
  withParams(pageOf(context, "signIn"), { error }, context.site.origin);
