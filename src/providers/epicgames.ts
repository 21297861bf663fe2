import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/epicgames.js";

/** What is known of Epic Games, as data. */
export const record: OAuthRecord = {
  id: "epicgames",
  name: "Epic Games",
  type: "oauth",
  status: "active",
  issuer: "https://api.epicgames.dev/epic/oauth/v2",
  authorization: "https://www.epicgames.com/id/authorize",
  token: "https://api.epicgames.dev/epic/oauth/v2/token",
  userinfo: "https://api.epicgames.dev/epic/oauth/v2/userInfo",
  scopes: ["basic_profile"],
  checks: ["state"],
  profile: { id: "sub", name: "preferred_username" },
  style: { bg: "#313131", text: "#fff" },
  docs: "https://dev.epicgames.com/docs/web-api-ref/authentication",
  console: "https://dev.epicgames.com/portal/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned (8 h)",
  notes: ["The client must authenticate with Basic"],
};

/** `GET /epic/oauth/v2/userInfo` of Epic Games; the members that are read. */
export interface EpicGamesProfile {
  /** Becomes the id of the account. */
  sub?: number | string;
  /** Becomes `user.name`. */
  preferred_username?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with Epic Games.
 *
 * @param options client id and secret (default: `AUTH_EPICGAMES_ID`, `AUTH_EPICGAMES_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/epicgames`
 * @example EpicGames()
 */
export default function EpicGames<P extends EpicGamesProfile = EpicGamesProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
