import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import type { WithMembers } from "./kit/with-members.js";

/** What is known of Descope, as data. */
export const record: OIDCRecord = {
  id: "descope",
  name: "Descope",
  type: "oidc",
  status: "active",
  issuer: "https://api.descope.com/{clientId}",
  scopes: ["openid", "profile", "email"],
  checks: ["pkce", "state"],
  emailVerified: "email_verified",
  style: { bg: "#1C1C23", text: "#fff" },
  docs: "https://docs.descope.com/getting-started/oidc-endpoints",
  console: "https://app.descope.com",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
  notes: ["The issuer follows from the client id when that is passed to the factory"],
};

/** Claims of Descope. */
export type DescopeProfile = WithMembers<
  Profile,
  Record<"sub" | "name" | "email" | "phone_number" | "picture", string> &
    Record<"email_verified" | "phone_number_verified", boolean>
>;

/**
 * Sign in with Descope.
 *
 * @param options client id and secret (default: `AUTH_DESCOPE_ID`, `AUTH_DESCOPE_SECRET`), `issuer`
 * (`AUTH_DESCOPE_ISSUER`); any member overrides the provider's own value. Callback URL to register:
 * `{origin}{basePath}/callback/descope`
 * @example Descope()
 */
export default function Descope<P extends DescopeProfile = DescopeProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
