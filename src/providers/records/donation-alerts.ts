import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "donation-alerts",
  name: "DonationAlerts",
  type: "oauth",
  status: "active",
  authorization: "https://www.donationalerts.com/oauth/authorize",
  token: "https://www.donationalerts.com/oauth/token",
  userinfo: "https://www.donationalerts.com/api/v1/user/oauth",
  scopes: ["oauth-user-show"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "data.id", name: "data.name||data.code", email: "data.email", image: "data.avatar" },
  docs: "https://www.donationalerts.com/apidoc",
  console: "https://www.donationalerts.com/application/clients",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
};
