import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";

/** What is known of Duende IdentityServer 6, as data. */
export const record: OIDCRecord = {
  id: "duende-identity-server6",
  name: "Duende IdentityServer 6",
  type: "oidc",
  status: "active",
  issuer: "https://{domain}",
  params: [{ name: "domain", required: true, example: "login.example.com" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  docs: "https://docs.duendesoftware.com/identityserver/",
  console: "https://demo.duendesoftware.com/",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
  notes: ["Works for version 7 too; version 6 is out of support"],
};

/** Claims of IdentityServer. */
export type DuendeISUser = Record<"email" | "id" | "name", string> & Record<"verified", boolean>;

/** Claims of Duende IdentityServer 6. */
export type DuendeIdentityServer6Profile = Profile;

/** What the factory takes. */
export type DuendeIdentityServer6Options<
  P extends DuendeIdentityServer6Profile = DuendeIdentityServer6Profile,
> = OIDCUserConfig<P> & {
  /** Host of the server. */
  domain?: string;
};

/**
 * Sign in with Duende IdentityServer 6.
 *
 * @param options client id and secret (default: `AUTH_DUENDE_IDENTITY_SERVER6_ID`,
 * `AUTH_DUENDE_IDENTITY_SERVER6_SECRET`), `domain`, or `issuer` in their place
 * (`AUTH_DUENDE_IDENTITY_SERVER6_ISSUER`); any member overrides the provider's own value. Callback URL to
 * register: `{origin}{basePath}/callback/duende-identity-server6`
 * @example DuendeIdentityServer6({ domain: "login.example.com" })
 */
export default function DuendeIdentityServer6<
  P extends DuendeIdentityServer6Profile = DuendeIdentityServer6Profile,
>(options: DuendeIdentityServer6Options<P> = {}): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
