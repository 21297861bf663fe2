import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "webflow",
  name: "Webflow",
  type: "oauth",
  status: "active",
  authorization: "https://webflow.com/oauth/authorize",
  token: "https://api.webflow.com/oauth/access_token",
  userinfo: "https://api.webflow.com/v2/token/authorized_by",
  scopes: ["authorized_user:read"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "${firstName} ${lastName}", email: "email" },
  style: { bg: "#146ef5", text: "#fff" },
  docs: "https://developers.webflow.com/data/reference/oauth-app",
  console: "https://webflow.com/dashboard/workspace/integrations",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none; tokens do not expire",
  mark: "webflow",
};
