import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "dailymotion",
  name: "Dailymotion",
  type: "oauth",
  status: "active",
  authorization: "https://www.dailymotion.com/oauth/authorize",
  token: "https://api.dailymotion.com/oauth/token",
  userinfo: "https://api.dailymotion.com/me?fields=id,screenname,email,avatar_240_url",
  scopes: ["email"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "screenname", email: "email", image: "avatar_240_url" },
  style: { bg: "#0a0a0a", text: "#fff" },
  docs: "https://developers.dailymotion.com/guides/platform-api-authentication/",
  console: "https://www.dailymotion.com/settings/developer",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  mark: "dailymotion",
};
