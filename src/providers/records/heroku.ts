import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "heroku",
  name: "Heroku",
  type: "oauth",
  status: "active",
  authorization: "https://id.heroku.com/oauth/authorize",
  token: "https://id.heroku.com/oauth/token",
  userinfo: "https://api.heroku.com/account",
  userinfoHeaders: { accept: "application/vnd.heroku+json; version=3" },
  scopes: ["identity"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "name||email", email: "email" },
  emailVerified: "verified",
  docs: "https://devcenter.heroku.com/articles/oauth",
  console: "https://dashboard.heroku.com/account/applications",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["The Accept header names version 3 of the API"],
  mark: "heroku",
};
