import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "gitea",
  name: "Gitea / Forgejo",
  type: "oauth",
  status: "active",
  issuer: "https://{domain}",
  params: [{ name: "domain", required: true, example: "gitea.com" }],
  authorization: "{issuer}/login/oauth/authorize",
  token: "{issuer}/login/oauth/access_token",
  userinfo: "{issuer}/api/v1/user",
  scopes: ["read:user"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "full_name||login", email: "email", image: "avatar_url" },
  style: { bg: "#609926", text: "#000" },
  docs: "https://docs.gitea.com/development/oauth2-provider",
  console: "https://gitea.com/user/settings/applications",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["Forgejo too", "Ids are unique on one server only"],
  factory: "Gitea",
  mark: "gitea",
  options: { domain: "Host of the server." },
};
