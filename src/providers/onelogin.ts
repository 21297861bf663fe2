import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";

/** What is known of OneLogin, as data. */
export const record: OIDCRecord = {
  id: "onelogin",
  name: "OneLogin",
  type: "oidc",
  status: "active",
  issuer: "https://{subdomain}.onelogin.com/oidc/2",
  params: [{ name: "subdomain", required: true, example: "example" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  docs: "https://developers.onelogin.com/openid-connect",
  console: "https://www.onelogin.com/developers",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
  notes: ["The app's settings decide between Basic and POST for the secret"],
};

/** Claims of OneLogin. */
export type OneLoginProfile = Profile;

/** What the factory takes. */
export type OneLoginOptions<P extends OneLoginProfile = OneLoginProfile> = OIDCUserConfig<P> & {
  /** First part of the host name. */
  subdomain?: string;
};

/**
 * Sign in with OneLogin.
 *
 * @param options client id and secret (default: `AUTH_ONELOGIN_ID`, `AUTH_ONELOGIN_SECRET`), `subdomain`, or
 * `issuer` in their place (`AUTH_ONELOGIN_ISSUER`); any member overrides the provider's own value. Callback
 * URL to register: `{origin}{basePath}/callback/onelogin`
 * @example OneLogin({ subdomain: "example" })
 */
export default function OneLogin<P extends OneLoginProfile = OneLoginProfile>(
  options: OneLoginOptions<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
