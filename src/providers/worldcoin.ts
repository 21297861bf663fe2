import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";

/** What is known of World ID, as data. */
export const record: OIDCRecord = {
  id: "worldcoin",
  name: "World ID",
  type: "oidc",
  status: "deprecated",
  issuer: "https://id.worldcoin.org",
  scopes: ["openid", "profile", "email"],
  profile: { id: "sub", name: "name||sub", email: "email" },
  docs: "https://docs.world.org/world-id/id/sign-in",
  console: "https://developer.worldcoin.org/",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: false },
  refresh: "none",
  notes: ["World no longer documents it and points to IDKit", "The address is a placeholder"],
};

/** Claims of World ID. */
export type WorldIDProfile = Profile;

/**
 * Sign in with World ID.
 *
 * @param options client id and secret (default: `AUTH_WORLDCOIN_ID`, `AUTH_WORLDCOIN_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/worldcoin`
 * @example WorldID()
 */
export default function WorldID<P extends WorldIDProfile = WorldIDProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
