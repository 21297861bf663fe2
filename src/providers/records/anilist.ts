import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "anilist",
  name: "AniList",
  type: "oauth",
  status: "active",
  authorization: "https://anilist.co/api/v2/oauth/authorize",
  token: "https://anilist.co/api/v2/oauth/token",
  userinfo: "https://graphql.anilist.co",
  userinfoBody: { query: "{ Viewer { id name avatar { large } } }" },
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "data.Viewer.id", name: "data.Viewer.name", image: "data.Viewer.avatar.large" },
  style: { bg: "#02a9ff", text: "#000" },
  docs: "https://docs.anilist.co/guide/auth/",
  console: "https://anilist.co/settings/developer",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none; 1-year tokens",
  notes: ["The profile is one GraphQL query", "Gives no e-mail address"],
  mark: "anilist",
};
