import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of osu!, as data. */
export const record: OAuthRecord = {
  id: "osu",
  name: "osu!",
  type: "oauth",
  status: "active",
  authorization: "https://osu.ppy.sh/oauth/authorize",
  token: "https://osu.ppy.sh/oauth/token",
  userinfo: "https://osu.ppy.sh/api/v2/me",
  scopes: ["identify"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "username", image: "avatar_url" },
  style: { bg: "#FF66AA", text: "#000" },
  docs: "https://osu.ppy.sh/docs/index.html#authentication",
  console: "https://osu.ppy.sh/home/account/edit#oauth",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["Gives no e-mail address"],
};

/** `GET /api/v2/me` of osu!; the members that are read. */
export interface OsuProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  username?: string | null;
  /** Becomes `user.image`. */
  avatar_url?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with osu!.
 *
 * @param options client id and secret (default: `AUTH_OSU_ID`, `AUTH_OSU_SECRET`); any member overrides the
 * provider's own value. Callback URL to register: `{origin}{basePath}/callback/osu`
 * @example Osu()
 */
export default function Osu(options: OAuthUserConfig<OsuProfile> = {}): OAuth2Config<OsuProfile> {
  return fromRecord<OsuProfile, OAuthRecord>(record, options);
}
