import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "canva",
  name: "Canva",
  type: "oauth",
  status: "active",
  authorization: "https://www.canva.com/api/oauth/authorize",
  token: "https://api.canva.com/rest/v1/oauth/token",
  userinfo: "https://api.canva.com/rest/v1/users/me",
  userinfoExtra: [{ url: "https://api.canva.com/rest/v1/users/me/profile", at: "details" }],
  scopes: ["profile:read"],
  profile: { id: "team_user.user_id", name: "details.profile.display_name" },
  docs: "https://www.canva.dev/docs/connect/authentication/",
  console: "https://www.canva.com/developers/",
  localhost: { rule: "loopback-ip", note: "http://127.0.0.1 only (docs)", checked: false },
  refresh: "refresh token returned (single use)",
  notes: ["PKCE is required", "The name is read with one more request"],
  mark: "canva",
};
