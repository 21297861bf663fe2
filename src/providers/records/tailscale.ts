import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "tailscale",
  name: "Tailscale",
  type: "oidc",
  status: "active",
  issuer: "https://idp.{tailnet}.ts.net",
  params: [{ name: "tailnet", required: true, example: "example" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  style: { bg: "#242424", text: "#fff" },
  docs: "https://tailscale.com/kb/1522/tsidp",
  console: "https://login.tailscale.com/admin/",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  mark: "tailscale",
  options: { tailnet: "Name of the tailnet." },
};
