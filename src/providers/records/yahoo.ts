import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "yahoo",
  name: "Yahoo",
  type: "oidc",
  status: "active",
  issuer: "https://api.login.yahoo.com",
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  style: { bg: "#5f01d1", text: "#fff" },
  docs: "https://developer.yahoo.com/oauth2/guide/openid_connect/",
  console: "https://developer.yahoo.com/apps/",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: false },
  refresh: "refresh token returned",
  notes: ["Callback URLs need https and a domain"],
  mark: "yahoo",
};
