import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import { conformToken } from "./kit/token-answer.js";
import type { WithMembers } from "./kit/with-members.js";
import { mark } from "./marks/fusionauth.js";

/** What is known of FusionAuth, as data. */
export const record: OIDCRecord = {
  id: "fusionauth",
  name: "FusionAuth",
  type: "oidc",
  status: "active",
  issuer: "https://{domain}",
  // With one tenant discovery needs no name; then this address is left out.
  wellKnown: "{issuer}/.well-known/openid-configuration?tenantId={tenantId}",
  params: [
    { name: "domain", required: true, example: "login.example.com" },
    { name: "tenantId", required: false, default: "" },
  ],
  tokenAnswer: {},
  scopes: ["openid", "offline_access", "email", "profile"],
  authorizationParams: { tenantId: "{tenantId}" },
  checks: ["pkce", "state"],
  profile: {
    id: "sub",
    name: "name||preferred_username||${given_name} ${middle_name} ${family_name}",
    email: "email",
    image: "picture",
  },
  emailVerified: "email_verified",
  style: { bg: "#f58320", text: "#000" },
  docs: "https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/",
  console: "https://account.fusionauth.io/",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
  notes: [
    "Set the issuer of the tenant: tokens say acme.com otherwise",
    "With several tenants pass tenantId",
  ],
};

/** Claims of FusionAuth. */
export type FusionAuthProfile = WithMembers<
  Profile,
  Record<
    "sub" | "email" | "aud" | "iss" | "jti" | "authenticationType" | "at_hash" | "c_hash" | "scope" | "sid",
    string
  > &
    Record<"email_verified", boolean> &
    Partial<
      Record<"preferred_username" | "name" | "given_name" | "middle_name" | "family_name" | "picture", string>
    > &
    Record<"exp" | "iat", number>
>;

/** What the factory takes. */
export type FusionAuthOptions<P extends FusionAuthProfile = FusionAuthProfile> = OIDCUserConfig<P> & {
  /** Id of the tenant, where the server has several. */
  tenantId?: string;
  /** Host of the server. */
  domain?: string;
};

/**
 * Sign in with FusionAuth.
 *
 * @param options client id and secret (default: `AUTH_FUSIONAUTH_ID`, `AUTH_FUSIONAUTH_SECRET`), `domain`,
 * or `issuer` in their place (`AUTH_FUSIONAUTH_ISSUER`); any member overrides the provider's own value.
 * Callback URL to register: `{origin}{basePath}/callback/fusionauth`
 * @example FusionAuth({ domain: "login.example.com" })
 */
export default function FusionAuth<P extends FusionAuthProfile = FusionAuthProfile>(
  options: FusionAuthOptions<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options, { mark, conformToken });
}
