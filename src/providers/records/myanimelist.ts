import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "myanimelist",
  name: "MyAnimeList",
  type: "oauth",
  status: "active",
  authorization: "https://myanimelist.net/v1/oauth2/authorize",
  token: "https://myanimelist.net/v1/oauth2/token",
  userinfo: "https://api.myanimelist.net/v2/users/@me",
  scopes: [],
  pkceMethod: "plain",
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "name", image: "picture" },
  style: { bg: "#2e51a2", text: "#fff" },
  docs: "https://myanimelist.net/apiconfig/references/authorization",
  console: "https://myanimelist.net/apiconfig",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned (31 days)",
  notes: ["Knows PKCE with the plain method only"],
  mark: "myanimelist",
};
