import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "pocket-id",
  name: "Pocket ID",
  type: "oidc",
  status: "active",
  issuer: "https://{domain}",
  params: [{ name: "domain", required: true, example: "login.example.com" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  docs: "https://pocket-id.org/docs/",
  console: "https://pocket-id.org/",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "refresh token returned",
  factory: "PocketId",
  options: { domain: "Host of the server." },
};
