import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/riotgames.js";

/** What is known of Riot Games, as data. */
export const record: OAuthRecord = {
  id: "riotgames",
  name: "Riot Games",
  type: "oauth",
  status: "limited",
  issuer: "https://auth.riotgames.com",
  params: [{ name: "region", required: false, default: "americas", example: "europe" }],
  authorization: "https://auth.riotgames.com/authorize",
  token: "https://auth.riotgames.com/token",
  userinfo: "https://auth.riotgames.com/userinfo",
  userinfoExtra: [
    { url: "https://{region}.api.riotgames.com/riot/account/v1/accounts/me", at: "account", optional: true },
  ],
  scopes: ["openid"],
  checks: ["state"],
  profile: { id: "sub", name: "account.gameName" },
  style: { bg: "#eb0029", text: "#fff" },
  docs: "https://developer.riotgames.com/docs/lol#rso-integration",
  console: "https://developer.riotgames.com/",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: false },
  refresh: "add the offline_access scope",
  notes: ["Needs a production approval", "The game name is read with one more request"],
};

/** `GET /userinfo` of Riot Games; the members that are read. */
export interface RiotGamesProfile {
  /** Becomes the id of the account. */
  sub?: number | string;
  /** Holds what is read of the answer. */
  account?: {
    /** Becomes `user.name`. */
    gameName?: string | null;
  };
  [claim: string]: unknown;
}

/** What the factory takes. */
export type RiotGamesOptions<P extends RiotGamesProfile = RiotGamesProfile> = OAuthUserConfig<P> & {
  /** Region of the servers. Default `americas`. */
  region?: string;
};

/**
 * Sign in with Riot Games.
 *
 * @param options client id and secret (default: `AUTH_RIOTGAMES_ID`, `AUTH_RIOTGAMES_SECRET`), `region`; any
 * member overrides the provider's own value. Callback URL to register:
 * `{origin}{basePath}/callback/riotgames`
 * @example RiotGames()
 */
export default function RiotGames<P extends RiotGamesProfile = RiotGamesProfile>(
  options: RiotGamesOptions<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
