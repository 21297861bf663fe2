import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "workos-authkit",
  name: "WorkOS AuthKit",
  type: "oidc",
  status: "active",
  issuer: "https://{subdomain}.authkit.app",
  params: [{ name: "subdomain", required: true, example: "example" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  docs: "https://workos.com/docs/authkit/connect",
  console: "https://dashboard.workos.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
  options: { subdomain: "First part of the host name." },
};
