import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "crowdin",
  name: "Crowdin",
  type: "oauth",
  status: "active",
  authorization: "https://accounts.crowdin.com/oauth/authorize",
  token: "https://accounts.crowdin.com/oauth/token",
  userinfo: "https://api.crowdin.com/api/v2/user",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "data.id",
    name: "data.fullName||data.username",
    email: "data.email",
    image: "data.avatarUrl",
  },
  style: { bg: "#2e3340", text: "#fff" },
  docs: "https://support.crowdin.com/developer/authorizing-oauth-apps/",
  console: "https://crowdin.com/settings#oauth",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: [
    "Enterprise organisations have API hosts of their own",
    "Scopes that can be asked for: project.status",
  ],
  mark: "crowdin",
};
