import { isPostedAnswer, standardNames, textsIn } from "../oauth/authorization.js";
import { identify } from "../oauth/callback.js";
import { isEmailVerified } from "../oauth/profile-path.js";
import { providerFailure, withoutSecrets } from "../oauth/failure.js";
import { readWebBody } from "../http/web-body.js";
import type { TokenSet, User } from "../types/entities.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import { finishedProvider, type OAuthSource, type ProfileOf } from "./client-provider.js";
import { type KeepOptions, openKeep } from "./keep.js";

/** The request that the provider sent the browser back with; its address; or its parameters, of query or form. */
export type CallbackSource = Request | URL | URLSearchParams;

/** How a sign-in ends. */
export type FinishOptions = KeepOptions;

/** Who signed in. */
export interface IdentifiedUser<P> {
  /** What the provider says: the claims of a verified ID token, or the answer of its API. */
  readonly profile: P;
  /** The same in the words of every provider. `id` is the provider's, and stays the same for this person. */
  readonly user: User & {
    /** Id of the person at the provider. */
    readonly id: string;
  };
  /** As they came, with `expires_at`. Secrets. */
  readonly tokens: TokenSet;
  /** Whether the provider has verified the e-mail address; undefined: it does not say. */
  readonly emailVerified: boolean | undefined;
}

/**
 * Ends a sign-in: judges the answer, exchanges its code (RFC 6749 section 4.1.3), verifies the ID token (OpenID Connect
 * Core 1.0, section 3.1.3.7) and asks who signed in.
 *
 * @param provider the one that `start()` was called with
 * @param request what came back; its body is read where the provider posts its answer
 * @param keep what `start()` gave. Forget it before this call: it is good for one answer, and for 15 minutes
 * @param options `secret`, where `start()` had one
 * @throws InvalidCheck when `keep` is missing, changed, too old, or of another sign-in or provider
 * @throws OAuthCallbackError when the person or the provider refused
 * @throws OAuthProfileParseError when the `profile()` of the provider threw
 * @throws CallbackRouteError for everything else that the answer, the provider or the way to it is to blame for
 * @example
 * const { user, tokens } = await finish(github, request, cookies.get("keep"));
 */
export async function finish<S extends OAuthSource>(
  provider: S,
  request: CallbackSource,
  keep: string | null | undefined,
  options: FinishOptions = {},
): Promise<IdentifiedUser<ProfileOf<S>>> {
  const known = await finishedProvider(provider);
  const { redirectUri, kept } = await openKeep(known, keep, options);
  const finished = await finishedProvider(provider, redirectUri);
  const addresses = { signinUrl: new URL(redirectUri).origin, callbackUrl: redirectUri };
  try {
    const params = standardNames(finished, await readAuthorizationResponse(finished, request));
    const callback = { provider: finished, redirectUri, addresses, needsState: false, kept };
    const { profile, user, account } = await identify(callback, params);
    const { provider: _provider, type: _type, providerAccountId, ...tokens } = account;
    return {
      profile: profile as ProfileOf<S>,
      user: { ...user, id: providerAccountId },
      tokens,
      emailVerified: isEmailVerified(finished, profile, tokens),
    };
  } catch (error) {
    throw providerFailure(withoutSecrets(error), finished);
  }
}

async function readAuthorizationResponse(
  provider: OAuthProvider,
  request: CallbackSource,
): Promise<Iterable<[string, string]>> {
  if (request instanceof URLSearchParams) return request;
  if (request instanceof URL) return request.searchParams;
  if (!isPostedAnswer(provider, request.method)) return new URL(request.url).searchParams;
  return textsIn((await readWebBody(request)) ?? {});
}
