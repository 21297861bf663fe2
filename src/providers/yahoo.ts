import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import { mark } from "./marks/yahoo.js";

/** What is known of Yahoo, as data. */
export const record: OIDCRecord = {
  id: "yahoo",
  name: "Yahoo",
  type: "oidc",
  status: "active",
  issuer: "https://api.login.yahoo.com",
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  style: { bg: "#5f01d1", text: "#fff" },
  docs: "https://developer.yahoo.com/oauth2/guide/openid_connect/",
  console: "https://developer.yahoo.com/apps/",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: false },
  refresh: "refresh token returned",
  notes: ["Callback URLs need https and a domain"],
};

/** Claims of Yahoo. */
export type YahooProfile = Profile;

/**
 * Sign in with Yahoo.
 *
 * @param options client id and secret (default: `AUTH_YAHOO_ID`, `AUTH_YAHOO_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/yahoo`
 * @example Yahoo()
 */
export default function Yahoo<P extends YahooProfile = YahooProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options, { mark });
}
