import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "gitlab-oidc",
  name: "GitLab (OIDC)",
  type: "oidc",
  status: "active",
  issuer: "https://gitlab.com",
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  style: { bg: "#FC6D26", text: "#000" },
  docs: "https://docs.gitlab.com/integration/openid_connect_provider/",
  console: "https://gitlab.com/-/user_settings/applications",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned (2 h access token)",
  notes: ["The same app as for gitlab, under an id of its own"],
  mark: "gitlab",
};
