/** Entry point `authwright/sign-out`: sign-out at the provider for providers that an app has written by hand. */
import type { OAuthConfig } from "../types/provider.js";

/**
 * Brings `federatedSignOut` and `backchannelLogout` to a provider that is no factory of OpenID Connect. Those factories
 * bring them by themselves.
 *
 * @param provider with one of the options
 * @returns the same provider, which loads what the options need with the first request
 * @example
 * const providers = [
 *   withSignOut({ id: "acme", name: "Acme", type: "oidc", issuer: "https://id.acme.example", federatedSignOut: true }),
 * ];
 */
export const withSignOut = <P, Config extends OAuthConfig<P>>(provider: Config): Config => ({
  ...provider,
  signOut: () => import("./extend.js"),
});
