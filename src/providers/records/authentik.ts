import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";
import type { WithMembers } from "../kit/with-members.js";

export const provider: PlainProvider = {
  id: "authentik",
  name: "authentik",
  type: "oidc",
  status: "active",
  issuer: "https://{domain}/application/o/{slug}/",
  reauthentication: "max_age",
  params: [
    { name: "domain", required: true, example: "login.example.com" },
    { name: "slug", required: true, example: "example" },
  ],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  style: { bg: "#fd4b2d", text: "#000" },
  docs: "https://docs.goauthentik.io/docs/add-secure-apps/providers/oauth2/",
  console: "https://goauthentik.io/",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "add the offline_access scope (2024.2 or later needs the scope mapping)",
  signOut: ["federated", "backchannel"],
  notes: ["With one issuer per application it ends with a slash", "Addresses count as unverified by default"],
  factory: "Authentik",
  mark: "authentik",
  options: { domain: "Host of the server.", slug: "Name of the project in addresses." },
};

/** Claims of authentik. */
export type AuthentikProfile = WithMembers<
  Profile,
  Record<
    | "sub"
    | "email"
    | "name"
    | "given_name"
    | "family_name"
    | "preferred_username"
    | "nickname"
    | "iss"
    | "aud"
    | "acr"
    | "c_hash"
    | "nonce"
    | "at_hash",
    string
  > &
    Record<"email_verified", boolean> &
    Record<"exp" | "iat" | "auth_time", number> &
    Record<"groups", string[]>
>;
