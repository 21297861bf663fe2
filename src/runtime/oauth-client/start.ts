import { InvalidEndpoints, toError } from "../errors/index.js";
import { assertHasClient, signInAddress } from "../oauth/authorization.js";
import { checkParams, checksOf, freshValues } from "../oauth/check-values.js";
import { serverForStart } from "../oauth/endpoints.js";
import { providerFailure } from "../oauth/failure.js";
import { finishedProvider, type OAuthSource } from "./client-provider.js";
import { type KeepOptions, keepText } from "./keep.js";

/** How a sign-in begins. */
export interface StartOptions extends KeepOptions {
  /** Address of the app that the provider sends the browser back to, as it is registered there. */
  redirectUri: string;
  /** Further parameters of the authorization request, such as `scope`, `prompt` or `login_hint`. Default: none. */
  params?: Readonly<Record<string, string>> | undefined;
}

/** A sign-in that has begun. */
export interface SignInStart {
  /** Address of the provider's sign-in page: send the browser there. */
  readonly url: string;
  /** What `finish()` asks for. Keep it where this browser alone brings it back, such as a cookie with `HttpOnly`. */
  readonly keep: string;
}

/**
 * Begins a sign-in (RFC 6749 section 4.1.1), with state, PKCE (RFC 7636) and nonce as the provider takes them.
 *
 * @param provider from `authwright/providers/<id>`; make it once, so that its metadata are asked for once
 * @param options where the browser comes back to
 * @throws InvalidProvider without a client id
 * @throws CallbackRouteError when the provider's metadata cannot be had
 * @example
 * const { url, keep } = await start(github, { redirectUri: "https://app.example/login/github/callback" });
 */
export async function start(provider: OAuthSource, options: StartOptions): Promise<SignInStart> {
  const { redirectUri, params = {} } = options;
  if (!URL.canParse(redirectUri))
    throw new InvalidEndpoints("redirectUri is not a URL, write it with https://");
  const finished = await finishedProvider(provider, redirectUri);
  assertHasClient(finished);
  const server = await serverForStart(finished).catch((error: unknown) => {
    throw providerFailure(toError(error), finished);
  });
  const values = freshValues(checksOf(finished, server, false));
  const checks = { params: await checkParams(finished, values) };
  const asked = new URLSearchParams(params);
  const url = await signInAddress({ provider: finished, server }, { redirectUri }, asked, checks);
  return {
    url: finished.reroute?.(url) ?? url,
    keep: await keepText(finished, redirectUri, values, options),
  };
}
