import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "deviantart",
  name: "DeviantArt",
  type: "oauth",
  status: "active",
  authorization: "https://www.deviantart.com/oauth2/authorize",
  token: "https://www.deviantart.com/oauth2/token",
  userinfo: "https://www.deviantart.com/api/v1/oauth2/user/whoami",
  scopes: ["basic"],
  clientAuth: "client_secret_post",
  profile: { id: "userid", name: "username", image: "usericon" },
  style: { bg: "#05cc47", text: "#000" },
  docs: "https://www.deviantart.com/developers/authentication",
  console: "https://www.deviantart.com/developers/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned (3 months)",
  notes: ["Gives no e-mail address"],
  mark: "deviantart",
};
