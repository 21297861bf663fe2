import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "paybin",
  name: "Paybin",
  type: "oidc",
  status: "active",
  issuer: "https://idp.paybin.io",
  scopes: ["openid", "profile", "email"],
  checks: ["pkce", "state"],
  emailVerified: "email_verified",
  docs: "https://better-auth.com/docs/authentication/paybin",
  console: "https://paybin.io/",
  localhost: { rule: "unknown", note: "not checked", checked: true },
};
