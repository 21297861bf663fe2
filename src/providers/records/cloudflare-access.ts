import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "cloudflare-access",
  name: "Cloudflare Access",
  type: "oidc",
  status: "active",
  issuer: "https://{team}.cloudflareaccess.com/cdn-cgi/access/sso/oidc/{clientId}",
  params: [{ name: "team", required: true, example: "example" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  style: { bg: "#f38020", text: "#000" },
  docs: "https://developers.cloudflare.com/cloudflare-one/applications/configure-apps/saas-apps/generic-oidc-saas/",
  console: "https://one.dash.cloudflare.com/",
  localhost: { rule: "unknown", note: "not checked", checked: false },
  refresh: "switch on refresh tokens in the app",
  notes: ["Has one issuer per client"],
  mark: "cloudflare",
  options: { team: "Name of the team." },
};
