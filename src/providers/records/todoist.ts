import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "todoist",
  name: "Todoist",
  type: "oauth",
  status: "active",
  authorization: "https://todoist.com/oauth/authorize",
  token: "https://todoist.com/oauth/access_token",
  userinfo: "https://api.todoist.com/api/v1/user",
  scopes: ["data:read"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "full_name", email: "email", image: "avatar_big" },
  emailVerified: "is_email_verified",
  style: { bg: "#E44332", text: "#000" },
  docs: "https://developer.todoist.com/api/v1/#tag/Authorization/OAuth",
  console: "https://developer.todoist.com/appconsole.html",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh:
    "new apps get rotating refresh tokens by default, older apps have long-lived tokens (Todoist SDK docs)",
  notes: ["One callback URL per app"],
  mark: "todoist",
};
