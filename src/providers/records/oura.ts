import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "oura",
  name: "Oura",
  type: "oauth",
  status: "active",
  authorization: "https://cloud.ouraring.com/oauth/authorize",
  token: "https://api.ouraring.com/oauth/token",
  userinfo: "https://api.ouraring.com/v2/usercollection/personal_info",
  scopes: ["email", "personal"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", email: "email" },
  docs: "https://cloud.ouraring.com/docs/authentication",
  console: "https://cloud.ouraring.com/oauth/applications",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
};
