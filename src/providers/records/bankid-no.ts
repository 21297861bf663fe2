import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";
import type { WithMembers } from "../kit/with-members.js";

export const provider: PlainProvider = {
  id: "bankid-no",
  name: "BankID Norge",
  type: "oidc",
  status: "active",
  issuer: "https://auth.bankid.no/auth/realms/prod",
  userinfoJwt: true,
  profileFrom: "userinfo",
  scopes: ["openid", "profile", "email"],
  authorizationParams: { ui_locales: "no", login_hint: "BIS" },
  openParams: ["ui_locales", "login_hint"],
  clientAuth: "client_secret_post",
  profile: { id: "sub", name: "name", email: "email" },
  style: { bg: "#39134c", text: "#fff" },
  docs: "https://developer.bankid.no/bankid-with-biometrics/",
  console: "https://bankid.no/en/company",
  localhost: { rule: "unknown", note: "not checked", checked: false },
  notes: [
    "Needs a contract",
    "The user answer is a signed JWT, and its signature is checked",
    "Test issuer: https://auth.current.bankid.no/auth/realms/current",
  ],
  factory: "BankIDNorway",
};

/** Claims of BankID Norge. */
export type BankIDNorwayProfile = WithMembers<
  Profile,
  Record<
    | "sub"
    | "name"
    | "given_name"
    | "family_name"
    | "birthdate"
    | "jti"
    | "iss"
    | "aud"
    | "azp"
    | "session_state"
    | "at_hash"
    | "acr"
    | "sid"
    | "bankid_altsub"
    | "originator"
    | "tid",
    string
  > &
    Record<"updated_at" | "exp" | "iat" | "auth_time", number> &
    Partial<Record<"email" | "nnin_altsub", string>> &
    Record<"typ", "ID"> &
    Record<"amr", "BID" | "BIM" | "BIS"> &
    Record<
      "additionalCertInfo",
      Record<"certValidFrom" | "certValidTo", number> &
        Record<
          "serialNumber" | "keyAlgorithm" | "keySize" | "policyOid" | "versionNumber" | "subjectName",
          string
        > &
        Record<"certQualified", boolean>
    >
>;
