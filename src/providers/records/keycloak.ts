import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";
import type { WithMembers } from "../kit/with-members.js";

export const provider: PlainProvider = {
  id: "keycloak",
  name: "Keycloak",
  type: "oidc",
  status: "active",
  issuer: "https://{domain}/realms/{realm}",
  reauthentication: "max_age",
  params: [
    { name: "domain", required: true, example: "login.example.com" },
    { name: "realm", required: true, example: "main" },
  ],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  style: { bg: "#428bca", text: "#fff" },
  docs: "https://www.keycloak.org/securing-apps/oidc-layers",
  console: "https://www.keycloak.org/",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "refresh token returned by default; offline_access for offline tokens",
  signOut: ["federated", "backchannel"],
  notes: [
    "Before version 17 the path began with /auth",
    "Browser and server must reach it under the same issuer",
    "kc_idp_hint skips the choice of a provider",
  ],
  options: { domain: "Host of the server.", realm: "Name of the realm." },
};

/** Claims of Keycloak. */
export type KeycloakProfile = WithMembers<
  Profile,
  Record<
    | "sub"
    | "name"
    | "preferred_username"
    | "given_name"
    | "family_name"
    | "email"
    | "picture"
    | "jti"
    | "iss"
    | "aud"
    | "typ"
    | "azp"
    | "session_state"
    | "at_hash"
    | "acr"
    | "sid",
    string
  > &
    Record<"email_verified", boolean> &
    Record<"exp" | "iat" | "auth_time", number> &
    // oxlint-disable-next-line no-explicit-any -- the interface fixes `any`
    Record<"user", any>
>;
