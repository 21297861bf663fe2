import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";

/** What is known of JumpCloud, as data. */
export const record: OIDCRecord = {
  id: "jumpcloud",
  name: "JumpCloud",
  type: "oidc",
  status: "active",
  issuer: "https://oauth.id.jumpcloud.com/",
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  docs: "https://jumpcloud.com/support/sso-with-oidc",
  console: "https://console.jumpcloud.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh grant on the app",
  notes: ["Regions outside of the US have hosts of their own"],
};

/** Claims of JumpCloud. */
export type JumpCloudProfile = Profile;

/**
 * Sign in with JumpCloud.
 *
 * @param options client id and secret (default: `AUTH_JUMPCLOUD_ID`, `AUTH_JUMPCLOUD_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/jumpcloud`
 * @example JumpCloud()
 */
export default function JumpCloud<P extends JumpCloudProfile = JumpCloudProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
