import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";
import type { WithMembers } from "../kit/with-members.js";

export const provider: PlainProvider = {
  id: "auth0",
  name: "Auth0",
  type: "oidc",
  status: "active",
  issuer: "https://{domain}/",
  reauthentication: "max_age",
  params: [{ name: "domain", required: true, example: "login.example.com" }],
  scopes: ["openid", "profile", "email"],
  clientAuth: "client_secret_post",
  emailVerified: "email_verified",
  style: { bg: "#EB5424", text: "#fff" },
  docs: "https://auth0.com/docs/get-started/authentication-and-authorization-flow/authorization-code-flow",
  console: "https://manage.auth0.com/dashboard",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "add the offline_access scope (and allow it on the API)",
  signOut: ["federated", "backchannel"],
  notes: [
    "The issuer ends with a slash, and it counts",
    "Access tokens are JWTs only when the audience parameter is sent",
    "organization and connection may be passed as authorization parameters",
  ],
  mark: "auth0",
  options: { domain: "Host of the server." },
};

/** Claims of Auth0. */
export type Auth0Profile = WithMembers<
  Profile,
  Record<
    | "sub"
    | "email"
    | "family_name"
    | "given_name"
    | "name"
    | "nickname"
    | "phone_number"
    | "picture"
    | "username"
    | "last_ip"
    | "multifactor"
    | "user_id",
    string
  > &
    Record<"email_verified" | "blocked" | "phone_verified", boolean> &
    Record<"updated_at" | "created_at" | "last_login" | "last_password_reset", Date> &
    Record<"app_metadata" | "user_metadata", object> &
    Record<
      "identities",
      (Record<"connection" | "provider" | "user_id", string> &
        Record<"isSocial", boolean> &
        Record<"profileData", object>)[]
    > &
    Record<"logins_count", number>
>;
