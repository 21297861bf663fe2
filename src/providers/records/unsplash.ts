import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "unsplash",
  name: "Unsplash",
  type: "oauth",
  status: "active",
  authorization: "https://unsplash.com/oauth/authorize",
  token: "https://unsplash.com/oauth/token",
  userinfo: "https://api.unsplash.com/me",
  scopes: ["public"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "name||username", email: "email", image: "profile_image.large" },
  style: { bg: "#000000", text: "#fff" },
  docs: "https://unsplash.com/documentation/user-authentication-workflow",
  console: "https://unsplash.com/oauth/applications",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none; tokens do not expire",
  notes: ["The address needs an approval"],
  mark: "unsplash",
};
