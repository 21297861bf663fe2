import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "identity-server4",
  name: "IdentityServer4",
  type: "oidc",
  status: "deprecated",
  issuer: "https://{domain}",
  reauthentication: "max_age",
  params: [{ name: "domain", required: true, example: "login.example.com" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  docs: "https://identityserver4.readthedocs.io/",
  console: "https://identityserver4.readthedocs.io/",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
  notes: ["Out of support since December 2022; Duende IdentityServer is its successor"],
  options: { domain: "Host of the server." },
};
