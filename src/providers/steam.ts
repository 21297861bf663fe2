import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/steam.js";

/** What is known of Steam, as data. */
export const record: OAuthRecord = {
  id: "steam",
  name: "Steam",
  type: "oauth",
  status: "active",
  params: [{ name: "apiKey", required: true, env: "AUTH_STEAM_KEY", example: "your-web-api-key" }],
  openid2: { identity: String.raw`https://steamcommunity\.com/openid/id/(\d{17})` },
  authorization: "https://steamcommunity.com/openid/login",
  token: "https://steamcommunity.com/openid/login",
  userinfo: "https://api.steampowered.com/ISteamUser/GetPlayerSummaries/v2/?steamids={callback.id}",
  userinfoHeaders: { "x-webapi-key": "{apiKey}" },
  userinfoTokenIn: "url",
  scopes: [],
  checks: ["state"],
  clientAuth: "none",
  profile: {
    id: "sub",
    name: "response.players[0].personaname",
    image: "response.players[0].avatarfull",
  },
  style: { bg: "#000", text: "#fff" },
  docs: "https://partner.steamgames.com/doc/features/auth#website",
  console: "https://steamcommunity.com/dev/apikey",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none",
  notes: [
    "Speaks OpenID 2.0: there is no client to register, only a Web API key to ask for",
    "Gives no e-mail address",
    "Every answer is checked with Steam; the key goes to Steam in a header",
  ],
};

/** `GetPlayerSummaries` of the Steam Web API; the members that are read. */
export interface SteamProfile {
  /** SteamID64, as Steam asserted it. */
  sub?: string;
  /** Only `players` is used of it. */
  response?: {
    /** One for each id that was asked for. */
    players?: {
      /** Becomes the id of the account. */
      steamid?: string;
      /** Becomes `user.name`. */
      personaname?: string | null;
      /** Becomes `user.image`. */
      avatarfull?: string | null;
    }[];
  };
  [claim: string]: unknown;
}

/** What the factory takes. */
export type SteamOptions<P extends SteamProfile = SteamProfile> = OAuthUserConfig<P> & {
  /** Steam Web API key. */
  apiKey?: string;
};

/**
 * Sign in with Steam.
 *
 * @param options `apiKey` of the Steam Web API (default: `AUTH_STEAM_KEY`); any member overrides the provider's own
 * value. Nothing has to be registered; people come back to `{origin}{basePath}/callback/steam`
 * @example Steam()
 */
export default function Steam<P extends SteamProfile = SteamProfile>(
  options: SteamOptions<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
