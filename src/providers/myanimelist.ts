import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/myanimelist.js";

/** What is known of MyAnimeList, as data. */
export const record: OAuthRecord = {
  id: "myanimelist",
  name: "MyAnimeList",
  type: "oauth",
  status: "active",
  authorization: "https://myanimelist.net/v1/oauth2/authorize",
  token: "https://myanimelist.net/v1/oauth2/token",
  userinfo: "https://api.myanimelist.net/v2/users/@me",
  scopes: [],
  pkceMethod: "plain",
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "name", image: "picture" },
  style: { bg: "#2e51a2", text: "#fff" },
  docs: "https://myanimelist.net/apiconfig/references/authorization",
  console: "https://myanimelist.net/apiconfig",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned (31 days)",
  notes: ["Knows PKCE with the plain method only"],
};

/** `GET /v2/users/@me` of MyAnimeList; the members that are read. */
export interface MyAnimeListProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  name?: string | null;
  /** Becomes `user.image`. */
  picture?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with MyAnimeList.
 *
 * @param options client id and secret (default: `AUTH_MYANIMELIST_ID`, `AUTH_MYANIMELIST_SECRET`); any
 * member overrides the provider's own value. Callback URL to register:
 * `{origin}{basePath}/callback/myanimelist`
 * @example MyAnimeList()
 */
export default function MyAnimeList<P extends MyAnimeListProfile = MyAnimeListProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
