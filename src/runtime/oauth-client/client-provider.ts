/** The provider that an app hands over, as the parts of OAuth see it. */
import { InvalidProvider } from "../errors/index.js";
import { devIdpOf, oauthInDevelopment } from "../settings/development.js";
import { processEnv } from "../settings/env.js";
import { finishOAuth, inferProvider, kindOf } from "../settings/provider.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import type { OAuthConfig } from "../types/provider.js";

/* oxlint-disable no-explicit-any -- a provider's profile type appears in both directions, so only `any` accepts all */
/** A provider of OAuth or OpenID Connect: an object, or a factory, whose options the environment fills. */
export type OAuthSource = OAuthConfig<any> | ((options?: any) => OAuthConfig<any>);

/** Profile of a provider. */
export type ProfileOf<S extends OAuthSource> =
  (S extends (options?: any) => infer C ? C : S) extends OAuthConfig<infer P> ? P : never;
/* oxlint-enable no-explicit-any */

// A memo table: dropping it costs a discovery.
const finished = new WeakMap<OAuthSource, OAuthProvider>();

/**
 * The finished provider; in development the one that `auth dev` plays.
 *
 * @param appUrl address of the app; undefined where no browser takes part
 * @throws InvalidProvider when it is none of OAuth or OpenID Connect
 */
export async function finishedProvider(source: OAuthSource, appUrl?: string): Promise<OAuthProvider> {
  const known = finished.get(source) ?? finish(source);
  finished.set(source, known);
  const devIdp = devIdpOf(undefined);
  return devIdp ? oauthInDevelopment(known, devIdp, new URL(appUrl ?? "http://localhost").origin) : known;
}

function finish(source: OAuthSource): OAuthProvider {
  const config = inferProvider(source, processEnv());
  if (kindOf(config) === "oauth") return finishOAuth(config);
  throw new InvalidProvider(`Provider "${config.id}" does not speak OAuth: its type is ${config.type}`);
}
