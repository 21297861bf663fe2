import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "ynab",
  name: "YNAB",
  type: "oauth",
  status: "active",
  authorization: "https://app.ynab.com/oauth/authorize",
  token: "https://app.ynab.com/oauth/token",
  userinfo: "https://api.ynab.com/v1/user",
  scopes: ["read-only"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "data.user.id" },
  docs: "https://api.ynab.com/#oauth-applications",
  console: "https://app.ynab.com/settings/developer",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned (2 h access token)",
  notes: ["Gives the id alone"],
};
