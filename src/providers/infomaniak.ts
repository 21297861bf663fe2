import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import { mark } from "./marks/infomaniak.js";

/** What is known of Infomaniak, as data. */
export const record: OIDCRecord = {
  id: "infomaniak",
  name: "Infomaniak",
  type: "oidc",
  status: "active",
  issuer: "https://login.infomaniak.com",
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  style: { bg: "#0098ff", text: "#000" },
  docs: "https://developer.infomaniak.com/",
  console: "https://manager.infomaniak.com/v3/ng/products/cloud/auth",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "access_type=offline",
};

/** Claims of Infomaniak. */
export type InfomaniakProfile = Profile;

/**
 * Sign in with Infomaniak.
 *
 * @param options client id and secret (default: `AUTH_INFOMANIAK_ID`, `AUTH_INFOMANIAK_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/infomaniak`
 * @example Infomaniak()
 */
export default function Infomaniak<P extends InfomaniakProfile = InfomaniakProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options, { mark });
}
