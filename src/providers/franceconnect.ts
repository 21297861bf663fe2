import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";

/** What is known of FranceConnect, as data. */
export const record: OIDCRecord = {
  id: "franceconnect",
  name: "FranceConnect",
  type: "oidc",
  status: "active",
  issuer: "https://oidc.franceconnect.gouv.fr/api/v2",
  userinfoJwt: true,
  profileFrom: "userinfo",
  scopes: ["openid", "given_name", "family_name", "email"],
  authorizationParams: { acr_values: "eidas1" },
  checks: ["state", "nonce"],
  clientAuth: "client_secret_post",
  profile: { id: "sub", name: "${given_name} ${family_name}", email: "email" },
  docs: "https://docs.partenaires.franceconnect.gouv.fr/",
  console: "https://partenaires.franceconnect.gouv.fr/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development (integration environment)",
    checked: false,
  },
  refresh: "none",
  notes: [
    "The user answer is a signed JWT, and its signature is checked",
    "The user must be signed out at FranceConnect too",
  ],
};

/** Claims of FranceConnect. */
export type FranceConnectProfile = Profile;

/**
 * Sign in with FranceConnect.
 *
 * @param options client id and secret (default: `AUTH_FRANCECONNECT_ID`, `AUTH_FRANCECONNECT_SECRET`); any
 * member overrides the provider's own value. Callback URL to register:
 * `{origin}{basePath}/callback/franceconnect`
 * @example FranceConnect()
 */
export default function FranceConnect<P extends FranceConnectProfile = FranceConnectProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
