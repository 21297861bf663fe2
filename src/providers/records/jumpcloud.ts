import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "jumpcloud",
  name: "JumpCloud",
  type: "oidc",
  status: "active",
  issuer: "https://oauth.id.jumpcloud.com/",
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  docs: "https://jumpcloud.com/support/sso-with-oidc",
  console: "https://console.jumpcloud.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh grant on the app",
  notes: ["Regions outside of the US have hosts of their own"],
};
