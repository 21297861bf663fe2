import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "kanidm",
  name: "Kanidm",
  type: "oidc",
  status: "active",
  issuer: "https://{domain}/oauth2/openid/{clientId}",
  params: [{ name: "domain", required: true, example: "idm.example.com" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  docs: "https://kanidm.github.io/kanidm/stable/integrations/oauth2.html",
  console: "https://kanidm.com/",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
  notes: ["Has one issuer per client", "PKCE is required"],
  options: { domain: "Host of the server." },
};
