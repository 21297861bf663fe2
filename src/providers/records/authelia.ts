import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "authelia",
  name: "Authelia",
  type: "oidc",
  status: "active",
  issuer: "https://{domain}",
  params: [{ name: "domain", required: true, example: "login.example.com" }],
  profileFrom: "userinfo",
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  style: { bg: "#113155", text: "#fff" },
  docs: "https://www.authelia.com/configuration/identity-providers/openid-connect/provider/",
  console: "https://www.authelia.com/",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
  notes: ["The profile comes from the userinfo endpoint"],
  options: { domain: "Host of the server." },
};
