import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";
import type { WithMembers } from "../kit/with-members.js";

export const provider: PlainProvider = {
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
  factory: "Vipps",
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
