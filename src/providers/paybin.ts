import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";

/** What is known of Paybin, as data. */
export const record: OIDCRecord = {
  id: "paybin",
  name: "Paybin",
  type: "oidc",
  status: "active",
  issuer: "https://idp.paybin.io",
  scopes: ["openid", "profile", "email"],
  checks: ["pkce", "state"],
  emailVerified: "email_verified",
  docs: "https://better-auth.com/docs/authentication/paybin",
  console: "https://paybin.io/",
  localhost: { rule: "unknown", note: "not checked", checked: true },
};

/** Claims of Paybin. */
export type PaybinProfile = Profile;

/**
 * Sign in with Paybin.
 *
 * @param options client id and secret (default: `AUTH_PAYBIN_ID`, `AUTH_PAYBIN_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/paybin`
 * @example Paybin()
 */
export default function Paybin<P extends PaybinProfile = PaybinProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
