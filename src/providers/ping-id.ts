import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";

/** What is known of Ping Identity, as data. */
export const record: OIDCRecord = {
  id: "ping-id",
  name: "Ping Identity",
  type: "oidc",
  status: "active",
  issuer: "https://auth.pingone.{tld}/{environmentId}/as",
  params: [
    { name: "environmentId", required: true, example: "00000000-0000-0000-0000-000000000000" },
    { name: "tld", required: false, default: "com", example: "eu" },
  ],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  docs: "https://docs.pingidentity.com/pingone/applications/p1_application_types.html",
  console: "https://console.pingone.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
  notes: ["The variables begin with AUTH_PING_ID, so the client id is AUTH_PING_ID_ID"],
};

/** Claims of Ping Identity. */
export type PingProfile = Profile;

/** What the factory takes. */
export type PingIdOptions = OIDCUserConfig<PingProfile> & {
  /** Id of the environment. */
  environmentId?: string;
  /** Top-level domain of the region. Default `com`. */
  tld?: string;
};

/**
 * Sign in with Ping Identity.
 *
 * @param options client id and secret (default: `AUTH_PING_ID_ID`, `AUTH_PING_ID_SECRET`), `environmentId`,
 * `tld`, or `issuer` in their place (`AUTH_PING_ID_ISSUER`); any member overrides the provider's own value.
 * Callback URL to register: `{origin}{basePath}/callback/ping-id`
 * @example PingId({ environmentId: "00000000-0000-0000-0000-000000000000" })
 */
export default function PingId(options: PingIdOptions = {}): OIDCConfig<PingProfile> {
  return fromOidcRecord<PingProfile, OIDCRecord>(record, options);
}
