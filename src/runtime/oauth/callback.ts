/** From the provider's answer to the person: what every callback of OAuth and OpenID does, whoever keeps its checks. */
import type { Account, Profile, User } from "../types/entities.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import type { Check, ProviderAddresses } from "../types/provider.js";
import { type ProviderServer, type ReturnAddress, validateAnswer } from "./authorization.js";
import { checksOf, type KeptChecks } from "./check-values.js";
import { serverForCallback } from "./endpoints.js";
import { exchangeCode } from "./exchange.js";
import { mapProfile } from "./map-profile.js";
import type { TokenExchange } from "./token-answer.js";
import { readProfile } from "./userinfo.js";

/** What an answer is judged by. */
export interface Callback extends ReturnAddress {
  readonly provider: OAuthProvider;
  /** Our own addresses, for code of the app. */
  readonly addresses: ProviderAddresses;
  /** See `checksOf`. */
  readonly needsState: boolean;
  readonly kept: KeptChecks;
}

/** Who signed in. */
export interface Identified {
  readonly profile: Profile;
  readonly user: User & { id: string };
  readonly account: Account;
  readonly numericId: number | undefined;
  /** The protections that the answer passed. */
  readonly checks: ReadonlySet<Check>;
}

/**
 * Judges an answer, exchanges its code and asks who signed in.
 *
 * @param params of the answer, in the standard's words
 * @throws AuthError for what is known by class, Error for what the provider or the way to it is to blame for
 */
export async function identify(callback: Callback, params: URLSearchParams): Promise<Identified> {
  const { provider, addresses, needsState, kept } = callback;
  await provider.authorization?.verify?.(params, { clientSecret: provider.clientSecret ?? "" });
  const server = await serverForCallback(provider);
  const checks = checksOf(provider, server, needsState);
  const state = checks.has("state") ? await kept.read("state") : undefined;
  if (state !== undefined) await kept.spend?.(state);
  const exchange = provider.openid2
    ? await (await import("./openid2.js")).assertedIdentity({ provider, server }, params, callback, state)
    : await exchangeAuthorizationCode(callback, { provider, server, checks, state }, params);
  const profile = await readProfile(provider, exchange, addresses);
  return { profile, checks, ...(await mapProfile(provider, profile, exchange.tokens)) };
}

/** What the answer of one sign-in is compared with. */
interface Round extends ProviderServer {
  readonly checks: ReadonlySet<Check>;
  readonly state: string | undefined;
}

/** The tokens of an answer that carries a code. */
async function exchangeAuthorizationCode(
  { redirectUri, kept }: Callback,
  round: Round,
  params: URLSearchParams,
): Promise<TokenExchange> {
  const { provider, checks, state } = round;
  const answer = validateAnswer(round, params, state);
  // What was kept counts too: metadata that lost S256 since the start must not drop a protection in use.
  const usesPkce = checks.has("pkce") || (provider.checks.includes("pkce") && kept.has("pkce"));
  const verifier = usesPkce ? await kept.read("pkce") : undefined;
  if (state === undefined && verifier !== undefined) await kept.spend?.(verifier);
  return exchangeCode(round, answer, {
    redirectUri,
    verifier,
    maxAge: async () => kept.maxAge?.(checks),
    nonce: async () => (checks.has("nonce") ? kept.read("nonce") : undefined),
  });
}
