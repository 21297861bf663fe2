import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "miro",
  name: "Miro",
  type: "oauth",
  status: "active",
  authorization: "https://miro.com/oauth/authorize",
  token: "https://api.miro.com/v1/oauth/token",
  userinfo: "https://api.miro.com/v1/users/me",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "name", email: "email", image: "picture.imageUrl" },
  style: { bg: "#050038", text: "#fff" },
  docs: "https://developers.miro.com/docs/getting-started-with-oauth",
  console: "https://miro.com/app/settings/user-profile/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned for expiring-token apps",
  notes: ["Scopes that can be asked for: identity:read"],
  mark: "miro",
};
