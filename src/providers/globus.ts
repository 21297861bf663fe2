import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";

/** What is known of Globus, as data. */
export const record: OIDCRecord = {
  id: "globus",
  name: "Globus",
  type: "oidc",
  status: "active",
  issuer: "https://auth.globus.org",
  scopes: ["openid", "profile", "email"],
  style: { bg: "#ca6201", text: "#000" },
  docs: "https://docs.globus.org/api/auth/developer-guide/",
  console: "https://app.globus.org/settings/developers",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
};

/** Claims of Globus. */
export type GlobusProfile = Profile;

/**
 * Sign in with Globus.
 *
 * @param options client id and secret (default: `AUTH_GLOBUS_ID`, `AUTH_GLOBUS_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/globus`
 * @example Globus()
 */
export default function Globus<P extends GlobusProfile = GlobusProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
