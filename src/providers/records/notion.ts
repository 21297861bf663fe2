import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "notion",
  name: "Notion",
  type: "oauth",
  status: "active",
  params: [{ name: "redirectUri", required: false, default: "" }],
  authorization: "https://api.notion.com/v1/oauth/authorize",
  token: "https://api.notion.com/v1/oauth/token",
  userinfo: "https://api.notion.com/v1/users/me",
  userinfoUnwrap: "bot.owner.user",
  userinfoHeaders: { "notion-version": "2022-06-28" },
  scopes: [],
  authorizationParams: { owner: "user", redirect_uri: "{redirectUri}" },
  checks: ["state"],
  profile: {
    id: "id",
    name: "name",
    email: "person.email",
    image: "avatar_url",
  },
  style: { bg: "#fff", text: "#000" },
  docs: "https://developers.notion.com/docs/authorization",
  console: "https://www.notion.so/profile/integrations",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "refresh token returned (vendor reference), rotating; nango docs still say none",
  notes: ["The address needs the capability to read users with e-mail addresses"],
  mark: "notion",
  options: {
    redirectUri:
      "Callback URL to name to Notion; default: ours, and Notion accepts no other at the exchange of the code.",
  },
};
