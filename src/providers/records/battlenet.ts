import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
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
  factory: "BattleNet",
  mark: "battledotnet",
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
