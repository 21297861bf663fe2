import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import { mark } from "./marks/cloudflare.js";

/** What is known of Cloudflare Access, as data. */
export const record: OIDCRecord = {
  id: "cloudflare-access",
  name: "Cloudflare Access",
  type: "oidc",
  status: "active",
  issuer: "https://{team}.cloudflareaccess.com/cdn-cgi/access/sso/oidc/{clientId}",
  params: [{ name: "team", required: true, example: "example" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  style: { bg: "#f38020", text: "#000" },
  docs: "https://developers.cloudflare.com/cloudflare-one/applications/configure-apps/saas-apps/generic-oidc-saas/",
  console: "https://one.dash.cloudflare.com/",
  localhost: { rule: "unknown", note: "not checked", checked: false },
  refresh: "switch on refresh tokens in the app",
  notes: ["Has one issuer per client"],
};

/** Claims of Cloudflare Access. */
export type CloudflareAccessProfile = Profile;

/** What the factory takes. */
export type CloudflareAccessOptions<P extends CloudflareAccessProfile = CloudflareAccessProfile> =
  OIDCUserConfig<P> & {
    /** Name of the team. */
    team?: string;
  };

/**
 * Sign in with Cloudflare Access.
 *
 * @param options client id and secret (default: `AUTH_CLOUDFLARE_ACCESS_ID`,
 * `AUTH_CLOUDFLARE_ACCESS_SECRET`), `team`, or `issuer` in their place (`AUTH_CLOUDFLARE_ACCESS_ISSUER`);
 * any member overrides the provider's own value. Callback URL to register:
 * `{origin}{basePath}/callback/cloudflare-access`
 * @example CloudflareAccess({ team: "example" })
 */
export default function CloudflareAccess<P extends CloudflareAccessProfile = CloudflareAccessProfile>(
  options: CloudflareAccessOptions<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options, { mark });
}
