import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "netlify",
  name: "Netlify",
  type: "oauth",
  status: "active",
  authorization: "https://app.netlify.com/authorize",
  token: "https://api.netlify.com/oauth/token",
  userinfo: "https://api.netlify.com/api/v1/user",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "full_name", email: "email", image: "avatar_url" },
  style: { bg: "#32e6e2", text: "#000" },
  docs: "https://docs.netlify.com/api-and-cli-guides/api-guides/get-started-with-api/#authentication",
  console: "https://app.netlify.com/user/applications#oauth",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none; tokens do not expire",
  notes: ["Has no scopes"],
  mark: "netlify",
};
