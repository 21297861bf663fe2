import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "splitwise",
  name: "Splitwise",
  type: "oauth",
  status: "active",
  authorization: "https://secure.splitwise.com/oauth/authorize",
  token: "https://secure.splitwise.com/oauth/token",
  userinfo: "https://secure.splitwise.com/api/v3.0/get_current_user",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "user.id",
    name: "${user.first_name} ${user.last_name}",
    email: "user.email",
    image: "user.picture.medium",
  },
  docs: "https://dev.splitwise.com/",
  console: "https://secure.splitwise.com/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none; tokens do not expire",
};
