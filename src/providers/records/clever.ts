import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "clever",
  name: "Clever",
  type: "oauth",
  status: "active",
  issuer: "https://clever.com",
  authorization: "https://clever.com/oauth/authorize",
  token: "https://clever.com/oauth/tokens",
  userinfo: "https://api.clever.com/v3.0/me",
  userinfoExtra: [{ url: "https://api.clever.com/v3.0/users/{profile.data.id}", at: "person" }],
  scopes: [],
  checks: ["state"],
  profile: {
    id: "data.id",
    name: "${person.data.name.first} ${person.data.name.last}",
    email: "person.data.email",
  },
  docs: "https://dev.clever.com/docs/classroom-with-oauth",
  console: "https://apps.clever.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none",
  notes: ["Name and address are read with one more request"],
};
