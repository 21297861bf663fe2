import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "infomaniak",
  name: "Infomaniak",
  type: "oidc",
  status: "active",
  issuer: "https://login.infomaniak.com",
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  style: { bg: "#0098ff", text: "#000" },
  docs: "https://developer.infomaniak.com/",
  console: "https://manager.infomaniak.com/v3/ng/products/cloud/auth",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "access_type=offline",
  mark: "infomaniak",
};
