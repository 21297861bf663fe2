import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { conformToken } from "./kit/token-answer.js";
import { userinfoDialect } from "./kit/userinfo-dialect.js";
import { mark } from "./marks/baidu.js";

/** What is known of Baidu, as data. */
export const record: OAuthRecord = {
  id: "baidu",
  name: "Baidu",
  type: "oauth",
  status: "active",
  authorization: "https://openapi.baidu.com/oauth/2.0/authorize",
  token: "https://openapi.baidu.com/oauth/2.0/token",
  tokenDefaults: { token_type: "bearer" },
  userinfo: "https://openapi.baidu.com/rest/2.0/passport/users/getInfo",
  userinfoTokenIn: { query: "access_token" },
  scopes: ["basic"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "openid",
    name: "username||uname",
    image: "https://himg.bdimg.com/sys/portrait/item/${portrait}",
  },
  ids: { openid: "openid", userid: "userid" },
  style: { bg: "#2932e1", text: "#fff" },
  docs: "https://openauth.baidu.com/doc/doc.html",
  console: "https://developer.baidu.com/console",
  localhost: { rule: "registered-domain-only", note: "registered domain only", checked: false },
  refresh: "refresh token returned",
  notes: [
    'The account is named by openid, whatever else an answer holds; idFrom: "userid" chooses the other id',
    "Gives no e-mail address",
  ],
};

/** `GET /rest/2.0/passport/users/getInfo` of Baidu; the members that are read. */
export interface BaiduProfile {
  /** Becomes the id of the account. */
  openid?: number | string;
  /** Older id. */
  userid?: number | string;
  /** Becomes `user.name`. */
  username?: string | null;
  /** Becomes `user.name` where `username` is empty. */
  uname?: string | null;
  /** Becomes `user.image`. */
  portrait?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with Baidu.
 *
 * @param options client id and secret (default: `AUTH_BAIDU_ID`, `AUTH_BAIDU_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/baidu`
 * @example Baidu()
 */
export default function Baidu<P extends BaiduProfile = BaiduProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark, conformToken, userinfoDialect });
}
