import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";

/** What is known of Vipps MobilePay, as data. */
export const record: OIDCRecord = {
  id: "vipps",
  name: "Vipps MobilePay",
  type: "oidc",
  status: "active",
  issuer: "https://api.vipps.no/access-management-1.0/access/",
  profileFrom: "userinfo",
  scopes: ["openid", "name", "email"],
  profile: { id: "sub", name: "name", email: "email", image: "picture" },
  emailVerified: "email_verified",
  style: { bg: "#f05c18", text: "#fff" },
  docs: "https://developer.vippsmobilepay.com/docs/APIs/login-api/",
  console: "https://portal.vippsmobilepay.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development (test environment)",
    checked: false,
  },
  refresh: "none for the plain flow",
  notes: [
    "The profile comes from the userinfo endpoint",
    "Test issuer: https://apitest.vipps.no/access-management-1.0/access/",
  ],
};

/** Claims of Vipps MobilePay. */
export type VippsProfile = Profile;

/**
 * Sign in with Vipps MobilePay.
 *
 * @param options client id and secret (default: `AUTH_VIPPS_ID`, `AUTH_VIPPS_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/vipps`
 * @example Vipps()
 */
export default function Vipps(options: OIDCUserConfig<VippsProfile> = {}): OIDCConfig<VippsProfile> {
  return fromOidcRecord<VippsProfile, OIDCRecord>(record, options);
}
