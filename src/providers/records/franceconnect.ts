import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "franceconnect",
  name: "FranceConnect",
  type: "oidc",
  status: "active",
  issuer: "https://oidc.franceconnect.gouv.fr/api/v2",
  userinfoJwt: true,
  profileFrom: "userinfo",
  scopes: ["openid", "given_name", "family_name", "email"],
  authorizationParams: { acr_values: "eidas1" },
  checks: ["state", "nonce"],
  clientAuth: "client_secret_post",
  profile: { id: "sub", name: "${given_name} ${family_name}", email: "email" },
  docs: "https://docs.partenaires.franceconnect.gouv.fr/",
  console: "https://partenaires.franceconnect.gouv.fr/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development (integration environment)",
    checked: false,
  },
  refresh: "none",
  signOut: ["federated"],
  notes: [
    "The user answer is a signed JWT, and its signature is checked",
    "The user must be signed out at FranceConnect too",
  ],
};
