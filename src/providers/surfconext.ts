import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";

/** What is known of SURFconext, as data. */
export const record: OIDCRecord = {
  id: "surfconext",
  name: "SURFconext",
  type: "oidc",
  status: "active",
  issuer: "https://connect.surfconext.nl",
  profileFrom: "userinfo",
  scopes: ["openid"],
  emailVerified: "email_verified",
  docs: "https://servicedesk.surf.nl/wiki/display/IAM/OpenID+Connect+features",
  console: "https://sp.surfconext.nl/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development (test)",
    checked: false,
  },
  refresh: "switch on in the dashboard",
};

/** Claims of SURFconext. */
export type SURFconextProfile = Profile;

/**
 * Sign in with SURFconext.
 *
 * @param options client id and secret (default: `AUTH_SURFCONEXT_ID`, `AUTH_SURFCONEXT_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/surfconext`
 * @example SURFconext()
 */
export default function SURFconext<P extends SURFconextProfile = SURFconextProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
