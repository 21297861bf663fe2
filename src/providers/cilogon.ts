import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";

/** What is known of CILogon, as data. */
export const record: OIDCRecord = {
  id: "cilogon",
  name: "CILogon",
  type: "oidc",
  status: "active",
  issuer: "https://cilogon.org",
  scopes: ["openid", "email", "profile"],
  clientAuth: "client_secret_post",
  profile: { id: "sub", name: "name||${given_name} ${family_name}", email: "email" },
  docs: "https://www.cilogon.org/oidc",
  console: "https://cilogon.org/oauth2/register",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
};

/** Claims of CILogon. */
export type CILogonProfile = Profile;

/**
 * Sign in with CILogon.
 *
 * @param options client id and secret (default: `AUTH_CILOGON_ID`, `AUTH_CILOGON_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/cilogon`
 * @example CILogon()
 */
export default function CILogon<P extends CILogonProfile = CILogonProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
