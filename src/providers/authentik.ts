import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import type { WithMembers } from "./kit/with-members.js";
import { mark } from "./marks/authentik.js";

/** What is known of authentik, as data. */
export const record: OIDCRecord = {
  id: "authentik",
  name: "authentik",
  type: "oidc",
  status: "active",
  issuer: "https://{domain}/application/o/{slug}/",
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
  notes: ["With one issuer per application it ends with a slash", "Addresses count as unverified by default"],
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

/** What the factory takes. */
export type AuthentikOptions<P extends AuthentikProfile = AuthentikProfile> = OIDCUserConfig<P> & {
  /** Host of the server. */
  domain?: string;
  /** Name of the project in addresses. */
  slug?: string;
};

/**
 * Sign in with authentik.
 *
 * @param options client id and secret (default: `AUTH_AUTHENTIK_ID`, `AUTH_AUTHENTIK_SECRET`), `domain`,
 * `slug`, or `issuer` in their place (`AUTH_AUTHENTIK_ISSUER`); any member overrides the provider's own
 * value. Callback URL to register: `{origin}{basePath}/callback/authentik`
 * @example Authentik({ domain: "login.example.com", slug: "example" })
 */
export default function Authentik<P extends AuthentikProfile = AuthentikProfile>(
  options: AuthentikOptions<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options, { mark });
}
