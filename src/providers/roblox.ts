import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import type { WithMembers } from "./kit/with-members.js";
import { mark } from "./marks/roblox.js";

/** What is known of Roblox, as data. */
export const record: OIDCRecord = {
  id: "roblox",
  name: "Roblox",
  type: "oidc",
  status: "active",
  issuer: "https://apis.roblox.com/oauth/",
  scopes: ["openid", "profile"],
  checks: ["pkce", "state"],
  clientAuth: "client_secret_post",
  profile: { id: "sub", name: "name||nickname||preferred_username", image: "picture" },
  style: { bg: "#5865F2", text: "#fff" },
  docs: "https://create.roblox.com/docs/cloud/reference/oauth2",
  console: "https://create.roblox.com/dashboard/credentials?activeTab=OAuthTab",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "refresh token returned (90 days, rotates)",
  notes: ["Gives no e-mail address", "The issuer ends with a slash"],
};

/** Claims of Roblox. */
export type RobloxProfile = WithMembers<
  Profile,
  Record<"sub" | "name" | "nickname" | "preferred_username" | "profile", string> &
    Record<"picture", string | null> &
    Record<"created_at", number>
>;

/**
 * Sign in with Roblox.
 *
 * @param options client id and secret (default: `AUTH_ROBLOX_ID`, `AUTH_ROBLOX_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/roblox`
 * @example Roblox()
 */
export default function Roblox<P extends RobloxProfile = RobloxProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options, { mark });
}
