import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
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
  options: { agentId: "Id of the app inside of the company." },
};
