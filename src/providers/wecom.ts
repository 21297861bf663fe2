import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { conformToken } from "./kit/token-answer.js";
import { tokenDialect } from "./kit/token-dialect.js";
import { userinfoDialect } from "./kit/userinfo-dialect.js";

/** What is known of WeCom, as data. */
export const record: OAuthRecord = {
  id: "wecom",
  name: "WeCom",
  type: "oauth",
  status: "active",
  params: [{ name: "agentId", required: true, example: "1000002" }],
  authorization: "https://login.work.weixin.qq.com/wwlogin/sso/login",
  token: "https://qyapi.weixin.qq.com/cgi-bin/gettoken",
  tokenRequest: {
    format: "query",
    rename: { client_id: "corpid", client_secret: "corpsecret", code: "", grant_type: "", redirect_uri: "" },
  },
  tokenDefaults: { token_type: "bearer" },
  success: { member: "errcode", value: 0 },
  userinfo: "https://qyapi.weixin.qq.com/cgi-bin/auth/getuserinfo?code={callback.code}",
  userinfoTokenIn: { query: "access_token" },
  userinfoExtra: [
    {
      url: "https://qyapi.weixin.qq.com/cgi-bin/user/get?userid={profile.userid}",
      at: "member",
      optional: true,
    },
  ],
  scopes: [],
  authorizationParams: { login_type: "CorpApp", agentid: "{agentId}" },
  authorizationRename: { client_id: "appid" },
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "userid", name: "member.name", image: "member.avatar" },
  style: { bg: "#07c160", text: "#000" },
  docs: "https://developer.work.weixin.qq.com/document/path/98151",
  console: "https://work.weixin.qq.com/wework_admin/",
  localhost: { rule: "registered-domain-only", note: "registered domain only", checked: false },
  refresh: "none",
  notes: ["An app token and the code together tell who signed in", "Gives no e-mail address"],
};

/** `GET /cgi-bin/auth/getuserinfo` of WeCom; the members that are read. */
export interface WeComProfile {
  /** Becomes the id of the account. */
  userid?: number | string;
  /** Holds what is read of the answer. */
  member?: {
    /** Becomes `user.name`. */
    name?: string | null;
    /** Becomes `user.image`. */
    avatar?: string | null;
  };
  [claim: string]: unknown;
}

/** What the factory takes. */
export type WeComOptions<P extends WeComProfile = WeComProfile> = OAuthUserConfig<P> & {
  /** Id of the app inside of the company. */
  agentId?: string;
};

/**
 * Sign in with WeCom.
 *
 * @param options client id and secret (default: `AUTH_WECOM_ID`, `AUTH_WECOM_SECRET`), `agentId`; any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/wecom`
 * @example WeCom({ agentId: "1000002" })
 */
export default function WeCom<P extends WeComProfile = WeComProfile>(
  options: WeComOptions<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { conformToken, tokenDialect, userinfoDialect });
}
