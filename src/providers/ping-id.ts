import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import type { WithMembers } from "./kit/with-members.js";

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
export type PingProfile = WithMembers<
  Profile,
  Record<
    | "sub"
    | "preferred_username"
    | "given_name"
    | "picture"
    | "name"
    | "family_name"
    | "email"
    | "iss"
    | "aud"
    | "acr"
    | "at_hash"
    | "sid"
    | "env"
    | "org"
    | "p1.region",
    string
  > &
    Record<"updated_at" | "iat" | "exp" | "auth_time", number> &
    Record<"amr", [string]>
>;

/** What the factory takes. */
export type PingIdOptions<P extends PingProfile = PingProfile> = OIDCUserConfig<P> & {
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
export default function PingId<P extends PingProfile = PingProfile>(
  options: PingIdOptions<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
