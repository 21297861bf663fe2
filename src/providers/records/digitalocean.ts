import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "digitalocean",
  name: "DigitalOcean",
  type: "oauth",
  status: "active",
  authorization: "https://cloud.digitalocean.com/v1/oauth/authorize",
  token: "https://cloud.digitalocean.com/v1/oauth/token",
  userinfo: "https://api.digitalocean.com/v2/account",
  scopes: ["account:read"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "account.uuid", name: "account.name||account.email", email: "account.email" },
  emailVerified: "account.email_verified",
  style: { bg: "#0080ff", text: "#000" },
  docs: "https://docs.digitalocean.com/reference/api/oauth/",
  console: "https://cloud.digitalocean.com/account/api/applications",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  mark: "digitalocean",
};
