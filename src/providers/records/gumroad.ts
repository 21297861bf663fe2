import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "gumroad",
  name: "Gumroad",
  type: "oauth",
  status: "active",
  authorization: "https://gumroad.com/oauth/authorize",
  token: "https://api.gumroad.com/oauth/token",
  userinfo: "https://api.gumroad.com/v2/user",
  scopes: ["view_profile"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "user.user_id", name: "user.name", email: "user.email", image: "user.profile_url" },
  style: { bg: "#ff90e8", text: "#000" },
  docs: "https://gumroad.com/api",
  console: "https://gumroad.com/settings/advanced",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  mark: "gumroad",
};
