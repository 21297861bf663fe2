import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "box",
  name: "Box",
  type: "oauth",
  status: "active",
  authorization: "https://account.box.com/api/oauth2/authorize",
  token: "https://api.box.com/oauth2/token",
  revocation: "https://api.box.com/oauth2/revoke",
  userinfo: "https://api.box.com/2.0/users/me",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "name", email: "login", image: "avatar_url" },
  style: { bg: "#0075C9", text: "#fff" },
  docs: "https://developer.box.com/guides/authentication/oauth2/",
  console: "https://app.box.com/developers/console",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned (60 days, single use)",
  notes: ["The settings of the app decide on scopes", "Scopes that can be asked for: root_readonly"],
  mark: "box",
};
