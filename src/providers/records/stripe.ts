import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "stripe",
  name: "Stripe Connect",
  type: "oauth",
  status: "active",
  authorization: "https://connect.stripe.com/oauth/authorize",
  token: "https://connect.stripe.com/oauth/token",
  userinfo: "https://api.stripe.com/v1/account",
  scopes: ["read_write"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "business_profile.name||settings.dashboard.display_name", email: "email" },
  style: { bg: "#635bff", text: "#fff" },
  docs: "https://docs.stripe.com/connect/oauth-reference",
  console: "https://dashboard.stripe.com/settings/connect/onboarding-options/oauth",
  localhost: { rule: "note", note: "test-mode clients accept http", checked: false },
  refresh: "refresh token returned",
  notes: ["The client secret is the platform's secret key", "The identity is an account, not a user"],
  factory: "Stripe",
  mark: "stripe",
};
