import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "wordpress",
  name: "WordPress.com",
  type: "oauth",
  status: "active",
  authorization: "https://public-api.wordpress.com/oauth2/authorize",
  token: "https://public-api.wordpress.com/oauth2/token",
  userinfo: "https://public-api.wordpress.com/rest/v1/me",
  scopes: ["auth"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "ID", name: "display_name", email: "email", image: "avatar_URL" },
  emailVerified: "email_verified",
  style: { bg: "#21759B", text: "#fff" },
  docs: "https://developer.wordpress.com/docs/oauth2/",
  console: "https://developer.wordpress.com/apps/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none; tokens do not expire",
  notes: ["The id is a number"],
  factory: "WordPress",
  mark: "wordpress",
};
