import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "cilogon",
  name: "CILogon",
  type: "oidc",
  status: "active",
  issuer: "https://cilogon.org",
  scopes: ["openid", "email", "profile"],
  clientAuth: "client_secret_post",
  profile: { id: "sub", name: "name||${given_name} ${family_name}", email: "email" },
  docs: "https://www.cilogon.org/oidc",
  console: "https://cilogon.org/oauth2/register",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
};
