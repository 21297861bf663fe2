import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { conformToken } from "./kit/token-answer.js";
import { userinfoDialect } from "./kit/userinfo-dialect.js";
import { mark } from "./marks/sinaweibo.js";

/** What is known of Weibo, as data. */
export const record: OAuthRecord = {
  id: "weibo",
  name: "Weibo",
  type: "oauth",
  status: "active",
  authorization: "https://api.weibo.com/oauth2/authorize",
  token: "https://api.weibo.com/oauth2/access_token",
  tokenDefaults: { token_type: "bearer" },
  userinfo: "https://api.weibo.com/2/users/show.json?uid={tokens.uid}",
  userinfoTokenIn: { query: "access_token" },
  scopes: ["email"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "idstr", name: "screen_name||name", image: "avatar_large" },
  style: { bg: "#e6162d", text: "#fff" },
  docs: "https://open.weibo.com/wiki/Oauth2/access_token",
  console: "https://open.weibo.com/apps",
  localhost: {
    rule: "unknown",
    note: "not checked (127.0.0.1 in test mode according to reports)",
    checked: false,
  },
  refresh: "none for web",
  notes: ["Gives no e-mail address"],
};

/** `GET /2/users/show.json` of Weibo; the members that are read. */
export interface WeiboProfile {
  /** Becomes the id of the account. */
  idstr?: number | string;
  /** Becomes `user.name`. */
  screen_name?: string | null;
  /** Becomes `user.name` where `screen_name` is empty. */
  name?: string | null;
  /** Becomes `user.image`. */
  avatar_large?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with Weibo.
 *
 * @param options client id and secret (default: `AUTH_WEIBO_ID`, `AUTH_WEIBO_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/weibo`
 * @example Weibo()
 */
export default function Weibo<P extends WeiboProfile = WeiboProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark, conformToken, userinfoDialect });
}
