import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "kick",
  name: "Kick",
  type: "oauth",
  status: "active",
  authorization: "https://id.kick.com/oauth/authorize",
  token: "https://id.kick.com/oauth/token",
  revocation: "https://id.kick.com/oauth/revoke",
  userinfo: "https://api.kick.com/public/v1/users",
  scopes: ["user:read"],
  clientAuth: "client_secret_post",
  profile: {
    id: "data[0].user_id",
    name: "data[0].name",
    email: "data[0].email",
    image: "data[0].profile_picture",
  },
  style: { bg: "#53fc19", text: "#000" },
  docs: "https://docs.kick.com/getting-started/generating-tokens-oauth2-flow",
  console: "https://kick.com/settings/developer",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "refresh token returned",
  notes: ["PKCE is required"],
  mark: "kick",
};
