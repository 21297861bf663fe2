import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "shikimori",
  name: "Shikimori",
  type: "oauth",
  status: "active",
  params: [{ name: "appName", required: true, example: "My app" }],
  authorization: "https://shikimori.one/oauth/authorize",
  token: "https://shikimori.one/oauth/token",
  userinfo: "https://shikimori.one/api/users/whoami",
  userinfoHeaders: { "user-agent": "{appName}" },
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "nickname", image: "image.x160||avatar" },
  style: { bg: "#343434", text: "#fff" },
  docs: "https://shikimori.one/oauth",
  console: "https://shikimori.one/oauth/applications",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["The user agent must be the name of the app", "Scopes that can be asked for: user_rates"],
  options: { appName: "Name of the app as it is registered." },
};
