import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";
import type { WithMembers } from "../kit/with-members.js";

export const provider: PlainProvider = {
  id: "okta",
  name: "Okta",
  type: "oidc",
  status: "active",
  issuer: "https://{domain}/oauth2/{authServer}",
  reauthentication: "max_age",
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
  signOut: ["federated"],
  notes: [
    "The issuer must equal the one in tokens to the letter; the organisation's own server has no /oauth2 in it",
  ],
  mark: "okta",
  options: { domain: "Host of the server.", authServer: "Authorization server." },
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
