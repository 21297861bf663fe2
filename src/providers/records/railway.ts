import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "railway",
  name: "Railway",
  type: "oidc",
  status: "active",
  issuer: "https://backboard.railway.com",
  scopes: ["openid", "profile", "email"],
  checks: ["pkce", "state"],
  style: { bg: "#0b0d0e", text: "#fff" },
  docs: "https://docs.railway.com/reference/oauth",
  console: "https://railway.com/workspace/developer",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "add the offline_access scope and prompt=consent",
  mark: "railway",
};
