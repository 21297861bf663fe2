import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "producthunt",
  name: "Product Hunt",
  type: "oauth",
  status: "active",
  authorization: "https://api.producthunt.com/v2/oauth/authorize",
  token: "https://api.producthunt.com/v2/oauth/token",
  userinfo: "https://api.producthunt.com/v2/api/graphql",
  userinfoBody: { query: "{ viewer { user { id name username profileImage } } }" },
  scopes: ["public", "private"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "data.viewer.user.id",
    name: "data.viewer.user.name",
    image: "data.viewer.user.profileImage",
  },
  style: { bg: "#da552f", text: "#000" },
  docs: "https://api.producthunt.com/v2/docs/oauth_user_authentication/oauth_authorize_ask_for_access_grant_code_on_behalf_of_the_user",
  console: "https://www.producthunt.com/v2/oauth/applications",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: false },
  refresh: "none",
  notes: ["The profile is one GraphQL query"],
  mark: "producthunt",
  members: { data: "What the query asked for; GraphQL puts `errors` beside it." },
};
