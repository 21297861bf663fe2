import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";

/** What is known of WorkOS AuthKit, as data. */
export const record: OIDCRecord = {
  id: "workos-authkit",
  name: "WorkOS AuthKit",
  type: "oidc",
  status: "active",
  issuer: "https://{subdomain}.authkit.app",
  params: [{ name: "subdomain", required: true, example: "example" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  docs: "https://workos.com/docs/authkit/connect",
  console: "https://dashboard.workos.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
};

/** Claims of WorkOS AuthKit. */
export type WorkOSAuthKitProfile = Profile;

/** What the factory takes. */
export type WorkOSAuthKitOptions<P extends WorkOSAuthKitProfile = WorkOSAuthKitProfile> =
  OIDCUserConfig<P> & {
    /** First part of the host name. */
    subdomain?: string;
  };

/**
 * Sign in with WorkOS AuthKit.
 *
 * @param options client id and secret (default: `AUTH_WORKOS_AUTHKIT_ID`, `AUTH_WORKOS_AUTHKIT_SECRET`),
 * `subdomain`, or `issuer` in their place (`AUTH_WORKOS_AUTHKIT_ISSUER`); any member overrides the
 * provider's own value. Callback URL to register: `{origin}{basePath}/callback/workos-authkit`
 * @example WorkOSAuthKit({ subdomain: "example" })
 */
export default function WorkOSAuthKit<P extends WorkOSAuthKitProfile = WorkOSAuthKitProfile>(
  options: WorkOSAuthKitOptions<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
