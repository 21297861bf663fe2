import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import { mark } from "./marks/orcid.js";

/** What is known of ORCID, as data. */
export const record: OIDCRecord = {
  id: "orcid",
  name: "ORCID",
  type: "oidc",
  status: "active",
  issuer: "https://orcid.org",
  scopes: ["openid"],
  checks: ["state", "nonce"],
  clientAuth: "client_secret_post",
  profile: { id: "sub", name: "name||${given_name} ${family_name}" },
  style: { bg: "#a6ce39", text: "#000" },
  docs: "https://info.orcid.org/documentation/api-tutorials/api-tutorial-get-and-authenticated-orcid-id/",
  console: "https://orcid.org/developer-tools",
  localhost: { rule: "unknown", note: "not checked (use sandbox.orcid.org for tests)", checked: false },
  refresh: "refresh token returned (20-year tokens)",
  notes: ["The email address isn't a claim: the public API returns it if it is public"],
};

/** Claims of ORCID. */
export type ORCIDProfile = Profile;

/**
 * Sign in with ORCID.
 *
 * @param options client id and secret (default: `AUTH_ORCID_ID`, `AUTH_ORCID_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/orcid`
 * @example ORCID()
 */
export default function ORCID<P extends ORCIDProfile = ORCIDProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options, { mark });
}
