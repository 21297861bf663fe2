import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "airtable",
  name: "Airtable",
  type: "oauth",
  status: "active",
  authorization: "https://airtable.com/oauth2/v1/authorize",
  token: "https://airtable.com/oauth2/v1/token",
  userinfo: "https://api.airtable.com/v0/meta/whoami",
  scopes: ["user.email:read"],
  profile: { id: "id", email: "email" },
  style: { bg: "#18bfff", text: "#000" },
  docs: "https://airtable.com/developers/web/api/oauth-reference",
  console: "https://airtable.com/create/oauth",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned (60 days)",
  notes: ["PKCE is required", "Gives no display name"],
  mark: "airtable",
};
