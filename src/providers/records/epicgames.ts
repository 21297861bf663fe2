import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "epicgames",
  name: "Epic Games",
  type: "oauth",
  status: "active",
  issuer: "https://api.epicgames.dev/epic/oauth/v2",
  authorization: "https://www.epicgames.com/id/authorize",
  token: "https://api.epicgames.dev/epic/oauth/v2/token",
  revocation: "https://api.epicgames.dev/epic/oauth/v2/revoke",
  userinfo: "https://api.epicgames.dev/epic/oauth/v2/userInfo",
  scopes: ["basic_profile"],
  checks: ["state"],
  profile: { id: "sub", name: "preferred_username" },
  style: { bg: "#313131", text: "#fff" },
  docs: "https://dev.epicgames.com/docs/web-api-ref/authentication",
  console: "https://dev.epicgames.com/portal/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned (8 h)",
  notes: ["The client must authenticate with Basic"],
  mark: "epicgames",
};
