import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import type { WithMembers } from "./kit/with-members.js";
import { mark } from "./marks/salesforce.js";

/** What is known of Salesforce, as data. */
export const record: OIDCRecord = {
  id: "salesforce",
  name: "Salesforce",
  type: "oidc",
  status: "active",
  issuer: "https://login.salesforce.com",
  profileFrom: "userinfo",
  scopes: ["openid", "profile", "email"],
  clientAuth: "client_secret_post",
  emailVerified: "email_verified",
  style: { bg: "#00a1e0", text: "#000" },
  docs: "https://help.salesforce.com/s/articleView?id=sf.remoteaccess_oauth_web_server_flow.htm",
  console: "https://help.salesforce.com/s/articleView?id=sf.connected_app_create_api_integration.htm",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "refresh_token or offline_access scope",
  notes: [
    "Sandboxes and own domains: pass issuer; tokens may name the own domain",
    "The profile comes from the userinfo endpoint",
  ],
};

/** Claims of Salesforce. */
export type SalesforceProfile = WithMembers<
  Profile,
  Record<"sub" | "nickname" | "email" | "picture", string>
>;

/**
 * Sign in with Salesforce.
 *
 * @param options client id and secret (default: `AUTH_SALESFORCE_ID`, `AUTH_SALESFORCE_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/salesforce`
 * @example Salesforce()
 */
export default function Salesforce<P extends SalesforceProfile = SalesforceProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options, { mark });
}
