import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "imgur",
  name: "Imgur",
  type: "oauth",
  status: "active",
  authorization: "https://api.imgur.com/oauth2/authorize",
  token: "https://api.imgur.com/oauth2/token",
  userinfo: "https://api.imgur.com/3/account/me",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "data.id", name: "data.url", image: "data.avatar" },
  style: { bg: "#1bb76e", text: "#000" },
  docs: "https://apidocs.imgur.com/",
  console: "https://api.imgur.com/oauth2/addclient",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["Gives no e-mail address"],
};
