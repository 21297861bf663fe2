import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "fly",
  name: "Fly.io",
  type: "oauth",
  status: "limited",
  authorization: "https://api.fly.io/oauth/authorize",
  token: "https://api.fly.io/oauth/token",
  userinfo: "https://api.fly.io/oauth/token/info",
  scopes: ["read"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "user_id", name: "user_name", email: "email" },
  docs: "https://fly.io/docs/reference/extensions_api/",
  console: "https://fly.io/docs/reference/extensions_api/",
  localhost: { rule: "unknown", note: "not checked", checked: false },
  refresh: "refresh token returned",
  notes: ["For extension partners only"],
  factory: "Fly",
  mark: "flydotio",
  members: { user_name: "Name to show on pages; becomes `user.name`." },
};
