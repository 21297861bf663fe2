import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import type { WithMembers } from "./kit/with-members.js";

/** What is known of Keycloak, as data. */
export const record: OIDCRecord = {
  id: "keycloak",
  name: "Keycloak",
  type: "oidc",
  status: "active",
  issuer: "https://{domain}/realms/{realm}",
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
  notes: [
    "Before version 17 the path began with /auth",
    "Browser and server must reach it under the same issuer",
    "kc_idp_hint skips the choice of a provider",
  ],
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

/** What the factory takes. */
export type KeycloakOptions<P extends KeycloakProfile = KeycloakProfile> = OIDCUserConfig<P> & {
  /** Host of the server. */
  domain?: string;
  /** Name of the realm. */
  realm?: string;
};

/**
 * Sign in with Keycloak.
 *
 * @param options client id and secret (default: `AUTH_KEYCLOAK_ID`, `AUTH_KEYCLOAK_SECRET`), `domain`,
 * `realm`, or `issuer` in their place (`AUTH_KEYCLOAK_ISSUER`); any member overrides the provider's own
 * value. Callback URL to register: `{origin}{basePath}/callback/keycloak`
 * @example Keycloak({ domain: "login.example.com", realm: "main" })
 */
export default function Keycloak<P extends KeycloakProfile = KeycloakProfile>(
  options: KeycloakOptions<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
