import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { conformToken } from "./kit/token-answer.js";
import { mark } from "./marks/wechat.js";

/** What is known of WeChat, as data. */
export const record: OAuthRecord = {
  id: "wechat",
  name: "WeChat",
  type: "oauth",
  status: "active",
  authorization: "https://open.weixin.qq.com/connect/oauth2/authorize#wechat_redirect",
  token: "https://api.weixin.qq.com/sns/oauth2/access_token",
  tokenRequest: {
    format: "query",
    rename: { client_id: "appid", client_secret: "secret", redirect_uri: "" },
  },
  tokenDefaults: { token_type: "bearer" },
  success: { member: "errcode", value: 0 },
  userinfo: "https://api.weixin.qq.com/sns/userinfo?openid={tokens.openid}&lang=zh_CN",
  userinfoTokenIn: { query: "access_token" },
  scopes: ["snsapi_userinfo"],
  authorizationRename: { client_id: "appid" },
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "unionid", name: "nickname", image: "headimgurl" },
  ids: { unionid: "unionid", openid: "openid" },
  style: { bg: "#fff", text: "#000" },
  docs: "https://developers.weixin.qq.com/doc/oplatform/en/Website_App/WeChat_Login/Wechat_Login.html",
  console: "https://open.weixin.qq.com/",
  localhost: {
    rule: "registered-domain-only",
    note: "registered domain only; sandbox account for tests",
    checked: false,
  },
  refresh: "refresh token returned (30 days) at /sns/oauth2/refresh_token",
  notes: [
    'The account is named by unionid, whatever else an answer holds; idFrom: "openid" chooses the other id',
    'This is the flow inside the WeChat browser; for other browsers (a QR code): platformType: "WebsiteApp"',
    "Gives no e-mail address",
  ],
};

/** `GET /sns/userinfo` of WeChat; the members that are read. */
export interface WeChatProfile
  extends
    Record<"sex", number>,
    Record<"province" | "city" | "country", string>,
    Record<"privilege", string[]> {
  /** Becomes the id of the account. */
  unionid: string;
  /** Id of the person for this app: `idFrom: "openid"`. */
  openid: string;
  /** Becomes `user.name`. */
  nickname: string;
  /** Becomes `user.image`. */
  headimgurl: string;
  [claim: string]: unknown;
}

/** What the factory takes. */
export type WeChatOptions<P extends WeChatProfile = WeChatProfile> = OAuthUserConfig<P> & {
  /** `OfficialAccount` (default): a consent page inside WeChat. `WebsiteApp`: a QR code on any browser. */
  platformType?: "WebsiteApp" | "OfficialAccount";
};

/** The sign-in page for other browsers; the rest is the same. */
const websiteApp: Partial<OAuthRecord> = {
  authorization: "https://open.weixin.qq.com/connect/qrconnect#wechat_redirect",
  scopes: ["snsapi_login"],
};

/**
 * Sign in with WeChat.
 *
 * @param options client id and secret (default: `AUTH_WECHAT_ID`, `AUTH_WECHAT_SECRET`), `platformType`; any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/wechat`
 * @example WeChat({ platformType: "WebsiteApp" })
 */
export default function WeChat<P extends WeChatProfile = WeChatProfile>(
  options: WeChatOptions<P> = {},
): OAuth2Config<P> {
  const isWebsite = options.platformType === "WebsiteApp";
  const own = isWebsite ? { ...record, ...websiteApp } : record;
  return fromRecord<P, OAuthRecord>(own, options, {
    mark,
    conformToken,
  });
}
