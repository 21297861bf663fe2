import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";

/** What is known of netID, as data. */
export const record: OIDCRecord = {
  id: "netid",
  name: "netID",
  type: "oidc",
  status: "active",
  issuer: "https://broker.netid.de/",
  scopes: ["openid", "profile", "email"],
  profile: { id: "sub", name: "${given_name} ${family_name}", email: "email" },
  emailVerified: "email_verified",
  docs: "https://developerzone.netid.dev/",
  console: "https://developerzone.netid.dev/",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: false },
  refresh: "none",
  notes: ["What is asked for goes into the claims parameter"],
};

/** Claims of netID. */
export type NetIDProfile = Profile;

/**
 * Sign in with netID.
 *
 * @param options client id and secret (default: `AUTH_NETID_ID`, `AUTH_NETID_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/netid`
 * @example NetID()
 */
export default function NetID<P extends NetIDProfile = NetIDProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
