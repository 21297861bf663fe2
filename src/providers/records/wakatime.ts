import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "wakatime",
  name: "WakaTime",
  type: "oauth",
  status: "active",
  authorization: "https://wakatime.com/oauth/authorize",
  token: "https://wakatime.com/oauth/token",
  userinfo: "https://wakatime.com/api/v1/users/current",
  scopes: ["email"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "data.id", name: "data.display_name", email: "data.email", image: "data.photo" },
  emailVerified: "data.is_email_confirmed",
  style: { bg: "#000000", text: "#fff" },
  docs: "https://wakatime.com/developers#authentication",
  console: "https://wakatime.com/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["The address must be confirmed to count"],
  mark: "wakatime",
};
