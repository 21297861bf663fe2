import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "gitee",
  name: "Gitee",
  type: "oauth",
  status: "active",
  authorization: "https://gitee.com/oauth/authorize",
  token: "https://gitee.com/oauth/token",
  userinfo: "https://gitee.com/api/v5/user",
  userinfoExtra: [{ url: "https://gitee.com/api/v5/emails", at: "emails", unless: "email", optional: true }],
  scopes: ["user_info", "emails"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "name||login", email: "email||emails[0].email", image: "avatar_url" },
  style: { bg: "#c71d23", text: "#fff" },
  docs: "https://gitee.com/api/v5/oauth_doc",
  console: "https://gitee.com/oauth/applications",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["A private address is read with one more request"],
  mark: "gitee",
};
