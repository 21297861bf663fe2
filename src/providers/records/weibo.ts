import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
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
  mark: "sinaweibo",
};
