import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "uber",
  name: "Uber",
  type: "oauth",
  status: "limited",
  authorization: "https://login.uber.com/oauth/v2/authorize",
  token: "https://login.uber.com/oauth/v2/token",
  userinfo: "https://api.uber.com/v1.2/me",
  scopes: ["profile"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "uuid", name: "${first_name} ${last_name}", email: "email", image: "picture" },
  style: { bg: "#000000", text: "#fff" },
  docs: "https://developer.uber.com/docs/riders/guides/authentication/introduction",
  console: "https://developer.uber.com/dashboard",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["Scopes need an approval"],
  mark: "uber",
};
