import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";

/** What is known of IdentityServer4, as data. */
export const record: OIDCRecord = {
  id: "identity-server4",
  name: "IdentityServer4",
  type: "oidc",
  status: "deprecated",
  issuer: "https://{domain}",
  params: [{ name: "domain", required: true, example: "login.example.com" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  docs: "https://identityserver4.readthedocs.io/",
  console: "https://identityserver4.readthedocs.io/",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
  notes: ["Out of support since December 2022; Duende IdentityServer is its successor"],
};

/** Claims of IdentityServer4. */
export type IdentityServer4Profile = Profile;

/** What the factory takes. */
export type IdentityServer4Options<P extends IdentityServer4Profile = IdentityServer4Profile> =
  OIDCUserConfig<P> & {
    /** Host of the server. */
    domain?: string;
  };

/**
 * Sign in with IdentityServer4.
 *
 * @param options client id and secret (default: `AUTH_IDENTITY_SERVER4_ID`, `AUTH_IDENTITY_SERVER4_SECRET`),
 * `domain`, or `issuer` in their place (`AUTH_IDENTITY_SERVER4_ISSUER`); any member overrides the provider's
 * own value. Callback URL to register: `{origin}{basePath}/callback/identity-server4`
 * @example IdentityServer4({ domain: "login.example.com" })
 */
export default function IdentityServer4<P extends IdentityServer4Profile = IdentityServer4Profile>(
  options: IdentityServer4Options<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
