import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "basecamp",
  name: "Basecamp",
  type: "oauth",
  status: "active",
  authorization: "https://launchpad.37signals.com/authorization/new",
  token: "https://launchpad.37signals.com/authorization/token",
  tokenRequest: { body: { type: "web_server" } },
  userinfo: "https://launchpad.37signals.com/authorization.json",
  scopes: [],
  authorizationParams: { type: "web_server" },
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "identity.id",
    name: "${identity.first_name} ${identity.last_name}",
    email: "identity.email_address",
  },
  style: { bg: "#1d2d35", text: "#fff" },
  docs: "https://github.com/basecamp/api/blob/master/sections/authentication.md",
  console: "https://launchpad.37signals.com/integrations",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["type=web_server is sent to both endpoints"],
  mark: "basecamp",
};
