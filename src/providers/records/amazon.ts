import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "amazon",
  name: "Amazon",
  type: "oauth",
  status: "active",
  authorization: "https://www.amazon.com/ap/oa",
  token: "https://api.amazon.com/auth/o2/token",
  userinfo: "https://api.amazon.com/user/profile",
  scopes: ["profile"],
  clientAuth: "client_secret_post",
  profile: { id: "user_id", name: "name", email: "email" },
  docs: "https://developer.amazon.com/docs/login-with-amazon/documentation-overview.html",
  console: "https://developer.amazon.com/loginwithamazon/console/site/lwa/overview.html",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["The UK and Japan have token hosts of their own"],
  mark: "amazon",
};
