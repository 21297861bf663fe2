import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import { mark } from "./marks/xero.js";

/** What is known of Xero, as data. */
export const record: OIDCRecord = {
  id: "xero",
  name: "Xero",
  type: "oidc",
  status: "active",
  issuer: "https://identity.xero.com",
  scopes: ["openid", "profile", "email"],
  profile: { id: "sub", name: "name||${given_name} ${family_name}", email: "email" },
  style: { bg: "#13b5ea", text: "#000" },
  docs: "https://developer.xero.com/documentation/guides/oauth2/auth-flow/",
  console: "https://developer.xero.com/app/manage",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
  notes: ["A tenant is chosen at consent"],
};

/** Claims of Xero; the members that are read. */
export interface XeroProfile extends Profile {
  /** Id of the person at Xero. */
  xero_userid?: number | string;
}

/**
 * Sign in with Xero.
 *
 * @param options client id and secret (default: `AUTH_XERO_ID`, `AUTH_XERO_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/xero`
 * @example Xero()
 */
export default function Xero<P extends XeroProfile = XeroProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options, { mark });
}
