import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "square",
  name: "Square",
  type: "oauth",
  status: "active",
  authorization: "https://connect.squareup.com/oauth2/authorize",
  token: "https://connect.squareup.com/oauth2/token",
  tokenAnswer: {},
  userinfo: "https://connect.squareup.com/v2/merchants/me",
  userinfoHeaders: { "square-version": "2025-10-16" },
  scopes: ["MERCHANT_PROFILE_READ"],
  clientAuth: "client_secret_post",
  profile: { id: "merchant.id", name: "merchant.business_name" },
  style: { bg: "#3e4348", text: "#fff" },
  docs: "https://developer.squareup.com/docs/oauth-api/overview",
  console: "https://developer.squareup.com/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development (sandbox; port allowed)",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["The identity is a merchant"],
  mark: "square",
};
