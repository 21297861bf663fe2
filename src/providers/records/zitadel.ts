import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";
import type { WithMembers } from "../kit/with-members.js";

export const provider: PlainProvider = {
  id: "zitadel",
  name: "ZITADEL",
  type: "oidc",
  status: "active",
  issuer: "https://{instance}.zitadel.cloud",
  reauthentication: "max_age",
  params: [{ name: "instance", required: true, example: "example" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  docs: "https://zitadel.com/docs/apis/openidoauth/endpoints",
  console: "https://zitadel.com/",
  localhost: { rule: "note", note: "http needs the development mode switch on the app", checked: false },
  refresh: "add the offline_access scope",
  signOut: ["federated", "backchannel"],
  notes: ["Unless the app puts them into the ID token, claims such as email need idToken: false"],
  options: { instance: "Name of the instance." },
};

/** Claims of ZITADEL. */
export type ZitadelProfile = WithMembers<
  Profile,
  Record<
    | "email"
    | "family_name"
    | "given_name"
    | "gender"
    | "locale"
    | "name"
    | "picture"
    | "preferred_username"
    | "sub"
    | "amr"
    | "aud"
    | "azp"
    | "iss"
    | "jti"
    | "phone",
    string
  > &
    Record<"email_verified" | "phone_verified", boolean> &
    Record<"auth_time" | "exp" | "iat" | "nbf", number>
>;
