import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "whoop",
  name: "WHOOP",
  type: "oauth",
  status: "active",
  authorization: "https://api.prod.whoop.com/oauth/oauth2/auth",
  token: "https://api.prod.whoop.com/oauth/oauth2/token",
  userinfo: "https://api.prod.whoop.com/developer/v2/user/profile/basic",
  scopes: ["read:profile"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "user_id", name: "${first_name} ${last_name}", email: "email" },
  docs: "https://developer.whoop.com/docs/developing/oauth/",
  console: "https://developer-dashboard.whoop.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "offline scope",
  notes: ["state must have at least eight characters"],
};
