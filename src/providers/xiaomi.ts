import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { conformToken } from "./kit/token-answer.js";
import { userinfoDialect } from "./kit/userinfo-dialect.js";
import { mark } from "./marks/xiaomi.js";

/** What is known of Xiaomi, as data. */
export const record: OAuthRecord = {
  id: "xiaomi",
  name: "Xiaomi",
  type: "oauth",
  status: "active",
  authorization: "https://account.xiaomi.com/oauth2/authorize",
  token: "https://account.xiaomi.com/oauth2/token",
  tokenDefaults: { token_type: "bearer" },
  tokenAnswer: { prefix: "&&&START&&&" },
  userinfo: "https://open.account.xiaomi.com/user/profile?clientId={clientId}",
  userinfoTokenIn: { query: "token" },
  scopes: ["1"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "data.unionId", name: "data.miliaoNick", image: "data.miliaoIcon" },
  ids: { unionId: "data.unionId", openId: "data.openId" },
  style: { bg: "#ff6900", text: "#000" },
  docs: "https://dev.mi.com/distribute/doc/details?pId=1502",
  console: "https://dev.mi.com/console/",
  localhost: { rule: "unknown", note: "not checked", checked: false },
  refresh: "refresh token returned",
  notes: [
    'The account is named by unionId, whatever else an answer holds; idFrom: "openId" chooses the other id',
    "The token answer begins with a prefix, which is removed",
    "Scopes are numbers",
  ],
};

/** `GET /user/profile` of Xiaomi; the members that are read. */
export interface XiaomiProfile {
  /** Holds what is read of the answer. */
  data?: {
    /** Becomes the id of the account. */
    unionId?: number | string;
    /** Id of the person for this app. */
    openId?: number | string;
    /** Becomes `user.name`. */
    miliaoNick?: string | null;
    /** Becomes `user.image`. */
    miliaoIcon?: string | null;
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Xiaomi.
 *
 * @param options client id and secret (default: `AUTH_XIAOMI_ID`, `AUTH_XIAOMI_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/xiaomi`
 * @example Xiaomi()
 */
export default function Xiaomi<P extends XiaomiProfile = XiaomiProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark, conformToken, userinfoDialect });
}
