import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "startgg",
  name: "start.gg",
  type: "oauth",
  status: "active",
  authorization: "https://start.gg/oauth/authorize",
  token: "https://api.start.gg/oauth/access_token",
  userinfo: "https://api.start.gg/gql/alpha",
  userinfoBody: { query: "{ currentUser { id name email player { gamerTag } images { url } } }" },
  scopes: ["user.identity", "user.email"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "data.currentUser.id",
    name: "data.currentUser.name||data.currentUser.player.gamerTag",
    email: "data.currentUser.email",
    image: "data.currentUser.images[0].url",
  },
  docs: "https://developer.start.gg/docs/oauth/oauth-overview",
  console: "https://start.gg/admin/profile/developer",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned; refresh at https://api.start.gg/oauth/refresh",
  notes: ["The profile is one GraphQL query"],
  factory: "StartGG",
  mark: "startdotgg",
};
