import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "casdoor",
  name: "Casdoor",
  type: "oidc",
  status: "active",
  issuer: "https://{domain}",
  params: [{ name: "domain", required: true, example: "login.example.com" }],
  scopes: ["openid", "profile", "email"],
  clientAuth: "client_secret_post",
  emailVerified: "email_verified",
  docs: "https://casdoor.org/docs/how-to-connect/oauth",
  console: "https://casdoor.org/",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
  options: { domain: "Host of the server." },
};
