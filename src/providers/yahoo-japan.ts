import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import { mark } from "./marks/yahoo.js";

/** What is known of Yahoo! JAPAN, as data. */
export const record: OIDCRecord = {
  id: "yahoo-japan",
  name: "Yahoo! JAPAN",
  type: "oidc",
  status: "active",
  issuer: "https://auth.login.yahoo.co.jp/yconnect/v2",
  scopes: ["openid", "profile", "email"],
  profile: { id: "sub", name: "name||nickname", email: "email", image: "picture" },
  emailVerified: "email_verified",
  docs: "https://developer.yahoo.co.jp/yconnect/v2/",
  console: "https://e.developer.yahoo.co.jp/dashboard/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
};

/** Claims of Yahoo! JAPAN. */
export type YahooJapanProfile = Profile;

/**
 * Sign in with Yahoo! JAPAN.
 *
 * @param options client id and secret (default: `AUTH_YAHOO_JAPAN_ID`, `AUTH_YAHOO_JAPAN_SECRET`); any
 * member overrides the provider's own value. Callback URL to register:
 * `{origin}{basePath}/callback/yahoo-japan`
 * @example YahooJapan()
 */
export default function YahooJapan<P extends YahooJapanProfile = YahooJapanProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options, { mark });
}
