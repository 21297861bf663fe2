import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "tiltify",
  name: "Tiltify",
  type: "oauth",
  status: "active",
  authorization: "https://v5api.tiltify.com/oauth/authorize",
  token: "https://v5api.tiltify.com/oauth/token",
  userinfo: "https://v5api.tiltify.com/api/public/current-user",
  scopes: ["public"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "data.id", name: "data.username", email: "data.email", image: "data.avatar.src" },
  docs: "https://developers.tiltify.com/docs/intro",
  console: "https://app.tiltify.com/developers",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
};
