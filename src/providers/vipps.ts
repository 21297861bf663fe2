import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import type { WithMembers } from "./kit/with-members.js";

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
export type VippsProfile = WithMembers<
  Profile,
  Record<
    "address",
    Record<"address_type" | "country" | "formatted" | "postal_code" | "region" | "street_address", string>
  > &
    Record<
      "birthdate" | "email" | "family_name" | "given_name" | "name" | "phone_number" | "sub" | "nin" | "sid",
      string
    > &
    Record<"email_verified", boolean> &
    Record<"accounts", (Record<"account_name" | "bank_name", string> & Record<"account_number", number>)[]> &
    Record<
      "other_addresses",
      Record<"address_type" | "country" | "formatted" | "postal_code" | "region" | "street_address", string>[]
    > &
    Record<
      "delegatedConsents",
      Record<
        "language" | "heading" | "termsDescription" | "confirmConsentButtonText" | "timeOfConsent",
        string
      > &
        Record<
          "links",
          Record<
            "termsLinkText" | "termsLinkUrl" | "privacyStatementLinkText" | "privacyStatementLinkUrl",
            string
          >
        > &
        Record<
          "consents",
          (Record<"id" | "textDisplayedToUser", string> & Record<"accepted" | "required", boolean>)[]
        >
    >
>;

/**
 * Sign in with Vipps MobilePay.
 *
 * @param options client id and secret (default: `AUTH_VIPPS_ID`, `AUTH_VIPPS_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/vipps`
 * @example Vipps()
 */
export default function Vipps<P extends VippsProfile = VippsProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
