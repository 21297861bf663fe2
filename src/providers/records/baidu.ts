import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
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
  mark: "baidu",
  members: { userid: "Older id." },
};
