import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import { mark } from "./marks/battledotnet.js";

/** What is known of Battle.net, as data. */
export const record: OIDCRecord = {
  id: "battlenet",
  name: "Battle.net",
  type: "oidc",
  status: "active",
  issuer: "https://oauth.battle.net",
  scopes: ["openid"],
  checks: ["state"],
  profile: { id: "sub", name: "battle_tag||battletag" },
  style: { bg: "#148eff", text: "#fff" },
  docs: "https://develop.battle.net/documentation/guides/using-oauth",
  console: "https://develop.battle.net/access/clients",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "no refresh tokens; 24 h access token",
  notes: ["China has servers of its own: pass issuer", "Gives no e-mail address"],
};

/** Issuers of Battle.net, one for each region. */
export type BattleNetIssuer =
  | "https://oauth.battle.net"
  | "https://oauth.battlenet.com.cn"
  | "https://www.battlenet.com.cn/oauth"
  | "https://us.battle.net/oauth"
  | "https://eu.battle.net/oauth"
  | "https://kr.battle.net/oauth"
  | "https://tw.battle.net/oauth";

/** Claims of Battle.net; the members that are read. */
export interface BattleNetProfile extends Profile {
  /** Becomes `user.name`. */
  battle_tag: string;
  /** Becomes `user.name` where `battle_tag` is empty. */
  battletag?: string | null;
  /** Id of the person at the issuer. */
  sub: string;
}

/**
 * Sign in with Battle.net.
 *
 * @param options client id and secret (default: `AUTH_BATTLENET_ID`, `AUTH_BATTLENET_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/battlenet`
 * @example BattleNet()
 */
export default function BattleNet<P extends BattleNetProfile = BattleNetProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options, { mark });
}
