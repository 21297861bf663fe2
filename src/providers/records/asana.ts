import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "asana",
  name: "Asana",
  type: "oauth",
  status: "active",
  issuer: "https://app.asana.com/api/1.0",
  authorization: "https://app.asana.com/-/oauth_authorize",
  token: "https://app.asana.com/-/oauth_token",
  userinfo: "https://app.asana.com/api/1.0/users/me",
  scopes: ["users:read"],
  clientAuth: "client_secret_post",
  profile: { id: "data.gid", name: "data.name", email: "data.email", image: "data.photo.image_128x128" },
  style: { bg: "#f06a6a", text: "#000" },
  docs: "https://developers.asana.com/docs/oauth",
  console: "https://app.asana.com/0/my-apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["Apps of old use the scope default"],
  mark: "asana",
};
