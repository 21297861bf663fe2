import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "monday",
  name: "monday.com",
  type: "oauth",
  status: "active",
  authorization: "https://auth.monday.com/oauth2/authorize",
  token: "https://auth.monday.com/oauth2/token",
  userinfo: "https://api.monday.com/v2",
  userinfoBody: { query: "{ me { id name email photo_original } }" },
  userinfoTokenIn: { scheme: "" },
  scopes: ["me:read"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "data.me.id",
    name: "data.me.name",
    email: "data.me.email",
    image: "data.me.photo_original",
  },
  docs: "https://developer.monday.com/apps/docs/oauth",
  console: "https://monday.com/developers/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none; tokens do not expire",
  notes: ["The profile is one GraphQL query"],
  factory: "Monday",
};
