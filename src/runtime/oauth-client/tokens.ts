/** What becomes of tokens after a sign-in. */
import { InvalidEndpoints, toError } from "../errors/index.js";
import type { ProviderServer } from "../oauth/server.js";
import { serverForCallback } from "../oauth/endpoints.js";
import { clientForm } from "../oauth/exchange.js";
import { providerFailure, withoutSecrets } from "../oauth/failure.js";
import { providerFetch } from "../oauth/fetch.js";
import { LostAnswer, RefreshRefused, refreshTokens } from "../oauth/refresh.js";
import { unverifiedClaims } from "../oauth/token-answer.js";
import { compact } from "../types/compact.js";
import type { TokenSet } from "../types/entities.js";
import { finishedProvider, type OAuthSource } from "./client-provider.js";

/**
 * New tokens for a refresh token (RFC 6749 section 6).
 *
 * @param provider the one that gave it
 * @param tokens what `finish()` gave, or the refresh token alone. With an ID token, the new one must be of the same user
 * @returns the new tokens, over the old ones: a refresh token that stays in use is among them
 * @throws RefreshRefused when the provider takes it no more: the person has to sign in again
 * @throws LostAnswer when nobody knows whether it is used up: the same call may be made once more
 * @throws CallbackRouteError for any other answer
 * @example
 * const { access_token } = await refresh(google, tokens);
 */
export async function refresh(provider: OAuthSource, tokens: string | TokenSet): Promise<TokenSet> {
  const given: TokenSet = typeof tokens === "string" ? { refresh_token: tokens } : tokens;
  const finished = await finishedProvider(provider);
  const { refresh_token: refreshToken, id_token: idToken, expires_in: _old, ...rest } = given;
  if (!refreshToken) throw new RefreshRefused(`There is no refresh token of "${finished.id}"`);
  const { sub } = unverifiedClaims(idToken);
  const subject = typeof sub === "string" ? sub : undefined;
  try {
    const server = await serverForCallback(finished);
    const renewed = await refreshTokens({ provider: finished, server }, { refreshToken, subject });
    return { ...rest, ...compact({ refresh_token: refreshToken, id_token: idToken }), ...compact(renewed) };
  } catch (thrown) {
    throw failureOf(thrown, finished);
  }
}

/**
 * Takes a token back at the provider (RFC 7009); one that it does not know is none of its errors.
 *
 * @param provider the one that gave it
 * @param token a refresh token, or an access token. With a refresh token, providers end its access tokens too
 * @throws InvalidEndpoints when this provider has no address for it
 * @throws LostAnswer when it is not known whether the token ended: the same call may be made once more
 * @throws CallbackRouteError for any other answer
 * @example
 * await revoke(google, tokens.refresh_token ?? tokens.access_token);
 */
export async function revoke(provider: OAuthSource, token: string): Promise<void> {
  const finished = await finishedProvider(provider);
  try {
    await askToRevoke({ provider: finished, server: await serverForCallback(finished) }, token);
  } catch (thrown) {
    throw failureOf(thrown, finished);
  }
}

async function askToRevoke(subject: ProviderServer, token: string): Promise<void> {
  const { provider, server } = subject;
  const address = server.metadata.revocation_endpoint;
  if (address === undefined)
    throw new InvalidEndpoints(
      `Provider "${provider.id}" says no address at which tokens are taken back. Set revocation, if it has one`,
    );
  const form = await clientForm(subject, { token });
  const { ok, status } = await providerFetch(provider, "token")(address, form).catch((thrown: unknown) => {
    throw new LostAnswer(toError(thrown).message, { cause: thrown });
  });
  if (ok) return;
  const Failure = status >= 500 ? LostAnswer : Error;
  throw new Failure(`Provider "${provider.id}" did not take the token back (status ${status})`);
}

const failureOf = (thrown: unknown, provider: Parameters<typeof providerFailure>[1]): Error =>
  thrown instanceof RefreshRefused || thrown instanceof LostAnswer
    ? thrown
    : providerFailure(withoutSecrets(thrown), provider);
