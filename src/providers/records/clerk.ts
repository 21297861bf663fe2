import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "clerk",
  name: "Clerk",
  type: "oidc",
  status: "active",
  issuer: "https://{frontendApi}",
  params: [{ name: "frontendApi", required: true, example: "clerk.example.com" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  style: { bg: "#6c47ff", text: "#fff" },
  docs: "https://clerk.com/docs/advanced-usage/clerk-idp",
  console: "https://dashboard.clerk.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
  notes: ["The issuer is https://clerk. and your domain, or a development address at clerk.accounts.dev"],
  mark: "clerk",
  options: { frontendApi: "Host of the frontend API." },
};
