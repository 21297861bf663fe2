import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "globus",
  name: "Globus",
  type: "oidc",
  status: "active",
  issuer: "https://auth.globus.org",
  scopes: ["openid", "profile", "email"],
  style: { bg: "#ca6201", text: "#000" },
  docs: "https://docs.globus.org/api/auth/developer-guide/",
  console: "https://app.globus.org/settings/developers",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
};
