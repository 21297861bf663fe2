import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "ory",
  name: "Ory Network",
  type: "oidc",
  status: "active",
  issuer: "https://{slug}.projects.oryapis.com",
  reauthentication: "max_age",
  params: [{ name: "slug", required: true, example: "example" }],
  scopes: ["openid", "offline", "email", "profile"],
  emailVerified: "email_verified",
  style: { bg: "#4f46e5", text: "#fff" },
  docs: "https://www.ory.sh/docs/oauth2-oidc/authorization-code-flow",
  console: "https://console.ory.sh/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "offline_access scope",
  factory: "Ory",
  mark: "ory",
  options: { slug: "Name of the project in addresses." },
};
