import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
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
  mark: "qq",
  members: { openid: 'Id of the person for this app: `idFrom: "openid"`.' },
};
