import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "kook",
  name: "KOOK",
  type: "oauth",
  status: "active",
  authorization: "https://www.kookapp.cn/app/oauth2/authorize",
  token: "https://www.kookapp.cn/api/oauth2/token",
  success: { member: "code", value: 0 },
  userinfo: "https://www.kookapp.cn/api/v3/user/me",
  scopes: ["get_user_info"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "data.id", name: "data.username", image: "data.avatar" },
  docs: "https://developer.kookapp.cn/doc/oauth2",
  console: "https://developer.kookapp.cn/app/index",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none",
  notes: ["Gives no e-mail address"],
};
