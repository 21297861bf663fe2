import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "mollie",
  name: "Mollie",
  type: "oauth",
  status: "active",
  authorization: "https://my.mollie.com/oauth2/authorize",
  token: "https://api.mollie.com/oauth2/tokens",
  userinfo: "https://api.mollie.com/v2/organizations/me",
  scopes: ["organizations.read"],
  checks: ["state"],
  profile: { id: "id", name: "name", email: "email" },
  docs: "https://docs.mollie.com/docs/connect-marketplaces-getting-started",
  console: "https://my.mollie.com/dashboard/developers/applications",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["The identity is an organisation"],
};
