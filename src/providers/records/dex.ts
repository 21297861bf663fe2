import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "dex",
  name: "Dex",
  type: "oidc",
  status: "active",
  issuer: "https://{domain}/dex",
  params: [{ name: "domain", required: true, example: "login.example.com" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  docs: "https://dexidp.io/docs/using-dex/",
  console: "https://dexidp.io/",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
  options: { domain: "Host of the server." },
};
