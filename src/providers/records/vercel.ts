import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "vercel",
  name: "Vercel",
  type: "oidc",
  status: "active",
  issuer: "https://vercel.com",
  scopes: ["openid", "profile", "email"],
  clientAuth: "client_secret_post",
  emailVerified: "email_verified",
  style: { bg: "#000000", text: "#fff" },
  docs: "https://vercel.com/docs/sign-in-with-vercel",
  console: "https://vercel.com/dashboard/settings/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "add the offline_access scope",
  notes: ["PKCE is required"],
  mark: "vercel",
};
