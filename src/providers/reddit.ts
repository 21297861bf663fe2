import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/reddit.js";

/** What is known of Reddit, as data. */
export const record: OAuthRecord = {
  id: "reddit",
  name: "Reddit",
  type: "oauth",
  status: "limited",
  authorization: "https://www.reddit.com/api/v1/authorize",
  token: "https://www.reddit.com/api/v1/access_token",
  userinfo: "https://oauth.reddit.com/api/v1/me",
  scopes: ["identity"],
  checks: ["state"],
  profile: { id: "id", name: "name", image: "icon_img[^?]" },
  style: { bg: "#FF4500", text: "#fff" },
  docs: "https://github.com/reddit-archive/reddit/wiki/OAuth2",
  console: "https://www.reddit.com/prefs/apps/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "duration=permanent authorization param",
  notes: ["New apps need an approval", "Gives no e-mail address"],
};

/** `GET /api/v1/me` of Reddit; the members that are read. */
export interface RedditProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  name?: string | null;
  /** Holds what is read of the answer. */
  icon_img?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with Reddit.
 *
 * @param options client id and secret (default: `AUTH_REDDIT_ID`, `AUTH_REDDIT_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/reddit`
 * @example Reddit()
 */
export default function Reddit<P extends RedditProfile = RedditProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
