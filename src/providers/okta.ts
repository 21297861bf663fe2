import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import type { WithMembers } from "./kit/with-members.js";
import { mark } from "./marks/okta.js";

/** What is known of Okta, as data. */
export const record: OIDCRecord = {
  id: "okta",
  name: "Okta",
  type: "oidc",
  status: "active",
  issuer: "https://{domain}/oauth2/{authServer}",
  params: [
    { name: "domain", required: true, example: "dev-1.okta.com" },
    { name: "authServer", required: false, default: "default" },
  ],
  scopes: ["openid", "profile", "email"],
  checks: ["pkce", "state"],
  emailVerified: "email_verified",
  style: { bg: "#000", text: "#fff" },
  docs: "https://developer.okta.com/docs/guides/implement-grant-type/authcode/main/",
  console: "https://developer.okta.com/login/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "add the offline_access scope and the refresh grant on the app",
  notes: [
    "The issuer must equal the one in tokens to the letter; the organisation's own server has no /oauth2 in it",
  ],
};

/** Claims of Okta. */
export type OktaProfile = WithMembers<
  Profile,
  Record<
    | "sub"
    | "name"
    | "nickname"
    | "preferred_username"
    | "given_name"
    | "middle_name"
    | "family_name"
    | "email"
    | "email_verified"
    | "profile"
    | "zoneinfo"
    | "locale"
    | "address"
    | "phone_number"
    | "picture"
    | "website"
    | "gender"
    | "birthdate"
    | "updated_at"
    | "iss"
    | "ver"
    | "aud"
    | "iat"
    | "exp"
    | "jti"
    | "auth_time"
    | "amr"
    | "idp"
    | "nonce"
    | "at_hash"
    | "c_hash",
    string
  >
>;

/** What the factory takes. */
export type OktaOptions<P extends OktaProfile = OktaProfile> = OIDCUserConfig<P> & {
  /** Host of the server. */
  domain?: string;
  /** Authorization server. Default `default`. */
  authServer?: string;
};

/**
 * Sign in with Okta.
 *
 * @param options client id and secret (default: `AUTH_OKTA_ID`, `AUTH_OKTA_SECRET`), `domain`, `authServer`,
 * or `issuer` in their place (`AUTH_OKTA_ISSUER`); any member overrides the provider's own value. Callback
 * URL to register: `{origin}{basePath}/callback/okta`
 * @example Okta({ domain: "dev-1.okta.com" })
 */
export default function Okta<P extends OktaProfile = OktaProfile>(
  options: OktaOptions<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options, { mark });
}
