import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { conformToken } from "./kit/token-answer.js";
import { tokenDialect } from "./kit/token-dialect.js";
import { userinfoDialect } from "./kit/userinfo-dialect.js";
import { mark } from "./marks/qq.js";

/** What is known of QQ, as data. */
export const record: OAuthRecord = {
  id: "qq",
  name: "QQ",
  type: "oauth",
  status: "active",
  authorization: "https://graph.qq.com/oauth2.0/authorize",
  token: "https://graph.qq.com/oauth2.0/token?fmt=json",
  tokenRequest: { format: "query" },
  tokenDefaults: { token_type: "bearer" },
  tokenAnswer: {},
  userinfo: "https://graph.qq.com/oauth2.0/me?unionid=1&fmt=json",
  userinfoTokenIn: { query: "access_token" },
  userinfoExtra: [
    {
      url: "https://graph.qq.com/user/get_user_info?oauth_consumer_key={clientId}&openid={profile.openid}",
      at: "info",
    },
  ],
  scopes: ["get_user_info"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "unionid",
    name: "info.nickname",
    image: "info.figureurl_qq_2||info.figureurl_qq_1",
  },
  ids: { unionid: "unionid", openid: "openid" },
  style: { bg: "#1ebafc", text: "#000" },
  docs: "https://wiki.connect.qq.com/",
  console: "https://connect.qq.com/manage.html",
  localhost: { rule: "registered-domain-only", note: "registered domain only", checked: false },
  refresh: "refresh token returned",
  notes: [
    'The account is named by unionid, whatever else an answer holds; idFrom: "openid" chooses the other id',
    "The id comes from one request, the profile from another",
    "Gives no e-mail address",
  ],
};

/** `GET /oauth2.0/me` of QQ; the members that are read. */
export interface QQProfile {
  /** Becomes the id of the account. */
  unionid?: number | string;
  /** Id of the person for this app: `idFrom: "openid"`. */
  openid?: number | string;
  /** Holds what is read of the answer. */
  info?: {
    /** Becomes `user.name`. */
    nickname?: string | null;
    /** Becomes `user.image`. */
    figureurl_qq_2?: string | null;
    /** Becomes `user.image` where `info.figureurl_qq_2` is empty. */
    figureurl_qq_1?: string | null;
  };
  [claim: string]: unknown;
}

/**
 * Sign in with QQ.
 *
 * @param options client id and secret (default: `AUTH_QQ_ID`, `AUTH_QQ_SECRET`); any member overrides the
 * provider's own value. Callback URL to register: `{origin}{basePath}/callback/qq`
 * @example QQ()
 */
export default function QQ<P extends QQProfile = QQProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark, conformToken, tokenDialect, userinfoDialect });
}
