import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/dailymotion.js";

/** What is known of Dailymotion, as data. */
export const record: OAuthRecord = {
  id: "dailymotion",
  name: "Dailymotion",
  type: "oauth",
  status: "active",
  authorization: "https://www.dailymotion.com/oauth/authorize",
  token: "https://api.dailymotion.com/oauth/token",
  userinfo: "https://api.dailymotion.com/me?fields=id,screenname,email,avatar_240_url",
  scopes: ["email"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "screenname", email: "email", image: "avatar_240_url" },
  style: { bg: "#0a0a0a", text: "#fff" },
  docs: "https://developers.dailymotion.com/guides/platform-api-authentication/",
  console: "https://www.dailymotion.com/settings/developer",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
};

/** `GET /me` of Dailymotion; the members that are read. */
export interface DailymotionProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  screenname?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Becomes `user.image`. */
  avatar_240_url?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with Dailymotion.
 *
 * @param options client id and secret (default: `AUTH_DAILYMOTION_ID`, `AUTH_DAILYMOTION_SECRET`); any
 * member overrides the provider's own value. Callback URL to register:
 * `{origin}{basePath}/callback/dailymotion`
 * @example Dailymotion()
 */
export default function Dailymotion<P extends DailymotionProfile = DailymotionProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
