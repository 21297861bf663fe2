import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "linear",
  name: "Linear",
  type: "oauth",
  status: "active",
  authorization: "https://linear.app/oauth/authorize",
  token: "https://api.linear.app/oauth/token",
  userinfo: "https://api.linear.app/graphql",
  userinfoBody: { query: "{ viewer { id name email avatarUrl active } }" },
  scopes: ["read"],
  clientAuth: "client_secret_post",
  profile: {
    id: "data.viewer.id",
    name: "data.viewer.name",
    email: "data.viewer.email",
    image: "data.viewer.avatarUrl",
  },
  style: { bg: "#5e6ad2", text: "#fff" },
  docs: "https://linear.app/developers/oauth-2-0-authentication",
  console: "https://linear.app/settings/api/applications/new",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "refresh token returned (newer apps; 24 h access token)",
  notes: ["The profile is one GraphQL query"],
  mark: "linear",
};
