import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "typeform",
  name: "Typeform",
  type: "oauth",
  status: "active",
  authorization: "https://api.typeform.com/oauth/authorize",
  token: "https://api.typeform.com/oauth/token",
  userinfo: "https://api.typeform.com/me",
  scopes: ["accounts:read"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "user_id", name: "alias", email: "email" },
  style: { bg: "#262627", text: "#fff" },
  docs: "https://www.typeform.com/developers/get-started/applications/",
  console: "https://admin.typeform.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "offline scope",
};
