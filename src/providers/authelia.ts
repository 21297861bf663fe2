import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";

/** What is known of Authelia, as data. */
export const record: OIDCRecord = {
  id: "authelia",
  name: "Authelia",
  type: "oidc",
  status: "active",
  issuer: "https://{domain}",
  params: [{ name: "domain", required: true, example: "login.example.com" }],
  profileFrom: "userinfo",
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  style: { bg: "#113155", text: "#fff" },
  docs: "https://www.authelia.com/configuration/identity-providers/openid-connect/provider/",
  console: "https://www.authelia.com/",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
  notes: ["The profile comes from the userinfo endpoint"],
};

/** Claims of Authelia. */
export type AutheliaProfile = Profile;

/** What the factory takes. */
export type AutheliaOptions<P extends AutheliaProfile = AutheliaProfile> = OIDCUserConfig<P> & {
  /** Host of the server. */
  domain?: string;
};

/**
 * Sign in with Authelia.
 *
 * @param options client id and secret (default: `AUTH_AUTHELIA_ID`, `AUTH_AUTHELIA_SECRET`), `domain`, or
 * `issuer` in their place (`AUTH_AUTHELIA_ISSUER`); any member overrides the provider's own value. Callback
 * URL to register: `{origin}{basePath}/callback/authelia`
 * @example Authelia({ domain: "login.example.com" })
 */
export default function Authelia<P extends AutheliaProfile = AutheliaProfile>(
  options: AutheliaOptions<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
